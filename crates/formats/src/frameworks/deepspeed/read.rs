//! DeepSpeed's JSON, which has neither model nor pipeline nor cluster.
//!
//! Source of the options: microsoft/DeepSpeed 0.19.8, the files named in
//! [`export`](crate::export).

use crate::import::fields::Fields;
use crate::import::imported::{MissingSetting, SettingOrigin};
use crate::import::reading::ImportReader;
use crate::import::value::ParsedValue;
use cost::plan::{
    ContextKind, Dtype, GradientType, MasterWeights, Offload, Optimizer, Overlap, Recipe, WordSet,
};

/// Fields that distinguish DeepSpeed's JSON from others.
pub(crate) const SIGNS: &[&str] = &[
    "train_batch_size",
    "train_micro_batch_size_per_gpu",
    "gradient_accumulation_steps",
    "zero_optimization",
    "bf16",
    "fp16",
];

/// Options of the format: lists, and beginnings of names.
pub(crate) const OPTIONS: (&[&str], &[&str]) = (&[READ, IDLE], &[]);

/// Options that are read.
const READ: &str = "\
    train_batch_size train_micro_batch_size_per_gpu gradient_accumulation_steps bf16.enabled \
    bfloat16.enabled fp16.enabled zero_optimization.stage zero_optimization.overlap_comm \
    zero_optimization.offload_optimizer.device zero_optimization.offload_param.device \
    zero_optimization.cpu_offload zero_optimization.cpu_offload_params \
    zero_optimization.zero_hpz_partition_size tensor_parallel.autotp_size sequence_parallel_size \
    activation_checkpointing.cpu_checkpointing optimizer.type data_types.grad_accum_dtype \
    bf16.bf16_master_weights_and_grads bf16.bf16_optimizer_states \
    fp16.fp16_master_weights_and_grads";

/// Options that no plan can express and that change no figure much.
const IDLE: &str = "\
    optimizer.params. scheduler. gradient_clipping steps_per_print wall_clock_breakdown \
    zero_optimization.offload_optimizer.pin_memory zero_optimization.offload_param.pin_memory \
    zero_optimization.contiguous_gradients zero_optimization.reduce_scatter \
    zero_optimization.allgather_partitions zero_optimization.sub_group_size fp16. \
    zero_optimization.stage3_max_live_parameters zero_optimization.stage3_max_reuse_distance \
    zero_optimization.stage3_prefetch_bucket_size \
    zero_optimization.stage3_param_persistence_threshold \
    zero_optimization.stage3_gather_16bit_weights_on_model_save \
    zero_optimization.reduce_bucket_size zero_optimization.allgather_bucket_size \
    zero_optimization.round_robin_gradients zero_allow_untested_optimizer \
    activation_checkpointing.";

pub(crate) fn read(value: &ParsedValue, reading: &mut ImportReader) {
    reading.unlisted(value, OPTIONS.0, OPTIONS.1);
    reading.recipe(Recipe::DeepSpeed);
    reading.missing(MissingSetting::Model);
    reading.missing(MissingSetting::Cluster);
    reading.missing(MissingSetting::Layout);
    // The file has no option for it.
    reading.missing(MissingSetting::Sequence);
    let _ = reading.field("tp", value, "tensor_parallel.autotp_size");
    let context = reading.field("cp", value, "sequence_parallel_size");
    if context.is_some_and(|context| context > 1) {
        reading.plan.layout.context_kind = ContextKind::AllToAll;
        reading.note("cpkind", "sequence_parallel_size", SettingOrigin::Read);
    }
    batch(value, reading);
    let is_on = |path: &str| value.at(path).is_some_and(ParsedValue::is_on);
    let kinds = ["bf16.enabled", "bfloat16.enabled", "fp16.enabled"];
    let is_left = |path: &&str| value.at(path).and_then(ParsedValue::text) == Some("auto");
    reading.plan.levers.dtype = if is_on("bf16.enabled") || is_on("bfloat16.enabled") {
        Dtype::Bf16
    } else if is_on("fp16.enabled") {
        Dtype::Fp16
    } else {
        Dtype::Fp32
    };
    let is_open = reading.plan.levers.dtype == Dtype::Fp32 && kinds.iter().any(is_left);
    if is_open {
        reading.plan.levers.dtype = Dtype::Bf16;
        reading.missing(MissingSetting::Auto("dtype"));
    } else {
        reading.note_by("dtype", &kinds, |path| value.at(path).is_some());
    }
    read_part(value, reading);
}

/// Reads DeepSpeed's options of sharding, offload and types inside another file.
pub(crate) fn read_part(value: &ParsedValue, reading: &mut ImportReader) {
    // Without the option nothing is sharded.
    reading.default("zero", "zero_optimization.stage", "0");
    let _ = reading.field("zero", value, "zero_optimization.stage");
    if let Some(is_on) = value.at("zero_optimization.overlap_comm") {
        let path = "zero_optimization.overlap_comm";
        let data = WordSet::of(&[Overlap::Data]);
        if is_on.is_on() {
            reading.set_overlap(path, data, WordSet::EMPTY);
        } else {
            reading.set_overlap(path, WordSet::EMPTY, data);
        }
    }
    let group = value.at("zero_optimization.zero_hpz_partition_size");
    if group
        .and_then(ParsedValue::whole)
        .is_some_and(|group| group > 1)
    {
        let _ = reading.field("hsdp", value, "zero_optimization.zero_hpz_partition_size");
    }
    offload(value, reading);
    optimizer(value, reading);
    types(value, reading);
}

fn batch(value: &ParsedValue, reading: &mut ImportReader) {
    let mut fields = Fields { value, reading };
    let micro = fields.set("mbs", "train_micro_batch_size_per_gpu");
    let global = fields.value.at("train_batch_size");
    let steps = fields.value.at("gradient_accumulation_steps");
    if let Some(all) = fields.set("gbs", "train_batch_size") {
        if micro.is_none() {
            micro_of(all, steps.and_then(ParsedValue::whole), &mut fields);
        }
        return;
    }
    let is_open = [global, steps]
        .iter()
        .any(|value| value.and_then(ParsedValue::text) == Some("auto"));
    match (micro, steps.and_then(ParsedValue::whole)) {
        (Some(_), Some(steps)) => fields.global_batch("gradient_accumulation_steps", steps),
        _ if is_open => fields.reading.missing(MissingSetting::Auto("gbs")),
        _ => fields.reading.missing(MissingSetting::Batch),
    }
}

/// Sets the micro-batch that DeepSpeed computes: sequences of a step by steps of accumulation, one by
/// default, and by ranks. Without the number of GPUs it is open.
///
/// Source: deepspeedai/DeepSpeed, `deepspeed/runtime/config.py`, `_set_batch_related_parameters`.
fn micro_of(all: u64, steps: Option<u64>, fields: &mut Fields) {
    if !fields.reading.knows(&["gpus"]) {
        fields.reading.missing(MissingSetting::Figure("mbs"));
        return;
    }
    let ranks = fields.reading.plan.data_parallel();
    let parts = ranks.saturating_mul(steps.unwrap_or(1)).max(1);
    let micro = (all / parts).max(1);
    fields
        .reading
        .default("mbs", "train_batch_size", &micro.to_string());
}

/// Switches that move a part to the host. The first two are the names before 0.3.16.
const SWITCHES: [(&str, Offload); 3] = [
    ("zero_optimization.cpu_offload", Offload::Optimizer),
    ("zero_optimization.cpu_offload_params", Offload::Parameters),
    (
        "activation_checkpointing.cpu_checkpointing",
        Offload::Activations,
    ),
];

fn offload(value: &ParsedValue, reading: &mut ImportReader) {
    let mut moved = Vec::new();
    for (path, part) in [
        (
            "zero_optimization.offload_optimizer.device",
            Offload::Optimizer,
        ),
        (
            "zero_optimization.offload_param.device",
            Offload::Parameters,
        ),
    ] {
        match value.at(path).and_then(ParsedValue::text) {
            None | Some("none") => {}
            Some("cpu") => moved.push(part),
            Some(other) => reading.unfit(path, other),
        }
    }
    for (path, part) in SWITCHES {
        if value.at(path).is_some_and(ParsedValue::is_on) && !moved.contains(&part) {
            moved.push(part);
        }
    }
    reading.plan.levers.offload = WordSet::of(&moved);
    let paths = [
        "zero_optimization.offload_optimizer.device",
        "zero_optimization.offload_param.device",
        SWITCHES[0].0,
        SWITCHES[1].0,
        SWITCHES[2].0,
    ];
    reading.note_by("off", &paths, |path| value.at(path).is_some());
}

/// Types of the master weights, gradients and moments, if the file gives them.
fn types(value: &ParsedValue, reading: &mut ImportReader) {
    let is_on = |path: &str| value.at(path).is_some_and(ParsedValue::is_on);
    let is_half =
        is_on("bf16.bf16_master_weights_and_grads") || is_on("fp16.fp16_master_weights_and_grads");
    if is_half && is_on("bf16.bf16_optimizer_states") {
        reading.plan.levers.optimizer = Optimizer::AdamWBf16;
        reading.note("opt", "bf16.bf16_optimizer_states", SettingOrigin::Read);
    }
    reading.plan.levers.master = is_half.then_some(MasterWeights::None);
    let path = "data_types.grad_accum_dtype";
    reading.plan.levers.gradients = match value.at(path).and_then(ParsedValue::text) {
        Some("fp32") => Some(GradientType::Fp32),
        Some("bf16" | "fp16") => Some(GradientType::Half),
        Some(other) => {
            reading.unfit(path, other);
            None
        }
        None => is_half.then_some(GradientType::Half),
    };
    let states = [
        "bf16.bf16_master_weights_and_grads",
        "fp16.fp16_master_weights_and_grads",
    ];
    let is_there = |path: &str| value.at(path).is_some();
    reading.note_by("master", &states, is_there);
    reading.note_by("grads", &[path, states[0], states[1]], is_there);
}

fn optimizer(value: &ParsedValue, reading: &mut ImportReader) {
    let Some(name) = value.at("optimizer.type").and_then(ParsedValue::text) else {
        return;
    };
    reading.plan.levers.optimizer = match name.to_ascii_lowercase().as_str() {
        "adam" | "adamw" => Optimizer::AdamW,
        "lion" => Optimizer::Lion,
        "muon" => Optimizer::Muon,
        _ => {
            reading.unfit("optimizer.type", name);
            return;
        }
    };
    reading.note("opt", "optimizer.type", SettingOrigin::Read);
}
