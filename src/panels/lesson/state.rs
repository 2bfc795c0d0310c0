//! State of the panel. It lives as long as the page.

use std::sync::Arc;

use cost::plan::Plan;
use lesson::OURS;

use super::progress::Progress;
use super::run::Run;
use super::shelf::Shelved;
use super::stage::Stage;
use super::summary::Copied;

/// The panel's id.
pub(super) const ID: &str = "lesson";
/// The id of the title of what is open.
pub(super) const TITLE: &str = "lesson-title";

/// The panel of lessons.
#[derive(Default)]
pub(crate) struct LessonPanel {
    pub(super) is_open: bool,
    pub(super) is_folded: bool,
    /// The lesson that is open; the list of all where there is none.
    pub(super) run: Option<Run>,
    /// Why what was asked for is not open.
    pub(super) refused: Vec<String>,
    /// The address of what has not come, which may be asked for again.
    pub(super) retry: Option<String>,
    /// Whether something that was asked for is on its way.
    pub(super) is_pending: bool,
    /// Number of requests so far: late answers to earlier ones are dropped.
    pub(super) asked: u32,
    pub(super) shelf: [Shelved; OURS.len()],
    pub(super) progress: Progress,
    /// The address in the field of the list.
    pub(super) address: String,
    /// The plan from before the first step.
    pub(super) own: Option<Arc<Plan>>,
    pub(super) copied: Copied,
    /// Whether the window has room for all that a lesson says.
    pub(super) has_room: bool,
    /// The page, as it was last set for a step.
    pub(super) stage: Stage,
}
