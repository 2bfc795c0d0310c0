//! The table of files: one row for each format, and for each program whose files are known and not
//! read. Detection, commands and reading follow from it.
//!
//! Tests: `crates/formats/tests/all/import_commands.rs`, `crates/formats/tests/all/import_corpus.rs`.

use crate::frameworks::setting::ReadStep;
use crate::frameworks::{
    accelerate, automodel, deepspeed, maxtext, megatron, megatron_bridge, megatron_swift, nanotron,
    nemo, neox, prime_rl, primus, torchtitan, trainer, verl,
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
    /// Reads a document; formats alone have it.
    pub(super) read: fn(Fields) -> Result<(), ImportRefusal>,
    /// Signs of its commands, one of which a command has.
    pub(super) commands: &'static [Sign],
}

impl FileRow {
    const fn of(format: Format, read: fn(Fields) -> Result<(), ImportRefusal>) -> Self {
        Self {
            kind: FileKind::Read(format),
            sign: DocumentSign::None,
            known: Known::All,
            spelt: None,
            read,
            commands: &[],
        }
    }

    const fn other(program: OtherProgram) -> Self {
        Self {
            kind: FileKind::Other(program),
            ..Self::of(Format::Log, |_| Ok(()))
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

    /// The row of a format; the first of several.
    pub(super) fn reads(format: Format) -> Option<&'static Self> {
        FILES.iter().find(|row| row.kind == FileKind::Read(format))
    }
}

const MEGATRON: FileRow = FileRow::of(Format::Megatron, |file| {
    megatron::read::yaml(file.value, file.reading)
});

/// The table. Formats with surer signs stand first.
///
/// Sources of the fields of programs that are not read: the configurations in the repositories
/// stanford-crfm/levanter, Lightning-AI/litgpt, pytorch/torchtune, verl-project/verl, AMD-AGI/Primus,
/// mosaicml/llm-foundry and allenai/OLMo.
pub(super) static FILES: &[FileRow] = &[
    FileRow::of(Format::Linked, |file| {
        let link = file.text("link").unwrap_or_default();
        linked::read(link, file.reading)
    })
    .shown_by(DocumentSign::By(|value| {
        let link = value.field("link").and_then(ParsedValue::text);
        link.is_some_and(|text| linked::plan(text).is_some())
    })),
    // A log is no document.
    FileRow::of(Format::Log, |_| Err(ImportRefusal::NoOption(Format::Log))),
    MEGATRON.with_field(megatron::read::SIGNS),
    FileRow::of(Format::Axolotl, trainer::axolotl::read::read)
        .with_field(trainer::axolotl::read::SIGNS)
        .knows(trainer::axolotl::read::OPTIONS)
        .started_by(&[Command("axolotl", "train"), Module("axolotl.")]),
    FileRow::of(Format::LlamaFactory, trainer::llama_factory::read::read)
        .with_field(trainer::llama_factory::read::SIGNS)
        .knows(trainer::llama_factory::read::OPTIONS)
        .started_by(&[
            Command("llamafactory-cli", "train"),
            Module("llamafactory."),
            Flag("--cutoff_len"),
            Flag("--finetuning_type"),
        ]),
    FileRow::of(Format::HuggingFace, |file| {
        huggingface::read(file.value, file.reading)
    })
    .with_field(huggingface::SIGNS),
    FileRow::of(Format::Nanotron, |file| {
        nanotron::read_file(file);
        Ok(())
    })
    .with_field(nanotron::SIGNS)
    .table(&nanotron::READ),
    FileRow::of(Format::Accelerate, |file| {
        accelerate::read::read(file);
        Ok(())
    })
    .with_field(accelerate::read::SIGNS)
    .knows(accelerate::read::OPTIONS),
    FileRow::of(Format::Trainer, trainer::arguments::read)
        .with_field(trainer::arguments::SIGNS)
        .knows(trainer::arguments::OPTIONS)
        .started_by(&[
            Flag("--per_device_train_batch_size"),
            Flag("--per-device-train-batch-size"),
        ]),
    FileRow {
        spelt: Some(neox::with_underscores),
        ..FileRow::of(Format::GptNeoX, |file| {
            neox::read(file);
            Ok(())
        })
        .with_field(neox::SIGNS)
        .knows(neox::OPTIONS)
    },
    FileRow::of(Format::MaxText, |file| {
        maxtext::read::read(file);
        Ok(())
    })
    .with_field(maxtext::read::SIGNS)
    .knows(maxtext::read::OPTIONS)
    .started_by(&[
        Module("maxtext."),
        Module("MaxText"),
        File("MaxText/train.py"),
    ]),
    FileRow::of(Format::MegatronBridge, megatron_bridge::read::read)
        .with_field(megatron_bridge::read::SIGNS)
        .knows(megatron_bridge::read::OPTIONS)
        .started_by(&[File("run_recipe.py"), File("scripts/training/train.sh")]),
    FileRow::of(Format::MegatronSwift, |file| {
        megatron_swift::read_file(file);
        Ok(())
    })
    .started_by(&[Command("megatron", "sft pt")]),
    FileRow::of(Format::DeepSpeed, |file| {
        deepspeed::read::read(file.value, file.reading);
        Ok(())
    })
    .with_field(deepspeed::read::SIGNS)
    .knows(deepspeed::read::OPTIONS),
    FileRow::of(Format::TorchTitan, |file| {
        torchtitan::read::read(file.value, file.reading);
        Ok(())
    })
    .with_field(torchtitan::read::SIGNS)
    .knows(torchtitan::read::OPTIONS),
    // Arguments as fields, which other formats have among theirs.
    MEGATRON.with_field(&[
        "tensor_model_parallel_size",
        "tensor-model-parallel-size",
        "--tensor-model-parallel-size",
    ]),
    FileRow::of(Format::NemoOne, nemo::read_file)
        .counted(&nemo::READ)
        .started_by(&[
            File("megatron_gpt_pretraining.py"),
            File("megatron_gpt_finetuning.py"),
        ]),
    FileRow::of(Format::AutoModel, |file| {
        automodel::read_file(file);
        Ok(())
    })
    .counted(&automodel::READ)
    .started_by(&[
        Command("automodel", "finetune pretrain"),
        Module("nemo_automodel"),
        File("nemo_automodel/recipes/llm/train_ft.py"),
        File("examples/llm_finetune/finetune.py"),
    ]),
    FileRow::of(Format::Verl, |file| {
        verl::read_file(file);
        Ok(())
    })
    .counted(&verl::READ)
    .started_by(&[Module("verl.trainer.fsdp_sft_trainer")]),
    FileRow::of(Format::PrimeRl, prime_rl::read_file)
        .counted(&prime_rl::READ)
        .started_by(&[
            Command("sft", "@"),
            Module("prime_rl.trainer.sft"),
            File("prime_rl/trainer/sft/train.py"),
        ]),
    FileRow::other(OtherProgram::PrimeRl)
        .started_by(&[Command("rl", "@"), Module("prime_rl.")]),
    FileRow::of(Format::Primus, primus::read_file).fields(primus::FIELDS),
    FileRow::of(Format::EarlyTorchTitan, |file| {
        torchtitan::early::read_file(file);
        Ok(())
    })
    .counted(&torchtitan::early::READ),
    FileRow::other(OtherProgram::Swift)
        .started_by(&[
            Command("swift", "sft pt rlhf"),
            Command("megatron", "rlhf"),
            Module("swift.cli"),
            File("swift/cli/sft.py"),
        ]),
    FileRow::other(OtherProgram::Slime)
        .started_by(&[
            Flag("--rollout-num-gpus"),
            Flag("--actor-num-gpus-per-node"),
        ]),
    FileRow::other(OtherProgram::Levanter)
        .fields(&["model.type model.hidden_dim model.intermediate_dim model.num_layers model.num_heads \
         model.num_kv_heads model.max_seq_len model.seq_len model.gradient_checkpointing trainer.mp \
         trainer.train_batch_size trainer.num_train_steps trainer.tensor_parallel_axes \
         trainer.fsdp_axis trainer.batch_axis trainer.mesh. trainer.tracker. \
         trainer.per_device_parallelism trainer.per_device_eval_parallelism trainer.model_axis_size \
         optimizer. data. initialize_from_hf use_hf_model_config"])
        .started_by(&[Module("levanter.")]),
    FileRow::other(OtherProgram::LitGpt)
        .fields(&["checkpoint_dir out_dir precision devices num_nodes quantize model_name model_config \
         tokenizer_dir resume seed logger_name lora_r lora_alpha lora_dropout lora_query lora_key \
         lora_value lora_projection lora_mlp lora_head data. eval. train.global_batch_size \
         train.micro_batch_size train.max_seq_length train.lr_warmup_steps train.max_tokens \
         train.epochs train.max_steps train.save_interval train.log_interval train.max_norm \
         train.min_lr train.tie_embeddings optimizer. access_token"])
        .started_by(&[
            Command("litgpt", "pretrain finetune finetune_full finetune_lora"),
            Module("litgpt"),
        ]),
    FileRow::other(OtherProgram::Torchtune)
        .fields(&["model._component_ tokenizer. optimizer._component_ checkpointer. loss._component_ dataset. \
         metric_logger. profiler. batch_size epochs max_steps_per_epoch gradient_accumulation_steps \
         enable_activation_checkpointing enable_activation_offloading dtype device compile \
         clip_grad_norm optimizer_in_bwd output_dir seed shuffle tensor_parallel_dim \
         data_parallel_shard_dim data_parallel_replicate_dim log_every_n_steps log_peak_memory_stats"])
        .started_by(&[Command("tune", "run"), Module("torchtune.")]),
    FileRow::other(OtherProgram::Verl)
        .fields(&["actor_rollout_ref. algorithm. critic. reward_model. custom_reward_function. ray_kwargs. \
         data.train_files data.val_files data.train_batch_size data.max_prompt_length \
         data.max_response_length trainer.n_gpus_per_node trainer.nnodes trainer.total_epochs \
         trainer.total_training_steps trainer.project_name trainer.experiment_name \
         trainer.logger trainer.save_freq trainer.test_freq"])
        .started_by(&[Module("verl.")]),
    FileRow::other(OtherProgram::Primus)
        .fields(&["modules.post_trainer. modules.sft_trainer. work_group user_name exp_name workspace"])
        .started_by(&[
            Command("primus-cli", "direct slurm container train"),
            Module("primus."),
        ]),
    FileRow::other(OtherProgram::LlmFoundry)
        .fields(&["max_seq_len global_train_batch_size device_train_microbatch_size device_eval_batch_size \
         precision max_duration eval_interval global_seed train_loader. eval_loader. tokenizer. \
         model. fsdp_config. optimizer. scheduler. algorithms. callbacks. loggers. variables. \
         run_name seed console_log_interval log_to_console save_folder autoresume"])
        .started_by(&[Command(
            "composer",
            "train.py train/train.py scripts/train/train.py",
        )]),
    FileRow::other(OtherProgram::Olmo)
        .fields(&["model.d_model model.n_heads model.n_layers model.mlp_ratio model.max_sequence_length \
         model.rope model.weight_tying model.activation_type model.block_type model.vocab_size \
         model.embedding_size model.flash_attention model.attention_dropout \
         global_train_batch_size device_train_microbatch_size precision fsdp. ddp. \
         distributed_strategy activation_checkpointing softmax_auxiliary_loss compile optimizer. \
         scheduler. tokenizer. data. evaluators. save_folder save_interval max_duration run_name \
         seed dry_run wandb. speed_monitor."]),
];
