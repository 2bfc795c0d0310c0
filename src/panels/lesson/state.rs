//! State of the panel of lessons. It lives as long as the page.

use std::sync::Arc;

use cost::plan::Plan;
use cost::why::Figure;
use lesson::OURS;

use super::applied_setting::AppliedSetting;
use super::open_lesson::OpenLesson;
use super::open_step::OpenStep;
use super::progress::ReaderProgress;
use super::shared_lesson::OwnLesson;
use super::shown_goal::ShownGoal;
use super::summary::SummaryCopy;

/// The id of the title of what is open.
pub(super) const TITLE: &str = "lesson-title";

/// The id of the button that starts the step again.
pub(super) const RESTART: &str = "lesson-restart";

/// The panel of lessons.
#[derive(Default)]
pub(crate) struct LessonPanel {
    pub(super) is_open: bool,
    pub(super) is_folded: bool,
    /// The lesson that is open; `None` for the list of all.
    pub(super) run: Option<OpenLesson>,
    /// The goal of its open step, for the present plan.
    pub(super) goal: ShownGoal,
    /// The step that this tab had open before a reload, until its lesson has come.
    pub(super) was_open: Option<OpenStep>,
    /// The record of the open step, as last stored.
    pub(super) kept_step: OpenStep,
    /// True if the browser could not store the file of the open lesson.
    pub(super) is_unkept: bool,
    /// Reasons why the requested lesson is not open.
    pub(super) refused: Vec<String>,
    /// The address of a lesson that failed to load and may be requested again.
    pub(super) retry: Option<String>,
    /// True if something requested is on its way.
    pub(super) is_pending: bool,
    /// Number of requests so far: late answers to earlier ones are dropped.
    pub(super) asked: u32,
    pub(super) own_lessons: [OwnLesson; OURS.len()],
    pub(super) progress: ReaderProgress,
    /// The address in the field of the list.
    pub(super) address: String,
    /// The plan from before the first step.
    pub(super) own: Option<Arc<Plan>>,
    pub(super) copied: SummaryCopy,
    /// The figure that the open step has opened.
    pub(super) opened: Option<Figure>,
    /// True if the open step has started a prediction.
    pub(super) is_predicting: bool,
    /// The page's setting, as last applied for a step.
    pub(super) stage: AppliedSetting,
}
