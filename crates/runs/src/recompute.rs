//! The recomputation of a row, stated or assumed.

use super::notes::{Notes, StandIn};
use super::row::RunRecord;
use cost::estimate;
use cost::memory::Verdict;
use cost::plan::{Levers, Module, Plan, Recipe, Recompute, Word, WordSet};

/// Sets the recompute that a row states. Returns true if it states one.
pub(super) fn stated(row: &RunRecord, plan: &mut Plan, notes: &mut Notes) -> bool {
    let words = &row.recompute;
    let levers = &mut plan.levers;
    match words.kind.as_deref() {
        Some("none") => return true,
        Some("selective") => levers.recompute = Recompute::Selective,
        Some("full") => levers.recompute = Recompute::Full,
        Some("unknown") | None => return false,
        Some(word) => {
            notes.unknown("recompute.kind", word, "unknown");
            return false;
        }
    }
    if levers.recompute == Recompute::Selective {
        levers.modules = modules(words.modules.as_deref(), notes);
        return true;
    }
    levers.recompute_layers = words.layers;
    if let (None, Some(every)) = (words.layers, words.every.filter(|&every| every > 1)) {
        // A plan recomputes a stage's first layers, so that every n-th layer is represented by the
        // same number of first ones.
        let on_stage = plan.model.layers.div_ceil(plan.layout.pipeline.max(1));
        let layers = on_stage.div_ceil(every);
        levers.recompute_layers = Some(layers);
        notes.assume("recompute.every", StandIn::LayersAStage(layers));
    }
    true
}

fn modules(words: Option<&[String]>, notes: &mut Notes) -> WordSet<Module> {
    let mut found = Vec::new();
    for word in words.unwrap_or_default() {
        match Module::parse(word) {
            Some(module) => found.push(module),
            None => notes.unknown("recompute.modules", word, StandIn::Nothing),
        }
    }
    if found.is_empty() {
        notes.assume("recompute.modules", "core");
        found.push(Module::Core);
    }
    WordSet::of(&found)
}

/// Assumes the cheapest recompute that fits, for a source that states none, as more would only cost
/// time: none, then the recipe's selection, then whole layers. The selection is by operation for
/// torchtitan, and the attention core for other recipes.
pub(super) fn assume(plan: &mut Plan, notes: &mut Notes) {
    let none = plan.levers;
    let module = match plan.stack.recipe {
        Recipe::TorchTitan => Module::Ops,
        _ => Module::Core,
    };
    let selection = [Recompute::Selective.word(), module.word()].join(" ");
    let choices = [
        ("none", none),
        (
            &selection,
            Levers {
                recompute: Recompute::Selective,
                modules: WordSet::of(&[module]),
                ..none
            },
        ),
        (
            "full",
            Levers {
                recompute: Recompute::Full,
                ..none
            },
        ),
    ];
    let mut chosen = "full";
    for (word, levers) in choices {
        plan.levers = levers;
        let fits =
            estimate(plan).is_ok_and(|estimate| estimate.memory.verdict != Verdict::OutOfMemory);
        if fits {
            chosen = word;
            break;
        }
    }
    notes.assume("recompute.kind", chosen);
}
