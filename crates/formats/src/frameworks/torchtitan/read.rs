//! torchtitan's TOML.
//!
//! Source of the options: pytorch/torchtitan 0.2.2, `torchtitan/config/job_config.py`, whose
//! defaults apply to missing options.

use crate::catalog;
use crate::frameworks::torchtitan::dump;
use crate::frameworks::torchtitan::write::FLAVORS;
use crate::import::imported::MissingSetting;
use crate::import::reading::ImportReader;
use crate::import::value::ParsedValue;
use crate::schedule_names;
use cost::plan::{
    ContextKind, Dispatcher, Dtype, GradientType, Kernels, MasterWeights, Module, Offload,
    Optimizer, Overlap, Recipe, Recompute, Schedule, WordSet, ZeroStage,
};

/// Tables that distinguish torchtitan's files from other documents.
pub(crate) const SIGNS: &[&str] = &["parallelism", "training", "activation_checkpoint"];

/// Options of the format: lists, and beginnings of names.
pub(crate) const OPTIONS: (&[&str], &[&str]) = (&[READ, IDLE], &[]);

/// Options that are read.
const READ: &str = "\
    model.name model.flavor model.converters optimizer.name training.local_batch_size \
    training.global_batch_size training.seq_len training.steps training.dtype \
    training.mixed_precision_param training.mixed_precision_reduce \
    training.enable_cpu_offload parallelism.data_parallel_replicate_degree \
    parallelism.data_parallel_shard_degree parallelism.fsdp_reshard_after_forward \
    parallelism.tensor_parallel_degree parallelism.enable_async_tensor_parallel \
    parallelism.pipeline_parallel_degree parallelism.pipeline_parallel_schedule \
    parallelism.pipeline_parallel_microbatch_size parallelism.pipeline_parallel_layers_per_stage \
    parallelism.pipeline_parallel_first_stage_less_layers \
    parallelism.pipeline_parallel_last_stage_less_layers parallelism.context_parallel_degree \
    parallelism.context_parallel_rotate_method parallelism.expert_parallel_degree \
    parallelism.expert_tensor_parallel_degree parallelism.expert_parallel_comm_backend \
    activation_checkpoint.mode \
    activation_checkpoint.selective_ac_option compile.enable debug.deterministic \
    model_spec. compile.enable_async_tensor_parallel \
    parallelism.enable_sequence_parallel";

/// Options that no plan can express and that change no figure much.
const IDLE: &str = "\
    job. profiling. metrics. model.hf_assets_path model.tokenizer_path optimizer.lr \
    optimizer.beta1 optimizer.beta2 optimizer.eps optimizer.weight_decay lr_scheduler. \
    training.dataset training.dataset_path training.max_norm checkpoint. compile.components \
    comm. validation. debug. quantize.linear.float8. dataloader. tokenizer. profiler. \
    activation_checkpoint activation_checkpoint. hf_assets_path dump_folder loss. optimizer. compile.backend";

pub(crate) fn read(value: &ParsedValue, reading: &mut ImportReader) {
    reading.unlisted(value, OPTIONS.0, OPTIONS.1);
    reading.recipe(Recipe::TorchTitan);
    if is_dump(value) {
        dump::model(value, reading);
    } else {
        model(value, reading);
    }
    layout(value, reading);
    batch(value, reading);
    levers(value, reading);
}

/// True of the JSON that version 0.3 writes.
fn is_dump(value: &ParsedValue) -> bool {
    value.field(dump::MODEL).is_some()
}

fn text<'a>(value: &'a ParsedValue, path: &str) -> &'a str {
    value
        .at(path)
        .and_then(ParsedValue::text)
        .unwrap_or_default()
}

fn whole(value: &ParsedValue, path: &str) -> u64 {
    value.at(path).and_then(ParsedValue::whole).unwrap_or(1)
}

fn model(value: &ParsedValue, reading: &mut ImportReader) {
    let stated = (text(value, "model.name"), text(value, "model.flavor"));
    let found = FLAVORS.iter().find(|(_, flavor)| *flavor == stated);
    match found.and_then(|(preset, _)| catalog::model(preset)) {
        Some(model) => reading.set_model("model.flavor", model),
        None if stated.1.is_empty() => reading.missing(MissingSetting::Model),
        None => reading.unknown_model("model.flavor", stated.1),
    }
}

fn layout(value: &ParsedValue, reading: &mut ImportReader) {
    let degrees = [
        ("tp", "parallelism.tensor_parallel_degree"),
        ("pp", "parallelism.pipeline_parallel_degree"),
        ("cp", "parallelism.context_parallel_degree"),
        ("ep", "parallelism.expert_parallel_degree"),
        ("etp", "parallelism.expert_tensor_parallel_degree"),
    ];
    for (key, path) in degrees {
        if reading.field(key, value, path).is_none() {
            reading.default(key, path, "1");
        }
    }
    let (replicas, shards) = (
        whole(value, "parallelism.data_parallel_replicate_degree"),
        value.at("parallelism.data_parallel_shard_degree"),
    );
    // −1, the default, stands for the remaining GPUs.
    match shards.and_then(ParsedValue::whole) {
        Some(shards) => {
            let layout = &reading.plan.layout;
            let model = layout.tensor.saturating_mul(layout.pipeline);
            let ranks = model.saturating_mul(layout.context);
            let gpus = ranks.saturating_mul(replicas.saturating_mul(shards));
            reading.set_gpus("parallelism.data_parallel_shard_degree", gpus);
            reading.missing(MissingSetting::Gpu);
            if replicas > 1 && shards > 1 {
                let group = shards.saturating_mul(reading.plan.layout.context);
                reading.set_whole("hsdp", "parallelism.data_parallel_shard_degree", group);
            }
        }
        None => reading.missing(MissingSetting::Cluster),
    }
    let shards_nothing = shards.and_then(ParsedValue::whole) == Some(1) && replicas > 1;
    reading.plan.layout.zero = match text(value, "parallelism.fsdp_reshard_after_forward") {
        _ if shards_nothing => ZeroStage::Zero,
        "never" => ZeroStage::Two,
        // By default weights stay gathered with a pipeline, and are freed without one.
        "always" => ZeroStage::Three,
        _ if reading.plan.layout.pipeline > 1 => ZeroStage::Two,
        _ => ZeroStage::Three,
    };
    let is_there = |path: &str| value.at(path).is_some();
    let options = [
        "parallelism.fsdp_reshard_after_forward",
        "parallelism.data_parallel_shard_degree",
    ];
    let options = if shards_nothing {
        &options[1..]
    } else {
        &options[..1]
    };
    reading.note_by("zero", options, is_there);
    if reading.plan.layout.context > 1 {
        reading.plan.layout.context_kind =
            match text(value, "parallelism.context_parallel_rotate_method") {
                "alltoall" => ContextKind::AllToAll,
                _ => ContextKind::AllGather,
            };
        let path = "parallelism.context_parallel_rotate_method";
        reading.note_by("cpkind", &[path], is_there);
    }
    let path = "parallelism.enable_sequence_parallel";
    if reading.plan.layout.tensor > 1 && value.at(path).is_some() {
        let _ = reading.field("sp", value, path);
    }
    pipeline(value, reading);
}

fn pipeline(value: &ParsedValue, reading: &mut ImportReader) {
    if reading.plan.layout.pipeline < 2 {
        return;
    }
    let path = "parallelism.pipeline_parallel_schedule";
    let name = text(value, path);
    let schedule = match name {
        "" => Schedule::PLAIN,
        name => schedule_names::torchtitan(name).unwrap_or_else(|| {
            reading.unfit(path, name);
            Schedule::PLAIN
        }),
    };
    let less = |end: &str| {
        let path = ["parallelism.pipeline_parallel_", end, "_stage_less_layers"].concat();
        whole(value, &path)
    };
    let ends = (less("first"), less("last"));
    let layout = &mut reading.plan.layout;
    layout.ends_count = ends != (0, 0);
    let options = [
        "parallelism.pipeline_parallel_first_stage_less_layers",
        "parallelism.pipeline_parallel_last_stage_less_layers",
    ];
    reading.note_by("ends", &options, |path| value.at(path).is_some());
    let per_stage = value.at("parallelism.pipeline_parallel_layers_per_stage");
    if schedule.facts().is_interleaved() {
        let ends = ends.0.saturating_add(ends.1);
        let layers = reading.plan.model.layers.saturating_add(ends);
        let stages = match per_stage.and_then(ParsedValue::whole) {
            Some(each) if each > 0 => layers.div_ceil(each),
            // Two virtual stages a rank by default.
            _ => reading.plan.layout.pipeline.saturating_mul(2),
        };
        let chunks = (stages / reading.plan.layout.pipeline).max(1);
        reading.set_whole("vp", path, chunks);
    } else if schedule != Schedule::PLAIN {
        reading.plan.layout.schedule = Some(schedule);
    }
    reading.note_by("sched", &[path], |path| value.at(path).is_some());
}

fn batch(value: &ParsedValue, reading: &mut ImportReader) {
    let in_pipeline = reading.plan.layout.pipeline > 1;
    let micro = if in_pipeline {
        "parallelism.pipeline_parallel_microbatch_size"
    } else {
        "training.local_batch_size"
    };
    if reading.field("mbs", value, micro).is_none() && !in_pipeline {
        reading.missing(MissingSetting::Batch);
    }
    let global = "training.global_batch_size";
    if reading.field("gbs", value, global).is_none() {
        let local = whole(value, "training.local_batch_size");
        let sequences = local.saturating_mul(reading.plan.data_parallel());
        reading.default("gbs", global, &sequences.to_string());
    }
    let sequence = value.at("training.seq_len").and_then(ParsedValue::whole);
    reading.set_or("seq", "training.seq_len", sequence, 2_048);
    reading.steps(
        value.at("training.steps").and_then(ParsedValue::whole),
        "training.steps",
    );
}

fn levers(value: &ParsedValue, reading: &mut ImportReader) {
    let is_on = |path: &str| value.at(path).is_some_and(ParsedValue::is_on);
    let converters = match value.at("model.converters") {
        Some(ParsedValue::List(names)) => names.iter().filter_map(ParsedValue::text).collect(),
        _ => Vec::new(),
    };
    let levers = &mut reading.plan.levers;
    levers.dtype =
        if converters.contains(&"quantize.linear.float8") || converters.contains(&"float8") {
            Dtype::Fp8
        } else if converters.contains(&"quantize.linear.mx") {
            Dtype::MxFp8
        } else if text(value, "training.mixed_precision_param") == "float32" {
            Dtype::Fp32
        } else {
            Dtype::Bf16
        };
    let option = "quantize.linear.float8.enable_fsdp_float8_all_gather";
    levers.gathers_narrow = levers.dtype == Dtype::Fp8 && is_on(option);
    // Weights, gradients and moments together.
    let is_all_bf16 = text(value, "training.dtype") == "bfloat16";
    levers.optimizer = if is_all_bf16 {
        Optimizer::AdamWBf16
    } else {
        Optimizer::AdamW
    };
    levers.master = is_all_bf16.then_some(MasterWeights::None);
    levers.gradients = is_all_bf16.then_some(GradientType::Half);
    let is_there = |path: &str| value.at(path).is_some();
    let known = ["quantize.linear.float8", "quantize.linear.mx", "float8"];
    for name in &converters {
        if !known.contains(name) && !name.starts_with("quantize.grouped_mm.") {
            reading.unfit("model.converters", name);
        }
    }
    let types = ["model.converters", "training.mixed_precision_param"];
    reading.note_by("dtype", &types, is_there);
    reading.note_by("gather8", &[option], is_there);
    for key in ["opt", "master", "grads"] {
        reading.note_by(key, &["training.dtype"], is_there);
    }
    // The state and the weights move together.
    reading.plan.levers.offload = if is_on("training.enable_cpu_offload") {
        WordSet::of(&[Offload::Optimizer, Offload::Parameters])
    } else {
        WordSet::EMPTY
    };
    reading.note_by("off", &["training.enable_cpu_offload"], is_there);
    if is_dump(value) {
        dump::recompute(value, reading);
    } else {
        recompute(value, reading);
    }
    stack(value, reading);
}

fn recompute(value: &ParsedValue, reading: &mut ImportReader) {
    let is_there = |path: &str| value.at(path).is_some();
    // Selective, every second layer: the default.
    let mode = "activation_checkpoint.mode";
    reading.plan.levers.recompute = match text(value, mode) {
        "none" => Recompute::None,
        "full" => Recompute::Full,
        _ => Recompute::Selective,
    };
    reading.note_by("ckpt", &[mode], is_there);
    if reading.plan.levers.recompute == Recompute::Selective {
        reading.plan.levers.modules = WordSet::of(&[Module::Ops]);
        let option = "activation_checkpoint.selective_ac_option";
        reading.note_by("ckptmod", &[option], is_there);
        let stated = text(value, option).to_owned();
        if stated != "op" {
            reading.unfit(option, if stated.is_empty() { "2" } else { &stated });
        }
    }
    if text(value, mode) == "memory_budget" {
        reading.unfit(mode, "memory_budget");
    }
}

/// Kernels, dispatcher and overlap.
fn stack(value: &ParsedValue, reading: &mut ImportReader) {
    let is_on = |path: &str| value.at(path).is_some_and(ParsedValue::is_on);
    let is_there = |path: &str| value.at(path).is_some();
    let stack = &mut reading.plan.stack;
    stack.gradient_sync = None;
    stack.graphs = None;
    let backend = text(value, "parallelism.expert_parallel_comm_backend");
    stack.dispatcher = (backend == "deepep").then_some(Dispatcher::DeepEp);
    stack.deterministic = is_on("debug.deterministic");
    stack.kernels = (!is_on("compile.enable")).then_some(Kernels::Eager);
    for (key, path) in [
        ("disp", "parallelism.expert_parallel_comm_backend"),
        ("det", "debug.deterministic"),
        ("kern", "compile.enable"),
    ] {
        reading.note_by(key, &[path], is_there);
    }
    let names = [
        "parallelism.enable_async_tensor_parallel",
        "compile.enable_async_tensor_parallel",
    ];
    if let Some(path) = names.into_iter().find(|path| is_on(path)) {
        let tensor = WordSet::of(&[Overlap::Tensor]);
        reading.set_overlap(path, tensor, WordSet::EMPTY);
    }
}
