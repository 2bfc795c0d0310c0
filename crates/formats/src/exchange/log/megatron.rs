//! Megatron-LM's log; Megatron-Bridge's, GPT-NeoX' and Megatron-DeepSpeed's have the same lines.
//!
//! Source of the lines: NVIDIA/Megatron-LM at commit d98e8a64ddf3 (2026), `training_log` in
//! `megatron/training/training.py`, `report_memory` in `megatron/training/utils/common_utils.py`,
//! `validate_args` in `megatron/training/arguments.py`. The first rank of each data-parallel group
//! logs its memory, so every stage does.

use super::lines::whole_after;
use super::run_facts::RunFacts;
use super::table::{LogTable, MIB, PeakCount, PeakField, StepField, StepUnit};
use crate::import::remark::RunFact;

pub(super) static TABLE: LogTable = LogTable {
    steps: &[StepField {
        label: "elapsed time per iteration (ms):",
        beside: "",
        iteration: "iteration",
        unit: StepUnit::Milliseconds,
    }],
    peaks: &[
        PeakField {
            label: "total device memory used:",
            unit: "",
            gib: MIB,
            count: PeakCount::Device,
        },
        PeakField {
            label: "| max reserved:",
            unit: "",
            gib: MIB,
            count: PeakCount::Reserved,
        },
    ],
    is_one_rank: false,
    fact_labels: &[WORLD, BATCH],
    facts,
};

const WORLD: &str = "using world size:";
const BATCH: &str = "global batch size:";

fn facts(line: &str, facts: &mut RunFacts) {
    facts.note(RunFact::Gpus, whole_after(line, WORLD));
    facts.note(RunFact::Batch, whole_after(line, BATCH));
}
