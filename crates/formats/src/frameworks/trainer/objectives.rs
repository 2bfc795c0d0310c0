//! Losses of preferences and of rewards, and packing, in files of trainers.
//!
//! Source: huggingface/trl, `trainer/dpo_trainer.py` and `grpo_trainer.py`; axolotl,
//! `src/axolotl/utils/schemas/enums.py`, `RLType`; LLaMA-Factory,
//! `src/llamafactory/hparams/finetuning_args.py`; ms-swift, `arguments/rlhf_args.py`.
//!
//! Tests: `tests/all/import_objectives.rs`.

use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::document::{OptionValue, switch, whole};
use crate::export::facts::Facts;
use crate::import::fields::Fields;
use crate::import::training::{named_objective, planned_objective};
use cost::plan::{Objective, Packing, Reference, Word};

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

/// True of a plan with a loss of preferences.
pub(crate) fn has_pairs(facts: &Facts) -> bool {
    facts.plan.tuning.objective == Objective::Preference
}

/// True of a plan whose reference model computed its log-probabilities before the training.
pub(crate) fn is_computed(facts: &Facts) -> bool {
    facts.plan.reference() == Reference::Computed
}

/// The name of a plan's loss of preferences or rewards, if trainers have one. Computed
/// log-probabilities are those of a reference model.
pub(crate) fn name(facts: &Facts) -> Option<&'static str> {
    let reference = match facts.plan.reference() {
        Reference::Computed => Reference::Resident,
        other => other,
    };
    named_objective([facts.plan.tuning.objective.word(), reference.word()])
}

/// Samples of a micro-batch: a pair is two sequences.
pub(crate) fn samples(facts: &Facts) -> Option<OptionValue> {
    let each = if has_pairs(facts) { 2 } else { 1 };
    whole(facts.plan.batch.micro.div_ceil(each))
}

/// The lack of micro-batches with half a pair.
pub(crate) const WHOLE_PAIRS: Lack = Lack::when(Aspect::Objective, Fate::Nearest, |facts| {
    has_pairs(facts) && !facts.plan.batch.micro.is_multiple_of(2)
});

/// Packing of samples that are shorter than a sequence. Trainers pack none with pairs or rewards.
pub(crate) fn packs(facts: &Facts) -> Option<OptionValue> {
    let plan = facts.plan;
    let is_usual = plan.tuning.objective == Objective::NextToken;
    switch(plan.batch.packing == Packing::Packed).filter(|_| is_usual && plan.has_short_samples())
}

/// Reads a switch that packs samples whose attention stays apart.
pub(crate) fn read_packing(file: &mut Fields, option: &'static str) {
    if file.has(option) {
        let packing = match file.is_on(option) {
            true => Packing::Packed,
            false => Packing::Padded,
        };
        file.reading.set("pack", option, packing.word());
    }
}
