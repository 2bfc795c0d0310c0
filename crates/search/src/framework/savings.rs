//! The savings of a plan's framework that the plan does not have yet.

use super::abilities::Abilities;
use cost::plan::limits::TILES;
use cost::plan::{CrossEntropy, Offload, Optimizer, Plan, Tuned, WordSet};

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

/// Most GPUs on which adapters are offered in place of full training: those of one server. On more,
/// full training of a model that does not fit is a matter of layout.
pub const FEW_GPUS: u64 = 8;

/// Kinds of training of a plan's framework that take less memory than the plan's.
pub fn adapters(plan: &Plan) -> impl Iterator<Item = Tuned> + use<> {
    let less: &[Tuned] = match plan.tuning.tuned {
        Tuned::All if plan.cluster.gpus <= FEW_GPUS => &[Tuned::Lora, Tuned::Qlora],
        Tuned::Lora => &[Tuned::Qlora],
        Tuned::All | Tuned::Qlora => &[],
    };
    let there = Abilities::of(plan.stack.recipe).tuned;
    less.iter().copied().filter(|one| there.contains(one))
}

/// Implementations of the loss that a plan's framework has, beside the plan's own.
pub fn losses(plan: &Plan) -> impl Iterator<Item = CrossEntropy> + use<> {
    let now = plan.levers.cross_entropy;
    let losses = Abilities::of(plan.stack.recipe).losses.iter().copied();
    losses.filter(move |loss| *loss != now)
}
