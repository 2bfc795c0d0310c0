//! nanotron's log. Numbers have three digits, and a letter for thousands.
//!
//! Source of the lines: huggingface/nanotron at commit 2411b022a75f (2026), `train_step_logs` in
//! `src/nanotron/trainer.py`, `human_format` and `log_memory` in `src/nanotron/logging/base.py`.
//! Rank 0 logs its memory.

use super::table::{LogTable, MIB, PeakCount, PeakField, StepField, StepUnit};

pub(super) static TABLE: LogTable = LogTable {
    steps: &[
        StepField {
            label: "time_per_iteration_ms:",
            beside: "",
            iteration: "iteration:",
            unit: StepUnit::Milliseconds,
        },
        // The label until 2025.
        StepField {
            label: "elapsed_time_per_iteration_ms:",
            beside: "",
            iteration: "iteration:",
            unit: StepUnit::Milliseconds,
        },
    ],
    peaks: &[PeakField {
        label: "Peak reserved:",
        unit: "MiB",
        gib: MIB,
        count: PeakCount::Reserved,
    }],
    is_one_rank: true,
    fact_labels: &[],
    facts: |_, _| (),
};
