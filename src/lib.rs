//! The page: controls of a plan, and the figures that follow from it.
//!
//! - `store` has the page's state, its events, and their effects;
//! - `components` has the components that several regions share;
//! - `controls` and `panels` are the regions of the page, each with a state and a view;
//! - `app` is the one loop that listens, updates and draws;
//! - [`dom`] has what views return, and draws it in the page;
//! - `address` composes addresses beside the page's own;
//! - [`browser`] has the interfaces of the browser that they use.
//!
//! It also compiles natively, where its tests run; no native test calls the browser. Three files have
//! another body there: `dom/ui_event/` reads events from an element tree, `browser/events.rs` hears
//! none, and `browser/json.rs` is the command's reader of JSON.

// The macro `component` writes `pub` in place of `pub(crate)`.
#![allow(unreachable_pub)]

mod address;
mod app;
pub mod browser;
mod components;
mod controls;
pub mod dom;
mod panels;
mod store;

/// Mounts the planner in place of its skeleton.
pub fn start() {
    browser::failure::install();
    app::open();
}
