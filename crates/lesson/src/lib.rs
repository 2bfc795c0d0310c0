//! Lessons: tours, challenges and exercises as data, ours and any teacher's.
//!
//! A lesson is a file: steps with a text, a plan to start from, a goal, questions. A goal is a
//! condition on the result, so that any solution counts. `docs/lessons.md` describes the format;
//! [`read()`] takes any text and gives a lesson or all its faults.
//!
//! - `read.rs`, `read_questions.rs`, `read_prediction.rs`, `fields.rs` from a document to a lesson,
//!   with limits and faults;
//! - `markdown.rs` texts, as spans that a view draws: nothing in them is ever HTML;
//! - `passage.rs` texts by condition;
//! - `typed/` numbers that readers type in;
//! - `answer.rs` whether they are right, and the usual mistakes;
//! - `prediction.rs` figures that readers predict, and `figures.rs` their values;
//! - `lacking.rs` what a plan lacks of a goal;
//! - `address.rs` the `lesson` of a query;
//! - `check.rs`, `solutions.rs`, `check_figures.rs`, `step_fault.rs` checks that need an estimate or a
//!   search (`shardwise lesson check`).
//!
//! Tests: `src/tests.rs`, `tests/all/lessons.rs`, `tests/all/lessons_described.rs`.

mod address;
mod answer;
pub mod check;
mod check_figures;
mod fault;
mod fields;
mod figures;
mod lacking;
pub mod markdown;
mod passage;
mod prediction;
mod read;
mod read_prediction;
mod read_questions;
mod solutions;
mod step_fault;
mod terms;
mod typed;

pub use address::{Address, OURS};
pub use answer::{Judged, Mistake, Question, judge};
pub use fault::{LessonFault, LessonRefusal, Why};
pub use figures::{figure_and_path, figure_value};
pub use lacking::Lacking;
pub use passage::{ChangedControls, Passage};
pub use prediction::{PredictedBy, PredictedChoice, PredictedFigure, Prediction};
pub use read::{LARGEST, read};
pub use terms::Term;
pub use typed::TypedAnswer;

use cost::Estimate;
use cost::plan::Plan;
use cost::trace::TraceScene;
use cost::why::Figure;
use formats::goal::Goal;
use formats::link;
use formats::link::presentation::{View, several};
use markdown::Text;
use search::goal_path::moves;

/// The format that this program reads, which files name as `shardwise`.
pub const FORMAT: u64 = 1;

/// A lesson.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// Name of the lesson in links, in messages and in stored progress.
    pub id: String,
    /// Title of the lesson.
    pub title: String,
    /// Language of the lesson, as an HTML `lang`; empty if none is given.
    pub language: String,
    /// The text before the first step.
    pub text: Text,
    /// The plan from which its steps start; the reader's own stays where there is none.
    pub start: Option<Plan>,
    /// Presentation of the planner during it.
    pub scene: Scene,
    /// Steps of the lesson, at least one.
    pub steps: Vec<Step>,
    /// The text after the last step.
    pub end: Text,
}

/// Presentation of the planner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// The views that are shown alone; all where none is named.
    pub view: Vec<View>,
    /// Keys of the controls that are taken away.
    pub hide: Vec<&'static str>,
    /// Keys of the controls that cannot be moved.
    pub lock: Vec<&'static str>,
}

/// A step of a lesson.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Name of the step in links, in messages and in stored progress.
    pub id: String,
    /// Title of the step.
    pub title: String,
    /// Text of the step.
    pub text: Text,
    /// The plan from which it starts, instead of the lesson's.
    pub start: Option<Plan>,
    /// Presentation of the planner during the step. Its views replace the lesson's, if it names
    /// any. Controls that it hides or locks add to the lesson's.
    pub scene: Scene,
    /// The scene that the player of a step shows, and its moment, counted from 1; 0 is the start.
    pub watched: Option<(TraceScene, u64)>,
    /// Views that are marked.
    pub marked_views: Vec<View>,
    /// Keys of controls that are marked.
    pub marked_controls: Vec<&'static str>,
    /// Keys of the controls by which the step leads to its goal; those that are marked if it names
    /// none.
    pub path: Vec<&'static str>,
    /// The figure whose arithmetic the step opens, and the path of words below it.
    pub why: Option<(Figure, String)>,
    /// The prediction that readers make before they see the outcome.
    pub predict: Option<Prediction>,
    /// The goal.
    pub goal: Option<Goal>,
    /// The fewest controls that must differ from the start to reach it.
    pub par: Option<u64>,
    /// Hints in the teacher's own words; where there are none, hints are computed.
    pub hints: Vec<Text>,
    /// Numbers that the step asks for.
    pub questions: Vec<Question>,
    /// The worked solution.
    pub solution: Text,
    /// The text once it is done, by condition.
    pub done: Vec<Passage>,
    /// Where its facts are from.
    pub sources: Vec<Text>,
}

impl Lesson {
    /// The plan from which a step starts; `None` where the reader's own stays.
    #[must_use]
    pub fn start_of<'a>(&'a self, step: &'a Step) -> Option<&'a Plan> {
        step.start.as_ref().or(self.start.as_ref())
    }

    /// Presentation of the planner during a step.
    #[must_use]
    pub fn scene_of(&self, step: &Step) -> Scene {
        let (own, all) = (&step.scene, &self.scene);
        let view = if own.view.is_empty() { all } else { own };
        let both = |all: &[&'static str], own: &[&'static str]| {
            let own = own.iter().filter(|key| !all.contains(key));
            all.iter().chain(own).copied().collect()
        };
        Scene {
            view: view.view.clone(),
            hide: both(&all.hide, &own.hide),
            lock: both(&all.lock, &own.lock),
        }
    }

    /// The position of a step, by its name.
    #[must_use]
    pub fn place_of(&self, step: &str) -> Option<usize> {
        self.steps.iter().position(|known| known.id == step)
    }
}

impl Scene {
    /// True if a reader can move the control of a key: `p` holds the model, the GPUs and their
    /// number.
    ///
    /// ```
    /// use lesson::Scene;
    /// let scene = Scene { lock: vec!["p"], hide: vec!["tp"], ..Scene::default() };
    /// assert!(!scene.is_free("gpus") && !scene.is_free("tp") && scene.is_free("pp"));
    /// ```
    #[must_use]
    pub fn is_free(&self, key: &str) -> bool {
        let has = |key| self.lock.contains(&key) || self.hide.contains(&key);
        let is_preset = link::presentation::PRESETS.contains(&key);
        !(has(key) || is_preset && has("p"))
    }
}

impl Step {
    /// True if its goal is reached; a step without one asks for nothing.
    #[must_use]
    pub fn is_reached<E>(&self, plan: &Plan, estimate: Result<&Estimate, E>) -> bool {
        let goal = self.goal.as_ref();
        goal.is_none_or(|goal| goal.is_reached(plan, estimate))
    }

    /// True if hints may set the control of a key: it is among those that the step highlights, if it
    /// highlights any.
    #[must_use]
    pub fn is_about(&self, key: &str) -> bool {
        self.marked_controls.is_empty() || has(&self.marked_controls, key)
    }

    /// True if the step leads to its goal by the control of a key: hints try these alone first.
    #[must_use]
    pub fn leads_by(&self, key: &str) -> bool {
        if self.path.is_empty() {
            self.is_about(key)
        } else {
            has(&self.path, key)
        }
    }

    /// The passages of the text once it is done that are true of a plan, by their indexes. `start`
    /// is the plan from which the step starts, if there is one.
    #[must_use]
    pub fn true_passages(
        &self,
        start: Option<&Plan>,
        plan: &Plan,
        estimate: Option<&Estimate>,
    ) -> Vec<usize> {
        let changed = ChangedControls::between(start, plan);
        let passages = self.done.iter().enumerate();
        let are_true =
            passages.filter(|(_, passage)| passage.is_true(plan, estimate.ok_or(()), &changed));
        are_true.map(|(place, _)| place).collect()
    }

    /// True if it asks for anything: a goal, an answer, a prediction.
    #[must_use]
    pub const fn asks(&self) -> bool {
        self.goal.is_some() || !self.questions.is_empty() || self.predict.is_some()
    }
}

/// True if a list of keys has the control of a key, or a key that stands for it.
fn has(keys: &[&'static str], key: &str) -> bool {
    let stands_for = |name: &&str| *name == key || several(name).contains(&key);
    keys.iter().any(stands_for)
}

/// Number of controls that differ between two plans; of the presets each counts for itself.
///
/// ```
/// use lesson::changes;
/// use formats::link::decode;
/// let plan = |link| decode(link).0;
/// let start = plan("#v=1&p=llama3-70b/h100x64&tp=8");
/// assert_eq!(changes(&start, &plan("#v=1&p=llama3-70b/h100x64&tp=4&zero=3")), 2);
/// assert_eq!(changes(&start, &plan("#v=1&p=llama3-70b/h200x128&tp=8")), 2);
/// ```
#[must_use]
pub fn changes(start: &Plan, now: &Plan) -> u64 {
    moves(start, now).len() as u64
}

#[cfg(test)]
mod tests;
