//! Writing a plan as a file of any target.
//!
//! Each target is a table: an option, and the value that a plan gives it, if any. A second table
//! lists the aspects that the target cannot express; those that the plan uses become a [`Note`]
//! each.
//!
//! Each table names the project, version and file of its options. `tests/data/exchange/` records
//! them, and `cargo xtask test --exchange` has the frameworks' own parsers read exported files.
//!
//! Tests: `crates/cli/tests/all/exchange/mod.rs`.

use crate::export::writer::ExportInput;
use crate::export::{
    Export, ExportText, Facts, Note, Target, bibtex, csv, json, markdown, skypilot, slurm,
};
use crate::frameworks::release::Release;
use crate::frameworks::{
    accelerate, deepspeed, lacks, maxtext, megatron, megatron_bridge, nanotron, peft, swift,
    torchtitan, torchtune, trainer,
};
use cost::legal::Legal;

/// Writes a plan for a target.
///
/// ```
/// use cost::legal::Legal;
/// use formats::export::{Target, export};
/// use formats::link;
/// let (plan, _) = link::decode("#v=1&p=llama3-70b/h100x64&tp=8&pp=4");
/// let legal = Legal::check(&plan).unwrap();
/// let export = export(&legal, Target::Megatron, &text::exchange::EXPORT);
/// assert!(export.text.contains("--tensor-model-parallel-size 8\n"));
/// ```
#[must_use]
pub fn export(legal: &Legal, target: Target, words: &ExportText) -> Export {
    let facts = Facts::of(legal);
    let writer = match target {
        Target::Megatron => &megatron::write::WRITER,
        Target::MegatronBridge => &megatron_bridge::WRITER,
        Target::DeepSpeed => &deepspeed::WRITER,
        Target::TorchTitan => &torchtitan::WRITER,
        Target::TorchTitanPython => &torchtitan::python::WRITER,
        Target::Nanotron => &nanotron::WRITER,
        Target::MaxText => &maxtext::WRITER,
        Target::Accelerate => &accelerate::WRITER,
        Target::Axolotl => &trainer::axolotl::WRITER,
        Target::LlamaFactory => &trainer::llama_factory::WRITER,
        Target::Trl => &trainer::arguments::WRITER,
        Target::Swift => &swift::WRITER,
        Target::Torchtune => &torchtune::WRITER,
        Target::Peft => &peft::WRITER,
        Target::Slurm => &slurm::WRITER,
        Target::SkyPilot => &skypilot::WRITER,
        Target::Json => &json::WRITER,
        Target::Csv => &csv::WRITER,
        Target::Markdown => &markdown::WRITER,
        Target::BibTex => &bibtex::WRITER,
    };
    let notes = notes(target, &facts);
    let launch = (writer.launch)(&facts);
    let job = ExportInput {
        facts: &facts,
        words,
    };
    let comments = job.comments(&launch, &notes);
    Export {
        is_commented: !matches!(
            target,
            Target::DeepSpeed | Target::Peft | Target::Json | Target::Csv
        ),
        file_name: writer.file_name,
        text: (writer.text)(&job, &comments),
        launch,
        notes,
    }
}

/// Notes on the aspects of a plan that the file of a target cannot express in a version that reads
/// it. There is one note for each aspect: the one that keeps the layout from running, if any.
pub(crate) fn notes(target: Target, facts: &Facts) -> Vec<Note> {
    let versions = Release::reading(target);
    let mut notes: Vec<Note> = Vec::new();
    for note in lacks::of(target).filter_map(|lack| lack.note(facts, versions)) {
        match notes.iter_mut().find(|other| other.aspect == note.aspect) {
            Some(other) if note.fate.is_hard() => *other = note,
            Some(_) => {}
            None => notes.push(note),
        }
    }
    notes
}
