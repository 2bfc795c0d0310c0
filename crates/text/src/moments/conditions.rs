//! Conditions of sentences: of each that not every plan has, the case that is true. A message takes
//! the case as an argument, and no other file of the scenes asks a plan for it.
//!
//! Tests: `crates/cli/tests/all/properties/trace_words/`.

use super::figures::MomentFigures;
use super::messages::{
    self as say, Neighbours, Next, Order, Part, Products, Slices, Spread, Trained,
};
use cost::legal::Legal;
use cost::plan::{ContextKind, Offload};
use cost::schedule::Pipeline;
use cost::sharding::{Gathering, StateSharding};
use cost::trace::{Happening, Trace};

/// The part of the products that a GPU computes.
pub(super) fn products(legal: &Legal) -> Products {
    if legal.plan.layout.tensor > 1 {
        Products::Split
    } else {
        Products::Whole
    }
}

/// The part of its experts that a GPU runs.
pub(super) fn slices(legal: &Legal) -> Slices {
    if legal.plan.layout.expert_tensor > 1 {
        Slices::Part
    } else {
        Slices::Whole
    }
}

/// The part of the attention that a GPU computes. The moment is in scenes of split layers alone.
pub(super) fn attention_part(legal: &Legal) -> Part {
    let (layout, model) = (&legal.plan.layout, &legal.plan.model);
    let timed = legal.timed();
    let is_packed = timed.document() < timed.sequence;
    let has_window = (1..legal.timed().document()).contains(&model.window);
    match layout.context_kind {
        ContextKind::Ring | ContextKind::AllGather if layout.context > 1 && has_window => {
            Part::Window
        }
        ContextKind::Ring | ContextKind::AllGather if layout.context > 1 && is_packed => {
            Part::Documents
        }
        ContextKind::Ring | ContextKind::AllGather if layout.context > 1 => Part::WholeSequence,
        _ => Part::OwnHeads,
    }
}

/// The work after a layer's forward: another layer of the stage, or another pass.
pub(super) fn next(figures: &MomentFigures) -> Next {
    if figures.number() < layers(figures) {
        Next::Layer
    } else {
        Next::Pass
    }
}

/// True if the stage has a layer above that of the moment and one below it.
pub(super) fn neighbours(figures: &MomentFigures) -> Neighbours {
    if figures.moment.number > 0 && figures.number() < layers(figures) {
        Neighbours::Both
    } else {
        Neighbours::NotBoth
    }
}

/// Layers of the stage of the kind that the trace shows: those that are drawn, and those left out.
fn layers(figures: &MomentFigures) -> u64 {
    let moments = figures.trace.moments.iter();
    let each = moments.map(|moment| match moment.what {
        Happening::Forward => 1,
        Happening::LeftOut => moment.number,
        _ => 0,
    });
    each.sum()
}

/// How many of the layers that are left out repeat their forward; `None` if they run like those that
/// are drawn.
pub(super) fn others_again(figures: &MomentFigures) -> Option<u64> {
    let (left, all) = (figures.moment.number, layers(figures));
    let legal = figures.legal;
    let recomputed = legal.recomputed_by_backward(figures.trace.stage);
    let stage = legal.by_backward(figures.trace.stage);
    // A scene shows frozen layers only where nothing is trained.
    let (stage, recomputed) = if stage.trained.total() > 0 {
        (stage.trained, recomputed.trained)
    } else {
        (stage.passed, recomputed.passed)
    };
    let recomputed = if stage.routed > stage.dense {
        recomputed.routed
    } else {
        recomputed.dense
    };
    let is_alike = recomputed == 0 || recomputed >= all;
    (!is_alike).then(|| recomputed.saturating_sub(all - left))
}

/// How forwards and backwards follow each other in the middle of a step.
pub(super) fn order(legal: &Legal) -> Order {
    if legal.overlaps_passes() {
        Order::Beside
    } else {
        Order::InTurn
    }
}

/// True if the moment is all that a stage does until its first backward.
pub(super) fn fills(figures: &MomentFigures) -> bool {
    let next = figures.trace.moments.get(figures.index + 1);
    figures.index == 0
        && next.is_some_and(|next| matches!(next.what, Happening::Steady | Happening::Drain))
}

/// True if passes that are not drawn are like those before and after them.
pub(crate) fn repeats_alike(trace: &Trace, index: usize) -> bool {
    let at = |index: Option<usize>| {
        let moment = index.and_then(|index| trace.moments.get(index));
        moment.map(|moment| moment.what)
    };
    at(index.checked_sub(1)) == at(index.checked_add(1))
}

/// True if a GPU waits in a moment for longer than rounding.
pub(super) fn waits(figures: &MomentFigures) -> bool {
    figures.idle() > figures.trace.end * 1e-9
}

/// True if new weights are all-gathered once a step.
pub(super) fn spreads_weights(legal: &Legal, trace: &Trace) -> bool {
    shards_optimizer(legal, trace)
        && StateSharding::of(legal).gathering != Gathering::EachMicroBatch
}

/// True if a GPU has a shard of the optimizer state only, of dense weights or of experts.
pub(super) fn shards_optimizer(legal: &Legal, trace: &Trace) -> bool {
    shares(legal, trace).iter().any(|share| *share > 1)
}

/// The GPUs that share the optimizer state of dense weights, and of experts on the stage.
fn shares(legal: &Legal, trace: &Trace) -> [u64; 2] {
    if !StateSharding::of(legal).optimizer {
        return [1; 2];
    }
    let pipeline = Pipeline::of(legal);
    let mut chunks = 0..pipeline.chunks_a_rank();
    // Routed experts have no adapters.
    let trains_experts = !legal.plan.tuning.is_frozen();
    let has_experts = trains_experts
        && chunks.any(|chunk| {
            let stage = pipeline.stage(trace.rank, chunk) as u64;
            legal.by_backward(stage).trained.routed > 0
        });
    let dense = legal.shard_group();
    if has_experts {
        [dense, legal.expert_shard_group()]
    } else {
        [dense; 2]
    }
}

/// The weights that a GPU updates.
pub(crate) fn updated(legal: &Legal, trace: &Trace) -> String {
    let trains_all = !legal.plan.has_frozen();
    match (shares(legal, trace), trained(legal)) {
        ([1, 1], Trained::Adapters) => say::updated_adapters().to_owned(),
        ([1, 1], Trained::All) if trains_all => say::updated_whole().to_owned(),
        ([1, 1], Trained::All) => say::updated_trained().to_owned(),
        ([group, _], Trained::Adapters) => say::updated_shard_of_adapters(group),
        ([group, experts], Trained::All) if group == experts => say::updated_shard(group),
        ([group, experts], Trained::All) => say::updated_parts(group, experts),
    }
}

/// The weights that a step trains, which alone have gradients: adapters alone, or weights of the model
/// as well.
pub(crate) fn trained(legal: &Legal) -> Trained {
    let plan = legal.plan;
    if plan.tuning.is_frozen() && plan.trained_ends().is_empty() {
        Trained::Adapters
    } else {
        Trained::All
    }
}

/// The weights of a layer that a step trains.
pub(super) fn trained_in_layers(legal: &Legal) -> Trained {
    if legal.plan.tuning.is_frozen() {
        Trained::Adapters
    } else {
        Trained::All
    }
}

/// The weights that are gathered at the end of a step: frozen ones only where they are sharded.
pub(crate) fn spread(legal: &Legal) -> Spread {
    let gathers_frozen = legal.plan.has_frozen() && StateSharding::of(legal).weights();
    match (trained(legal), gathers_frozen) {
        (Trained::All, true) => Spread::All,
        (Trained::All, false) => Spread::Weights,
        (Trained::Adapters, true) => Spread::FrozenToo,
        (Trained::Adapters, false) => Spread::Adapters,
    }
}

/// True if activations move to the host.
pub(crate) fn moves_activations(legal: &Legal) -> bool {
    legal.plan.levers.offload.contains(Offload::Activations)
}

/// Turns of a ring that a moment has: its first and its last one, counted from 1.
pub(super) fn turns(figures: &MomentFigures) -> [u64; 2] {
    let moments = figures.trace.moments.iter().skip(figures.index + 1);
    let mut later = moments.filter(|moment| moment.what == Happening::Attention);
    let last = later
        .next()
        .map_or(figures.legal.plan.layout.context, |next| next.number);
    [figures.number(), last.max(figures.number())]
}
