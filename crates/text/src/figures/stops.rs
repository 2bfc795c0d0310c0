//! Words about the stops of controls.

use std::ops::RangeInclusive;

use cost::plan::Plan;
use formats::export::Release;

/// Words about what the stops of controls lead to.
#[derive(Clone, Copy, Debug)]
pub struct StopsText {
    /// States of a plan: fits, tight, out of memory, impossible.
    pub states: [&'static str; 4],
    /// A stop in words and what it leads to, its state, memory and MFU: "Tensor 4: tight, 84.2 GiB,
    /// MFU 48.3 %".
    pub leads_to: fn(&str, [&str; 3]) -> String,
    /// A stop in words and why it is impossible: "Pipeline 5: impossible. …".
    pub impossible: fn(&str, &str) -> String,
    /// A stop whose plan a framework does not run: "not in Megatron-LM 0.19".
    pub lacked: fn(Release) -> String,
    /// Other differences of two plans after a change of one control: "Data parallel 2 → 4;
    /// micro-batches a pipeline 256 → 128"; empty if nothing does.
    pub also_moved: fn(&Plan, &Plan) -> String,
    /// Sentence about a number that a field refuses: its limits.
    pub refused: fn(&RangeInclusive<f64>) -> String,
}
