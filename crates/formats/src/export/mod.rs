//! A plan as the options of a training framework.
//!
//! Each target is a table: an option, and the value that a plan gives it, if any. A second table
//! lists the aspects that the target cannot express; those that the plan uses become a [`Note`]
//! each.
//!
//! Each table names the project, version and file of its options. `tests/data/exchange/` records
//! them, and `cargo xtask test --exchange` has the frameworks' own parsers read exported files.
//!
//! Tests: `crates/cli/tests/all/exchange/mod.rs`.

mod accelerate;
mod aspect;
mod axolotl;
mod bibtex;
mod csv;
mod deepspeed;
mod document;
mod export_text;
mod facts;
mod json;
mod lacks;
mod llama_factory;
mod markdown;
mod maxtext;
mod megatron;
mod megatron_bridge;
mod nanotron;
mod release;
mod skypilot;
mod slurm;
mod syntax;
mod torchtitan;
mod torchtitan_python;
mod trainer;
mod writer;

pub use aspect::{Aspect, Fate, Note};
use cost::legal::Legal;
use cost::vocabularies;
pub use export_text::{ExportText, MarkdownText, SummaryRow};
pub use facts::Facts;
pub(crate) use megatron_bridge::RECIPES;
pub use release::{Framework, Release, UnknownRelease};
pub(crate) use torchtitan::FLAVORS;
use writer::ExportInput;

vocabularies! {
    /// The targets of an export.
    Target {
        /// Arguments of Megatron-LM's `pretrain_gpt.py`.
        Megatron = "megatron",
        /// Overrides of a recipe of Megatron-Bridge, on which NeMo is built.
        MegatronBridge = "megatron-bridge",
        /// DeepSpeed's JSON.
        DeepSpeed = "deepspeed",
        /// TOML of torchtitan 0.2.
        TorchTitan = "torchtitan",
        /// A Python function for torchtitan 0.3.
        TorchTitanPython = "torchtitan-0.3",
        /// nanotron's YAML.
        Nanotron = "nanotron",
        /// `MaxText`'s YAML.
        MaxText = "maxtext",
        /// YAML of Hugging Face Accelerate, with FSDP.
        Accelerate = "accelerate",
        /// Axolotl's YAML.
        Axolotl = "axolotl",
        /// LLaMA-Factory's YAML.
        LlamaFactory = "llama-factory",
        /// A skeleton of a Slurm batch script.
        Slurm = "slurm",
        /// A skeleton of a task of `SkyPilot`.
        SkyPilot = "skypilot",
        /// The plan's link and its estimate as JSON.
        Json = "json",
        /// The plan's link and its estimate as a table for spreadsheets.
        Csv = "csv",
        /// A summary to paste into a report.
        Markdown = "markdown",
        /// An entry for a bibliography.
        BibTex = "bibtex",
    }
}

/// A plan as a file of some target.
#[derive(Clone, Debug, PartialEq)]
pub struct Export {
    /// A name for the file.
    pub file_name: &'static str,
    /// The file.
    pub text: String,
    /// The command that starts training with the file; empty if there is none.
    pub launch: String,
    /// Aspects of the plan that the target cannot express.
    pub notes: Vec<Note>,
    /// True if the file has the notes as comments.
    pub is_commented: bool,
}

impl Export {
    /// True if the file, with the program's code and the reader's additions, has all of the plan.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        let is_open = |note: &Note| matches!(note.fate, Fate::Yours | Fate::Usual | Fate::InCode);
        self.notes.iter().all(is_open)
    }
}

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
        Target::Megatron => &megatron::WRITER,
        Target::MegatronBridge => &megatron_bridge::WRITER,
        Target::DeepSpeed => &deepspeed::WRITER,
        Target::TorchTitan => &torchtitan::WRITER,
        Target::TorchTitanPython => &torchtitan_python::WRITER,
        Target::Nanotron => &nanotron::WRITER,
        Target::MaxText => &maxtext::WRITER,
        Target::Accelerate => &accelerate::WRITER,
        Target::Axolotl => &axolotl::WRITER,
        Target::LlamaFactory => &llama_factory::WRITER,
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
        is_commented: !matches!(target, Target::DeepSpeed | Target::Json | Target::Csv),
        file_name: writer.file_name,
        text: (writer.text)(&job, &comments),
        launch,
        notes,
    }
}

/// Notes on the aspects of a plan that the file of a target cannot express, in the version that is
/// written. There is one note for each aspect: the one that keeps the layout from running, if any.
pub(crate) fn notes(target: Target, facts: &Facts) -> Vec<Note> {
    let version = Release::exported(target).map_or("", Release::version);
    let mut notes: Vec<Note> = Vec::new();
    for note in lacks::of(target).filter_map(|lack| lack.note(facts, version)) {
        match notes.iter_mut().find(|other| other.aspect == note.aspect) {
            Some(other) if note.fate.is_hard() => *other = note,
            Some(_) => {}
            None => notes.push(note),
        }
    }
    notes
}
