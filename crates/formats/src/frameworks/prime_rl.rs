//! prime-rl's supervised fine-tuning: TOML of its `sft`. Reinforcement learning is refused. No plan is
//! written for it.
//!
//! Source of the options and their defaults: PrimeIntellect-ai/prime-rl of August 2026 (commit
//! 559b4477), `packages/prime-rl-configs/src/prime_rl/configs/sft.py` and `trainer.py`; of their
//! effect: `src/prime_rl/trainer/sft/train.py` and `trainer/model.py`. Earlier names: release 0.5.0.
//!
//! Tests: `crates/formats/tests/all/corpus.rs`.

use super::setting::{Section, Setting, known, number, read, read_projection, read_table, words};
use crate::import::fields::Fields;
use crate::import::imported::{ImportRefusal, MissingSetting};
use crate::import::names::REST_FILES;
use crate::import::value::ParsedValue;
use cost::plan::{CrossEntropy, Module, Offload, Optimizer, Recipe, Recompute, WordSet};

/// Parts of a file of reinforcement learning.
const REWARDS: [&str; 6] = [
    "data.fake",
    "orchestrator",
    "trainer",
    "rollout_transport",
    "loss.type",
    "inference_gpu_ids",
];

/// Reads a file, or the options of a command.
///
/// # Errors
/// If it trains with rewards.
pub(crate) fn read_file(mut file: Fields) -> Result<(), ImportRefusal> {
    if REWARDS.iter().any(|path| file.value.at(path).is_some()) {
        return Err(ImportRefusal::Objective(String::from("rl")));
    }
    file.reading.recipe(Recipe::TorchTitan);
    file.reading.start_layout();
    if file.has("@") {
        file.reading.rest_in(REST_FILES[2]);
    }
    read_table(&READ, &mut file);
    Ok(())
}

read_projection!(TABLE);

const TABLE: &[Section] = &[Section::of(LAYOUT_ROWS), Section::of(LEVER_ROWS)];

const LAYOUT_ROWS: &[Setting] = &[
    read("model.name", |file| file.model("model.name")),
    number("model.debug.num_layers", "layers"),
    read(NODES, gpus),
    known(EACH),
    number("model.tp", "tp").usual("1"),
    number("model.cp", "cp").usual("1"),
    words(
        "model.cp_style",
        "cpkind",
        &[("ring", "ag"), ("ulysses", "a2a")],
    )
    .usual("ag")
    .read_when(|file| file.reading.plan.layout.context > 1),
    read("model.ep", experts).read_when(has_experts),
    words(
        "model.reshard_after_forward",
        "zero",
        &[("true", "3"), ("false", "2")],
    )
    .usual("3"),
    read("model.dp_replicate", |file| {
        let path = "model.dp_replicate";
        if let Some(replicas) = file.whole(path).filter(|replicas| *replicas > 1) {
            let plan = &file.reading.plan;
            let ranks = plan.data_parallel().saturating_mul(plan.layout.context);
            file.reading.set_whole("hsdp", path, ranks / replicas);
        }
    }),
    number("data.micro_batch_size", "mbs").usual("1"),
    number("data.batch_size", "gbs").usual("128"),
    read("data.seq_len model.seq_len", sequence),
    read("max_steps", |file| {
        let steps = file.whole("max_steps");
        file.reading.steps(steps, "max_steps");
    }),
];

const LEVER_ROWS: &[Setting] = &[
    words(
        "model.quantization.type",
        "dtype",
        &[("fp8", "fp8b"), ("mxfp8", "mxfp8")],
    )
    .usual("bf16"),
    read("model.optimization_dtype", |file| {
        let path = "model.optimization_dtype";
        match file.text(path) {
            None | Some("float32") => file.state_type(path, false),
            Some("bfloat16") => file.state_type(path, true),
            Some(other) => file.reading.unfit(path, other),
        }
    }),
    known("model.reduce_dtype"),
    read("optim.type", |file| {
        let path = "optim.type";
        file.reading.plan.levers.optimizer = match file.text(path) {
            None | Some("adamw") => return,
            Some("sgd") => Optimizer::SgdMomentum,
            Some("muon") => Optimizer::Muon,
            Some(other) => return file.reading.unfit(path, other),
        };
        file.note("opt", path);
    }),
    read("model.ac model.ac.mode", recompute),
    known("model.ac.freq model.ac.targets"),
    read("model.optim_cpu_offload", offload),
    known("model.ac_offloading model.ac_offloading. model.fsdp_cpu_offload"),
    known("model.full_offload model.full_offload."),
    read("model.compile", |file| {
        let is_on = is_part(file, "model.compile");
        let word = if is_on { "compiled" } else { "eager" };
        file.reading.plan.stack.kernels = None;
        if file.has("model.compile") {
            file.reading.set("kern", "model.compile", word);
        } else {
            file.reading.default("kern", "model.compile", word);
        }
    }),
    read(
        "model.fused_lm_head_token_chunk_size model.fused_lm_head_chunk_size loss_impl",
        loss,
    ),
    words(
        "model.ep_comm_backend",
        "disp",
        &[("torch", "a2a"), ("deepep", "deepep")],
    )
    .usual("a2a")
    .read_when(has_experts),
    words(
        "model.debug.force_balanced_routing",
        "imbal",
        &[("true", "1")],
    )
    .read_when(|file| file.is_on("model.debug.force_balanced_routing")),
    words(
        "model.attn",
        "flash",
        &[
            ("auto", "1"),
            ("flash_attention_2", "1"),
            ("flash_attention_3", "1"),
            ("flash_attention_4", "1"),
            ("fa4", "1"),
            ("sdpa", "1"),
            ("eager", "0"),
        ],
    )
    .usual("1"),
    known(IDLE),
];

/// Nodes and GPUs of the trainer; the second names before August 2026.
const NODES: &str = "deployment.num_train_nodes deployment.num_nodes";
const EACH: &str = "deployment.num_train_gpus deployment.num_gpus deployment.gpus_per_node";

/// Options that change no figure. A name with a dot at its end stands for all options inside.
const IDLE: &str = "\
    @ data.fake. trainer_gpu_ids inference_gpu_ids orchestrator. trainer. rollout_transport. loss. \
    data.type data.name data.subsets data.splits data.probabilities data.stopping_strategy \
    data.shuffle data.seed data.num_workers data.loss_mask. data.length data.input_ids \
    data.pack_function optim. scheduler. ckpt ckpt. resume. tokenizer. renderer. val. eval. inference. log. \
    monitors. wandb wandb. run. gc gc. slurm. env_vars. heartbeat. weight_broadcast. weights. \
    output_dir clean clean_output_dir dry_run matmul_precision memory_profiler_path trace_path \
    dist_timeout_seconds bench deployment.type deployment.num_infer_gpus deployment.num_eval_gpus \
    deployment.num_infer_nodes deployment.num_eval_nodes deployment.nodes_per_fsdp_group \
    model.impl model.trust_remote_code model.conversion_dir model.compile. model.moe_use_grouped_mm \
    model.moe_router_dtype model.moe_fused_kernel model.freeze_moe_router model.deepep_num_sms \
    model.deepep_token_chunk_size model.debug.random_init model.quantization.";

fn has_experts(file: &Fields) -> bool {
    file.reading.plan.model.moe.experts > 0
}

/// A part of the model's options. It is there by default since release 0.7, and before it was not.
fn is_part(file: &mut Fields, path: &str) -> bool {
    match file.value.at(path) {
        None => {
            file.reading.later_default(path);
            true
        }
        Some(ParsedValue::Text(text)) => !text.eq_ignore_ascii_case("none"),
        Some(value) => *value != ParsedValue::Switch(false),
    }
}

/// The trainer's GPUs.
fn gpus(file: &mut Fields) {
    let each = file.whole("deployment.num_train_gpus deployment.num_gpus");
    match (file.whole(NODES), each) {
        (Some(nodes), _) => {
            let each = file.whole("deployment.gpus_per_node").unwrap_or(8);
            file.gpus("deployment.num_nodes", &[nodes, each]);
        }
        (None, Some(each)) => file.gpus("deployment.num_gpus", &[each]),
        (None, None) => file.reading.missing(MissingSetting::Cluster),
    }
}

/// Expert parallelism. By default, since release 0.7, it has at most eight ranks of those that shard
/// a replica.
fn experts(file: &mut Fields) {
    let path = "model.ep";
    if file.text(path).is_none() && file.has(path) {
        let _ = file.set("ep", path);
        return;
    }
    if !file.has(path) {
        file.reading.later_default(path);
    }
    if file.reading.knows(&["gpus"]) {
        let replicas = file.whole("model.dp_replicate").unwrap_or(1).max(1);
        let ranks = (file.reading.plan.cluster.gpus / replicas).clamp(1, 8);
        file.reading.default("ep", path, &ranks.to_string());
    } else {
        file.reading.missing(MissingSetting::Auto("ep"));
    }
}

/// Tokens of a sequence. The model's option is the longest that data may have.
fn sequence(file: &mut Fields) {
    if file.has("data.seq_len") {
        let _ = file.set("seq", "data.seq_len");
    } else if let Some(longest) = file.whole("model.seq_len") {
        let most = *cost::plan::limits::SEQUENCE.end();
        file.reading.plan.batch.sequence = Some(longest.clamp(1, most));
        file.reading.missing(MissingSetting::Sequence);
    } else {
        file.reading.default("seq", "data.seq_len", "128");
    }
}

/// Recompute of all layers, of every few, or of parts of a layer.
fn recompute(file: &mut Fields) {
    let path = "model.ac";
    let levers = &mut file.reading.plan.levers;
    levers.recompute_layers = None;
    levers.recompute = Recompute::None;
    if is_part(file, path) {
        file.reading.plan.levers.recompute = Recompute::Full;
    }
    match file.text("model.ac.mode") {
        None | Some("full") => {}
        Some("selective") => targets(file),
        Some(other) => file.reading.unfit("model.ac.mode", other),
    }
    file.note("ckpt", path);
    if let Some(every) = file.whole("model.ac.freq").filter(|every| *every > 1) {
        let layers = file.reading.plan.model.layers / every;
        file.reading.set_whole("ckptn", "model.ac.freq", layers);
    }
}

/// Parts of a layer that backward recomputes.
fn targets(file: &mut Fields) {
    let path = "model.ac.targets";
    let listed = match file.value.at(path) {
        Some(ParsedValue::List(items)) => items.iter().filter_map(ParsedValue::text).collect(),
        _ => vec!["norm"],
    };
    let mut modules = Vec::new();
    for name in listed {
        match name {
            "norm" => modules.push(Module::Norm),
            "mlp" => modules.push(Module::Mlp),
            "routed_experts" => modules.push(Module::Moe),
            "mla_up_proj" => modules.push(Module::MlaUp),
            other => file.reading.unfit(path, other),
        }
    }
    file.reading.plan.levers.recompute = Recompute::Selective;
    file.reading.plan.levers.modules = WordSet::of(&modules);
    file.note("ckptmod", path);
}

/// State and activations in host memory.
fn offload(file: &mut Fields) {
    let option = "model.optim_cpu_offload";
    let mut moved = Vec::new();
    let moves_all = file.is_on("model.fsdp_cpu_offload");
    let full = file.value.at("model.full_offload");
    let moves_state = full.is_some_and(|value| *value != ParsedValue::Switch(false));
    if moves_all {
        moved.extend([Offload::Optimizer, Offload::Parameters]);
    } else if moves_state || is_part(file, option) {
        moved.push(Offload::Optimizer);
    }
    if is_part(file, "model.ac_offloading") {
        moved.push(Offload::Activations);
    }
    file.reading.plan.levers.offload = WordSet::of(&moved);
    file.note(
        "off",
        "model.optim_cpu_offload model.fsdp_cpu_offload model.full_offload model.ac_offloading",
    );
}

/// The loss: head and loss in chunks of tokens, or PyTorch's.
fn loss(file: &mut Fields) {
    let paths = "loss_impl model.fused_lm_head_token_chunk_size model.fused_lm_head_chunk_size";
    let loss = match file.first(paths).map(|(_, value)| value) {
        None => {
            file.reading
                .later_default("model.fused_lm_head_token_chunk_size");
            CrossEntropy::Chunked
        }
        Some(ParsedValue::Whole(_)) => CrossEntropy::Chunked,
        Some(value) => match value.text() {
            Some("disabled" | "torch") => CrossEntropy::Plain,
            Some("liger") => CrossEntropy::Fused,
            Some("liger_fused" | "quack_fused") => CrossEntropy::Chunked,
            other => return file.reading.unfit("loss_impl", other.unwrap_or("…")),
        },
    };
    file.reading.plan.levers.cross_entropy = loss;
    file.note("ce", paths);
}
