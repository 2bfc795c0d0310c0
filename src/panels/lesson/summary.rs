//! Summary of a reader's progress in a lesson, for copying and printing.

use super::open_lesson::OpenLesson;
use super::progress::ReaderProgress;
use crate::store::Page;
use text::lesson_figure as words;

/// The id of the field that contains it.
pub(super) const FIELD: &str = "lesson-summary-text";

/// Outcome of copying.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) enum SummaryCopy {
    /// Not requested, or a while ago.
    #[default]
    No,
    /// The summary is on the clipboard.
    Yes,
    /// The browser refused to copy.
    ByHand,
}

/// The summary as a text: one line per step, with the link of its plan below.
pub(super) fn text(page: &Page, run: &OpenLesson, progress: &ReaderProgress) -> String {
    let steps = &run.lesson.steps;
    let done = steps.iter();
    let done = done.filter(|step| progress.step(&run.name, &step.id).is_some());
    let mut text = words::summary_first(&run.lesson.title, done.count() as u64, steps.len() as u64);
    for step in steps {
        let done = progress.step(&run.name, &step.id);
        let changes = done.and_then(|done| done.changes);
        text.push('\n');
        text.push_str(&words::summary_of_step(
            &step.title,
            done.is_some(),
            changes,
        ));
        if let Some(done) = done.filter(|done| !done.link.is_empty()) {
            text.push_str("\n  ");
            text.push_str(&page.address);
            text.push_str(&done.link);
        }
    }
    text
}
