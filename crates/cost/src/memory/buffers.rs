//! Memory that is neither state nor activations: gathered layers, scratch, workspaces, and memory
//! outside the allocator.

use super::stage::StageMemory;
use crate::calibration as measured;
use crate::legal::{Layers, Legal};
use crate::narrow::{Gatherable, WeightWidth};
use crate::params::{LayerKind, LayerParams, Params, RankParams};
use crate::plan::{End, Kernels, Recipe, Tuned, Word as _};
use crate::schedule::Pipeline;
use crate::sharding::{Gathering, StateSharding, keeps_runs};
use crate::state::PerParameter;
use crate::units::Bytes;

/// The buffers of a plan, from which the buffers of each rank follow.
pub(super) struct Buffers {
    /// Gathered weights, and gradients until they are scattered.
    pub(super) gathered: Gathered,
    /// Workspaces of the matrix libraries.
    pub(super) workspaces: Bytes,
    pub(super) scratch: GradientScratch,
    /// Buffers of a pipeline rank's last transfers when a step is over. Each chunk has a tensor in
    /// either direction, and one more is in transit (measured: 2 to 4 of them, 6 to 7 with three
    /// chunks). During a step they are counted as inputs of the rank's layers.
    pub(super) transfers: Bytes,
    /// A tensor between two stages; nothing without a pipeline.
    pub(super) boundary: Bytes,
    /// The largest matrix of a layer in 16 bits, while it is restored from 4.
    pub(super) dequantised: Bytes,
    /// The largest gradient of each kind of piece, if the backward updates the weights.
    pub(super) one_gradient: OneGradient,
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
            dequantised: dequantised(legal),
            one_gradient: OneGradient::of(legal),
            slack: legal.fitted.slack(legal.plan),
            beside: beside_the_allocator(legal),
        }
    }

    /// Bytes that the allocator would keep cached for a stage if the card had room for them, with
    /// the blocks in which no later tensor fits ([`super::phases::Phases::cached`]).
    pub(super) fn wanted_cache(&self, stage: &StageMemory, blocks: [Bytes; 2]) -> Bytes {
        let [logits, other] = blocks;
        stage.allocated().scaled(self.slack) + logits + other
    }

    /// Buffers of a rank that last from step to step, and buffers that exist only while backward
    /// runs. The latter are the next tensor from a neighbour and the dummy gradient of the output
    /// head. TransformerEngine does not run the head, which allocates its dummy gradient each time.
    pub(super) fn of_rank(&self, legal: &Legal, pipeline: &Pipeline, rank: usize) -> [Bytes; 2] {
        let kinds = Kinds::of_rank(legal, pipeline, rank);
        let [layers, head] = self.scratch.of_rank(kinds);
        let gathered = self.gathered.of_rank(kinds).bytes();
        [
            self.workspaces + layers,
            gathered + head + self.boundary + self.dequantised + self.one_gradient.of_rank(kinds),
        ]
    }
}

/// Pieces of the model that a rank has at least once.
#[derive(Clone, Copy)]
pub(super) struct Kinds {
    dense: bool,
    routed: bool,
    embedding: bool,
    head: bool,
    /// Layers of each kind on the rank.
    layers: Layers,
    /// Layers of its longest virtual stage.
    longest: u64,
}

impl Kinds {
    pub(super) fn of_rank(legal: &Legal, pipeline: &Pipeline, rank: usize) -> Self {
        let mut kinds = Self {
            dense: false,
            routed: false,
            embedding: false,
            head: false,
            layers: Layers {
                dense: 0,
                routed: 0,
            },
            longest: 0,
        };
        for chunk in 0..pipeline.chunks_a_rank() {
            let stage = pipeline.stage(rank, chunk) as u64;
            let layers = legal.layers(stage);
            kinds.dense |= layers.dense > 0;
            kinds.routed |= layers.routed > 0;
            kinds.layers.dense += layers.dense;
            kinds.layers.routed += layers.routed;
            kinds.longest = kinds.longest.max(layers.dense + layers.routed);
            kinds.embedding |= stage == 0;
            kinds.head |= legal.is_last(stage);
        }
        kinds
    }
}

/// The bytes if a condition holds, else zero.
fn if_there(is_there: bool, bytes: Bytes) -> Bytes {
    if is_there { bytes } else { Bytes::ZERO }
}

/// Dummy gradients, kept if gradient accumulation is fused into the matrix product.
/// TransformerEngine keeps one 16-bit dummy gradient for each distinct weight shape on the rank.
/// Measured: without it the allocated peaks of B200 stages are 1.3 % short.
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
        if !fuses || plan.stack.recipe.shards_fully() {
            return Self::default();
        }
        let split = |params: u64| Bytes::product([2, params.div_ceil(plan.layout.tensor)]);
        let dense = LayerParams::with_attention(model, LayerKind::Dense);
        let mixer = LayerParams::with_mixer(model, LayerKind::Dense)
            .filter(|_| model.linear_layers() > 0)
            .map_or(0, |linear| {
                linear.mixer + linear.mixer_keys + linear.projection
            });
        Self {
            attention: split(dense.qkv + dense.projection)
                + Bytes::product([2, dense.latent])
                + split(mixer),
            dense: split(dense.fc1 + dense.fc2),
            routed: match model.moe.experts {
                0 => Bytes::ZERO,
                experts => {
                    let routed = LayerParams::with_attention(model, LayerKind::Routed);
                    // All experts have the same two shapes of weights.
                    let one = routed.experts / experts / plan.layout.expert_tensor;
                    split(routed.fc1 + routed.fc2) + Bytes::product([2, one])
                }
            },
            head: split(model.vocab * model.hidden),
        }
    }

    /// Dummy gradients of a rank's layers, and of its head, bytes.
    pub(super) fn of_rank(&self, kinds: Kinds) -> [Bytes; 2] {
        let mlp = if_there(kinds.dense, self.dense) + if_there(kinds.routed, self.routed);
        [self.attention + mlp, if_there(kinds.head, self.head)]
    }
}

/// The largest gradient that exists at a time if the backward updates each weight as soon as its
/// gradient exists.
#[derive(Default)]
pub(super) struct OneGradient {
    /// That of the widest matrix of a layer, or of its adapter.
    layer: Bytes,
    /// That of the embedding or of the head.
    end: Bytes,
}

impl OneGradient {
    fn of(legal: &Legal) -> Self {
        let (plan, model) = (legal.plan, &legal.plan.model);
        if !plan.updates_in_backward() {
            return Self::default();
        }
        let each = PerParameter::of_legal(legal).gradients;
        let ranks = if StateSharding::of(legal).gradients {
            legal.shard_group()
        } else {
            1
        };
        let split = |rows: u64, columns: u64| {
            Bytes::product([each, rows, columns]).over(plan.layout.tensor * ranks)
        };
        let trains_an_end = End::ALL.iter().any(|end| plan.trains_end(*end));
        let rows = if plan.tuning.is_frozen() {
            plan.tuning.rank
        } else {
            model.hidden
        };
        Self {
            layer: split(rows, widest(legal)),
            end: if_there(trains_an_end, split(model.vocab, model.hidden)),
        }
    }

    /// The largest gradient of a rank with these pieces.
    pub(super) fn of_rank(&self, kinds: Kinds) -> Bytes {
        let end = if_there(kinds.embedding || kinds.head, self.end);
        end.max(if_there(kinds.dense || kinds.routed, self.layer))
    }
}

/// Parameters that DeepSpeed's ZeRO-3 keeps gathered while they may be read again
/// (`stage3_max_live_parameters`, its default).
const LIVE_PARAMETERS: u64 = 1_000_000_000;

/// Parameters that a rank gathers beside its shard, and whole gradients until they are scattered.
pub(super) struct Gathered {
    gathering: Gathering,
    is_fsdp: bool,
    is_deepspeed: bool,
    /// A layer of each kind.
    dense: GatheredLayer,
    routed: GatheredLayer,
    width: WeightWidth,
    /// Gathered parameters of the embedding, and of the output head.
    ends: [Params; 2],
    /// Whole gradients of a run of micro-batches, if the rank keeps them.
    run: Option<RunGradients>,
}

/// Parameters of a layer that are gathered.
#[derive(Clone, Copy, Default)]
struct GatheredLayer {
    /// By the width of their weights.
    weights: Gatherable,
    /// Those with a gradient.
    trained: u64,
}

/// Whole gradients that a rank keeps while it works on micro-batches of one virtual stage, one after
/// another.
#[derive(Clone, Copy)]
struct RunGradients {
    /// Parameters of the largest layer.
    layer: u64,
    /// Bytes of a gradient.
    bytes: u64,
}

/// Parameters that a rank has gathered at the peak of its memory.
pub(super) struct GatheredOnRank {
    /// 16-bit parameters of the layers that are gathered.
    pub(super) layers: u64,
    /// 8-bit parameters of the gathered layers.
    pub(super) narrow: u64,
    /// Bytes of the 8-bit parameters, with their scales.
    pub(super) narrow_bytes: Bytes,
    /// 16-bit parameters of the embedding and the head.
    pub(super) ends: u64,
    /// Parameters of the layer, or of the virtual stage, whose gradients are being scattered.
    pub(super) layer: u64,
    /// Bytes of each of these gradients.
    pub(super) gradient: u64,
}

impl GatheredOnRank {
    /// Bytes of all gathered weights and gradients.
    pub(super) fn bytes(&self) -> Bytes {
        Bytes::product([2, self.layers])
            + self.narrow_bytes
            + Bytes::product([2, self.ends])
            + Bytes::product([self.gradient, self.layer])
    }
}

impl RunGradients {
    fn of(legal: &Legal) -> Self {
        let model = &legal.plan.model;
        let params = |kind| {
            let layer = RankParams::of_layer(legal, kind);
            layer.total().trainable
        };
        let routed = match model.moe.experts {
            0 => 0,
            _ => params(LayerKind::Routed),
        };
        Self {
            layer: params(LayerKind::Dense).max(routed),
            bytes: PerParameter::of_legal(legal).gradients,
        }
    }
}

impl Gathered {
    fn of(legal: &Legal) -> Self {
        let plan = legal.plan;
        let gathering = StateSharding::of(legal).gathering;
        let shards = gathering != Gathering::Never;
        let is_fsdp = plan.stack.recipe.shards_fully();
        let is_deepspeed = plan.stack.recipe.has_deepspeed();
        let width = WeightWidth::of(plan, gathering);
        let params = |kind| {
            let layer = RankParams::of_layer(legal, kind);
            // Parameters that are not sharded are never gathered.
            let if_shared = |ranks: u64, params| {
                if shards && ranks > 1 {
                    params
                } else {
                    Params::default()
                }
            };
            let common = if_shared(legal.shard_group(), layer.common);
            let experts = if_shared(legal.expert_shard_group(), layer.experts);
            GatheredLayer {
                weights: width.split(common.all(), experts.all()),
                trained: (common + experts).trainable,
            }
        };
        let gathers_ends = (is_fsdp || is_deepspeed) && shards && legal.shard_group() > 1;
        let end = |end: End| {
            if gathers_ends {
                let table = plan.model.vocab * plan.model.hidden;
                Params::of_end(plan, end, table.div_ceil(plan.layout.tensor))
            } else {
                Params::default()
            }
        };
        Self {
            gathering,
            is_fsdp,
            is_deepspeed,
            ends: [
                end(End::Embedding),
                if plan.model.tied {
                    Params::default()
                } else {
                    end(End::Head)
                },
            ],
            dense: params(LayerKind::Dense),
            routed: match plan.model.moe.experts {
                0 => GatheredLayer::default(),
                _ => params(LayerKind::Routed),
            },
            width,
            run: keeps_runs(legal).then(|| RunGradients::of(legal)),
        }
    }

    /// Bytes of one layer's weights while they are gathered, and of its gradients until they are
    /// scattered.
    fn of_layer(&self, kind: LayerKind) -> [Bytes; 2] {
        let layer = match kind {
            LayerKind::Dense => self.dense,
            LayerKind::Routed => self.routed,
        };
        let GatheredLayer { weights, trained } = layer;
        [
            Bytes::product([2, weights.wide]) + self.width.narrow(weights.narrow),
            Bytes::product([self.gradient_bytes(), trained]),
        ]
    }

    /// Bytes of a whole gradient until it is scattered.
    const fn gradient_bytes(&self) -> u64 {
        if self.is_fsdp { 2 + 4 } else { 2 }
    }

    /// Weights and gradients that a rank with these pieces has gathered at its peak.
    ///
    /// ZeRO-3 gathers the live layer and the prefetched one in 16 bit, and holds the live layer's
    /// 16-bit gradients until they are scattered (Rajbhandari 2020, section 5; Zhao 2023, section
    /// 3). FSDP2 keeps its root unit, embedding and head, gathered from forward to backward, and
    /// copies gradients to the type of their reduction before they are scattered: 2 bytes and 4
    /// (PyTorch, `torch/distributed/fsdp/_fully_shard`). If weights stay gathered for the step, all
    /// of the rank's layers are gathered at the peak. DeepSpeed gathers embedding and head when
    /// they run, like any module, and keeps up to [`LIVE_PARAMETERS`] gathered.
    pub(super) fn of_rank(&self, kinds: Kinds) -> GatheredOnRank {
        let of_kind = |is_there: bool, params: Params| {
            if is_there { params } else { Params::default() }
        };
        let dense = self.dense.times(u64::from(kinds.dense));
        let routed = self.routed.times(u64::from(kinds.routed));
        let fullest = if routed.weights.total() > dense.weights.total() {
            routed
        } else {
            dense
        };
        let layer = fullest.weights.total();
        let all = self.dense.weights.times(kinds.layers.dense)
            + self.routed.weights.times(kinds.layers.routed);
        let layers = match self.gathering {
            Gathering::Never => Gatherable::default(),
            Gathering::EachMicroBatch if self.is_deepspeed => {
                all.up_to((2 * layer).max(all.total().min(LIVE_PARAMETERS)))
            }
            Gathering::EachMicroBatch => fullest.weights.times(2),
            Gathering::OnceAStep => all,
        };
        let [embedding, head] = self.ends;
        let ends = [
            of_kind(kinds.embedding, embedding),
            of_kind(kinds.head, head),
        ];
        let larger = |of: fn(Params) -> u64| of(ends[0]).max(of(ends[1]));
        GatheredOnRank {
            layers: layers.wide,
            narrow: layers.narrow,
            narrow_bytes: self.width.narrow(layers.narrow),
            ends: if self.is_deepspeed {
                larger(Params::all)
            } else {
                (ends[0] + ends[1]).all()
            },
            layer: match (self.run, self.gathering) {
                (Some(run), _) => run.layer * kinds.longest,
                (None, Gathering::Never) => 0,
                _ if self.is_deepspeed => fullest.trained.max(larger(|end| end.trainable)),
                _ => fullest.trained,
            },
            gradient: self.run.map_or(self.gradient_bytes(), |run| run.bytes),
        }
    }
}

impl GatheredLayer {
    /// This number of equal layers.
    const fn times(self, layers: u64) -> Self {
        Self {
            weights: self.weights.times(layers),
            trained: self.trained * layers,
        }
    }
}

/// Bytes of one layer's weights while a legal plan's ranks gather them, and of its gradients until
/// they are scattered.
pub(super) fn of_gathered_layer(legal: &Legal, kind: LayerKind) -> [Bytes; 2] {
    Gathered::of(legal).of_layer(kind)
}

/// A restored matrix: `bitsandbytes` makes each anew for its product, and torchao too
/// (`MatMul4Bit`, `linear_nf4`).
fn dequantised(legal: &Legal) -> Bytes {
    let plan = legal.plan;
    if plan.tuning.tuned != Tuned::Qlora {
        return Bytes::ZERO;
    }
    let model = &plan.model;
    let width = widest(legal);
    let element = plan.levers.dtype.element_bytes();
    Bytes::product([element, model.hidden, width]).over(plan.layout.tensor)
}

/// Width of the widest matrix of a layer beside the residual stream.
pub(super) fn widest(legal: &Legal) -> u64 {
    let model = &legal.plan.model;
    model.ffn.max(model.query_width())
}

/// Workspaces of the matrix libraries.
fn workspaces(legal: &Legal) -> Bytes {
    let [cublas, engine, times] = workspace_parts(legal);
    Bytes(cublas + engine * times)
}

/// Bytes of cuBLAS's workspaces, bytes of one workspace of TransformerEngine, and the number of the
/// latter: grouped products of experts have four more.
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

/// True if the memory beside the allocator is a fit to `DeepSpeed`'s published peaks.
pub(super) fn is_fitted_beside(legal: &Legal) -> bool {
    legal.plan.stack.recipe == Recipe::DeepSpeed
}

/// Context of the driver and the loaded kernels, and buffers of the communicators.
fn beside_the_allocator(legal: &Legal) -> Bytes {
    if is_fitted_beside(legal) {
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
