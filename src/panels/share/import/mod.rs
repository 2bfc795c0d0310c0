//! Importing a plan: a link, or a file of a model or a training framework. What it leaves open is
//! asked for, and it becomes the page's plan only when the reader says so.

mod state;
#[cfg(test)]
mod tests;
mod update;
mod view;

pub(super) use state::{Import, TAKE};
pub(super) use update::{read, take_over, typed, update};
pub(super) use view::pane;
