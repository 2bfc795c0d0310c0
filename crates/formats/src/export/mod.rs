//! Parts of writing a plan that know no framework: targets, values of options, syntaxes of files;
//! and the targets that are no framework's.
//!
//! Tests: `crates/cli/tests/all/exchange/mod.rs`.

pub(crate) mod aspect;
pub(crate) mod aspect_keys;
pub(crate) mod bibtex;
pub(crate) mod csv;
pub(crate) mod document;
mod export_text;
pub(crate) mod facts;
pub(crate) mod json;
pub(crate) mod markdown;
pub(crate) mod skypilot;
pub(crate) mod slurm;
pub(crate) mod syntax;
pub(crate) mod writer;

pub use crate::exchange::write::export;
pub use crate::frameworks::refusal::{Refusal, refusals};
pub use crate::frameworks::release::{Framework, Release, UnknownRelease};
pub use aspect::{Aspect, Fate, Note};
use cost::vocabularies;
pub use export_text::{ExportText, MarkdownText, SummaryRow};
pub use facts::Facts;

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
        /// TRL: its YAML.
        Trl = "trl",
        /// ms-swift's YAML.
        Swift = "ms-swift",
        /// torchtune's YAML.
        Torchtune = "torchtune",
        /// PEFT's configuration of an adapter.
        Peft = "peft",
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
