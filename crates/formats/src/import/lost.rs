//! Parts of a file that its plan lacks, ordered by what they may change.
//!
//! Tests: `crates/formats/tests/all/import_losses.rs`.

use super::imported::{ImportNote, Imported, MissingSetting, Unsaid};

/// The settings that a part of a file which was not read may change, the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Concern {
    /// Any setting, such as a file that was not given.
    Any,
    /// Bytes on a GPU: types, recompute, offload, the optimizer, the shape of the model.
    Memory,
    /// The split of the model and of its state.
    Layout,
    /// Sequences of a step.
    Batch,
    /// Tokens of a sequence.
    Length,
    /// None of these, as far as its name shows.
    Other,
}

/// A part of a file that its plan has not, or not as the file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lost<'a> {
    /// An option with a value that no plan can hold.
    Unfit(&'a str, &'a str),
    /// Options that were not understood.
    Unknown(Vec<&'a str>),
    /// A setting of the model that no key can say.
    Unsaid(Unsaid),
    /// A remark on how the file was read.
    Note(&'a ImportNote),
}

/// Words of the names of options, and what such an option changes. The first row with a word of the
/// name counts: `sequence_parallel` is of the layout.
const WORDS: &[(Concern, &str)] = &[
    (
        Concern::Layout,
        "parallel parallelism tp pp cp ep etp dp sp",
    ),
    (
        Concern::Batch,
        "batch batches bs gbs mbs accumulation microbatch microbatches",
    ),
    (
        Concern::Length,
        "seq seqlen sequence length len cutoff packing pack",
    ),
    (
        Concern::Memory,
        "recompute recomputation recomputing remat checkpointing activation activations offload \
         offloading dtype precision bf16 fp16 fp32 fp8 fp4 float8 mxfp8 nvfp4 int8 quant \
         quantization quantize optim optimizer master flash attn attention lora peft adapter freeze \
         frozen hidden layers heads ffn intermediate vocab vocabulary experts expert moe",
    ),
    (
        Concern::Layout,
        "fsdp ddp zero shard shards sharded sharding stage stages pipeline tensor context virtual \
         mesh replicate nodes nnodes gpus devices nproc world",
    ),
];

impl Concern {
    /// The settings that an option may change, by the words of its name.
    ///
    /// ```
    /// use formats::import::Concern;
    /// assert_eq!(Concern::of_option("--sequence-parallel"), Concern::Layout);
    /// assert_eq!(Concern::of_option("tokens.micro_batch_size"), Concern::Batch);
    /// assert_eq!(Concern::of_option("--max-position-length"), Concern::Length);
    /// assert_eq!(Concern::of_option("optimizer.lr"), Concern::Other);
    /// assert_eq!(Concern::of_option("activation_checkpointing"), Concern::Memory);
    /// ```
    #[must_use]
    pub fn of_option(option: &str) -> Self {
        // A section says less than the name in it.
        let name = option.rsplit('.').next().unwrap_or(option);
        let has = |words: &str| {
            let mut parts = name.split(|letter: char| !letter.is_ascii_alphanumeric());
            parts.any(|part| {
                let mut words = words.split_ascii_whitespace();
                words.any(|word| word.eq_ignore_ascii_case(part))
            })
        };
        let row = WORDS.iter().find(|(_, words)| has(words));
        row.map_or(Self::Other, |(concern, _)| *concern)
    }

    fn of_note(note: &ImportNote) -> Self {
        match note {
            ImportNote::UndecidedCommand(_)
            | ImportNote::MayAdd(_)
            | ImportNote::NotGiven(_)
            | ImportNote::ConfigFunction(_)
            | ImportNote::UnreadOptions(_)
            | ImportNote::FaultyFile { .. } => Self::Any,
            ImportNote::Undefined { option, .. }
            | ImportNote::Undecided { option, .. }
            | ImportNote::Nearest { option, .. } => Self::of_option(option),
            // The file says no more than the plan has.
            ImportNote::TakenUnset(_)
            | ImportNote::FirstTurn(_)
            | ImportNote::SeveralCommands(_)
            | ImportNote::Alone { .. }
            | ImportNote::LaterDefault(_)
            | ImportNote::FilesDiffer { .. }
            | ImportNote::ModelsDiffer(_)
            | ImportNote::ReadInstead { .. }
            | ImportNote::UnknownFiles(_)
            | ImportNote::UnusedFiles(_)
            | ImportNote::Log(_) => Self::Other,
        }
    }
}

impl Imported {
    /// Parts of the file that the plan lacks, with what they may change, the gravest first.
    #[must_use]
    pub fn lost(&self) -> Vec<(Concern, Lost<'_>)> {
        let mut lost = Vec::new();
        for (option, value) in &self.unfit {
            lost.push((Concern::of_option(option), Lost::Unfit(option, value)));
        }
        let (other, grave): (Vec<&str>, Vec<&str>) = self
            .unknown
            .iter()
            .map(String::as_str)
            .partition(|name| Concern::of_option(name) == Concern::Other);
        let gravest = grave.iter().map(|name| Concern::of_option(name)).min();
        lost.extend(gravest.map(|concern| (concern, Lost::Unknown(grave))));
        for what in &self.unsaid {
            let concern = match what {
                // The plan has the same figures under another name, or nearly the same.
                Unsaid::Borrowed(_) | Unsaid::QueryKeyNorms | Unsaid::ParallelBlocks => {
                    Concern::Other
                }
                _ => Concern::Memory,
            };
            lost.push((concern, Lost::Unsaid(*what)));
        }
        for note in &self.notes {
            lost.push((Concern::of_note(note), Lost::Note(note)));
        }
        if !other.is_empty() {
            lost.push((Concern::Other, Lost::Unknown(other)));
        }
        lost.sort_by_key(|(concern, _)| *concern);
        lost
    }

    /// True if the file has, or leaves to another file, what may change the memory, the layout, the
    /// batch or the length of sequences, and the plan has not.
    #[must_use]
    pub fn is_lossy(&self) -> bool {
        let is_left = |what: &MissingSetting| {
            matches!(what, MissingSetting::Auto(_) | MissingSetting::OtherFile(_))
        };
        let gravest = self.lost().first().map(|(concern, _)| *concern);
        gravest.is_some_and(|concern| concern < Concern::Other) || self.missing.iter().any(is_left)
    }
}
