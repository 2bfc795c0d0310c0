//! Options of veRL's training by rewards with FSDP, `verl.trainer.main_ppo`: the update of the policy.
//! The answers that it learns from, the reference model's own batch and reward models are left out. No
//! plan is written for it.
//!
//! Source of the options and their defaults: verl-project/verl 0.8.0.dev (commit b178a3cd, January
//! 2026), `verl/trainer/config/ppo_trainer.yaml`, `actor/`, `engine/fsdp.yaml`, `model/hf_model.yaml`
//! and `data/legacy_data.yaml`; of their effect: `verl/workers/fsdp_workers.py` and
//! `verl/workers/actor/dp_actor.py`.
//!
//! Tests: `crates/formats/tests/all/corpus.rs`, `crates/formats/tests/all/import_commands.rs`.

use super::adapters;
use super::setting::{Section, Setting, known, number, read, read_projection, read_table, words};
use crate::import::fields::{Fields, written};
use crate::import::imported::{ImportRefusal, MissingSetting, OtherProgram};
use crate::import::names::REST_FILES;
use crate::import::value::ParsedValue;
use cost::plan::{Offload, Recipe, Tuned};

/// Reads the overrides of a command, or a file.
///
/// # Errors
/// If Megatron-LM trains the model, or a critic is trained beside it.
pub(crate) fn read_file(mut file: Fields) -> Result<(), ImportRefusal> {
    let is_fsdp = matches!(file.text(STRATEGY), None | Some("fsdp" | "fsdp2"));
    let name = file.text("config_name").unwrap_or_default();
    if !is_fsdp
        || name.contains("megatron")
        || file.value.at("actor_rollout_ref.actor.megatron").is_some()
    {
        return Err(ImportRefusal::Other {
            program: OtherProgram::Verl,
            adapter: None,
        });
    }
    if matches!(file.text(ADVANTAGES), None | Some(OF_CRITIC)) {
        return Err(ImportRefusal::Objective(OF_CRITIC.to_owned()));
    }
    file.reading.recipe(Recipe::Verl);
    file.reading.start_layout();
    if !matches!(name, "" | "ppo_trainer") {
        file.reading.rest_in(REST_FILES[0]);
    }
    read_table(&READ, &mut file);
    Ok(())
}

read_projection!(TABLE);

const TABLE: &[Section] = &[Section::of(ROWS)];

const STRATEGY: &str = "actor_rollout_ref.actor.strategy";
const ADVANTAGES: &str = "algorithm.adv_estimator";
/// The usual estimate of advantages: that of a critic, a second model.
const OF_CRITIC: &str = "gae";
const MODEL: &str = "actor_rollout_ref.model.path";
const GPUS: &str = "trainer.n_gpus_per_node trainer.nnodes";
const LENGTHS: &str = "data.max_prompt_length data.max_response_length";
const ANSWERS: &str = "actor_rollout_ref.rollout.n";
const MINI_BATCH: &str = "actor_rollout_ref.actor.ppo_mini_batch_size";
const BATCH: &str = "actor_rollout_ref.actor.ppo_mini_batch_size actor_rollout_ref.rollout.n";
const MICRO_BATCH: &str = "actor_rollout_ref.actor.ppo_micro_batch_size_per_gpu";
const DYNAMIC: &str = "actor_rollout_ref.actor.use_dynamic_bsz";
const TOKENS: &str = "actor_rollout_ref.actor.ppo_max_token_len_per_gpu";
const RANK: &str = "actor_rollout_ref.model.lora_rank";
const REFERENCE: &str = "actor_rollout_ref.actor.use_kl_loss algorithm.use_kl_in_reward";
const STATE: &str = "actor_rollout_ref.actor.fsdp_config.model_dtype";
const HOST: &str = "actor_rollout_ref.actor.fsdp_config.offload_policy";
const ENTROPY: &str = "actor_rollout_ref.actor.entropy_coeff";
const ACTIVATIONS: &str = "actor_rollout_ref.model.enable_activation_offload";
const TILES: &str = "actor_rollout_ref.model.tiled_mlp.enabled";

const ROWS: &[Setting] = &[
    read(MODEL, |file| file.model(MODEL)),
    read(ADVANTAGES, |file| {
        file.reading.set("obj", ADVANTAGES, "grpo");
    }),
    read(REFERENCE, |file| {
        let mut options = REFERENCE.split(' ');
        match options.find(|option| file.value.at(option).is_some_and(ParsedValue::is_on)) {
            Some(option) => file.reading.set("refmodel", option, "resident"),
            None => {
                let option = "actor_rollout_ref.actor.use_kl_loss";
                file.reading.default("refmodel", option, "none");
            }
        }
    }),
    read(RANK, |file| match file.whole(RANK) {
        Some(rank) if rank > 0 => {
            adapters::tuned(file, RANK, Tuned::Lora);
            file.reading.set_whole("rank", RANK, rank);
        }
        _ => adapters::tuned(file, RANK, Tuned::All),
    }),
    read("actor_rollout_ref.model.target_modules", |file| {
        let path = "actor_rollout_ref.model.target_modules";
        adapters::targets(file, path, adapters::all_targets());
    })
    .read_when(adapters::is_frozen),
    read(GPUS, |file| {
        let [nodes, each] = [("trainer.nnodes", 1), ("trainer.n_gpus_per_node", 8)]
            .map(|(path, usual)| file.whole(path).unwrap_or(usual));
        file.gpus("trainer.n_gpus_per_node", &[each, nodes]);
    }),
    number(
        "actor_rollout_ref.actor.ulysses_sequence_parallel_size",
        "cp",
    )
    .usual("1"),
    read("actor_rollout_ref.model.use_remove_padding", |file| {
        if file.reading.plan.layout.context > 1 {
            let path = "actor_rollout_ref.actor.ulysses_sequence_parallel_size";
            file.reading.default("cpkind", path, "a2a");
        }
    }),
    words(
        "actor_rollout_ref.actor.fsdp_config.reshard_after_forward",
        "zero",
        &[("true", "3"), ("false", "2")],
    )
    .usual("3"),
    number("actor_rollout_ref.actor.fsdp_config.fsdp_size", "hsdp").read_when(|file| {
        file.whole("actor_rollout_ref.actor.fsdp_config.fsdp_size")
            .is_some()
    }),
    read(LENGTHS, |file| {
        let lengths = LENGTHS.split(' ').map(|path| file.value.at(path));
        let tokens = lengths.map(|value| value.and_then(ParsedValue::whole).unwrap_or(512));
        let tokens = tokens.fold(0_u64, u64::saturating_add);
        decided(file, "seq", LENGTHS, tokens);
    }),
    read(MICRO_BATCH, micro_batch),
    known(
        "actor_rollout_ref.actor.use_dynamic_bsz actor_rollout_ref.actor.ppo_max_token_len_per_gpu",
    )
    .beside(),
    // A step has the answers to the prompts of a mini-batch.
    read(MINI_BATCH, |file| {
        let prompts = file.whole(MINI_BATCH).unwrap_or(256);
        let answers = file.whole(ANSWERS).unwrap_or(1);
        decided(file, "gbs", BATCH, prompts.saturating_mul(answers));
    }),
    read(
        "trainer.total_training_steps data.train_batch_size",
        |file| {
            let path = "trainer.total_training_steps";
            let prompts = file.whole("data.train_batch_size").unwrap_or(1_024);
            let updates = prompts / file.whole(MINI_BATCH).unwrap_or(256).max(1);
            let epochs = file
                .whole("actor_rollout_ref.actor.ppo_epochs")
                .unwrap_or(1);
            let each = updates.max(1).saturating_mul(epochs);
            let steps = file.whole(path).map(|steps| steps.saturating_mul(each));
            file.reading.steps(steps, path);
        },
    ),
    words(
        "actor_rollout_ref.actor.fsdp_config.dtype",
        "dtype",
        &[("bfloat16", "bf16"), ("float16", "fp16")],
    )
    .usual("bf16"),
    read(STATE, |file| match file.text(STATE) {
        _ if adapters::is_frozen(file) => {}
        None | Some("fp32" | "float32") => file.state_type(STATE, false),
        Some("bf16" | "bfloat16") => file.state_type(STATE, true),
        Some(other) => file.reading.unfit(STATE, other),
    }),
    words(
        "actor_rollout_ref.model.enable_gradient_checkpointing",
        "ckpt",
        &[("true", "full"), ("false", "none")],
    )
    .usual("full"),
    read(HOST, |file| {
        let value = if file.is_on(HOST) {
            "opt,params"
        } else {
            "none"
        };
        if file.has(HOST) {
            file.reading.set("off", HOST, value);
        } else {
            file.reading.default("off", HOST, value);
        }
    }),
    read(ACTIVATIONS, |file| {
        if file.is_on(ACTIVATIONS) {
            file.reading.moves_more(Offload::Activations, ACTIVATIONS);
        }
    }),
    read("actor_rollout_ref.model.use_fused_kernels", |file| {
        let path = "actor_rollout_ref.model.use_fused_kernels";
        if file.is_on(path) {
            file.reading.set("ce", path, "chunked");
        }
    }),
    number("actor_rollout_ref.model.tiled_mlp.num_shards", "tiles")
        .read_when(|file| file.is_on(TILES)),
    known(TILES).beside(),
    // An entropy in the loss keeps more of each logit.
    read(ENTROPY, |file| {
        let value = file.value.at(ENTROPY).map(written).unwrap_or_default();
        if !matches!(value.as_str(), "" | "0" | "0.0") {
            file.reading.unfit(ENTROPY, &value);
        }
    }),
    read("actor_rollout_ref.actor.optim.optimizer", |file| {
        let path = "actor_rollout_ref.actor.optim.optimizer";
        let name = file.text(path).unwrap_or("AdamW");
        if !matches!(name, "AdamW" | "Adam") {
            file.reading.unfit(path, name);
        }
    }),
    known(IDLE),
];

/// Sets a key to a number that follows from options, or from their defaults if the file has none.
fn decided(file: &mut Fields, key: &'static str, options: &'static str, number: u64) {
    let first = options.split(' ').next().unwrap_or_default();
    match file.first(options) {
        Some((option, _)) => file.reading.set_whole(key, option, number),
        None => file.reading.default(key, first, &number.to_string()),
    }
}

/// Sequences of a micro-batch, or as many as the most tokens of one are.
fn micro_batch(file: &mut Fields) {
    if file.is_on(DYNAMIC) {
        let ranks = file.reading.plan.layout.context.max(1);
        let tokens = file.whole(TOKENS).unwrap_or(16_384).saturating_mul(ranks);
        let sequences = (tokens / file.reading.plan.sequence().max(1)).max(1);
        file.reading.set_whole("mbs", TOKENS, sequences);
        adapters::nearest(file, TOKENS, &tokens.to_string());
    } else if file.set("mbs", MICRO_BATCH).is_none() {
        file.reading.missing(MissingSetting::Batch);
    }
}

/// Options that change no figure of an update. A name with a dot at its end stands for all options
/// inside. State moves to the host by `param_offload` and `optimizer_offload` only while answers are
/// written.
const IDLE: &str = "\
    config_name config_path algorithm. critic. reward_model. reward. custom_reward_function. \
    ray_kwargs. global_profiler. transfer_queue. hydra. data. trainer. actor_rollout_ref.rollout. \
    actor_rollout_ref.ref. actor_rollout_ref.hybrid_engine actor_rollout_ref.nccl_timeout \
    actor_rollout_ref.actor.strategy actor_rollout_ref.actor.optim. \
    actor_rollout_ref.actor.checkpoint. actor_rollout_ref.actor.profiler. \
    actor_rollout_ref.actor.policy_loss. actor_rollout_ref.actor.router_replay. \
    actor_rollout_ref.actor.clip_* actor_rollout_ref.actor.kl_* actor_rollout_ref.actor.loss_* \
    actor_rollout_ref.actor.tau_* actor_rollout_ref.actor.grad_clip \
    actor_rollout_ref.actor.ppo_epochs actor_rollout_ref.actor.shuffle \
    actor_rollout_ref.actor.data_loader_seed actor_rollout_ref.actor.rollout_n \
    actor_rollout_ref.actor.use_torch_compile actor_rollout_ref.actor.calculate_entropy \
    actor_rollout_ref.actor.entropy_from_logits_with_chunking \
    actor_rollout_ref.actor.entropy_checkpointing actor_rollout_ref.actor.use_remove_padding \
    actor_rollout_ref.actor.fsdp_config.param_offload \
    actor_rollout_ref.actor.fsdp_config.optimizer_offload \
    actor_rollout_ref.actor.fsdp_config.forward_prefetch \
    actor_rollout_ref.actor.fsdp_config.use_orig_params \
    actor_rollout_ref.actor.fsdp_config.wrap_policy. \
    actor_rollout_ref.model.lora_alpha actor_rollout_ref.model.lora_adapter_path \
    actor_rollout_ref.model.use_liger actor_rollout_ref.model.use_shm \
    actor_rollout_ref.model.external_lib actor_rollout_ref.model.trust_remote_code \
    actor_rollout_ref.model.tokenizer_path actor_rollout_ref.model.custom_chat_template \
    actor_rollout_ref.model.fused_kernel_options.";
