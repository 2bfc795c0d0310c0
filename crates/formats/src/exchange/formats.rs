//! The table of files: one row for each format, and for each program whose files are known and not
//! read. Detection, commands and reading follow from it.
//!
//! Tests: `crates/formats/tests/all/import_commands.rs`, `crates/formats/tests/all/import_corpus.rs`.

use crate::frameworks::setting::ReadStep;
use crate::frameworks::{
    accelerate, automodel, deepspeed, levanter, litgpt, llm_foundry, maxtext, megatron,
    megatron_bridge, megatron_swift, nanotron, nemo, neox, olmo, peft, prime_rl, primus, swift,
    torchtitan, torchtune, trainer, verl, verl_rewards,
};
use crate::import::fields::Fields;
use crate::import::imported::{Format, ImportRefusal, OtherProgram};
use crate::import::value::ParsedValue;
use crate::import::{huggingface, linked};

/// The program or the format of a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum FileKind {
    /// A format that is read.
    Read(Format),
    /// A program that is not read.
    Other(OtherProgram),
}

/// A sign of a program in the words of a command.
pub(super) enum Sign {
    /// A module of Python that begins so.
    Module(&'static str),
    /// The end of the path of a script.
    Script(&'static str),
    /// A program, and the words one of which follows.
    Command(&'static str, &'static str),
    /// An option. It counts where no command has another sign.
    Option(&'static str),
}

use Sign::{Command, Module, Option as Flag, Script as File};

/// How a document shows its format.
pub(super) enum DocumentSign {
    /// Not at all.
    None,
    /// By one of these fields.
    Field(&'static [&'static str]),
    /// By one field of each of these lists, whose names are separated by blanks.
    Each(&'static [&'static str]),
    /// By anything else.
    By(fn(&ParsedValue) -> bool),
    /// By the number of its fields that the format knows, where more than [`FEWEST`] are of no other.
    Count,
}

/// Options that a format knows.
pub(super) enum Known {
    /// Any.
    All,
    /// Lists of names, separated by blanks, and beginnings of names. The first list has those that
    /// decide a figure. A name with a dot at its end stands for all fields inside.
    Lists(&'static [&'static str], &'static [&'static str]),
    /// Those of a framework's table.
    Table(&'static [ReadStep]),
}

/// How a document is read.
#[derive(Clone, Copy)]
pub(super) enum FileReader {
    /// By a reader of any document.
    Any(fn(Fields)),
    /// By a reader that refuses some.
    Refusing(fn(Fields) -> Result<(), ImportRefusal>),
}

/// A row of the table.
pub(super) struct FileRow {
    /// The format or program.
    pub(super) kind: FileKind,
    /// How a document shows it.
    pub(super) sign: DocumentSign,
    /// Its options.
    pub(super) known: Known,
    /// The document in the spelling of the format's options.
    pub(super) spelt: Option<fn(&ParsedValue) -> ParsedValue>,
    /// Options that ask for an adapter, for quantised weights beside it or for an objective, and that the
    /// format reads.
    pub(super) tuning: &'static str,
    /// True if a command changes the options of a file that it names. Its words count as the field
    /// `command`.
    pub(super) is_over_a_file: bool,
    /// Reads a document; formats alone have it.
    pub(super) read: FileReader,
    /// Signs of its commands, one of which a command has.
    pub(super) commands: &'static [Sign],
}

impl FileRow {
    const fn of(format: Format, read: fn(Fields)) -> Self {
        Self::read_by(format, FileReader::Any(read))
    }

    const fn refusing(format: Format, read: fn(Fields) -> Result<(), ImportRefusal>) -> Self {
        Self::read_by(format, FileReader::Refusing(read))
    }

    const fn read_by(format: Format, read: FileReader) -> Self {
        Self {
            kind: FileKind::Read(format),
            sign: DocumentSign::None,
            known: Known::All,
            spelt: None,
            tuning: "",
            is_over_a_file: false,
            read,
            commands: &[],
        }
    }

    const fn other(program: OtherProgram) -> Self {
        Self {
            kind: FileKind::Other(program),
            ..Self::of(Format::Log, |_| {})
        }
    }

    const fn shown_by(self, sign: DocumentSign) -> Self {
        Self { sign, ..self }
    }

    const fn with_field(self, names: &'static [&'static str]) -> Self {
        self.shown_by(DocumentSign::Field(names))
    }

    const fn knows(
        self,
        (lists, prefixes): (&'static [&'static str], &'static [&'static str]),
    ) -> Self {
        Self {
            known: Known::Lists(lists, prefixes),
            ..self
        }
    }

    const fn table(self, steps: &'static [ReadStep]) -> Self {
        Self {
            known: Known::Table(steps),
            ..self
        }
    }

    /// The row of a table, recognised by the number of its fields.
    const fn counted(self, steps: &'static [ReadStep]) -> Self {
        self.table(steps).shown_by(DocumentSign::Count)
    }

    const fn fields(self, lists: &'static [&'static str]) -> Self {
        self.knows((lists, &[])).shown_by(DocumentSign::Count)
    }

    const fn started_by(self, commands: &'static [Sign]) -> Self {
        Self { commands, ..self }
    }

    const fn tuned_by(self, tuning: &'static str) -> Self {
        Self { tuning, ..self }
    }

    const fn over_a_file(self) -> Self {
        Self {
            is_over_a_file: true,
            ..self
        }
    }

    /// The row of a format; the first of several.
    pub(super) fn reads(format: Format) -> Option<&'static Self> {
        FILES.iter().find(|row| row.kind == FileKind::Read(format))
    }
}

const MEGATRON: FileRow = FileRow::refusing(Format::Megatron, megatron::read::yaml);

/// The table. Formats with surer signs stand first.
///
/// Sources of the fields of programs that are not read: the configurations in the repositories
/// stanford-crfm/levanter, Lightning-AI/litgpt, pytorch/torchtune, verl-project/verl, AMD-AGI/Primus,
/// mosaicml/llm-foundry and allenai/OLMo.
pub(super) static FILES: &[FileRow] = &[
    FileRow::refusing(Format::Linked, |file| {
        let link = file.text("link").unwrap_or_default();
        linked::read(link, file.reading)
    })
    .shown_by(DocumentSign::By(|value| {
        let link = value.field("link").and_then(ParsedValue::text);
        link.is_some_and(|text| linked::plan(text).is_some())
    })),
    // A log is no document.
    FileRow::refusing(Format::Log, |_| Err(ImportRefusal::NoOption(Format::Log))),
    MEGATRON.with_field(megatron::read::SIGNS),
    FileRow::refusing(Format::Peft, peft::read_file)
        .with_field(peft::SIGNS)
        .table(&peft::READ),
    FileRow::refusing(Format::Axolotl, trainer::axolotl::read_file)
        .with_field(trainer::axolotl::SIGNS)
        .table(&trainer::axolotl::READ)
        .tuned_by("adapter load_in_4bit load_in_8bit peft rl")
        .started_by(&[Command("axolotl", "train"), Module("axolotl.")]),
    FileRow::refusing(Format::LlamaFactory, trainer::llama_factory::read_file)
        .with_field(trainer::llama_factory::SIGNS)
        .table(&trainer::llama_factory::READ)
        .tuned_by("finetuning_type quantization_bit stage")
        .started_by(&[
            Command("llamafactory-cli", "train"),
            Module("llamafactory."),
            Flag("--cutoff_len"),
            Flag("--finetuning_type"),
        ]),
    FileRow::refusing(Format::Torchtune, torchtune::read_file)
        // Configurations of its generation and evaluation lack both of the second.
        .shown_by(DocumentSign::Each(&[
            "model._component_ tokenizer._component_ tokenizer.max_seq_len policy_model._component_",
            "epochs optimizer",
        ]))
        .table(&torchtune::READ)
        .tuned_by("model.lora_rank")
        .started_by(&[Command("tune", "run"), Module("torchtune.")])
        .over_a_file(),
    FileRow::refusing(Format::LitGpt, litgpt::read_file)
        .shown_by(DocumentSign::Each(&[
            "train.global_batch_size train.micro_batch_size",
            "checkpoint_dir model_name model_config out_dir devices",
        ]))
        .table(&litgpt::READ)
        .started_by(&[
            Command(
                "litgpt",
                "pretrain finetune finetune_full finetune_lora finetune_adapter finetune_adapter_v2",
            ),
            Module("litgpt"),
        ])
        .over_a_file(),
    FileRow::refusing(Format::LlmFoundry, llm_foundry::read_file)
        .shown_by(DocumentSign::Each(&[
            "max_seq_len",
            "global_train_batch_size device_train_microbatch_size",
            "model.name fsdp_config train_loader",
        ]))
        .table(&llm_foundry::READ)
        .started_by(&[Command(
            "composer",
            "train.py train/train.py scripts/train/train.py",
        )])
        .over_a_file(),
    FileRow::of(Format::Olmo, olmo::read_file)
    .shown_by(DocumentSign::Each(&[
        "global_train_batch_size device_train_microbatch_size",
        "model.d_model",
        "model.n_layers",
    ]))
    .table(&olmo::READ)
    .started_by(&[
        Flag("--fsdp.sharding_strategy"),
        Flag("--device_train_microbatch_size"),
        Flag("--save_interval_ephemeral"),
    ])
    .over_a_file(),
    FileRow::of(Format::Levanter, levanter::read_file)
    .shown_by(DocumentSign::Each(&[
        "trainer.train_batch_size trainer.mp trainer.num_train_steps",
        "model.type initialize_from_hf model_name_or_path",
    ]))
    .table(&levanter::READ)
    .started_by(&[Module("levanter.")])
    .over_a_file(),
    FileRow::refusing(Format::Swift, swift::read_file)
        .shown_by(DocumentSign::By(swift::is_signed))
        .table(&swift::READ)
        .tuned_by("tuner_type train_type sft_type quant_bits quant_method rlhf_type")
        .started_by(&[
            Command("swift", "sft pt rlhf"),
            Module("swift.cli"),
            File("swift/cli/sft.py"),
        ]),
    FileRow::refusing(Format::HuggingFace, huggingface::read)
    .with_field(huggingface::SIGNS),
    FileRow::of(Format::Nanotron, nanotron::read_file)
    .with_field(nanotron::SIGNS)
    .table(&nanotron::READ),
    FileRow::of(Format::Accelerate, accelerate::read_file)
    .with_field(accelerate::SIGNS)
    .table(&accelerate::READ),
    FileRow::refusing(Format::Trainer, trainer::arguments::read_file)
        .with_field(trainer::arguments::SIGNS)
        .table(&trainer::arguments::READ)
        .tuned_by("use_peft finetuning_type load_in_4bit load_in_8bit")
        .started_by(&[
            Flag("--per_device_train_batch_size"),
            Flag("--per-device-train-batch-size"),
        ]),
    FileRow {
        spelt: Some(neox::with_underscores),
        ..FileRow::of(Format::GptNeoX, neox::read_file)
        .with_field(neox::SIGNS)
        .table(&neox::READ)
    },
    FileRow::of(Format::MaxText, maxtext::read_file)
    .with_field(maxtext::SIGNS)
    .table(&maxtext::READ)
    .started_by(&[
        Module("maxtext."),
        Module("MaxText"),
        File("MaxText/train.py"),
    ]),
    FileRow::refusing(Format::MegatronBridge, megatron_bridge::read_file)
        .with_field(megatron_bridge::SIGNS)
        .table(&megatron_bridge::READ)
        .started_by(&[File("run_recipe.py"), File("scripts/training/train.sh")]),
    FileRow::of(Format::MegatronSwift, megatron_swift::read_file)
    .started_by(&[Command("megatron", "sft pt")]),
    FileRow::of(Format::DeepSpeed, deepspeed::read_file)
    .with_field(deepspeed::SIGNS)
    .table(&deepspeed::READ),
    FileRow::of(Format::TorchTitan, torchtitan::read_file)
    .with_field(torchtitan::SIGNS)
    .table(&torchtitan::READ)
    .started_by(&[Module("torchtitan."), File("run_train.sh")]),
    // Arguments as fields, which other formats have among theirs.
    MEGATRON.with_field(&[
        "tensor_model_parallel_size",
        "tensor-model-parallel-size",
        "--tensor-model-parallel-size",
    ]),
    FileRow::refusing(Format::NemoOne, nemo::read_file)
        .counted(&nemo::READ)
        .started_by(&[
            File("megatron_gpt_pretraining.py"),
            File("megatron_gpt_finetuning.py"),
        ]),
    FileRow::of(Format::AutoModel, automodel::read_file)
    .counted(&automodel::READ)
    .tuned_by("peft quantization.load_in_4bit quantization.load_in_8bit")
    .started_by(&[
        Command("automodel", "finetune pretrain"),
        Module("nemo_automodel"),
        File("nemo_automodel/recipes/llm/train_ft.py"),
        File("examples/llm_finetune/finetune.py"),
    ]),
    FileRow::of(Format::Verl, verl::read_file)
    .counted(&verl::READ)
    .started_by(&[Module("verl.trainer.fsdp_sft_trainer")]),
    FileRow::refusing(Format::VerlRewards, verl_rewards::read_file)
        .counted(&verl_rewards::READ)
        .tuned_by("actor_rollout_ref.model.lora_rank")
        .started_by(&[Module("verl.trainer.main_ppo")]),
    FileRow::refusing(Format::PrimeRl, prime_rl::read_file)
        .counted(&prime_rl::READ)
        .started_by(&[
            Command("sft", "@"),
            Module("prime_rl.trainer.sft"),
            File("prime_rl/trainer/sft/train.py"),
        ]),
    FileRow::other(OtherProgram::PrimeRl)
        .started_by(&[Command("rl", "@"), Module("prime_rl.")]),
    FileRow::refusing(Format::Primus, primus::read_file).fields(primus::FIELDS),
    FileRow::of(Format::EarlyTorchTitan, torchtitan::early::read_file)
    .counted(&torchtitan::early::READ),
    FileRow::other(OtherProgram::SwiftRlhf)
        .started_by(&[Command("swift", "rlhf"), Command("megatron", "rlhf")]),
    FileRow::other(OtherProgram::Slime)
        .started_by(&[
            Flag("--rollout-num-gpus"),
            Flag("--actor-num-gpus-per-node"),
        ]),
    FileRow::other(OtherProgram::Verl)
        .started_by(&[Module("verl.")]),
    FileRow::other(OtherProgram::Primus)
        .fields(&["modules.post_trainer. modules.sft_trainer. work_group user_name exp_name workspace"])
        .started_by(&[
            Command("primus-cli", "direct slurm container train"),
            Module("primus."),
        ]),
];
