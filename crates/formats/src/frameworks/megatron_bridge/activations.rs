//! Recompute and offload.

use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::document::{OptionValue, number as digits, on, switch as is_on, whole, word};
use crate::export::facts::{Facts, moved_names};
use crate::frameworks::megatron::levers::recomputed_modules;
use crate::frameworks::megatron::rules::{can_offload_layers, modules};
use crate::frameworks::setting::{Setting, elsewhere, option, written};
use crate::import::fields::{Fields, written as as_written};
use crate::import::value::ParsedValue;
use cost::plan::{Offload, OffloadModule, Recompute, Word, WordSet};

pub(super) const ROWS: &[Setting] = &[
    option(
        "model.recompute_granularity",
        |f| match f.plan.levers.recompute {
            Recompute::Full => word("full"),
            Recompute::Selective if !modules(f).is_empty() => word("selective"),
            _ => word("null"),
        },
        |file| {
            let words = [("full", "full"), ("selective", "sel")];
            file.reading.plan.levers.recompute_layers = None;
            file.word("ckpt", "model.recompute_granularity", &words, Some("none"));
        },
    ),
    option(
        MODULES,
        |f| Some(OptionValue::Words(modules(f))),
        |file| {
            if file.reading.plan.levers.recompute == Recompute::Selective {
                recomputed_modules(file, MODULES);
            }
        },
    )
    .when(|f| !modules(f).is_empty()),
    option(
        METHOD,
        |f| {
            let is_some = f.plan.levers.recompute_layers.is_some();
            word(if is_some { "block" } else { "uniform" })
        },
        elsewhere,
    )
    .when(recomputes_layers),
    option(
        "model.recompute_num_layers",
        |f| whole(f.plan.levers.recompute_layers.unwrap_or(1)),
        |file| {
            let _ = file.set("ckptn", "model.recompute_num_layers");
        },
    )
    .when(recomputes_layers)
    .read_when(|file| {
        let is_full = file.reading.plan.levers.recompute == Recompute::Full;
        is_full && file.text(METHOD) == Some("block")
    }),
    option(MOVES_LAYERS, |_| is_on(true), offload).when(moves_layers),
    option(
        MOVED_LAYERS,
        |f| {
            let on_stage = f.plan.model.layers.div_ceil(f.plan.layout.pipeline);
            whole(f.plan.levers.offload_layers.unwrap_or(on_stage))
        },
        elsewhere,
    )
    .when(moves_layers),
    option(
        MOVES_PARTS,
        |f| on(f.offload_modules().is_some()),
        elsewhere,
    ),
    option(
        MOVED_PARTS,
        |f| f.offload_modules().map(OptionValue::Words),
        elsewhere,
    )
    .lacks(&[Lack::when(
        Aspect::OffloadModules,
        Fate::NoOption,
        |facts| facts.offload_modules().is_none(),
    )]),
    option(MOVES_OPTIMIZER, |_| is_on(true), elsewhere).when(moves_optimizer),
    // Without this share no state moves.
    written("optimizer.optimizer_offload_fraction", |_| digits("1.0")).when(moves_optimizer),
];

const MODULES: &str = "model.recompute_modules";
const METHOD: &str = "model.recompute_method";
const MOVES_LAYERS: &str = "model.cpu_offloading";
const MOVED_LAYERS: &str = "model.cpu_offloading_num_layers";
const MOVES_PARTS: &str = "model.fine_grained_activation_offloading";
const MOVED_PARTS: &str = "model.offload_modules";
const MOVES: &str = "\
    optimizer.optimizer_cpu_offload model.cpu_offloading model.fine_grained_activation_offloading";
const MOVES_OPTIMIZER: &str = "optimizer.optimizer_cpu_offload";

pub(super) fn moves_optimizer(facts: &Facts) -> bool {
    facts.offloads(Offload::Optimizer)
}

fn recomputes_layers(facts: &Facts) -> bool {
    facts.recomputes_layers()
}

fn moves_layers(facts: &Facts) -> bool {
    facts.offloads_layers() && can_offload_layers(facts)
}

/// Parts on the host: the optimizer's state, and activations of layers or of parts of them.
fn offload(file: &mut Fields) {
    let parts = moved_parts(file);
    let mut moved = Vec::new();
    if file.is_on(MOVES_OPTIMIZER) {
        moved.push(Offload::Optimizer);
    }
    if file.is_on(MOVES_LAYERS) || !parts.is_empty() {
        moved.push(Offload::Activations);
    }
    let levers = &mut file.reading.plan.levers;
    levers.offload = WordSet::of(&moved);
    levers.offload_modules = WordSet::of(&parts);
    levers.offload_layers = None;
    file.note("off", MOVES);
    if file.has(MOVED_PARTS) {
        file.note("offmod", MOVED_PARTS);
    }
    let plan = &file.reading.plan;
    let on_stage = plan.model.layers.div_ceil(plan.layout.pipeline.max(1));
    let is_some = |layers| layers < on_stage;
    if file.is_on(MOVES_LAYERS) && file.whole(MOVED_LAYERS).is_some_and(is_some) {
        let _ = file.set("offn", MOVED_LAYERS);
    }
}

/// Parts of a layer whose activations move. A part has all of its names.
fn moved_parts(file: &mut Fields) -> Vec<OffloadModule> {
    let names = match file.value.at(MOVED_PARTS) {
        Some(ParsedValue::List(items)) => items.iter().map(as_written).collect(),
        Some(value) => vec![as_written(value)],
        None => Vec::new(),
    };
    if !file.is_on(MOVES_PARTS) {
        return Vec::new();
    }
    let has = |part: &OffloadModule| {
        let needed = moved_names(*part);
        let is_there = |name: &&str| names.iter().any(|other| other == name);
        !needed.is_empty() && needed.iter().all(is_there)
    };
    let parts: Vec<OffloadModule> = OffloadModule::ALL.iter().copied().filter(has).collect();
    for name in &names {
        if !parts
            .iter()
            .any(|part| moved_names(*part).contains(&name.as_str()))
        {
            file.reading.unfit(MOVED_PARTS, name);
        }
    }
    parts
}
