//! Words about traces of a step: its scenes, their moments and the tables of them.

use cost::legal::Legal;
use cost::plan::Word as _;
use cost::trace::{Trace, TraceScene};
use cost::traffic::Route;
use cost::units::Seconds;
use formats::number::Units;

/// Words about traces of a step.
#[derive(Clone, Copy, Debug)]
pub struct TraceText {
    /// Names of the scenes, in the order of [`TraceScene`].
    pub scenes: [&'static str; TraceScene::WORDS.len()],
    /// The reason why a plan or a stage does not have a scene.
    pub absent: fn(&Legal, TraceScene) -> &'static str,
    /// The result of a scene: a short sentence, and its figures.
    pub result: fn(&Legal, &Trace, Units) -> [String; 2],
    /// A moment by its position: its name, and a sentence.
    pub moment: fn(&Legal, &Trace, usize, Units) -> [String; 2],
    /// The sentence to which a scene leads.
    pub conclusion: fn(&Legal, &Trace, Units) -> String,
    /// Seconds in the unit that suits them, down to microseconds.
    pub time: fn(Seconds) -> String,
    /// Names of the lanes, in the order of `TraceLane`.
    pub lanes: [&'static str; 5],
    /// Names of the parts of memory that change, in the order of `HeldPart`.
    pub held: [&'static str; 4],
    /// Name of what does not change.
    pub rest: &'static str,
    /// Names of what fills the GPU's time: compute, recompute, exposed communication, idle,
    /// optimizer.
    pub causes: [&'static str; 5],
    /// Partners of a route.
    pub route: fn(Route) -> &'static str,
    /// Name of the sum in the foot of the table of moments.
    pub all: &'static str,
    /// Headings of the table of moments: number, moment, from, takes, a GPU sends, to whom,
    /// exposed.
    pub headings: [&'static str; 7],
}
