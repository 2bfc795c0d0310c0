//! Famous plans, and what the card shows of each.

use cost::estimate;
use cost::memory::{StageMemory, Verdict};
use cost::plan::Plan;
use cost::units::Bytes;
use formats::link;
use formats::number::Units;
use text::number::{BytesText as _, percent};

/// The plans as links. The last one does not fit.
pub(super) const FAMOUS: [&str; 8] = [
    "#v=1&p=llama3-8b/h100x8&zero=2",
    crate::store::FIRST_PLAN,
    "#v=1&p=llama3-405b/h100x16384&tp=8&pp=16&cp=2&vp=8&ends=1&gbs=2048",
    "#v=1&p=gpt3-175b/a100-80x1024&tp=8&pp=8&gbs=1536&ckpt=sel",
    "#v=1&p=bloom-176b/a100-80x384&tp=4&pp=12&ends=1&recipe=deepspeed&ckpt=full",
    "#v=1&p=deepseek-v3-671b/h800x2048&pp=16&ep=64&split=4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,1&gbs=15360&ckpt=full",
    "#v=1&p=mixtral-8x7b/h100x64&pp=2&ep=8&ckpt=full",
    "#v=1&p=class-100b/h100x64&tp=8",
];

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
    /// True if the plan fits.
    pub(super) fits: bool,
    /// Memory of the fullest GPU, with its unit.
    pub(super) peak: String,
    /// The MFU.
    pub(super) mfu: String,
}

impl FamousPlan {
    /// The plan of a link; `None` if it is illegal.
    pub(super) fn of(link: &str, units: Units) -> Option<Self> {
        let plan = link::decode(link).0;
        let estimate = estimate(&plan).ok()?;
        let memory = &estimate.memory;
        let largest = memory.peak().max(memory.capacity);
        let width = |bytes: Bytes| bytes.0 as f64 / largest.0 as f64 * WIDTH;
        let stage = |stage: &StageMemory| {
            let activations = stage.activations + stage.logits;
            let rest = stage.buffers + stage.overhead;
            [stage.state.total(), activations, rest].map(width)
        };
        Some(Self {
            stages: memory.stages.iter().take(MOST).map(stage).collect(),
            capacity: width(memory.capacity),
            fits: memory.verdict == Verdict::Fits,
            peak: units.size(memory.peak()),
            mfu: percent(estimate.utilisation.mfu),
            plan,
        })
    }
}
