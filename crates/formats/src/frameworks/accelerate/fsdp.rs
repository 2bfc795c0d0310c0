//! FSDP by the options of Accelerate and of the Trainer.

use crate::excerpt::excerpt;
use crate::import::fields::{Fields, written};
use crate::import::imported::{ImportNote, SettingOrigin};
use crate::import::value::ParsedValue;
use cost::plan::{Offload, Recompute, WordSet, ZeroStage};

/// The ZeRO stage of a sharding strategy of FSDP 1 or the Trainer, and true for hybrid sharding.
fn strategy(word: &str) -> Option<(ZeroStage, bool)> {
    Some(match word.to_ascii_lowercase().as_str() {
        "full_shard" | "1" | "true" => (ZeroStage::Three, false),
        "shard_grad_op" | "2" => (ZeroStage::Two, false),
        "no_shard" | "3" => (ZeroStage::Zero, false),
        "hybrid_shard" | "4" => (ZeroStage::Three, true),
        "hybrid_shard_zero2" | "5" => (ZeroStage::Two, true),
        _ => return None,
    })
}

/// Reads the Trainer's `fsdp`, a list of words, with `fsdp_config` beside it. Returns true if the
/// file has it.
pub(crate) fn trainer(file: &mut Fields) -> bool {
    let stated = file.value.at("fsdp").map(written).unwrap_or_default();
    let is_there = !(stated.is_empty() || stated == "false");
    if !is_there && !file.has("fsdp_config") {
        return false;
    }
    file.reading.plan.layout.zero = ZeroStage::Three;
    file.reading
        .note("zero", "fsdp_config", SettingOrigin::Read);
    for word in stated.split([' ', ',']).filter(|word| !word.is_empty()) {
        match word {
            "auto_wrap" => {}
            "offload" => offload(file, "fsdp"),
            word => match strategy(word) {
                Some(found) => shard(file, "fsdp", found),
                None => file.reading.unfit("fsdp", word),
            },
        }
    }
    config(file);
    true
}

fn shard(file: &mut Fields, path: &'static str, (zero, is_hybrid): (ZeroStage, bool)) {
    file.reading.plan.layout.zero = zero;
    file.reading.note("zero", path, SettingOrigin::Read);
    if is_hybrid {
        // A shard group consists of the GPUs of a node.
        let node = file.reading.plan.cluster.gpu.node;
        file.reading.set_whole("hsdp", path, node);
    }
}

fn offload(file: &mut Fields, path: &'static str) {
    file.reading.plan.levers.offload = WordSet::of(&[Offload::Optimizer, Offload::Parameters]);
    file.reading.note("off", path, SettingOrigin::Read);
}

/// Reads which modules FSDP gathers as one unit: a plan gathers one layer at a time.
fn wrapping(file: &mut Fields) {
    let paths = "fsdp_config.fsdp_auto_wrap_policy fsdp_config.auto_wrap_policy";
    let Some((path, value)) = file.first(paths) else {
        return;
    };
    let word = written(value);
    match word.to_ascii_uppercase().as_str() {
        "TRANSFORMER_BASED_WRAP" | "AUTO" => {}
        // By size, layers above the size are units as a rule.
        "SIZE_BASED_WRAP" => file.reading.remark(ImportNote::Nearest {
            option: path.to_owned(),
            value: excerpt(&word),
        }),
        _ => file.reading.unfit(path, &word),
    }
}

/// Reads `fsdp_config`, whose names may begin with `fsdp_`.
pub(crate) fn config(file: &mut Fields) {
    let paths = "fsdp_config.fsdp_sharding_strategy fsdp_config.sharding_strategy";
    if let Some((path, value)) = file.first(paths) {
        let word = written(value);
        match strategy(&word) {
            Some(found) => shard(file, path, found),
            None => file.reading.unfit(path, &word),
        }
    }
    let paths = "fsdp_config.fsdp_reshard_after_forward fsdp_config.reshard_after_forward";
    if let Some((path, value)) = file.first(paths) {
        let word = written(value);
        let found = match value {
            ParsedValue::Switch(false) => Some((ZeroStage::Two, false)),
            _ => strategy(&word),
        };
        match found {
            Some(found) => shard(file, path, found),
            None => file.reading.unfit(path, &word),
        }
    }
    wrapping(file);
    let paths = "fsdp_config.fsdp_offload_params fsdp_config.offload_params";
    if let Some((path, value)) = file.first(paths) {
        if value.is_on() {
            offload(file, path);
        } else {
            file.reading.plan.levers.offload = WordSet::EMPTY;
            file.reading.note("off", path, SettingOrigin::Read);
        }
    }
    let paths = "fsdp_config.fsdp_activation_checkpointing fsdp_config.activation_checkpointing";
    if let Some((path, _)) = file.first(paths).filter(|(_, value)| value.is_on()) {
        file.reading.plan.levers.recompute = Recompute::Full;
        file.reading.note("ckpt", path, SettingOrigin::Read);
    }
}
