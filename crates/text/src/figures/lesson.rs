//! Sentences of the panel of lessons.

use formats::link::presentation::View;
use formats::number::Units;
use lesson::Lacking;

/// Words of the button that opens the panel, before the panel is loaded.
#[derive(Clone, Copy, Debug)]
pub struct LessonFrame {
    /// The button.
    pub button: &'static str,
}

/// Words of the panel.
#[derive(Clone, Copy)]
pub struct LessonFigureText {
    /// Name of the panel.
    pub name: &'static str,
    /// Closes it.
    pub close: &'static str,
    /// Folds it away, and unfolds it.
    pub fold: [&'static str; 2],
    /// Leads back to all lessons.
    pub all: &'static str,
    /// The menu.
    pub menu: MenuText,
    /// Message when the browser could not store a lesson's file.
    pub unkept: &'static str,
    /// Opens the description of a lesson.
    pub about: &'static str,
    /// Index of the current step, from 0, and number of steps.
    pub step: fn(usize, usize) -> String,
    /// Mark of a step that is done.
    pub done: &'static str,
    /// Buttons to the step before, and to the next one.
    pub turn: [&'static str; 2],
    /// Button after the last step.
    pub finish: &'static str,
    /// From the start of the step again.
    pub restart: &'static str,
    /// Before the controls and figures that a step is about.
    pub marked: [&'static str; 2],
    /// The name of a view.
    pub view: fn(View) -> &'static str,
    /// Heading over the goal.
    pub goal: &'static str,
    /// Behind a part of a goal for those who do not see its sign: reached, not reached.
    pub reached: [&'static str; 2],
    /// The present value beside a part of a goal: names with values.
    pub now: fn(&[(String, String)]) -> String,
    /// Mark of a value in a text that follows the plan.
    pub now_mark: &'static str,
    /// Announcements: a goal is reached, a step is done.
    pub announcements: [&'static str; 2],
    /// Note on a goal that is reached by a plan out of memory.
    pub unfit: &'static str,
    /// Number of controls changed, and par if there is one.
    pub changes: fn(u64, Option<u64>) -> String,
    /// The hints.
    pub hints: HintText,
    /// The questions.
    pub question: QuestionText,
    /// Opens the worked solution.
    pub solution: &'static str,
    /// Opens the sources of a step.
    pub sources: &'static str,
    /// The summary.
    pub summary: SummaryText,
}

/// Words of the list of all lessons.
#[derive(Clone, Copy)]
pub struct MenuText {
    /// Sentence of the list.
    pub sentence: &'static str,
    /// Message while a lesson loads.
    pub pending: &'static str,
    /// Number of steps of a lesson, and of those that are done.
    pub steps: fn(usize, usize) -> String,
    /// Label that opens a lesson by another author.
    pub others: &'static str,
    /// Labels for another author's lesson: its address, the button beside it, its file.
    pub other: [&'static str; 3],
    /// Messages with a lesson's address: it did not load, it is too large.
    pub absent: [fn(&str) -> String; 2],
    /// Message on a text that is neither a lesson's name nor an address of one.
    pub nowhere: fn(&str) -> String,
    /// Heading over the faults of a lesson.
    pub refused: &'static str,
    /// Back to the reader's own plan.
    pub own: &'static str,
    /// Switch that keeps the reader's progress in this browser.
    pub keep: &'static str,
    /// Button that deletes the progress.
    pub forget: &'static str,
    /// Message when the browser has not kept the progress.
    pub not_kept: &'static str,
    /// Heading of the glossary.
    pub glossary: &'static str,
}

/// Words of hints.
#[derive(Clone, Copy)]
pub struct HintText {
    /// Labels of the buttons for the first hint, and for a further one.
    pub ask: [&'static str; 2],
    /// Hint on the parts of the goal that are not reached, and on the largest costs beside them.
    pub lacks: fn(&Lacking, Units) -> String,
    /// Names of the controls that a path needs.
    pub controls: fn(&[String]) -> String,
    /// Settings of that path: names with values.
    pub settings: fn(&[(String, String)]) -> String,
    /// Message while the search for a path runs.
    pub looking: &'static str,
    /// Messages when the search found neither a path nor a nearer plan: after all plans, at the
    /// time limit.
    pub none: [&'static str; 2],
    /// Message when the search found no path, but settings that come nearer; and whether it was
    /// stopped.
    pub nearer: fn(&[(String, String)], bool) -> String,
    /// Line in place of the changes that help most, which would be the solution.
    pub line: &'static str,
    /// Label of the button that applies the hint.
    pub set: &'static str,
}

/// Words of questions.
#[derive(Clone, Copy)]
pub struct QuestionText {
    /// Names the field for an answer.
    pub answer: &'static str,
    /// Button that checks the answer.
    pub check: &'static str,
    /// Message on a right answer.
    pub right: &'static str,
    /// Messages on a wrong answer: too small, too large.
    pub wrong: [&'static str; 2],
    /// Message on an answer that is not a number.
    pub no_number: &'static str,
    /// Message on a number with another unit than the question's, which may be empty.
    pub other_unit: fn(&str) -> String,
    /// Message on a text that can be several numbers, which follow as buttons.
    pub ambiguous: &'static str,
    /// A number with the unit of its question, which may be empty.
    pub number: fn(f64, &str) -> String,
    /// Message beside a judgement: the number that was read, with its unit.
    pub read_as: fn(&str) -> String,
    /// Message when the present plan has no such number.
    pub unknown: &'static str,
}

/// Words of the summary.
#[derive(Clone, Copy)]
pub struct SummaryText {
    /// Opens it.
    pub open: &'static str,
    /// Copies it, prints it.
    pub take: [&'static str; 2],
    /// Copied, or selected for the reader to copy.
    pub copied: [&'static str; 2],
    /// First line of the summary: the title, steps that are done, all steps.
    pub first: fn(&str, usize, usize) -> String,
    /// The line of a step: its title, whether it is done, how many controls were changed.
    pub line: fn(&str, bool, Option<u64>) -> String,
}
