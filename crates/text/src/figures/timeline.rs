//! Sentences about the timeline of a step.

use cost::Estimate;
use cost::moment::StepMoment;
use cost::plan::Schedule;
use cost::schedule::Pipeline;
use cost::timeline::{Repeat, Timeline};
use cost::units::Bytes;
use formats::number::Units;

/// Words about the timeline.
#[derive(Clone, Copy, Debug)]
pub struct TimelineText {
    /// Name of the view.
    pub heading: &'static str,
    /// Sentence on the size and the cause of the bubble.
    pub sentence: fn(&Pipeline, &Estimate) -> String,
    /// Message in place of the drawing when the step has too many blocks.
    pub too_long: &'static str,
    /// Name of the drawing, with its keys.
    pub region: &'static str,
    /// Names of the colours: forward, backward, weight gradient, recompute, communication,
    /// optimizer, idle.
    pub keys: [&'static str; 7],
    /// Buttons: out, in, the block before, the next one, play, pause.
    pub buttons: [&'static str; 6],
    /// Button that draws the middle of a long step too.
    pub whole: &'static str,
    /// Number of the micro-batches that are not drawn.
    pub left_out: fn(usize) -> String,
    /// A moment on the time axis, with ticks of this distance; both in seconds.
    pub tick: fn(f64, f64) -> String,
    /// Name of the choice of another schedule, and of none.
    pub against: [&'static str; 2],
    /// Name of a schedule.
    pub schedule: fn(Schedule) -> &'static str,
    /// Before a stage's number.
    pub stage: &'static str,
    /// A schedule's bubble and the most that any stage holds.
    pub result: fn(Schedule, f64, Bytes, Units) -> String,
    /// Most micro-batches in flight on a stage, their activations, and the bytes that the GPU has
    /// room for.
    pub held: fn(&Timeline, usize, Bytes, Units) -> String,
    /// A block: rank and place in its row.
    pub block: fn(&Timeline, usize, usize) -> String,
    /// The moment at which the cursor stands: the memory of a stage, and the number of idle stages.
    pub moment: fn(&StepMoment, usize, Units) -> String,
    /// The moment at which figures show a step.
    pub at: fn(&StepMoment) -> String,
    /// Number of micro-batches in flight at a moment.
    pub in_flight: fn(usize) -> String,
    /// Before a block is chosen.
    pub hint: &'static str,
    /// Headings of the table of stages.
    pub headings: [&'static str; 6],
    /// Name of the table of a stage's blocks.
    pub blocks: &'static str,
    /// Headings of the table of a stage's blocks.
    pub columns: [&'static str; 4],
    /// Note that the table is cut: number of rows shown, of all rows.
    pub cut: fn(usize, usize) -> String,
    /// Blocks of one repetition on a rank, with their ranges of micro-batches.
    pub repeat: fn(&Timeline, usize, Repeat) -> String,
}
