//! Aspects of a plan that each target cannot express, or that its framework does not run: one table
//! for each framework, with versions.

mod accelerate;
mod deepspeed;
mod megatron;
mod megatron_bridge;
mod nanotron;
mod torchtitan;

use super::Target;
use super::aspect::{Aspect, Lack};

/// A batch script has neither model nor data.
const SLURM: &[Lack] = &[Lack::yours(Aspect::Shape), Lack::yours(Aspect::Recipe)];

/// The lacks of a target.
pub(super) fn of(target: Target) -> impl Iterator<Item = &'static Lack> {
    let tables: [&'static [Lack]; 2] = match target {
        Target::Megatron => [megatron::LACKS, megatron::CORE],
        Target::MegatronBridge => [megatron_bridge::LACKS, megatron::CORE],
        Target::TorchTitan => [torchtitan::LACKS, &[]],
        Target::DeepSpeed => [deepspeed::LACKS, &[]],
        Target::Nanotron => [nanotron::LACKS, &[]],
        Target::Accelerate => [accelerate::LACKS, &[]],
        Target::Slurm => [SLURM, &[]],
        Target::Json | Target::Csv | Target::Markdown | Target::BibTex => [&[], &[]],
    };
    tables.into_iter().flatten()
}
