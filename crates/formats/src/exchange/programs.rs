//! Programs, by the commands that start them and by the fields of their files.
//!
//! Tests: `crates/formats/tests/all/import_commands.rs`.

use crate::import::budget::{COMPARED, ReadBudget};
use crate::import::imported::{Format, OtherProgram};
use crate::import::shell::{Launch, Script, plain};
use crate::import::value::ParsedValue;

/// The options of a program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Options {
    /// Those of a format.
    Of(Format),
    /// Those of a program whose options are not read.
    Other(OtherProgram),
}

/// A sign of a program in the words of a command.
enum Sign {
    /// A module of Python that begins so.
    Module(&'static str),
    /// The end of the path of a script.
    Script(&'static str),
    /// A program, and the words one of which follows.
    Command(&'static str, &'static str),
    /// An option.
    Option(&'static str),
}

use Sign::{Command, Module, Option as Flag, Script as File};

/// Programs by their commands; the first that fits counts.
const PROGRAMS: &[(&[Sign], Options)] = &[
    (
        &[
            Module("maxtext."),
            Module("MaxText"),
            File("MaxText/train.py"),
        ],
        Options::Of(Format::MaxText),
    ),
    (
        &[File("run_recipe.py"), File("scripts/training/train.sh")],
        Options::Of(Format::MegatronBridge),
    ),
    (
        &[Module("torchtitan."), File("run_train.sh")],
        Options::Of(Format::TorchTitan),
    ),
    (
        &[Command("megatron", "sft pt")],
        Options::Of(Format::MegatronSwift),
    ),
    (
        &[
            Command("swift", "sft pt rlhf"),
            Command("megatron", "rlhf"),
            Module("swift.cli"),
            File("swift/cli/sft.py"),
        ],
        Options::Other(OtherProgram::Swift),
    ),
    (
        &[
            Command("llamafactory-cli", "train"),
            Module("llamafactory."),
        ],
        Options::Of(Format::LlamaFactory),
    ),
    (
        &[Command("axolotl", "train"), Module("axolotl.")],
        Options::Of(Format::Axolotl),
    ),
    (&[Module("verl.")], Options::Other(OtherProgram::Verl)),
    (
        &[Command("tune", "run"), Module("torchtune.")],
        Options::Other(OtherProgram::Torchtune),
    ),
    (
        &[
            Command("litgpt", "pretrain finetune finetune_full finetune_lora"),
            Module("litgpt"),
        ],
        Options::Other(OtherProgram::LitGpt),
    ),
    (
        &[Module("levanter.")],
        Options::Other(OtherProgram::Levanter),
    ),
    (
        &[
            Command("automodel", "finetune pretrain"),
            Module("nemo_automodel"),
        ],
        Options::Other(OtherProgram::AutoModel),
    ),
    (
        &[
            File("megatron_gpt_pretraining.py"),
            File("megatron_gpt_finetuning.py"),
        ],
        Options::Other(OtherProgram::NemoOne),
    ),
    (
        &[
            Command("primus-cli", "direct slurm container train"),
            Module("primus."),
        ],
        Options::Other(OtherProgram::Primus),
    ),
    (
        &[
            Flag("--rollout-num-gpus"),
            Flag("--actor-num-gpus-per-node"),
        ],
        Options::Other(OtherProgram::Slime),
    ),
    (
        &[Command(
            "composer",
            "train.py train/train.py scripts/train/train.py",
        )],
        Options::Other(OtherProgram::LlmFoundry),
    ),
    (
        &[Command("rl", "@"), Command("sft", "@"), Module("prime_rl.")],
        Options::Other(OtherProgram::PrimeRl),
    ),
    (
        &[Flag("--cutoff_len"), Flag("--finetuning_type")],
        Options::Of(Format::LlamaFactory),
    ),
    (
        &[
            Flag("--per_device_train_batch_size"),
            Flag("--per-device-train-batch-size"),
        ],
        Options::Of(Format::Trainer),
    ),
];

/// A program that a script starts.
pub(super) struct StartedProgram<'s> {
    /// Its command.
    pub(super) launch: &'s Launch,
    /// The kind of its options.
    pub(super) options: Options,
    /// Launches of programs of this kind.
    pub(super) count: usize,
}

/// The program that a script starts, if it is known; of several the one with most words.
pub(super) fn started<'s>(script: &'s Script, budget: &ReadBudget) -> Option<StartedProgram<'s>> {
    let launches = script.launches.iter();
    let known = launches.filter_map(|launch| Some((launch, options_of(launch, budget)?)));
    let known: Vec<(&Launch, Options)> = known.collect();
    let (launch, options) = *known.iter().rev().max_by_key(|(one, _)| one.words.len())?;
    let count = known.iter().filter(|(_, other)| *other == options).count();
    Some(StartedProgram {
        launch,
        options,
        count,
    })
}

/// The longest command of a script, as one of a program with these options.
pub(super) fn longest(script: &Script, options: Options) -> Option<StartedProgram<'_>> {
    let launches = script.launches.iter();
    let launch = launches.rev().max_by_key(|launch| launch.words.len())?;
    Some(StartedProgram {
        launch,
        options,
        count: 1,
    })
}

fn options_of(launch: &Launch, budget: &ReadBudget) -> Option<Options> {
    // Each word is copied, and compared with the signs.
    let letters = launch.words.iter().map(String::len).sum();
    let compared = PROGRAMS.len() * COMPARED * launch.words.len();
    if !budget.take_items(launch.words.len(), letters) || !budget.take(compared) {
        return None;
    }
    let words: Vec<String> = launch.words.iter().map(|word| plain(word)).collect();
    let is_start = |signs: &[Sign]| signs.iter().any(|sign| sign.fits(&words));
    let found = PROGRAMS.iter().find(|(signs, _)| is_start(signs));
    found.map(|(_, options)| *options)
}

impl Sign {
    fn fits(&self, words: &[String]) -> bool {
        let pairs = || words.iter().zip(words.iter().skip(1));
        match self {
            Module(begin) => pairs().any(|(one, two)| one == "-m" && two.starts_with(begin)),
            File(end) => words.iter().any(|word| {
                let before = word.strip_suffix(end);
                before.is_some_and(|before| before.is_empty() || before.ends_with('/'))
            }),
            Command(name, next) => pairs().any(|(one, two)| {
                one.rsplit('/').next() == Some(name) && next.split(' ').any(|word| word == two)
            }),
            Flag(name) => words
                .iter()
                .any(|word| word.split('=').next() == Some(name)),
        }
    }
}

/// Fields of files of programs that are not read. A name with a dot at its end stands for all fields
/// inside.
///
/// Sources: the configurations in the repositories NVIDIA/NeMo 1.23 (`megatron_gpt_config.yaml`),
/// stanford-crfm/levanter, Lightning-AI/litgpt, pytorch/torchtune, NVIDIA-NeMo/Automodel,
/// verl-project/verl, PrimeIntellect-ai/prime-rl, AMD-AGI/Primus, mosaicml/llm-foundry, allenai/OLMo,
/// and pytorch/torchtitan before 0.1.
const FILES: &[(OtherProgram, &str)] = &[
    (
        OtherProgram::NemoOne,
        "trainer.devices trainer.num_nodes trainer.precision trainer.max_steps trainer.max_epochs \
         trainer.accelerator trainer.val_check_interval trainer.limit_val_batches \
         trainer.gradient_clip_val exp_manager. restore_from_path model.micro_batch_size \
         model.global_batch_size model.encoder_seq_length model.activation model.bias model.fp8 \
         model.activations_checkpoint_granularity model.activations_checkpoint_method \
         model.activations_checkpoint_num_layers model.megatron_amp_O2 model.tokenizer. model.data. \
         model.optim. model.tensor_model_parallel_size model.pipeline_model_parallel_size \
         model.sequence_parallel model.num_layers model.hidden_size model.ffn_hidden_size \
         model.num_attention_heads model.num_query_groups model.max_position_embeddings \
         model.normalization model.mcore_gpt name",
    ),
    (
        OtherProgram::Levanter,
        "model.type model.hidden_dim model.intermediate_dim model.num_layers model.num_heads \
         model.num_kv_heads model.max_seq_len model.seq_len model.gradient_checkpointing trainer.mp \
         trainer.train_batch_size trainer.num_train_steps trainer.tensor_parallel_axes \
         trainer.fsdp_axis trainer.batch_axis trainer.mesh. trainer.tracker. \
         trainer.per_device_parallelism trainer.per_device_eval_parallelism trainer.model_axis_size \
         optimizer. data. initialize_from_hf use_hf_model_config",
    ),
    (
        OtherProgram::LitGpt,
        "checkpoint_dir out_dir precision devices num_nodes quantize model_name model_config \
         tokenizer_dir resume seed logger_name lora_r lora_alpha lora_dropout lora_query lora_key \
         lora_value lora_projection lora_mlp lora_head data. eval. train.global_batch_size \
         train.micro_batch_size train.max_seq_length train.lr_warmup_steps train.max_tokens \
         train.epochs train.max_steps train.save_interval train.log_interval train.max_norm \
         train.min_lr train.tie_embeddings optimizer. access_token",
    ),
    (
        OtherProgram::Torchtune,
        "model._component_ tokenizer. optimizer._component_ checkpointer. loss._component_ dataset. \
         metric_logger. profiler. batch_size epochs max_steps_per_epoch gradient_accumulation_steps \
         enable_activation_checkpointing enable_activation_offloading dtype device compile \
         clip_grad_norm optimizer_in_bwd output_dir seed shuffle tensor_parallel_dim \
         data_parallel_shard_dim data_parallel_replicate_dim log_every_n_steps log_peak_memory_stats",
    ),
    (
        OtherProgram::AutoModel,
        "step_scheduler. dist_env. distributed. rng. model._target_ \
         model.pretrained_model_name_or_path peft. checkpoint. loss_fn. dataset. packed_sequence. \
         dataloader. validation_dataset. optimizer._target_ lr_scheduler. recipe wandb.",
    ),
    (
        OtherProgram::Verl,
        "actor_rollout_ref. algorithm. critic. reward_model. custom_reward_function. ray_kwargs. \
         data.train_files data.val_files data.train_batch_size data.max_prompt_length \
         data.max_response_length data.max_length data.micro_batch_size_per_gpu \
         model.partial_pretrain model.strategy model.fsdp_config. ulysses_sequence_parallel_size \
         use_remove_padding trainer.n_gpus_per_node trainer.nnodes trainer.total_epochs \
         trainer.total_training_steps trainer.project_name trainer.experiment_name \
         trainer.logger trainer.save_freq trainer.test_freq",
    ),
    (
        OtherProgram::PrimeRl,
        "trainer_gpu_ids inference_gpu_ids orchestrator. inference. trainer. seq_len max_steps \
         model.name model.seq_len model.ep model.cp model.tp model.ac. model.compile. model.lora. \
         model.impl model.attn model.optimization_dtype model.reduce_dtype data.batch_size \
         data.micro_batch_size data.type data.name data.seq_len data.pack_function ckpt. optim. \
         scheduler. wandb. log. weights.",
    ),
    (
        OtherProgram::Primus,
        "modules.pre_trainer. modules.post_trainer. modules.sft_trainer. work_group user_name \
         exp_name workspace platform.",
    ),
    (
        OtherProgram::LlmFoundry,
        "max_seq_len global_train_batch_size device_train_microbatch_size device_eval_batch_size \
         precision max_duration eval_interval global_seed train_loader. eval_loader. tokenizer. \
         model. fsdp_config. optimizer. scheduler. algorithms. callbacks. loggers. variables. \
         run_name seed console_log_interval log_to_console save_folder autoresume",
    ),
    (
        OtherProgram::Olmo,
        "model.d_model model.n_heads model.n_layers model.mlp_ratio model.max_sequence_length \
         model.rope model.weight_tying model.activation_type model.block_type model.vocab_size \
         model.embedding_size model.flash_attention model.attention_dropout \
         global_train_batch_size device_train_microbatch_size precision fsdp. ddp. \
         distributed_strategy activation_checkpointing softmax_auxiliary_loss compile optimizer. \
         scheduler. tokenizer. data. evaluators. save_folder save_interval max_duration run_name \
         seed dry_run wandb. speed_monitor.",
    ),
    (
        OtherProgram::EarlyTorchTitan,
        "training.tensor_parallel_degree training.data_parallel_degree \
         training.data_parallel_shard_degree training.data_parallel_replicate_degree \
         training.batch_size training.seq_len training.steps training.compile training.dataset \
         training.warmup_steps training.max_norm training.fp8_linear \
         experimental.pipeline_parallel_degree experimental.pipeline_parallel_schedule \
         experimental.pipeline_parallel_split_points experimental.enable_async_tensor_parallel \
         model. job. profiling. metrics. optimizer. checkpoint. activation_checkpoint. float8.",
    ),
];

/// The smallest number of its fields by which a program is recognised: files of several programs have
/// one or two of them in common.
const FEWEST: usize = 3;

/// The program that is not read and whose files have most of the fields of a document, with their
/// number.
pub(super) fn other(value: &ParsedValue) -> Option<(OtherProgram, usize)> {
    let counts = FILES
        .iter()
        .map(|(program, names)| (*program, listed(value, &[names], &[])));
    // The first of equals.
    let (program, count) = counts.rev().max_by_key(|(_, count)| *count)?;
    (count >= FEWEST).then_some((program, count))
}

/// Fields of a document that are on lists, or begin with one of the prefixes. A name with a dot at
/// its end stands for all fields inside.
pub(super) fn listed(value: &ParsedValue, lists: &[&str], prefixes: &[&str]) -> usize {
    let names = || lists.iter().flat_map(|list| list.split_ascii_whitespace());
    let fits = |name: &str, path: &str| {
        if name.ends_with('.') {
            path.starts_with(name)
        } else {
            path == name
        }
    };
    let mut count = 0;
    value.each_path(&mut |path| {
        let is_listed = names().any(|name| fits(name, path));
        count += usize::from(is_listed || prefixes.iter().any(|prefix| path.starts_with(prefix)));
    });
    count
}
