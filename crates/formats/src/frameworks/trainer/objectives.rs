//! Losses of preferences and of rewards, in files of trainers.
//!
//! Source: huggingface/trl, `trainer/dpo_trainer.py` and `grpo_trainer.py`; axolotl,
//! `src/axolotl/utils/schemas/enums.py`, `RLType`; LLaMA-Factory,
//! `src/llamafactory/hparams/finetuning_args.py`; ms-swift, `arguments/rlhf_args.py`.
//!
//! Tests: `tests/all/import_objectives.rs`.

use crate::import::fields::Fields;
use crate::import::training::planned_objective;
use cost::plan::Objective;

/// Reads an option that names the loss.
pub(crate) fn read(file: &mut Fields, option: &'static str) {
    let Some(name) = file.text(option) else {
        return;
    };
    match planned_objective(&name.to_ascii_lowercase()) {
        Some([objective, reference]) => {
            file.reading.set("obj", option, objective);
            file.reading.set("refmodel", option, reference);
        }
        None if matches!(name, "pt" | "sft") => {}
        None => file.reading.unfit(option, name),
    }
}

/// Counts the answers of a micro-batch once its pairs are read: a pair is two sequences (TRL,
/// `concatenated_forward`).
pub(crate) fn pairs(file: &mut Fields, option: &'static str) {
    let plan = &file.reading.plan;
    if plan.tuning.objective == Objective::Preference {
        let sequences = plan.batch.micro.saturating_mul(2);
        file.reading.set_whole("mbs", option, sequences);
    }
}
