//! The page: controls on one side, what follows from them on the other.
//!
//! - `store` is the page's state, what can happen to it, and what follows from that;
//! - `controls` and `panels` are the regions of the page, each with a state and a view;
//! - `app` is the one loop that hears, updates and draws;
//! - [`dom`] is what views return, and how it becomes the page;
//! - [`browser`] is what all of them need of the browser.
//!
//! All of it compiles for this machine, too, where its tests run; nothing there calls the browser.

mod app;
pub mod browser;
mod controls;
pub mod dom;
mod panels;
mod store;

/// Mounts the planner in place of its skeleton.
pub fn start() {
    browser::failure::install();
    if let Some(place) = browser::take_over_skeleton() {
        app::open(place);
    }
}
