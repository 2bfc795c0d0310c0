//! The page: controls of a plan, and the figures that follow from it.
//!
//! - `store` has the page's state, its events, and their effects;
//! - `components` has the components that several regions share;
//! - `controls` and `panels` are the regions of the page, each with a state and a view;
//! - `app` is the one loop that takes in events, updates and draws;
//! - `address` composes addresses beside the page's own;
//! - `browser` has the interfaces of the browser that they use.
//!
//! It also compiles natively, where its tests run: a component makes HTML there. No native test calls
//! the browser. One file has another body there: `browser/events.rs` listens to nothing.
//!
//! `style/` has the style sheets that panels share: `tokens.css` colours and sizes, `base.css`
//! type, grid and buttons, `controls.css`, `workbench.css` the panes, `views.css` figures,
//! `plot.css` plots, `alone.css` views shown alone, `embed.css` the embedded page, `later.css`
//! tables, the open menu and paper. `page.css` imports those of the first look.

// The macro `component` writes `pub` in place of `pub(crate)`.
#![allow(unreachable_pub)]

mod address;
mod app;
mod browser;
mod components;
mod controls;
mod panels;
mod store;

/// Mounts the planner in place of its skeleton.
pub fn start() {
    browser::failure::install();
    app::open();
}
