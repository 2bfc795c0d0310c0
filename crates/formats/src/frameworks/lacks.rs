//! Aspects of a plan that each target cannot express, or that its framework does not run: one table
//! for each framework, with versions.

use crate::export::Target;
use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::skypilot::accelerator;
use crate::frameworks::{
    accelerate, deepspeed, maxtext, megatron, megatron_bridge, nanotron, peft, swift, torchtitan,
    torchtune, trainer,
};

/// A batch script has neither model nor data.
const SLURM: &[Lack] = &[Lack::yours(Aspect::Shape), Lack::yours(Aspect::Recipe)];

/// Clouds rent GPUs by their names.
const SKYPILOT: &[Lack] = &[Lack::when(Aspect::Gpu, Fate::Yours, |facts| {
    accelerator(facts).is_none()
})];

/// Lacks of a target that can keep its framework from running a plan. They are separate, as searches
/// and verdicts need no others and programs are smaller without them.
pub(crate) fn stopping(target: Target) -> impl Iterator<Item = &'static Lack> {
    let tables: [&'static [Lack]; 2] = match target {
        Target::Megatron => [&megatron::table::LAYOUT, &megatron::table::CORE_LAYOUT],
        Target::MegatronBridge => [&megatron_bridge::LAYOUT, &megatron::table::CORE_LAYOUT],
        Target::TorchTitan | Target::TorchTitanPython => [&torchtitan::LAYOUT, &[]],
        Target::DeepSpeed => [&deepspeed::LAYOUT, &[]],
        Target::Nanotron => [&nanotron::LAYOUT, &[]],
        Target::MaxText => [&maxtext::LAYOUT, &[]],
        Target::Accelerate => [&accelerate::LAYOUT, &[]],
        Target::Axolotl => [&trainer::axolotl::LAYOUT, &[]],
        Target::LlamaFactory => [&trainer::llama_factory::LAYOUT, &[]],
        Target::Trl => [&trainer::arguments::LAYOUT, &[]],
        Target::Swift => [&swift::LAYOUT, &[]],
        Target::Torchtune => [&torchtune::LAYOUT, &[]],
        Target::Peft => [&peft::LAYOUT, &[]],
        Target::Slurm
        | Target::SkyPilot
        | Target::Json
        | Target::Csv
        | Target::Markdown
        | Target::BibTex => [&[], &[]],
    };
    tables.into_iter().flatten()
}

/// The other lacks of a target.
fn of_rest(target: Target) -> impl Iterator<Item = &'static Lack> {
    let tables: [&'static [Lack]; 2] = match target {
        Target::Megatron => [&megatron::table::LACKS, &megatron::table::CORE],
        Target::MegatronBridge => [&megatron_bridge::LACKS, &megatron::table::CORE],
        Target::TorchTitan | Target::TorchTitanPython => [&torchtitan::LACKS, &[]],
        Target::DeepSpeed => [&deepspeed::LACKS, &[]],
        Target::Nanotron => [&nanotron::LACKS, &[]],
        Target::MaxText => [&maxtext::LACKS, &[]],
        Target::Accelerate => [&accelerate::LACKS, &[]],
        Target::Axolotl => [&trainer::axolotl::LACKS, &[]],
        Target::LlamaFactory => [&trainer::llama_factory::LACKS, &[]],
        Target::Trl => [&trainer::arguments::LACKS, &[]],
        Target::Swift => [&swift::LACKS, &[]],
        Target::Torchtune => [&torchtune::LACKS, &[]],
        Target::Peft => [&peft::LACKS, &[]],
        Target::Slurm => [SLURM, &[]],
        Target::SkyPilot => [SLURM, SKYPILOT],
        Target::Json | Target::Csv | Target::Markdown | Target::BibTex => [&[], &[]],
    };
    tables.into_iter().flatten()
}

/// The lacks of a target.
pub(crate) fn of(target: Target) -> impl Iterator<Item = &'static Lack> {
    stopping(target).chain(of_rest(target))
}

#[cfg(test)]
mod tests {
    use super::{Target, of_rest, stopping};
    use cost::plan::Word;

    #[test]
    fn lacks_that_can_stop_a_plan_stand_apart() {
        for &target in Target::ALL {
            for lack in stopping(target) {
                assert!(lack.can_stop(), "{target:?}: {:?}", lack.aspect());
            }
            for lack in of_rest(target) {
                assert!(!lack.can_stop(), "{target:?}: {:?}", lack.aspect());
            }
        }
    }
}
