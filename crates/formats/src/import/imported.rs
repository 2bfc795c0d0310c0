//! The result of reading a file: a plan with notes, or a reason why there is none.

use cost::plan::Plan;
use cost::vocabularies;

vocabularies! {
    /// The formats from which a plan can be read.
    Format {
        /// `config.json` of a model in Hugging Face's Transformers.
        HuggingFace = "huggingface",
        /// A command line of Megatron-LM, or a script that holds its arguments.
        Megatron = "megatron",
        /// torchtitan's TOML.
        TorchTitan = "torchtitan",
        /// DeepSpeed's JSON.
        DeepSpeed = "deepspeed",
    }
}

/// Most bytes of a file that are read: real ones have a few thousand. The page reads a file in one
/// piece, in which nothing else happens: one of unknown options only takes some 25 ms natively.
pub const LARGEST: usize = 128_000;

/// A plan read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// The format as which the file was read.
    pub format: Format,
    /// The plan.
    pub plan: Plan,
    /// Names of options that were not understood, shortened.
    pub unknown: Vec<String>,
    /// Options that were understood, but not their values; both shortened.
    pub unfit: Vec<(String, String)>,
    /// Settings that were understood and that no key of a link can say.
    pub unsaid: Vec<Unsaid>,
    /// Settings that the plan needs and the file leaves open.
    pub missing: Vec<MissingSetting>,
}

/// Something of a model that no key of a link can say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsaid {
    /// The kind of norm, or the layers in which a window is lifted, are those of this model of the
    /// catalogue. The plan borrows its name.
    Borrowed(&'static str),
    /// A kind of norm that custom models do not have; theirs replaces it.
    Norm,
    /// A sliding window that every n-th layer lacks; the plan has it in all layers.
    WindowLifted(u64),
}

/// Something that a plan needs and a file may leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingSetting {
    /// The model.
    Model,
    /// A figure of the model, by its key in a link.
    Figure(&'static str),
    /// The GPUs, and how many.
    Cluster,
    /// Split of the model.
    Layout,
    /// Sequences of a step.
    Batch,
    /// Tokens of a sequence in training; the file names the longest that the model can read.
    Sequence,
}

/// Why a file gives no plan at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportRefusal {
    /// The file has more than [`LARGEST`] bytes.
    TooLarge,
    /// The file is nested deeper than [`DEEPEST`](super::DEEPEST).
    TooDeep,
    /// The file has more values than any real file.
    TooMany,
    /// The file breaks the syntax that it seems to have.
    Syntax {
        /// The fault, in the parser's words.
        said: String,
        /// Position of the fault, if the parser gives it.
        at: Option<TextPosition>,
    },
    /// The file has no known format.
    Unknown,
    /// A model of a type that is not known; its name, shortened.
    ModelType(String),
}

/// A place in a text, both counted from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPosition {
    /// The line.
    pub line: usize,
    /// The character in it.
    pub column: usize,
}

/// The place of a byte of a text.
pub(super) fn place(text: &str, byte: usize) -> TextPosition {
    let before = text.get(..byte).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or_default();
    TextPosition {
        line: before.matches('\n').count() + 1,
        column: line.chars().count() + 1,
    }
}
