//! The page: controls on one side, what follows from them on the other.
//!
//! - `page` is what the first look needs: the plan, its controls, the verdict;
//! - `figures` are the later figures, loaded once the verdict stands;
//! - `embed` is what a query asks for beside them;
//! - [`markup`] is what views return, and how it becomes the page;
//! - [`browser`] is what they need of the browser.
//!
//! All of it compiles for this machine, too, where its tests run; nothing there calls the browser.

pub mod browser;
mod embed;
mod figures;
pub mod markup;
#[allow(unreachable_pub, reason = "Leptos makes every component public")]
mod page;

use leptos::mount::mount_to;

/// Mounts the planner in place of its skeleton.
pub fn start() {
    browser::failure::install();
    if let Some(place) = browser::take_over_skeleton() {
        mount_to(place.clone(), || page::app(place)).forget();
    }
}
