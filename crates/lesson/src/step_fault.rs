//! Faults of a step that a check finds.

use cost::trace::TraceScene;

/// Controls that a solution sets, with their values as a link writes them.
pub type Moves = Vec<(&'static str, String)>;

/// A fault of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepFault {
    /// The goal is reached at the start: nothing is left to do.
    ReachedAtStart,
    /// The search found no path to its goal by the controls that a reader has.
    NoWay,
    /// The search stopped after this many plans without a path: there may be one.
    Stopped(u64),
    /// The steps before took all the work that the check of a lesson may take, and none was left to
    /// look for a path.
    NotTried,
    /// More controls are needed than it says.
    Par {
        /// The number that the lesson states.
        said: u64,
        /// Number of controls of the shortest path that was found.
        found: u64,
    },
    /// Hints find no path by the controls that the step leads by.
    NoHint,
    /// The plan from which the step starts has no such scene of the player.
    NoScene(TraceScene),
    /// A value that the text, a question or the solution shows has none at the start.
    NoStartValue,
    /// A value in a passage of the text after the step has none for a solution.
    NoValue {
        /// The passage, by its place.
        passage: usize,
        /// The solution.
        by: Moves,
    },
    /// No passage of the text after the step is true of a solution.
    NothingSaid {
        /// The solution.
        by: Moves,
    },
    /// A passage of the text after the step links to a control that a solution has left, and has no
    /// condition on this control.
    Unchanged {
        /// The passage, by its place.
        passage: usize,
        /// Key of the control.
        key: &'static str,
        /// The solution.
        by: Moves,
    },
    /// The answer to a question, by its index, is not a number at the start.
    NoAnswer(usize),
    /// A mistake is taken for the right answer, or for another mistake.
    Mistake {
        /// The question, by its place.
        question: usize,
        /// The mistake, by its place.
        mistake: usize,
    },
    /// The plan at the start has no such figure, or the figure no number at the path below it.
    NoFigure(String),
    /// A solution has no such figure, to which a passage of the text after the step links.
    NoFigureOf {
        /// The passage, by its place.
        passage: usize,
        /// The figure, with the path below it.
        figure: String,
        /// The solution.
        by: Moves,
    },
    /// The plan at the start, or this plan after the change that readers predict, cannot exist.
    ImpossibleChange,
    /// The change that readers predict sets the control of this key, which the step locks: it would
    /// keep its value.
    LockedChange(&'static str),
    /// The figure of the question of this index, of those of a prediction, is of a stage that the
    /// plan does not have, at the start or after the change.
    NoStage(usize),
    /// The true value is not among those that readers can drag to, in the question of this index.
    OutOfRange(usize),
    /// The question of this index has not exactly one choice that is the true value, or another one is
    /// within the tolerance of it.
    NotOneTruth(usize),
    /// A mistake of a prediction has no value, or is within the tolerance of the true value or of
    /// another mistake.
    PredictedMistake {
        /// The question, by its place.
        question: usize,
        /// The mistake, by its place.
        mistake: usize,
    },
}
