//! A famous plan as the card shows it.

use cost::estimate;
use cost::memory::{StageMemory, Verdict};
use cost::plan::Plan;
use cost::units::Bytes;
use formats::famous::FamousRun;
use formats::link;
use formats::number::Units;
use text::number::{BytesText as _, percent};

/// Largest number of bars of a plan.
const MOST: usize = 8;
/// Width of the longest bar, or of the GPU's memory if that is larger.
pub(super) const WIDTH: f64 = 160.0;

/// A famous plan, estimated.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FamousPlan {
    /// The plan.
    pub(super) plan: Plan,
    /// For each stage the widths of its parts: state, activations, the rest. Of more stages than the
    /// card has bars, the first ones.
    pub(super) stages: Vec<[f64; 3]>,
    /// Position of the GPU's memory.
    pub(super) capacity: f64,
    /// The verdict on the plan's memory.
    pub(super) verdict: Verdict,
    /// Memory of the fullest GPU, with its unit.
    pub(super) peak: String,
    /// The MFU.
    pub(super) mfu: String,
    /// The figure of the plan's report beside that of the estimate, or the use of a plan without a
    /// report; `None` of the plan that does not fit.
    pub(super) note: Option<String>,
}

impl FamousPlan {
    /// The plan of a link; `None` if it is illegal.
    pub(super) fn of(run: &FamousRun, units: Units) -> Option<Self> {
        let plan = link::decode(run.link).0;
        let estimate = estimate(&plan).ok()?;
        let memory = &estimate.memory;
        let largest = memory.peak().max(memory.capacity);
        let width = |bytes: Bytes| bytes.0 as f64 / largest.0 as f64 * WIDTH;
        let note = match &run.published {
            Some(figure) => Some(text::start::reported(figure, &estimate)),
            None if plan.tuning.is_frozen() => Some(text::start::fine_tuning().to_owned()),
            None => None,
        };
        let stage = |stage: &StageMemory| {
            let activations = stage.activations + stage.logits;
            let rest = stage.buffers + stage.overhead;
            [stage.state.total(), activations, rest].map(width)
        };
        Some(Self {
            stages: memory.stages.iter().take(MOST).map(stage).collect(),
            capacity: width(memory.capacity),
            verdict: memory.verdict,
            peak: units.size(memory.peak()),
            mfu: percent(estimate.utilisation.mfu),
            note,
            plan,
        })
    }
}
