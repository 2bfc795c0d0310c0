//! The log of Hugging Face's Trainer, with the figures that Axolotl and LLaMA-Factory add.
//!
//! Source of the lines: huggingface/transformers, `src/transformers/trainer.py` and
//! `speed_metrics` in `trainer_utils.py`; axolotl-ai-cloud/axolotl,
//! `src/axolotl/core/trainers/base.py`; hiyouga/LLaMA-Factory,
//! `src/llamafactory/train/callbacks.py`. The main process logs its memory. Mean rates have three
//! decimals, too few for slow steps, so the duration of the run comes first.

use super::lines::whole_after;
use super::run_facts::RunFacts;
use super::table::{LogTable, PeakCount, PeakField, StepField, StepUnit};
use crate::import::remark::RunFact;

pub(super) static TABLE: LogTable = LogTable {
    steps: &[
        StepField {
            label: "s/it",
            beside: "",
            iteration: "",
            unit: StepUnit::Bar,
        },
        StepField {
            label: "train_runtime",
            beside: "",
            iteration: "",
            unit: StepUnit::RunSeconds,
        },
        StepField {
            label: "train_steps_per_second",
            beside: "",
            iteration: "",
            unit: StepUnit::StepsPerSecond,
        },
    ],
    peaks: &[
        PeakField {
            label: "memory/device_reserved (GiB)",
            unit: "",
            gib: 1.0,
            count: PeakCount::Reserved,
        },
        PeakField {
            label: "vram_reserved",
            unit: "",
            gib: 1.0,
            count: PeakCount::Reserved,
        },
    ],
    is_one_rank: true,
    fact_labels: &[BATCH, STEPS],
    facts,
};

const BATCH: &str = "Total train batch size (w. parallel, distributed & accumulation)";
/// The label of the steps of the run.
pub(super) const STEPS: &str = "Total optimization steps";

fn facts(line: &str, facts: &mut RunFacts) {
    facts.note(RunFact::Batch, whole_after(line, BATCH));
    facts.note(RunFact::Steps, whole_after(line, STEPS));
}
