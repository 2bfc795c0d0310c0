//! FSDP by the options of Accelerate and of the Trainer.

use crate::excerpt::excerpt;
use crate::export::document::{on, switch, word};
use crate::export::facts::Facts;
use crate::frameworks::setting::{Setting, option, read, written as known};
use crate::import::fields::{Fields, written};
use crate::import::imported::{ImportNote, SettingOrigin};
use crate::import::value::ParsedValue;
use cost::plan::{Offload, Recompute, Word as _, WordSet, ZeroStage};

/// Sharding strategies of FSDP 1 with their ZeRO stages. Accelerate leaves out an underscore.
///
/// Source: PyTorch 2.15, `torch/distributed/fsdp/api.py`, `ShardingStrategy`; Accelerate 1.15,
/// `utils/constants.py`.
pub(crate) const SHARDINGS: &[(&str, &str)] = &[
    ("FULL_SHARD", "3"),
    ("SHARD_GRAD_OP", "2"),
    ("NO_SHARD", "0"),
    ("HYBRID_SHARD", "3"),
    ("HYBRID_SHARD_ZERO2", "2"),
    ("_HYBRID_SHARD_ZERO2", "2"),
];

/// Names of an option of `fsdp_config`: the one that is written, and the other one.
macro_rules! config_names {
    ($is_prefixed:expr, $name:literal) => {
        if $is_prefixed {
            concat!("fsdp_config.fsdp_", $name, " fsdp_config.", $name)
        } else {
            concat!("fsdp_config.", $name, " fsdp_config.fsdp_", $name)
        }
    };
}

/// Rows of `fsdp_config`, whose names may begin with `fsdp_`; written for plans that FSDP shards.
pub(crate) const fn settings(is_prefixed: bool, shards: fn(&Facts) -> bool) -> [Setting; 6] {
    // Trainers have another option, which is written.
    let checkpointing = option(
        config_names!(is_prefixed, "activation_checkpointing"),
        |f| on(f.recomputes_layers()),
        |file| {
            if recomputes(file) {
                file.reading.plan.levers.recompute = Recompute::Full;
                file.note("ckpt", CHECKPOINTING);
            }
        },
    );
    [
        read(config_names!(is_prefixed, "sharding_strategy"), |file| {
            state(file, config_names!(true, "sharding_strategy"));
        }),
        option(
            config_names!(is_prefixed, "reshard_after_forward"),
            |f| switch(f.plan.layout.zero == ZeroStage::Three),
            |file| state(file, RESHARD),
        )
        .when(shards),
        option(
            config_names!(is_prefixed, "auto_wrap_policy"),
            |_| word("TRANSFORMER_BASED_WRAP"),
            wrapping,
        )
        .when(shards),
        known(config_names!(is_prefixed, "state_dict_type"), |_| {
            word("SHARDED_STATE_DICT")
        })
        .when(shards),
        option(
            config_names!(is_prefixed, "offload_params"),
            |f| on(moves_shard(f)),
            |file| {
                let paths = config_names!(true, "offload_params");
                if file.has(paths) {
                    offload(file, paths, file.is_on(paths));
                }
            },
        )
        .when(shards),
        if is_prefixed {
            checkpointing.when(shards)
        } else {
            checkpointing.unwritten()
        },
    ]
}

/// The rows, which are only read.
pub(crate) const READ_ALONE: [Setting; 6] = {
    let mut rows = settings(false, |_| false);
    let mut place = 0;
    while place < rows.len() {
        rows[place] = rows[place].unwritten();
        place += 1;
    }
    rows
};

const RESHARD: &str = config_names!(true, "reshard_after_forward");
const CHECKPOINTING: &str = config_names!(true, "activation_checkpointing");

/// True if FSDP moves the state and the weights to the host.
pub(crate) fn moves_shard(facts: &Facts) -> bool {
    facts.offloads(Offload::Optimizer) || facts.offloads(Offload::Parameters)
}

/// True if a file lets FSDP recompute its units.
pub(crate) fn recomputes(file: &Fields) -> bool {
    file.is_on(CHECKPOINTING)
}

/// The ZeRO stage of a sharding strategy of FSDP 1 or the Trainer, and true for hybrid sharding.
fn strategy(word: &str) -> Option<(ZeroStage, bool)> {
    let lower = word.to_ascii_lowercase();
    let name = match lower.as_str() {
        "1" | "true" => "FULL_SHARD",
        "2" => "SHARD_GRAD_OP",
        "3" => "NO_SHARD",
        "4" => "HYBRID_SHARD",
        "5" => "HYBRID_SHARD_ZERO2",
        other => other,
    };
    let mut all = SHARDINGS.iter();
    let (name, stage) = all.find(|(known, _)| known.eq_ignore_ascii_case(name))?;
    Some((ZeroStage::parse(stage)?, is_hybrid(name)))
}

/// True if a sharding strategy shards within groups of ranks.
pub(crate) fn is_hybrid(strategy: &str) -> bool {
    strategy.to_ascii_uppercase().contains("HYBRID")
}

/// Begins the Trainer's FSDP: `fsdp`, a list of words, with `fsdp_config` beside it. Returns true if
/// the file has it.
pub(crate) fn begin(file: &mut Fields) -> bool {
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
            "offload" => offload(file, "fsdp", true),
            word => match strategy(word) {
                Some(found) => shard(file, "fsdp", found),
                None => file.reading.unfit("fsdp", word),
            },
        }
    }
    true
}

fn shard(file: &mut Fields, path: &'static str, (zero, is_hybrid): (ZeroStage, bool)) {
    file.reading.plan.layout.zero = zero;
    file.note("zero", path);
    if is_hybrid {
        // A shard group consists of the GPUs of a node.
        let node = file.reading.plan.cluster.gpu.node;
        file.reading.set_whole("hsdp", path, node);
    }
}

fn offload(file: &mut Fields, paths: &'static str, is_on: bool) {
    file.reading.plan.levers.offload = if is_on {
        WordSet::of(&[Offload::Optimizer, Offload::Parameters])
    } else {
        WordSet::EMPTY
    };
    file.note("off", paths);
}

/// Reads which modules FSDP gathers as one unit: a plan gathers one layer at a time.
fn wrapping(file: &mut Fields) {
    let Some((path, value)) = file.first(config_names!(true, "auto_wrap_policy")) else {
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

/// Reads which state FSDP shards: a strategy, or whether it gives weights back after forward.
fn state(file: &mut Fields, paths: &'static str) {
    let Some((path, value)) = file.first(paths) else {
        return;
    };
    let word = written(value);
    let found = match value {
        ParsedValue::Switch(false) if paths == RESHARD => Some((ZeroStage::Two, false)),
        _ => strategy(&word),
    };
    match found {
        Some(found) => shard(file, path, found),
        None => file.reading.unfit(path, &word),
    }
}
