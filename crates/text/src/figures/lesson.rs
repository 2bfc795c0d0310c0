//! Sentences of the panel of lessons.

use cost::shares::Overhead;
use formats::link::presentation::View;

/// Words of the button that opens it, before it is loaded.
#[derive(Clone, Copy, Debug)]
pub struct LessonFrame {
    /// The button.
    pub button: &'static str,
    /// While its part of the program is late, and where that has not come.
    pub unloaded: [&'static str; 2],
}

/// Words of the panel.
#[derive(Clone, Copy)]
pub struct LessonFigureText {
    /// Its name.
    pub name: &'static str,
    /// Closes it.
    pub close: &'static str,
    /// Folds it away, and unfolds it.
    pub fold: [&'static str; 2],
    /// Leads back to all lessons.
    pub all: &'static str,
    /// The menu.
    pub menu: MenuText,
    /// Opens what a lesson is about.
    pub about: &'static str,
    /// Which step of how many.
    pub step: fn(usize, usize) -> String,
    /// Said of a step that is done.
    pub done: &'static str,
    /// Before the step, behind it.
    pub turn: [&'static str; 2],
    /// Behind the last step.
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
    /// Told once a goal is reached, and once a step is done.
    pub told: [&'static str; 2],
    /// How many controls were changed, and par if there is one.
    pub changes: fn(u64, Option<u64>) -> String,
    /// The hints.
    pub hints: HintText,
    /// The questions.
    pub question: QuestionText,
    /// Opens the worked solution.
    pub solution: &'static str,
    /// The summary.
    pub summary: SummaryText,
}

/// Words of the list of all lessons.
#[derive(Clone, Copy)]
pub struct MenuText {
    /// Its sentence.
    pub sentence: &'static str,
    /// While a lesson is fetched.
    pub pending: &'static str,
    /// How many steps a lesson has, and how many of them are done.
    pub steps: fn(usize, usize) -> String,
    /// Opens a lesson of somebody else's.
    pub others: &'static str,
    /// Its address, the button beside it, its file.
    pub other: [&'static str; 3],
    /// Where a lesson does not come, and where it is too large: its address.
    pub absent: [fn(&str) -> String; 2],
    /// What is neither a lesson's name nor an address of one.
    pub nowhere: fn(&str) -> String,
    /// Above what is wrong with a lesson.
    pub refused: &'static str,
    /// Back to the reader's own plan.
    pub own: &'static str,
    /// Whether what is done is kept in this browser.
    pub keep: &'static str,
    /// Forgets it.
    pub forget: &'static str,
    /// Said where the browser has not kept what was done.
    pub not_kept: &'static str,
    /// Heading of the glossary.
    pub glossary: &'static str,
}

/// Words of hints.
#[derive(Clone, Copy)]
pub struct HintText {
    /// Asks for the first one, and for a further one.
    pub ask: [&'static str; 2],
    /// What is lacking: parts of the goal with their present values, and the largest overhead.
    pub lacks: fn(&[String], Overhead) -> String,
    /// The controls that a way needs: their names.
    pub controls: fn(&[String]) -> String,
    /// The settings of that way: names with values.
    pub settings: fn(&[(String, String)]) -> String,
    /// While a way is looked for.
    pub looking: &'static str,
    /// Where no way was found, and nothing comes nearer: after all was tried, after the time that a
    /// reader waits.
    pub none: [&'static str; 2],
    /// Where no way was found, but settings that come nearer; and whether the search was stopped.
    pub nearer: fn(&[(String, String)], bool) -> String,
    /// Sets what the hint says.
    pub set: &'static str,
}

/// Words of questions.
#[derive(Clone, Copy)]
pub struct QuestionText {
    /// Names the field for an answer.
    pub answer: &'static str,
    /// Has it judged.
    pub check: &'static str,
    /// It is right.
    pub right: &'static str,
    /// It is too small, too large.
    pub wrong: [&'static str; 2],
    /// It is no number.
    pub no_number: &'static str,
    /// The plan has no such number now.
    pub unknown: &'static str,
}

/// Words of the summary.
#[derive(Clone, Copy)]
pub struct SummaryText {
    /// Opens it.
    pub open: &'static str,
    /// Copies it, prints it.
    pub take: [&'static str; 2],
    /// Copied, or to be copied by hand.
    pub copied: [&'static str; 2],
    /// Its first line: the title, steps that are done, all steps.
    pub first: fn(&str, usize, usize) -> String,
    /// The line of a step: its title, whether it is done, how many controls were changed.
    pub line: fn(&str, bool, Option<u64>) -> String,
}
