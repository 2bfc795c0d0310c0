//! `DeepSpeed`'s log. Its GB are GiB.
//!
//! Source of the lines: deepspeedai/DeepSpeed at commit edaa7221267 (2026), `train_batch` in
//! `deepspeed/runtime/pipe/engine.py`, `ThroughputTimer` and `memory_usage` in
//! `deepspeed/utils/timer.py`, `see_memory_usage` in `deepspeed/runtime/utils.py`,
//! `deepspeed/launcher/launch.py`. Rank 0 logs its memory.

use super::lines::whole_after;
use super::run_facts::RunFacts;
use super::table::{LogTable, PeakCount, PeakField, StepField, StepUnit};
use crate::import::remark::RunFact;

const fn peak(label: &'static str, count: PeakCount) -> PeakField {
    PeakField {
        label,
        unit: "GB",
        gib: 1.0,
        count,
    }
}

pub(super) static TABLE: LogTable = LogTable {
    steps: &[
        StepField {
            label: "iter time (s):",
            beside: "",
            iteration: "steps:",
            unit: StepUnit::Seconds,
        },
        StepField {
            label: "CurrSamplesPerSec=",
            beside: "",
            iteration: "global_step=",
            unit: StepUnit::SequencesPerSecond,
        },
    ],
    peaks: &[
        peak("Max_CA", PeakCount::Reserved),
        peak("max_cache_allocated:", PeakCount::Reserved),
        peak("Max_MA", PeakCount::Allocated),
        peak("max_mem_allocated:", PeakCount::Allocated),
        peak("MaxMemAllocated=", PeakCount::Allocated),
    ],
    is_one_rank: true,
    fact_labels: &[WORLD, CONFIGURATION],
    facts,
};

const WORLD: &str = "dist_world_size=";
const CONFIGURATION: &str = "config.py:";

fn facts(line: &str, facts: &mut RunFacts) {
    facts.note(RunFact::Gpus, whole_after(line, WORLD));
    // Logs of other programs have the sequences of one GPU under this name.
    if line.contains(CONFIGURATION) {
        facts.note(RunFact::Batch, whole_after(line, "train_batch_size"));
    }
}
