//! Changes that a plan's framework can run, so that no cure needs other software.
//!
//! Tests: `tests/all/cures.rs`.

use super::change::Change;
use cost::legal::Legal;
use cost::plan::limits::TILES;
use cost::plan::{
    ContextKind, CrossEntropy, GradientType, MasterWeights, Offload, Optimizer, Plan, Recipe,
    Recompute, WordSet, ZeroStage,
};
use formats::export::{Aspect, Fate, Release, refusals};

/// A kind of parallelism beside data parallelism.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Degree {
    Tensor,
    Pipeline,
    Context,
    Expert,
}

/// Memory savings of a framework, by its options or in a few lines of its user's code.
struct Abilities {
    /// Kinds of parallelism.
    degrees: &'static [Degree],
    /// ZeRO stages.
    zero: &'static [ZeroStage],
    /// True if ranks of a pipeline can shard gradients and weights.
    shards_in_pipeline: bool,
    /// Sets of parts that move to the host together.
    offloads: &'static [&'static [Offload]],
    /// Optimizers with cheaper moments than AdamW's.
    moments: &'static [Optimizer],
    /// Implementations of the loss.
    losses: &'static [CrossEntropy],
    /// Amounts of recomputation.
    recompute: &'static [Recompute],
    /// True if a dense MLP can run in tiles.
    tiles: bool,
}

const ALL_DEGREES: &[Degree] = &[
    Degree::Tensor,
    Degree::Pipeline,
    Degree::Context,
    Degree::Expert,
];
const ANY_RECOMPUTE: &[Recompute] = &[Recompute::None, Recompute::Selective, Recompute::Full];
const UP_TO_THREE: &[ZeroStage] = &[
    ZeroStage::Zero,
    ZeroStage::One,
    ZeroStage::Two,
    ZeroStage::Three,
];
/// FSDP moves weights, gradients and optimizer state together (`CPUOffloadPolicy`).
const WHOLE_SHARD: &[Offload] = &[Offload::Optimizer, Offload::Parameters];
/// State of the optimizer, weights and activations.
const EVERYTHING: &[Offload] = &[
    Offload::Optimizer,
    Offload::Parameters,
    Offload::Activations,
];
/// Any one of the three.
const ANY_PART: &[&[Offload]] = &[
    &[Offload::Optimizer],
    WHOLE_SHARD,
    &[Offload::Activations],
    &[Offload::Optimizer, Offload::Activations],
    EVERYTHING,
];

impl Abilities {
    /// The savings of a framework, by its options and checks: Megatron-LM 0.18 (`arguments.py`,
    /// `transformer_config.py`, `optimizer_config.py`), Megatron-Bridge 0.6, torchtitan 0.3
    /// (`configs.py`, `loss.py`, `optimizer.py`), DeepSpeed 0.19 (`runtime/zero/config.py`,
    /// `runtime/precision_config.py`), Composer 0.32 (`parallelism.py`), nanotron of April 2026
    /// (`config.py`), `MaxText` (`base.yml`), transformers 5 (`training_args.py`) with Accelerate
    /// 1.15.
    const fn of(recipe: Recipe) -> Self {
        match recipe {
            // Moments in 16 bits by the precision-aware optimizer; no chunked loss, no parameters
            // on the host. The fused loss `te` exists up to 0.17 and in Megatron-Bridge.
            Recipe::Megatron | Recipe::Nemo => Self {
                degrees: ALL_DEGREES,
                zero: UP_TO_THREE,
                shards_in_pipeline: false,
                offloads: &[
                    &[Offload::Optimizer],
                    &[Offload::Activations],
                    &[Offload::Optimizer, Offload::Activations],
                ],
                moments: &[Optimizer::AdamWBf16],
                losses: &[CrossEntropy::Fused, CrossEntropy::Native],
                recompute: ANY_RECOMPUTE,
                tiles: false,
            },
            // A textbook has what any framework has.
            Recipe::ZeroPaper => Self {
                degrees: ALL_DEGREES,
                zero: UP_TO_THREE,
                shards_in_pipeline: true,
                offloads: ANY_PART,
                moments: &[Optimizer::AdamWBf16, Optimizer::AdamW8],
                losses: &[CrossEntropy::Fused, CrossEntropy::Chunked],
                recompute: ANY_RECOMPUTE,
                tiles: true,
            },
            // ZeRO-Offload and ZeRO-Infinity; the model is the user's code, so that any loss is
            // possible.
            Recipe::DeepSpeed => Self {
                degrees: ALL_DEGREES,
                zero: UP_TO_THREE,
                shards_in_pipeline: false,
                offloads: ANY_PART,
                moments: &[Optimizer::AdamWBf16],
                losses: &[CrossEntropy::Fused, CrossEntropy::Chunked],
                recompute: ANY_RECOMPUTE,
                tiles: true,
            },
            // Moments in 16 bits (`fused_opt_states_bf16`) and the chunked loss since 0.3; 8-bit
            // states only with an optimizer of another library in the user's code.
            Recipe::TorchTitan => Self {
                degrees: ALL_DEGREES,
                zero: &[ZeroStage::Zero, ZeroStage::Two, ZeroStage::Three],
                shards_in_pipeline: true,
                offloads: &[WHOLE_SHARD],
                moments: &[Optimizer::AdamWBf16],
                losses: &[
                    CrossEntropy::Compiled,
                    CrossEntropy::Parallel,
                    CrossEntropy::Chunked,
                ],
                recompute: ANY_RECOMPUTE,
                tiles: false,
            },
            Recipe::LlmFoundry => Self {
                degrees: &[Degree::Tensor, Degree::Expert],
                zero: &[ZeroStage::Zero, ZeroStage::Two, ZeroStage::Three],
                shards_in_pipeline: true,
                offloads: &[WHOLE_SHARD, &[Offload::Activations], EVERYTHING],
                moments: &[],
                losses: &[CrossEntropy::Fused],
                recompute: ANY_RECOMPUTE,
                tiles: false,
            },
            // Context and expert parallelism do not start, or for one model only.
            Recipe::Nanotron => Self {
                degrees: &[Degree::Tensor, Degree::Pipeline],
                zero: &[ZeroStage::Zero, ZeroStage::One],
                shards_in_pipeline: false,
                offloads: &[],
                moments: &[],
                losses: &[],
                recompute: &[Recompute::None, Recompute::Full],
                tiles: false,
            },
            // `mu_dtype` narrows only the first moment; `num_vocab_tiling` is a chunked loss.
            Recipe::MaxText => Self {
                degrees: ALL_DEGREES,
                zero: &[ZeroStage::One, ZeroStage::Three],
                shards_in_pipeline: true,
                offloads: ANY_PART,
                moments: &[],
                losses: &[CrossEntropy::Chunked],
                recompute: ANY_RECOMPUTE,
                tiles: false,
            },
            // Liger's loss, 8-bit states of bitsandbytes, checkpoints of whole layers; tensor and
            // context parallelism beside FSDP by Accelerate's `ParallelismConfig`.
            Recipe::HuggingFace => Self {
                degrees: &[Degree::Tensor, Degree::Context],
                zero: &[ZeroStage::Zero, ZeroStage::Two, ZeroStage::Three],
                shards_in_pipeline: false,
                offloads: &[WHOLE_SHARD, &[Offload::Activations], EVERYTHING],
                moments: &[Optimizer::AdamW8],
                losses: &[CrossEntropy::Chunked],
                recompute: &[Recompute::None, Recompute::Full],
                tiles: true,
            },
            // DeepSpeed's own Adam, on the GPU or the host.
            Recipe::HuggingFaceDeepSpeed => Self {
                degrees: &[Degree::Context],
                zero: UP_TO_THREE,
                shards_in_pipeline: false,
                offloads: ANY_PART,
                moments: &[],
                losses: &[CrossEntropy::Chunked],
                recompute: &[Recompute::None, Recompute::Full],
                tiles: true,
            },
        }
    }
}

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
            // DeepSpeed's context parallelism is Ulysses.
            let is_kind_there = !changed.stack.recipe.has_deepspeed()
                || changed.layout.context_kind == ContextKind::AllToAll;
            *degree == 1 || has(Degree::Context) && is_kind_there
        }
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
        | Change::Dtype(_) => true,
    }
}

/// True if a plan's framework runs what these changes lead to: it has each of them ([`runs`]), and
/// its newest version lacks nothing of the layout that it did not lack before.
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
    changes.iter().all(|change| runs(changed, change)) && !lacks_more(plan, changed)
}

/// True if the framework of a changed plan lacks something of its layout, and not of the plan's.
fn lacks_more(plan: &Plan, changed: &Plan) -> bool {
    let Some(release) = Release::of_recipe(changed.stack.recipe) else {
        return false;
    };
    let lacked = |plan: &Plan| -> Vec<Aspect> {
        let stopping = Legal::check(plan).map(|legal| release.stopping(&legal));
        let notes = stopping.unwrap_or_default().into_iter();
        notes.map(|note| note.aspect).collect()
    };
    let after = lacked(changed);
    !after.is_empty() && {
        let before = lacked(plan);
        after.iter().any(|aspect| !before.contains(aspect))
    }
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
    let found = Legal::check(plan).map(|legal| refusals(&legal));
    let mut found = found.unwrap_or_default().into_iter();
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
/// inputs of layers on the host.
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
    changes.push(change);
    changes
}

/// The sets of parts that a plan's framework can move to the host and that include more than the
/// plan moves already.
pub fn offloads(plan: &Plan) -> impl Iterator<Item = WordSet<Offload>> + use<> {
    let now = plan.levers.offload;
    let sets = Abilities::of(plan.stack.recipe).offloads.iter();
    let sets = sets.map(|set| WordSet::of(set));
    sets.filter(move |set| *set != now && set.bits() & now.bits() == now.bits())
}

/// Optimizers of a plan's framework with cheaper moments than the plan's Adam.
pub fn cheaper_moments(plan: &Plan) -> impl Iterator<Item = Optimizer> + use<> {
    let cheaper: &[Optimizer] = match plan.levers.optimizer {
        Optimizer::AdamW => &[Optimizer::AdamWBf16, Optimizer::AdamW8],
        Optimizer::AdamWBf16 => &[Optimizer::AdamW8],
        _ => &[],
    };
    let there = Abilities::of(plan.stack.recipe).moments;
    cheaper.iter().copied().filter(|one| there.contains(one))
}

/// The number of tiles of a dense MLP that DeepSpeed's and Axolotl's `TiledMLP` choose, with h
/// tokens a tile. `None` if the plan's framework has no tiles or the plan has them already.
pub fn tiles(plan: &Plan) -> Option<u64> {
    let model = &plan.model;
    let has_dense = model.routed_before(model.layers) < model.layers;
    let is_there = Abilities::of(plan.stack.recipe).tiles && plan.levers.mlp_tiles == 1;
    let tokens = plan.sequence().saturating_mul(plan.batch.micro);
    let tokens = tokens / plan.layout.context.max(1);
    let tiles = tokens.div_ceil(model.hidden.max(1));
    (has_dense && is_there && tiles > 1).then_some(tiles.min(*TILES.end()))
}

/// Implementations of the loss that a plan's framework has, beside the plan's own.
pub fn losses(plan: &Plan) -> impl Iterator<Item = CrossEntropy> + use<> {
    let now = plan.levers.cross_entropy;
    let losses = Abilities::of(plan.stack.recipe).losses.iter().copied();
    losses.filter(move |loss| *loss != now)
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
