//! The result of reading a file: a plan with notes, or a reason why there is none.

use super::following::Following;
use super::names::{KnownName, as_plan, known};
use super::remark::LogRemark;
use cost::plan::Plan;
use cost::vocabularies;
use serde::{Deserialize, Serialize};

/// Formats, each with its word and the name of the program that reads such files, if one does.
macro_rules! formats {
    ($($(#[$doc:meta])* $variant:ident = $word:literal $(of $name:literal)?,)*) => {
        vocabularies! {
            /// The formats from which a plan can be read.
            Format { $($(#[$doc])* $variant = $word),* }
        }

        impl Format {
            /// The name of the program that reads such files; none for logs and links.
            #[must_use]
            pub const fn program(self) -> Option<&'static str> {
                match self {
                    $(Self::$variant => {
                        let name: &[&str] = &[$($name)?];
                        name.first().copied()
                    })*
                }
            }
        }
    };
}

formats! {
    /// `config.json` of a model in Hugging Face's Transformers.
    HuggingFace = "huggingface" of "Hugging Face Transformers",
    /// A command line of Megatron-LM, or a script that holds its arguments.
    Megatron = "megatron" of "Megatron-LM",
    /// torchtitan's TOML.
    TorchTitan = "torchtitan" of "torchtitan",
    /// DeepSpeed's JSON.
    DeepSpeed = "deepspeed" of "DeepSpeed",
    /// Overrides of a recipe of Megatron-Bridge.
    MegatronBridge = "megatron-bridge" of "Megatron-Bridge",
    /// Options of Megatron-SWIFT.
    MegatronSwift = "megatron-swift" of "Megatron-SWIFT",
    /// Options of ms-swift's own trainer.
    Swift = "ms-swift" of "ms-swift",
    /// Configurations of torchtune's recipes.
    Torchtune = "torchtune" of "torchtune",
    /// Options of LitGPT.
    LitGpt = "litgpt" of "LitGPT",
    /// LLM Foundry's YAML.
    LlmFoundry = "llm-foundry" of "LLM Foundry",
    /// YAML of OLMo's first trainer.
    Olmo = "olmo" of "OLMo",
    /// Levanter's YAML.
    Levanter = "levanter" of "Levanter",
    /// nanotron's YAML.
    Nanotron = "nanotron" of "nanotron",
    /// Configuration of Hugging Face Accelerate.
    Accelerate = "accelerate" of "Hugging Face Accelerate",
    /// Arguments of Hugging Face's Trainer and of TRL.
    Trainer = "trainer" of "Hugging Face Trainer",
    /// Configuration of an adapter of Hugging Face's PEFT.
    Peft = "peft" of "PEFT",
    /// Axolotl's YAML.
    Axolotl = "axolotl" of "Axolotl",
    /// LLaMA-Factory's YAML.
    LlamaFactory = "llama-factory" of "LLaMA-Factory",
    /// GPT-NeoX' YAML.
    GptNeoX = "gpt-neox" of "GPT-NeoX",
    /// MaxText's YAML.
    MaxText = "maxtext" of "MaxText",
    /// TOML of torchtitan before its release 0.1.
    EarlyTorchTitan = "torchtitan-early" of "torchtitan before 0.1",
    /// NeMo before 2.0: YAML of its GPT and Hydra's overrides of it.
    NemoOne = "nemo1" of "NeMo 1",
    /// NeMo AutoModel's YAML.
    AutoModel = "automodel" of "NeMo AutoModel",
    /// Options of veRL's supervised fine-tuning.
    Verl = "verl" of "veRL",
    /// Options of veRL's training by rewards.
    VerlRewards = "verl-rl" of "veRL (rewards)",
    /// TOML of prime-rl's supervised fine-tuning.
    PrimeRl = "prime-rl" of "prime-rl",
    /// Primus' YAML for Megatron-LM or torchtitan.
    Primus = "primus" of "Primus",
    /// The log of a run, with the time of its steps or its memory.
    Log = "log",
    /// A text with the link of a plan, such as an exported summary.
    Linked = "shardwise",
}

vocabularies! {
    /// Programs whose commands and files are known and not read.
    OtherProgram {
        /// ms-swift's training with preferences and rewards.
        SwiftRlhf = "ms-swift rlhf",
        /// veRL, but for supervised fine-tuning and for rewards with FSDP.
        Verl = "veRL",
        /// slime.
        Slime = "slime",
        /// prime-rl, but for supervised fine-tuning.
        PrimeRl = "prime-rl",
        /// Primus, but for pre-training with Megatron-LM or torchtitan.
        Primus = "Primus",
    }
}

vocabularies! {
    /// Where the value of a setting comes from.
    SettingOrigin {
        /// The file says it.
        Read = "read",
        /// The framework's own parser fills it.
        Default = "default",
        /// The link that fills and overrules the file names it.
        With = "with",
    }
}

/// A setting of an imported plan, with its origin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportedSetting {
    /// Key of a link; `gpu`, `gpus` and `model` stand for the presets.
    #[serde(deserialize_with = "known")]
    pub key: KnownName,
    /// The option or field as the file or the framework names it, shortened; empty if the file has
    /// none.
    pub option: String,
    /// The value, as a link writes it.
    pub value: String,
    /// Origin of the value.
    pub origin: SettingOrigin,
    /// The other value, where the file and the link differ: that of the file if the link wins, that
    /// of the link if the file does.
    pub overruled: Option<String>,
}

/// Most bytes of a file that is read as one text: real ones have a few thousand. What a file of this
/// length may take is a [`ReadBudget`](super::ReadBudget). Logs are read in slices beyond it
/// ([`LogStream`](super::LogStream)).
pub const LARGEST: usize = 128_000;

/// A plan read from a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Imported {
    /// The format as which the file was read.
    pub format: Format,
    /// The plan.
    #[serde(with = "as_plan")]
    pub plan: Plan,
    /// Settings that were read, that the framework's defaults give, or that the link names: one for
    /// each key, in the order of their last mention.
    pub settings: Vec<ImportedSetting>,
    /// Names of options that were not understood, shortened.
    pub unknown: Vec<String>,
    /// Options that were understood, but not their values; both shortened.
    pub unfit: Vec<(String, String)>,
    /// Settings that were understood and that no key of a link can say.
    pub unsaid: Vec<Unsaid>,
    /// Remarks on how the file was read.
    pub notes: Vec<ImportNote>,
    /// Settings that the plan needs and the file leaves open.
    pub missing: Vec<MissingSetting>,
    /// The name of the model, if the catalogue lacks it and neither the file nor the link gives its
    /// shape. The plan then has the model of the base plan, which is another one.
    pub unknown_model: Option<UnknownModel>,
    /// The number that follows from the number of GPUs.
    pub following: Option<Following>,
}

/// A name of a model that the catalogue lacks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnknownModel {
    /// The option that gives it, shortened.
    pub option: String,
    /// The name, shortened.
    pub name: String,
    /// The nearest names that the catalogue has.
    pub near: Vec<String>,
}

/// A remark on how a file was read. Names are shortened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImportNote {
    /// The value of an option is a variable that the script does not define.
    Undefined {
        /// The option.
        option: String,
        /// The variable.
        variable: String,
    },
    /// An option, or its value, stands in a branch that depends on a variable.
    Undecided {
        /// The option.
        option: String,
        /// The variable.
        variable: String,
    },
    /// The command that was read is started in a branch that depends on this variable.
    UndecidedCommand(String),
    /// This variable may hold further options.
    MayAdd(String),
    /// A test of the script takes this variable of its surroundings as not set.
    TakenUnset(String),
    /// The first turn of the loop over this variable was read.
    FirstTurn(String),
    /// The script sources this file, or names it as one with options; it was not given.
    NotGiven(String),
    /// The file has this number of commands; the one with most options was read.
    SeveralCommands(usize),
    /// An option whose value a plan can hold only nearly.
    Nearest {
        /// The option.
        option: String,
        /// The value in the file.
        value: String,
    },
    /// An option that has an effect only beside another option, which the file lacks.
    Alone {
        /// The option.
        option: String,
        /// The option that the file lacks.
        other: String,
    },
    /// An option without a value. Its default differs between releases; the later one is used.
    LaterDefault(String),
    /// A remark on the figures of a log.
    Log(LogRemark),
    /// A key to which two files give different values; that of the file nearer to the start of the
    /// program counts.
    FilesDiffer {
        /// The key and the value that counts, as a link has them.
        setting: String,
        /// The other value.
        other: String,
        /// The file with the other value.
        file: String,
    },
    /// The model's configuration has another shape than the model that a nearer file gives, which
    /// counts.
    ModelsDiffer(String),
    /// A file that an option names was not given; another file of its kind was read in its place.
    ReadInstead {
        /// The name in the option.
        named: String,
        /// The file that was read.
        file: String,
    },
    /// A function of torchtitan that sets further options, which are not read.
    ConfigFunction(String),
    /// Options of a program that is not known, of which only the launcher was read.
    UnreadOptions(Vec<String>),
    /// Files of no known kind.
    UnknownFiles(Vec<String>),
    /// Files that are known and that nothing in the other files calls for.
    UnusedFiles(Vec<String>),
    /// A file that was not read, as it has a fault.
    FaultyFile {
        /// The file.
        file: String,
        /// The fault.
        why: ImportRefusal,
    },
}

/// Something of a model that no key of a link can say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unsaid {
    /// The kind of norm is that of this model of the catalogue. The plan borrows its name.
    Borrowed(#[serde(deserialize_with = "known")] KnownName),
    /// A kind of norm that custom models lack; the plan has the custom models' norm.
    Norm,
    /// A number of layers with linear attention; the plan has full attention there.
    LinearAttention(u64),
    /// A number of layers with a state-space model; the plan has attention there.
    StateSpace(u64),
    /// A number of layers with Mamba-1; the plan has Mamba-2 of the same width there.
    Mamba1(u64),
    /// A number of layers with Kimi Delta Attention; the plan has Gated DeltaNet there.
    KimiDelta(u64),
    /// Numbers of layers with attention, beside a linear mixer, that no fixed interval gives.
    AttentionLayers {
        /// That of the file.
        file_has: u64,
        /// That of the plan, by the nearest interval.
        plan: u64,
    },
    /// Layers of one part each, a mixer or an MLP. The plan has this number of layers with both.
    OnePart(u64),
    /// A number of layers with a convolution; the plan has attention there.
    Convolution(u64),
    /// Attention to the tokens that an indexer chooses; the plan has full attention.
    SparseAttention,
    /// Parts of a layer that no plan has.
    LayerParts,
    /// Norms of queries and keys. No plan has them, those of the catalogue's models included.
    QueryKeyNorms,
    /// Attention and MLP on the same input; the plan has the MLP behind attention.
    ParallelBlocks,
    /// A figure that differs between layers, by its key; the plan has the most frequent one.
    Varies(#[serde(deserialize_with = "known")] KnownName),
    /// A model that also reads pictures or sound; the plan has only its text model.
    TextOnly,
    /// Features of a type that is not known by its name; the plan has Llama's.
    UnknownType,
}

/// Something that a plan needs and a file may leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MissingSetting {
    /// The model.
    Model,
    /// A figure of the model, by its key in a link.
    Figure(#[serde(deserialize_with = "known")] KnownName),
    /// The GPUs, and how many.
    Cluster,
    /// The kind of GPU; the file gives their number.
    Gpu,
    /// Split of the model.
    Layout,
    /// Sequences of a step.
    Batch,
    /// Tokens of a sequence in training; the file names the longest that the model can read.
    Sequence,
    /// A key whose value the file leaves to another program (`auto`).
    Auto(#[serde(deserialize_with = "known")] KnownName),
    /// The plan of a run, of which its log says nothing.
    Run,
    /// Options in another file, which this option names.
    OtherFile(#[serde(deserialize_with = "known")] KnownName),
    /// All other options, in another file, which this option names.
    Rest(#[serde(deserialize_with = "known")] KnownName),
}

impl MissingSetting {
    /// Keys of a link that supply it; `model`, `gpu` and `gpus` stand for the presets.
    #[must_use]
    pub fn keys(self) -> Vec<&'static str> {
        match self {
            Self::Model => vec!["model"],
            Self::Figure(key) => vec![key],
            Self::Cluster => vec!["gpu", "gpus"],
            Self::Run => vec!["model", "gpu", "gpus"],
            Self::Gpu => vec!["gpu"],
            Self::Layout => vec!["tp", "pp", "cp", "ep", "zero"],
            Self::Batch => vec!["mbs", "gbs"],
            Self::Sequence => vec!["seq"],
            Self::Auto(key) => vec![key],
            Self::OtherFile(_) => vec!["zero"],
            Self::Rest(_) => Vec::new(),
        }
    }
}

/// Why a file gives no plan at all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImportRefusal {
    /// The file has more than [`LARGEST`] bytes and no figure of a log.
    TooLarge,
    /// The file is nested deeper than [`DEEPEST`](super::DEEPEST).
    TooDeep,
    /// The file takes more work than [`ReadBudget::MOST`](super::ReadBudget::MOST).
    TooMuch {
        /// Position at which reading stopped, if the parser gives it.
        at: Option<TextPosition>,
    },
    /// The file breaks the syntax that it seems to have.
    Syntax {
        /// The fault, in the parser's words.
        said: String,
        /// Position of the fault, if the parser gives it.
        at: Option<TextPosition>,
    },
    /// The file has no known format.
    Unknown,
    /// The file has the syntax of this format, but no option of it.
    NoOption(Format),
    /// A model without the figures of a text model, by the shortened name of its type.
    ModelType(String),
    /// A model with an encoder, by the shortened name of its type.
    Encoder(String),
    /// A model with a part that no plan can hold, even nearly.
    Unheld(UnheldPart),
    /// Options of a program that are not read.
    Other {
        /// The program.
        program: OtherProgram,
        /// The adapter that it trains, by its shortened name.
        adapter: Option<String>,
    },
    /// Training of an adapter, or of quantized weights, of a kind that is not read, by its shortened
    /// name.
    Adapter(String),
    /// Training with preferences, rewards or sampled answers, by its shortened name.
    Objective(String),
    /// One of several files gives no plan.
    InFile {
        /// The file.
        file: String,
        /// The reason.
        why: Box<ImportRefusal>,
    },
    /// Files of several trainings, none of which starts another.
    SeveralTrainings(Vec<TrainingFile>),
    /// More than [`MOST_FILES`] files at once.
    TooManyFiles,
    /// A zip archive that cannot be unpacked.
    BrokenZip,
    /// A zip archive with more bytes in its files than are unpacked.
    LargeZip,
}

/// A file that alone describes a training.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrainingFile {
    /// The file.
    pub file: String,
    /// Its format; `None` for a script.
    pub format: Option<Format>,
}

/// Most files that are read at once: those of a run are ten or so, those of a model's folder thirty.
pub const MOST_FILES: usize = 256;

/// A part of a model that no plan can hold, even nearly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum UnheldPart {
    /// Experts that work on a narrower copy of each token.
    LatentExperts,
    /// Attention and a state-space mixer side by side in each layer.
    ParallelMixers,
    /// Layers that share their weights.
    SharedLayers,
}

/// A place in a text, both counted from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextPosition {
    /// The line.
    pub line: usize,
    /// The character in it.
    pub column: usize,
}

/// The place of a byte of a text.
pub(crate) fn place(text: &str, byte: usize) -> TextPosition {
    let before = text.get(..byte).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or_default();
    TextPosition {
        line: before.matches('\n').count() + 1,
        column: line.chars().count() + 1,
    }
}
