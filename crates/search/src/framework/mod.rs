//! Changes that a plan's framework can run, so that no cure needs other software.
//!
//! Tests: `tests/all/cures.rs`, `crates/cli/tests/all/properties/advice.rs`.

mod abilities;
mod savings;

use super::change::Change;
use abilities::{Abilities, Degree};
use cost::legal::Legal;
use cost::plan::{
    ContextKind, GradientType, MasterWeights, Offload, Plan, Recipe, Recompute, Tuned, WordSet,
    ZeroStage,
};
use formats::export::{Fate, Refusal, Release, refusals};
pub use savings::{FEW_GPUS, adapters, cheaper_moments, losses, offloads, tiles};

/// True if the framework runs a plan after this change.
///
/// ```
/// use cost::plan::{Optimizer, Recipe};
/// use search::change::Change;
/// use search::framework::runs;
/// let mut plan = formats::catalog::plan("llama3-8b", "h100", 8).unwrap();
/// let narrow = Change::Optimizer(Optimizer::AdamWBf16);
/// narrow.apply(&mut plan);
/// assert!(runs(&plan, &narrow));
/// plan.stack.recipe = Recipe::Nanotron;
/// assert!(!runs(&plan, &narrow));
/// ```
#[must_use]
pub fn runs(changed: &Plan, change: &Change) -> bool {
    let abilities = Abilities::of(changed.stack.recipe);
    let has = |degree: Degree| abilities.degrees.contains(&degree);
    match change {
        Change::Tensor(degree) => *degree == 1 || has(Degree::Tensor),
        Change::Pipeline(stages) => {
            *stages == 1 || has(Degree::Pipeline) && shards_where_it_can(changed, &abilities)
        }
        Change::Context(degree) => {
            *degree == 1 || has(Degree::Context) && exchange(changed) == changed.layout.context_kind
        }
        Change::ContextKind(kind) => exchange(changed) == *kind,
        Change::Experts(degree, _) => *degree == 1 || has(Degree::Expert),
        Change::Zero(stage) => {
            abilities.zero.contains(stage) && shards_where_it_can(changed, &abilities)
        }
        Change::Recompute(amount) => {
            abilities.recompute.contains(amount) && moves_what_it_can(changed)
        }
        Change::CrossEntropy(loss) => abilities.losses.contains(loss),
        Change::MlpTiles(tiles) => *tiles == 1 || abilities.tiles,
        Change::Optimizer(optimizer) => {
            abilities.moments.contains(optimizer) && narrows_moments(changed)
        }
        Change::Offload(parts) => {
            let sets = abilities.offloads.iter().map(|set| WordSet::of(set));
            let is_there = parts.is_empty() || sets.into_iter().any(|set| set == *parts);
            is_there && moves_what_it_can(changed)
        }
        Change::Model(_)
        | Change::Degrees(..)
        | Change::ExpertsPerToken(_)
        | Change::LatentRank(_)
        | Change::KeyWidth(_)
        | Change::ShardGroup(_)
        | Change::VirtualStages(_)
        | Change::Schedule(_)
        | Change::Split(_)
        | Change::EndsCount(_)
        | Change::Gpus(_)
        | Change::Sequence(_)
        | Change::MicroBatch(_)
        | Change::GlobalBatch(_)
        | Change::Flash(_)
        | Change::Dtype(_)
        | Change::Targets(_)
        | Change::FrozenFirst(_)
        | Change::FrozenLast(_)
        | Change::OptimizerKernel(_) => true,
        Change::Tuned(tuned) => *tuned == Tuned::All || abilities.tuned.contains(tuned),
    }
}

/// The exchange between context-parallel ranks that a plan's framework has: the plan's, if it can be.
fn exchange(plan: &Plan) -> ContextKind {
    let release = Release::of_recipe(plan.stack.recipe);
    release.map_or(plan.layout.context_kind, |release| release.exchange(plan))
}

/// True if a plan's framework runs what these changes lead to: it has each of them ([`runs`]), and
/// its newest version refuses nothing of the changed plan that it did not refuse before.
///
/// ```
/// use search::{change::Change, framework::runs_all};
/// let all = |recipe: &str| {
///     let link = ["#v=1&p=llama3-8b/h100x8&pp=2&zero=2&gbs=64&recipe=", recipe].concat();
///     let (plan, _) = formats::link::decode(&link);
///     let changes = [Change::Tensor(2)];
///     runs_all(&plan, &Change::applied(&changes, &plan), &changes)
/// };
/// assert!(all("torchtitan") && !all("hf-deepspeed"));
/// ```
#[must_use]
pub fn runs_all(plan: &Plan, changed: &Plan, changes: &[Change]) -> bool {
    let has_all = changes.iter().all(|change| runs(changed, change));
    has_all && !refuses_more(plan, changed) && can_exchange(changed)
}

/// True if a plan can exist with the exchange between context-parallel ranks that its framework has.
fn can_exchange(plan: &Plan) -> bool {
    if plan.layout.context == 1 {
        return true;
    }
    let mut other = plan.clone();
    other.layout.context_kind = exchange(plan);
    other.layout.context_kind == plan.layout.context_kind || Legal::check(&other).is_ok()
}

/// True if the framework refuses something of a changed plan, and not of the plan.
fn refuses_more(plan: &Plan, changed: &Plan) -> bool {
    let after = refused(changed);
    !after.is_empty() && {
        let before = refused(plan);
        after.iter().any(|refusal| !before.contains(refusal))
    }
}

/// The parts of a plan that its framework does not run, the hardest first; none of an illegal plan.
#[must_use]
pub fn refused(plan: &Plan) -> Vec<Refusal> {
    Legal::check(plan).map_or_else(|_| Vec::new(), |legal| refusals(&legal))
}

/// True if the framework refuses a plan, and still does after a change.
///
/// ```
/// use search::{change::Change, framework::stays_refused};
/// let (plan, _) = formats::link::decode("p=llama3-8b/h100x8&pp=2&zero=3&gbs=64&recipe=deepspeed");
/// let after = |change: Change| Change::applied(&[change], &plan);
/// assert!(stays_refused(&plan, &after(Change::MicroBatch(2))));
/// assert!(!stays_refused(&plan, &after(Change::Pipeline(1))));
/// ```
#[must_use]
pub fn stays_refused(plan: &Plan, changed: &Plan) -> bool {
    is_refused(plan) && is_refused(changed)
}

/// True if the plan's framework does not run it, not even nearly.
fn is_refused(plan: &Plan) -> bool {
    let mut found = refused(plan).into_iter();
    found.any(|refusal| refusal.note.fate != Fate::Nearest)
}

/// True if a plan's framework can run the savings of memory by which a layout differs from the
/// plan: what moves to the host and the optimizer's moments.
///
/// ```
/// use search::framework::runs_savings;
/// let plan = |rest: &str| formats::link::decode(&["#v=1&p=llama3-8b/h100x8", rest].concat()).0;
/// // The optimizer on the host works on shards.
/// assert!(runs_savings(&plan(""), &plan("&zero=1&off=opt")));
/// assert!(!runs_savings(&plan(""), &plan("&zero=0&off=opt")));
/// assert!(runs_savings(&plan("&zero=0&off=opt"), &plan("&zero=0&off=opt")));
/// ```
#[must_use]
pub fn runs_savings(plan: &Plan, layout: &Plan) -> bool {
    let (own, levers) = (&plan.levers, &layout.levers);
    let moves = levers.offload == own.offload || runs(layout, &Change::Offload(levers.offload));
    let narrows =
        levers.optimizer == own.optimizer || runs(layout, &Change::Optimizer(levers.optimizer));
    moves && narrows
}

/// A change with the changes that the framework needs beside it: sharding for an optimizer on the
/// host or with narrow moments, sharded weights for weights on the host, checkpointed layers for
/// inputs of layers on the host, the framework's exchange for the first context parallelism.
pub fn with_needs(plan: &Plan, change: Change) -> Vec<Change> {
    let recipe = plan.stack.recipe;
    let is_megatron = matches!(recipe, Recipe::Megatron | Recipe::Nemo);
    let least = match change {
        Change::Offload(parts) if parts.contains(Offload::Parameters) => ZeroStage::Three,
        Change::Offload(parts) if parts.contains(Offload::Optimizer) => ZeroStage::One,
        Change::Optimizer(_) if is_megatron => ZeroStage::One,
        _ => ZeroStage::Zero,
    };
    let mut changes = Vec::new();
    if (plan.layout.zero as u8) < least as u8 {
        let mut stages = Abilities::of(recipe).zero.iter();
        let stage = stages.find(|&&stage| stage as u8 >= least as u8);
        changes.extend(stage.map(|&stage| Change::Zero(stage)));
    }
    let moves_inputs = recipe == Recipe::DeepSpeed
        && matches!(change, Change::Offload(parts) if parts.contains(Offload::Activations));
    if moves_inputs && plan.levers.recompute != Recompute::Full {
        changes.push(Change::Recompute(Recompute::Full));
    }
    if matches!(change, Change::Context(_)) && plan.layout.context == 1 {
        let kind = Change::ContextKind(exchange(plan));
        changes.extend((kind != kind.now(plan)).then_some(kind));
    }
    changes.push(change);
    changes
}

/// True if the framework can run the plan's sharding beside its pipeline.
fn shards_where_it_can(plan: &Plan, abilities: &Abilities) -> bool {
    let layout = &plan.layout;
    layout.pipeline == 1 || !layout.zero.shards_gradients() || abilities.shards_in_pipeline
}

/// True if the framework can move the plan's offloaded parts to the host, beside the rest of the
/// plan.
fn moves_what_it_can(plan: &Plan) -> bool {
    let (layout, levers) = (&plan.layout, &plan.levers);
    let moves = |part: Offload| levers.offload.contains(part);
    // The host's optimizer works on shards, and only sharded weights are gathered.
    let has_shards = (!moves(Offload::Optimizer) || layout.zero.shards_optimizer())
        && (!moves(Offload::Parameters) || layout.zero.shards_weights());
    let activations = match plan.stack.recipe {
        _ if !moves(Offload::Activations) => true,
        // `--cpu-offloading-num-layers`.
        Recipe::Megatron | Recipe::Nemo => {
            layout.pipeline == 1 && levers.recompute == Recompute::None
        }
        // `cpu_checkpointing` moves the inputs of checkpointed layers.
        Recipe::DeepSpeed => levers.recompute == Recompute::Full,
        _ => true,
    };
    has_shards && activations
}

/// True if the framework can keep narrow moments beside the plan's weights and sharding.
fn narrows_moments(plan: &Plan) -> bool {
    match plan.stack.recipe {
        // The precision-aware optimizer is a distributed one.
        Recipe::Megatron | Recipe::Nemo => plan.layout.zero.shards_optimizer(),
        // `bf16_optimizer_states` needs `bf16_master_weights_and_grads`.
        Recipe::DeepSpeed => {
            plan.master() == MasterWeights::None && plan.gradients() == GradientType::Half
        }
        _ => true,
    }
}
