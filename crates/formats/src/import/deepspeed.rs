//! DeepSpeed's JSON. It says nothing of the model, its pipeline or its cluster.
//!
//! Source of the options: microsoft/DeepSpeed 0.19.8, the files named in
//! [`export`](crate::export).

use super::imported::Missing;
use super::reading::Reading;
use super::value::Value;
use cost::plan::{ContextKind, Dtype, Offload, Optimizer, Overlap, Recipe, WordSet};

/// Fields that distinguish it from other JSON.
pub(super) const SIGNS: &[&str] = &[
    "train_batch_size",
    "train_micro_batch_size_per_gpu",
    "gradient_accumulation_steps",
    "zero_optimization",
    "bf16",
    "fp16",
];

/// Options that are read.
const READ: &str = "\
    train_batch_size train_micro_batch_size_per_gpu gradient_accumulation_steps bf16.enabled \
    bfloat16.enabled fp16.enabled zero_optimization.stage zero_optimization.overlap_comm \
    zero_optimization.offload_optimizer.device zero_optimization.offload_param.device \
    zero_optimization.zero_hpz_partition_size tensor_parallel.autotp_size sequence_parallel_size \
    activation_checkpointing.cpu_checkpointing optimizer.type";

/// Options that no plan has a place for and that change no figure of it much.
const IDLE: &str = "\
    optimizer.params. scheduler. gradient_clipping steps_per_print wall_clock_breakdown \
    zero_optimization.offload_optimizer.pin_memory zero_optimization.offload_param.pin_memory \
    zero_optimization.contiguous_gradients zero_optimization.reduce_scatter \
    zero_optimization.allgather_partitions zero_optimization.sub_group_size fp16. \
    activation_checkpointing.";

pub(super) fn read(value: &Value, reading: &mut Reading) {
    reading.unlisted(value, &[READ, IDLE]);
    reading.plan.stack.recipe = Recipe::DeepSpeed;
    reading.missing(Missing::Model);
    reading.missing(Missing::Cluster);
    reading.missing(Missing::Layout);
    let _ = reading.field("tp", value, "tensor_parallel.autotp_size");
    let context = reading.field("cp", value, "sequence_parallel_size");
    if context.is_some_and(|context| context > 1) {
        reading.plan.layout.context_kind = ContextKind::AllToAll;
    }
    batch(value, reading);
    let is_on = |path: &str| value.at(path).is_some_and(Value::is_on);
    reading.plan.levers.dtype = if is_on("bf16.enabled") || is_on("bfloat16.enabled") {
        Dtype::Bf16
    } else if is_on("fp16.enabled") {
        Dtype::Fp16
    } else {
        Dtype::Fp32
    };
    // Without the option nothing is sharded.
    reading.set("zero", "zero_optimization.stage", "0");
    let _ = reading.field("zero", value, "zero_optimization.stage");
    if let Some(is_on) = value.at("zero_optimization.overlap_comm") {
        let habits = reading.plan.overlap();
        let data = 1 << (Overlap::Data as u32);
        let bits = if is_on.is_on() {
            habits.bits() | data
        } else {
            habits.bits() & !data
        };
        let chosen = WordSet::from_bits(bits);
        reading.plan.stack.overlap = (chosen != habits).then_some(chosen);
    }
    let group = value.at("zero_optimization.zero_hpz_partition_size");
    if group.and_then(Value::whole).is_some_and(|group| group > 1) {
        let _ = reading.field("hsdp", value, "zero_optimization.zero_hpz_partition_size");
    }
    offload(value, reading);
    optimizer(value, reading);
}

fn batch(value: &Value, reading: &mut Reading) {
    let micro = reading.field("mbs", value, "train_micro_batch_size_per_gpu");
    if reading.field("gbs", value, "train_batch_size").is_some() {
        return;
    }
    let steps = value.at("gradient_accumulation_steps");
    match (micro, steps.and_then(Value::whole)) {
        (Some(micro), Some(steps)) => {
            let each = micro.saturating_mul(steps);
            let global = each.saturating_mul(reading.plan.data_parallel());
            reading.set_whole("gbs", "gradient_accumulation_steps", global);
        }
        _ => reading.missing(Missing::Batch),
    }
}

fn offload(value: &Value, reading: &mut Reading) {
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
        match value.at(path).and_then(Value::text) {
            None | Some("none") => {}
            Some("cpu") => moved.push(part),
            Some(other) => reading.unfit(path, other),
        }
    }
    let checkpoints = value.at("activation_checkpointing.cpu_checkpointing");
    if checkpoints.is_some_and(Value::is_on) {
        moved.push(Offload::Activations);
    }
    reading.plan.levers.offload = WordSet::of(&moved);
}

fn optimizer(value: &Value, reading: &mut Reading) {
    let Some(name) = value.at("optimizer.type").and_then(Value::text) else {
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
}
