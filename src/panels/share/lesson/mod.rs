//! The planner in a lesson's page: what of it is shown, what is held, where it starts, what is to be
//! reached, and which lesson is opened, perhaps one of the teacher's own. Out of it comes a link, a
//! frame or an element, with a preview of what readers see.

mod fates;
mod fields;
mod goal;
mod named;
mod preview;
mod snippet;
mod state;
#[cfg(test)]
mod tests;
mod update;
mod view;
mod way;

pub(super) use preview::hear as hear_preview;
pub(super) use state::Lesson;
pub(super) use update::{follow, hide, pressed, show, typed, update};
pub(super) use view::pane;
pub(crate) use way::Way;
