//! Configurations of torchtune's recipes that train all weights or LoRA: YAML, and `tune run` with
//! overrides.
//! No plan is written for it.
//!
//! Source of the options and their defaults: pytorch/torchtune, commit bd2a0fc7 (April 2026, behind
//! 0.6.1), `recipes/full_finetune_distributed.py`, `recipes/lora_finetune_distributed.py`,
//! `recipes/configs/`, and for models and their adapters `torchtune/models/*/_model_builders.py`.
//!
//! Tests: `crates/formats/tests/all/import_programs.rs`.

use super::adapters;
use super::setting::{Section, Setting, known, number, read, read_projection, read_table, words};
use crate::catalog::released_model;
use crate::excerpt::excerpt;
use crate::import::fields::{Fields, written};
use crate::import::imported::{ImportRefusal, MissingSetting};
use crate::import::training::is_other_objective;
use cost::plan::{Dtype, Offload, Recipe, Tuned, WordSet};

/// Reads a configuration, or the overrides of a command.
///
/// # Errors
/// If its recipe, model or loss is one of another adapter than LoRA, or of preferences or rewards.
pub(crate) fn read_file(mut file: Fields) -> Result<(), ImportRefusal> {
    let command = file.value.at("command").map(written).unwrap_or_default();
    let builder = file.text(MODEL).unwrap_or_default();
    let loss = file.text("loss._component_").unwrap_or_default();
    let names = [command.as_str(), builder, loss].join(",").to_lowercase();
    let mut parts = names.split(|letter: char| !letter.is_ascii_alphanumeric());
    let refusal = parts.find_map(|part| match part {
        "dora" => Some(ImportRefusal::Adapter(part.to_owned())),
        part => {
            let name = part.trim_end_matches("loss");
            is_other_objective(name).then(|| ImportRefusal::Objective(excerpt(name)))
        }
    });
    if let Some(refusal) = refusal {
        return Err(refusal);
    }
    file.reading.recipe(Recipe::TorchTitan);
    file.reading.start_layout();
    read_table(&READ, &mut file);
    Ok(())
}

read_projection!(TABLE);

const TABLE: &[Section] = &[
    Section::of(LAYOUT_ROWS),
    Section::of(ADAPTER_ROWS),
    Section::of(BATCH_ROWS),
    Section::of(LEVER_ROWS),
];

const MODEL: &str = "model._component_";

const LAYOUT_ROWS: &[Setting] = &[
    read(MODEL, model),
    number("tensor_parallel_dim", "tp").usual("1"),
    number("context_parallel_dim", "cp").usual("1"),
    words(
        "context_parallel_rotate_method",
        "cpkind",
        &[("allgather", "ag"), ("alltoall", "ring")],
    )
    .usual("ag")
    .read_when(|file| file.reading.plan.layout.context > 1),
    words(
        "fsdp_reshard_after_forward",
        "zero",
        &[("true", "3"), ("false", "2")],
    )
    .usual("3"),
    read("data_parallel_shard_dim data_parallel_replicate_dim", data),
];

const ADAPTER_ROWS: &[Setting] = &[
    read(TUNED, tuned),
    number("model.lora_rank", "rank")
        .or_missing(MissingSetting::Figure("rank"))
        .read_when(adapters::is_frozen),
    read("model.lora_attn_modules model.apply_lora_to_mlp", |file| {
        let path = "model.lora_attn_modules";
        let mut items = file.items(path);
        if file.is_on("model.apply_lora_to_mlp") {
            items.extend(["w1", "w2", "w3"].map(str::to_owned));
        }
        adapters::named_targets(file, path, &items);
    })
    .read_when(adapters::is_frozen),
    read("model.lora_dropout", |file| {
        adapters::dropout(file, "model.lora_dropout", "0");
    })
    .read_when(adapters::is_frozen),
    read(UNPLANNED, |file| adapters::unplanned(file, UNPLANNED)).read_when(adapters::is_frozen),
    known("model.lora_alpha"),
];

/// Options that name the builder of the model and the recipe.
const TUNED: &str = "model._component_ model.quantize_base command";

/// Options of adapters that no plan has.
const UNPLANNED: &str = "model.apply_lora_to_output model.use_dora";

/// Beginnings of the builders' names, and what they train.
const BUILDERS: [(&str, Tuned); 2] = [("qlora_", Tuned::Qlora), ("lora_", Tuned::Lora)];

/// The builder's name without what it trains, and what that is.
fn trained(name: &str) -> (&str, Tuned) {
    let found = BUILDERS
        .iter()
        .find_map(|(begin, tuned)| Some((name.strip_prefix(begin)?, *tuned)));
    found.unwrap_or((name, Tuned::All))
}

/// Adapters, if the builder has them. A command without the file of its recipe leaves the bits of the
/// weights open. Weights of 4 bits have scales of 8 bits (torchao, `NF4Tensor`).
fn tuned(file: &mut Fields) {
    let command = file.value.at("command").map(written).unwrap_or_default();
    let Some(component) = file.text(MODEL) else {
        if command.contains("lora_finetune") {
            adapters::tuned(file, "command", Tuned::Lora);
            file.reading.leave_open("ft", None);
        } else {
            adapters::tuned(file, MODEL, Tuned::All);
        }
        return;
    };
    let (_, kind) = trained(component.rsplit('.').next().unwrap_or_default());
    let path = "model.quantize_base";
    if kind == Tuned::Lora && file.is_on(path) {
        adapters::tuned(file, path, Tuned::Qlora);
    } else {
        adapters::tuned(file, MODEL, kind);
    }
    if adapters::is_quantised(file) {
        file.reading.default("dquant", path, "1");
    }
}

const BATCH_ROWS: &[Setting] = &[
    number("batch_size", "mbs").or_missing(MissingSetting::Batch),
    read("gradient_accumulation_steps", |file| {
        let path = "gradient_accumulation_steps";
        match file.first(path) {
            None => file.global_batch(path, 1),
            Some((_, value)) => match value.whole() {
                Some(steps) => file.global_batch(path, steps),
                None => file.reading.unfit(path, &written(value)),
            },
        }
    }),
    number("tokenizer.max_seq_len", "seq").or_missing(MissingSetting::Sequence),
    read("max_steps_per_epoch epochs", |file| {
        let path = "max_steps_per_epoch";
        if let Some(steps) = file.whole(path) {
            let epochs = file.whole("epochs").unwrap_or(1);
            file.reading.steps(Some(steps.saturating_mul(epochs)), path);
        }
    }),
];

const LEVER_ROWS: &[Setting] = &[
    words(
        "dtype",
        "dtype",
        &[("bf16", "bf16"), ("fp16", "fp16"), ("fp32", "fp32")],
    )
    .or_missing(MissingSetting::Auto("dtype")),
    // All state has the type of the weights.
    read("optimizer._component_ optimizer.fused", optimizer),
    read("optimizer_in_bwd", |file| {
        if file.is_on("optimizer_in_bwd") {
            file.reading.set("optkern", "optimizer_in_bwd", "backward");
        }
    }),
    words(
        "fp8_recipe_name",
        "dtype",
        &[
            ("tensorwise", "fp8"),
            ("rowwise", "fp8"),
            ("rowwise_with_gw_hp", "fp8"),
        ],
    )
    .usual("fp8")
    .read_when(|file| file.is_on("enable_fp8_training")),
    read("enable_fp8_training", |_| {}),
    words(
        "enable_activation_checkpointing",
        "ckpt",
        &[("true", "full"), ("false", "none")],
    )
    .usual("none"),
    read("ac_mode ac_option", |file| {
        if file.text("ac_mode") == Some("selective") {
            file.reading.unfit("ac_mode", "selective");
        }
    }),
    read(
        "enable_activation_offloading fsdp_cpu_offload optimizer._component_",
        offload,
    ),
    // Chunks of logits are all kept, but for those of a compiled loss.
    read("loss._component_", loss),
    words(
        "compile",
        "kern",
        &[("true", "compiled"), ("false", "eager")],
    )
    .usual("eager")
    .read_when(|file| file.value.at("compile.model").is_none()),
    words(
        "compile.model",
        "kern",
        &[("true", "compiled"), ("false", "eager")],
    )
    .read_when(|file| file.has("compile.model")),
    known(IDLE),
];

/// Options that change no figure.
const IDLE: &str = "\
    config nproc_per_node nnodes rdzv_id rdzv_backend rdzv_endpoint output_dir device seed \
    shuffle log_every_n_steps log_peak_memory_stats log_level metric_logger. profiler. checkpointer. \
    tokenizer. dataset. dataset_val. batch_size_val run_val_every_n_steps resume_from_checkpoint \
    save_adapter_weights_only save_every_n_steps optimizer. lr_scheduler. clip_grad_norm loss. \
    custom_sharded_layers tensor_parallel_plan. tensor_parallel_plan compile. collate_fn \
    cudnn_deterministic_mode activation_offloading_use_streams enable_async_checkpointing \
    resize_token_embeddings checkpoint_dir keep_last_n_checkpoints";

/// The model by its builder: `torchtune.models.qwen2_5.qwen2_5_7b_instruct` is `qwen2.5-7b`, and
/// `llama3_1.llama3_1_8b` `llama-3.1-8b`.
fn model(file: &mut Fields) {
    let Some(builder) = file.text(MODEL) else {
        return file.reading.missing(MissingSetting::Model);
    };
    let mut parts = builder.rsplit('.');
    let (name, _) = trained(parts.next().unwrap_or_default());
    let family = parts.next().unwrap_or_default();
    let size = name.strip_prefix(family).unwrap_or_default();
    let size = size.trim_start_matches('_').replace('_', ".");
    let size = size.trim_end_matches(".base").trim_end_matches(".instruct");
    let version = family.find(|letter: char| letter.is_ascii_digit());
    let (line, version) = family.split_at(version.unwrap_or(family.len()));
    let version = version.replace('_', ".");
    let names = ["", "-"].map(|gap| [line, gap, &version, "-", size].concat());
    let found = names.iter().find_map(|name| released_model(name));
    match found {
        Some(entry) => file.reading.set_model(MODEL, entry.model),
        None => file.reading.unknown_model(MODEL, builder),
    }
}

/// Ranks that shard one copy of the state, and copies; together with the other degrees they are the
/// GPUs, unless the ranks follow from these.
fn data(file: &mut Fields) {
    let copies = file.whole("data_parallel_replicate_dim").unwrap_or(1);
    let path = "data_parallel_shard_dim";
    if let Some(ranks) = file.whole(path) {
        let layout = &file.reading.plan.layout;
        let degrees = [ranks, copies, layout.tensor, layout.context];
        file.gpus(path, &degrees);
    } else {
        file.reading.missing(MissingSetting::Cluster);
    }
    if copies > 1 {
        let plan = &file.reading.plan;
        let group = plan.cluster.gpus / copies / plan.layout.tensor.max(1);
        let option = "data_parallel_replicate_dim";
        file.reading.set_whole("hsdp", option, group.max(1));
    }
}

fn optimizer(file: &mut Fields) {
    let path = "optimizer._component_";
    let Some(component) = file.text(path) else {
        return file.reading.missing(MissingSetting::Auto("opt"));
    };
    let name = optimizer_name(file).unwrap_or_default();
    // Adapters have the type of the weights by the recipe.
    let is_bf16 = file.reading.plan.levers.dtype == Dtype::Bf16 && !adapters::is_frozen(file);
    let state = match name {
        "AdamW" | "Adam" | "CPUOffloadOptimizer" if is_bf16 => "adamwbf16",
        "AdamW" | "Adam" | "CPUOffloadOptimizer" => "adamw",
        // The state of bitsandbytes has 32 bit, whatever type the weights have.
        "PagedAdamW" => "adamw",
        "PagedAdamW8bit" | "AdamW8bit" | "Adam8bit" => "adamw8",
        _ => return file.reading.unfit(path, component),
    };
    file.reading.set("opt", path, state);
    if is_bf16 {
        file.reading.set("master", "dtype", "none");
        file.reading.set("grads", "dtype", "16bit");
    }
    if matches!(name, "AdamW" | "Adam") {
        let fused = file.is_on("optimizer.fused");
        let kernel = if fused { "fused" } else { "foreach" };
        file.reading.set("optkern", "optimizer.fused", kernel);
    }
}

/// Name of the optimizer's class.
fn optimizer_name<'a>(file: &Fields<'a>) -> Option<&'a str> {
    let component = file.text("optimizer._component_")?;
    component.rsplit('.').next()
}

fn offload(file: &mut Fields) {
    let mut moved = Vec::new();
    if file.is_on("enable_activation_offloading") {
        moved.push(Offload::Activations);
    }
    if file.is_on("fsdp_cpu_offload") {
        moved.extend([Offload::Optimizer, Offload::Parameters]);
    } else if optimizer_name(file) == Some("CPUOffloadOptimizer") {
        moved.push(Offload::Optimizer);
    }
    let is_paged = optimizer_name(file).is_some_and(|name| name.starts_with("Paged"));
    let is_on_gpu = !moved.contains(&Offload::Optimizer);
    file.reading.plan.levers.offload = WordSet::of(&moved);
    file.note("off", "enable_activation_offloading fsdp_cpu_offload");
    if is_paged && is_on_gpu {
        file.reading
            .moves_more(Offload::Paged, "optimizer._component_");
    }
}

fn loss(file: &mut Fields) {
    let path = "loss._component_";
    let Some(component) = file.text(path) else {
        return;
    };
    let is_compiled = file.is_on("compile") || file.is_on("compile.loss");
    match component.rsplit('.').next() {
        Some("LinearCrossEntropyLoss") if is_compiled => file.reading.set("ce", path, "chunked"),
        Some("LinearCrossEntropyLoss" | "CEWithChunkedOutputLoss" | "CrossEntropyLoss") => {
            file.reading.set("ce", path, "plain");
        }
        _ => file.reading.unfit(path, component),
    }
}
