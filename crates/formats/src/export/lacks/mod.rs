//! Aspects of a plan that each target cannot express, or that its framework does not run: one table
//! for each framework, with versions.

mod accelerate;
mod deepspeed;
mod megatron;
mod megatron_bridge;
mod nanotron;
mod torchtitan;

use super::Target;
use super::aspect::{Aspect, Lack, Note};
use super::facts::Facts;
use super::release::Release;

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

/// What the file of a target says of a plan's aspects that it cannot express, in the version that
/// is written: one note an aspect, that which keeps the layout from running if there is one.
pub(super) fn notes(target: Target, facts: &Facts) -> Vec<Note> {
    let version = Release::exported(target).map_or("", Release::version);
    let mut notes: Vec<Note> = Vec::new();
    for note in of(target).filter_map(|lack| lack.note(facts, version)) {
        match notes.iter_mut().find(|other| other.aspect == note.aspect) {
            Some(other) if note.fate.is_hard() => *other = note,
            Some(_) => {}
            None => notes.push(note),
        }
    }
    notes
}
