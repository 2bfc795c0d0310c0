//! Imports of a plan: from a link, or a file of a model or a training framework. The reader fills
//! in what it leaves open; the plan becomes the page's only on request.
//!
//! Tests: `tests.rs`, `tests/browser/share.test.mjs`.

mod state;
#[cfg(test)]
mod tests;
mod update;
mod view;

pub(super) use state::Import;
pub(super) use update::{follow_reader, read, take_over, update};
pub(super) use view::pane;
