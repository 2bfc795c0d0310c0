//! Aspects of a plan that each target cannot express, or that its framework does not run: one table
//! for each framework, with versions.

mod accelerate;
mod deepspeed;
mod maxtext;
mod megatron;
mod megatron_bridge;
mod nanotron;
mod torchtitan;
mod trainer;

use super::Target;
use super::aspect::{Aspect, Fate, Lack};
use super::skypilot::accelerator;

/// A batch script has neither model nor data.
const SLURM: &[Lack] = &[Lack::yours(Aspect::Shape), Lack::yours(Aspect::Recipe)];

/// Clouds rent GPUs by their names.
const SKYPILOT: &[Lack] = &[Lack::when(Aspect::Gpu, Fate::Yours, |facts| {
    accelerator(facts).is_none()
})];

/// The lacks of a target.
pub(super) fn of(target: Target) -> impl Iterator<Item = &'static Lack> {
    let tables: [&'static [Lack]; 2] = match target {
        Target::Megatron => [megatron::LACKS, megatron::CORE],
        Target::MegatronBridge => [megatron_bridge::LACKS, megatron::CORE],
        Target::TorchTitan | Target::TorchTitanPython => [torchtitan::LACKS, &[]],
        Target::DeepSpeed => [deepspeed::LACKS, &[]],
        Target::Nanotron => [nanotron::LACKS, &[]],
        Target::MaxText => [maxtext::LACKS, &[]],
        Target::Accelerate => [accelerate::LACKS, &[]],
        Target::Axolotl => [trainer::AXOLOTL, trainer::LACKS],
        Target::LlamaFactory => [trainer::LLAMA_FACTORY, trainer::LACKS],
        Target::Slurm => [SLURM, &[]],
        Target::SkyPilot => [SLURM, SKYPILOT],
        Target::Json | Target::Csv | Target::Markdown | Target::BibTex => [&[], &[]],
    };
    tables.into_iter().flatten()
}
