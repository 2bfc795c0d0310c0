//! The pane of lessons: settings for the planner in a lesson's page. They are the views shown,
//! locked controls, the start, the goal, and the lesson, which may be the teacher's own. The result
//! is a link, a frame or an element, with a preview of what readers see.
//!
//! Tests: `tests.rs`, `tests/browser/share.test.mjs`.

mod control_access;
mod control_access_view;
mod escape;
mod fields;
mod goal;
mod goal_view;
mod opened_lesson;
mod preview;
mod snippet;
mod snippet_kind;
mod state;
#[cfg(test)]
mod tests;
mod update;
mod view;

pub(super) use preview::listen_to_preview;
pub(crate) use snippet_kind::SnippetKind;
pub(super) use state::LessonPane;
pub(super) use update::{follow, hide, show, update};
pub(super) use view::pane;
