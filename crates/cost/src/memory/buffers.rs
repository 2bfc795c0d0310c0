//! Memory that is neither state nor activations: gathered layers, scratch, workspaces, and memory
//! outside the allocator.

use crate::calibration as measured;
use crate::legal::Legal;
use crate::params::{LayerKind, LayerParams};
use crate::plan::{Kernels, Recipe};
use crate::schedule::Pipeline;
use crate::units::Bytes;

/// The buffers of a plan, from which each rank's follow.
pub(super) struct Buffers {
    /// Gathered ZeRO-3 layers.
    pub(super) gathered: Gathered,
    /// Workspaces of the matrix libraries.
    pub(super) workspaces: Bytes,
    pub(super) scratch: GradientScratch,
    /// Buffers of a pipeline rank's last transfers when a step is over: for each chunk a tensor in
    /// either direction, and one on its way (measured: 2 to 4 of them, 6 to 7 with three chunks).
    /// During a step they are counted as the inputs of its layers.
    pub(super) transfers: Bytes,
    /// A tensor between two stages; nothing without a pipeline.
    pub(super) boundary: Bytes,
    /// Bytes that the allocator keeps cached, relative to those allocated.
    pub(super) slack: f64,
    /// Driver context and communicators.
    pub(super) beside: Bytes,
}

impl Buffers {
    pub(super) fn of(legal: &Legal) -> Self {
        let boundary = boundary(legal);
        Self {
            gathered: Gathered::of(legal),
            workspaces: workspaces(legal),
            scratch: GradientScratch::of(legal),
            transfers: boundary * (2 * legal.chunks() + 1),
            boundary,
            slack: legal.fitted.slack(legal.plan),
            beside: beside_the_allocator(legal),
        }
    }

    /// Buffers of a rank's libraries from step to step, and those beside them while backward runs:
    /// the next tensor from a neighbour, and the dummy gradient of the output head, which is no
    /// layer of the engine's and makes it anew each time.
    pub(super) fn of_rank(&self, legal: &Legal, pipeline: &Pipeline, rank: usize) -> [Bytes; 2] {
        let kinds = Kinds::of_rank(legal, pipeline, rank);
        let [layers, head] = self.scratch.of_rank(kinds);
        let gathered = self.gathered.of_rank(kinds).0;
        [self.workspaces + layers, gathered + head + self.boundary]
    }
}

/// Pieces of the model of which a rank has one at least.
#[derive(Clone, Copy)]
pub(super) struct Kinds {
    dense: bool,
    routed: bool,
    head: bool,
}

impl Kinds {
    pub(super) fn of_rank(legal: &Legal, pipeline: &Pipeline, rank: usize) -> Self {
        let mut kinds = Self {
            dense: false,
            routed: false,
            head: false,
        };
        for chunk in 0..pipeline.chunks_a_rank() {
            let stage = pipeline.stage(rank, chunk) as u64;
            let layers = legal.layers(stage);
            kinds.dense |= layers.dense > 0;
            kinds.routed |= layers.routed > 0;
            kinds.head |= legal.is_last(stage);
        }
        kinds
    }
}

/// Bytes where a condition holds, else none.
fn if_there(is_there: bool, bytes: Bytes) -> Bytes {
    if is_there { bytes } else { Bytes::ZERO }
}

/// Dummy gradients: where gradient accumulation is fused into the matrix product, TransformerEngine
/// keeps one 16-bit dummy gradient for each distinct weight shape on the rank (measured: without it
/// the allocated peaks of B200 stages are 1.3 % short).
#[derive(Default)]
pub(super) struct GradientScratch {
    attention: Bytes,
    dense: Bytes,
    routed: Bytes,
    head: Bytes,
}

impl GradientScratch {
    fn of(legal: &Legal) -> Self {
        let (plan, model) = (legal.plan, &legal.plan.model);
        let fuses = plan.stack.fused_accumulation && plan.kernels() == Kernels::Fused;
        if !fuses || fully_sharded(plan.stack.recipe) {
            return Self::default();
        }
        let split = |params: u64| Bytes::product([2, params.div_ceil(plan.layout.tensor)]);
        let dense = LayerParams::of(model, LayerKind::Dense);
        Self {
            attention: split(dense.qkv + dense.projection) + Bytes::product([2, dense.latent]),
            dense: split(dense.fc1 + dense.fc2),
            routed: match model.moe.experts {
                0 => Bytes::ZERO,
                experts => {
                    let routed = LayerParams::of(model, LayerKind::Routed);
                    // Experts share two shapes, into and out of them.
                    let one = routed.experts / experts / plan.layout.expert_tensor;
                    split(routed.fc1 + routed.fc2) + Bytes::product([2, one])
                }
            },
            head: split(model.vocab * model.hidden),
        }
    }

    /// Of a rank's layers, and of its head.
    pub(super) fn of_rank(&self, kinds: Kinds) -> [Bytes; 2] {
        let mlp = if_there(kinds.dense, self.dense) + if_there(kinds.routed, self.routed);
        [self.attention + mlp, if_there(kinds.head, self.head)]
    }
}

/// Parameters that ZeRO-3 gathers, by kind of layer; a rank has its largest. The live layer and the
/// prefetched one are gathered in 16 bit, and the live layer's gradients are held until they are
/// scattered (Rajbhandari 2020, section 5; Zhao 2023, section 3).
pub(super) struct Gathered {
    dense: u64,
    routed: u64,
}

impl Gathered {
    fn of(legal: &Legal) -> Self {
        let plan = legal.plan;
        let shards = plan.layout.zero.shards_weights();
        let params = |kind| {
            let layer = LayerParams::of(&plan.model, kind).per_rank(legal);
            // Parameters that are not sharded are never gathered.
            let if_shared = |ranks: u64, params| if shards && ranks > 1 { params } else { 0 };
            if_shared(legal.shard_group(), layer.common)
                + if_shared(legal.expert_shard_group(), layer.experts)
        };
        Self {
            dense: params(LayerKind::Dense),
            routed: match plan.model.moe.experts {
                0 => 0,
                _ => params(LayerKind::Routed),
            },
        }
    }

    /// Bytes on a rank, and the parameters of its largest gathered layer.
    pub(super) fn of_rank(&self, kinds: Kinds) -> (Bytes, u64) {
        let of_kind = |is_there: bool, params: u64| if is_there { params } else { 0 };
        let layer = of_kind(kinds.dense, self.dense).max(of_kind(kinds.routed, self.routed));
        (Bytes::product([2 * 2 + 2, layer]), layer)
    }
}

/// Workspaces of the matrix libraries.
fn workspaces(legal: &Legal) -> Bytes {
    let [cublas, engine, times] = workspace_parts(legal);
    Bytes(cublas + engine * times)
}

/// Bytes of cuBLAS's workspaces, bytes of one of TransformerEngine's, and how many it has:
/// grouped products of experts have four of their own.
pub(super) fn workspace_parts(legal: &Legal) -> [u64; 3] {
    let plan = legal.plan;
    let family = plan.cluster.gpu.family;
    let grouped = if plan.model.moe.experts > 0 { 4 } else { 0 };
    let engine = match plan.kernels() {
        Kernels::Fused => measured::transformer_engine_workspace(family),
        _ => 0,
    };
    let cublas = if plan.stack.deterministic {
        2 * measured::DETERMINISTIC_WORKSPACE
    } else {
        measured::cublas_workspace(family)
    };
    [cublas, engine, 1 + grouped]
}

/// A tensor between two stages, 2·s·b·h/c bytes, 1/t of it under sequence parallelism.
fn boundary(legal: &Legal) -> Bytes {
    let plan = legal.plan;
    if legal.pipeline() == 1 {
        return Bytes::ZERO;
    }
    let element = plan.levers.dtype.element_bytes();
    Bytes::product([element, legal.outer_tokens(), plan.model.hidden])
}

/// Context of the driver and the loaded kernels, and buffers of the communicators.
fn beside_the_allocator(legal: &Legal) -> Bytes {
    if legal.plan.stack.recipe == Recipe::DeepSpeed {
        return Bytes::from_gib(legal.fitted.deepspeed_beside_gib);
    }
    Bytes(measured::CONTEXT_BYTES) + Bytes(measured::COMMUNICATOR_BYTES) * communicators(legal)
}

/// Groups of ranks that communicate.
pub(super) fn communicators(legal: &Legal) -> u64 {
    let layout = &legal.plan.layout;
    let groups = [
        layout.tensor,
        layout.pipeline,
        layout.context,
        legal.data,
        layout.expert,
    ];
    groups.into_iter().filter(|&degree| degree > 1).count() as u64
}

/// Whether the recipe is an FSDP one, which has no fused gradient accumulation.
const fn fully_sharded(recipe: Recipe) -> bool {
    matches!(recipe, Recipe::TorchTitan | Recipe::LlmFoundry)
}
