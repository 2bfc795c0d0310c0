//! The time of one optimizer step, cut into what each second was spent on.

use std::ops::{Add, AddAssign, Mul};

use super::calibration as fitted;
use super::layer_time::ModelCompute;
use super::legal::Legal;
use super::network::Group;
use super::params::{self, LayerParams};
use super::plan::{ContextKind, Dtype, Messages, Overlap, Plan, Recipe, ZeroStage};
use super::roofline::Roofline;
use super::schedule::{Durations, Pipeline, simulate};
use super::state::{PerParameter, State};
use super::units::{Bytes, Seconds};

/// Where the seconds of a step go, on the rank that finishes last. Communication entries are
/// what is exposed; all entries together are the step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepTime {
    /// Forward and backward kernels, memory-bound ones included.
    pub compute: Seconds,
    /// Forward work repeated in backward.
    pub recompute: Seconds,
    /// Tensor-parallel collectives.
    pub tensor: Seconds,
    /// Context-parallel exchange.
    pub context: Seconds,
    /// Expert dispatch and combine.
    pub expert: Seconds,
    /// Transfers between pipeline stages.
    pub pipeline: Seconds,
    /// Gradients and weights among data-parallel ranks.
    pub data: Seconds,
    /// Waiting for other stages.
    pub bubble: Seconds,
    /// Optimizer, and what a step costs once whatever its size.
    pub optimizer: Seconds,
}

impl StepTime {
    /// The step.
    #[must_use]
    pub fn total(&self) -> Seconds {
        self.compute + self.recompute + self.communication() + self.bubble + self.optimizer
    }

    /// Everything exposed on the cable.
    #[must_use]
    pub fn communication(&self) -> Seconds {
        self.tensor + self.context + self.expert + self.pipeline + self.data
    }

    /// Share of the pipeline's time in which the rank waits. With equal stages and no
    /// communication this is (p−1)/(m+p−1) (Huang 2018; Narayanan 2021).
    #[must_use]
    pub fn bubble_fraction(&self) -> f64 {
        let pipeline = self.total().0 - self.data.0 - self.optimizer.0;
        if pipeline > 0.0 {
            self.bubble.0 / pipeline
        } else {
            0.0
        }
    }

    /// Times one step of a legal plan.
    #[must_use]
    pub fn of(legal: &Legal) -> Self {
        let costs = Costs::of(legal);
        let stages: Vec<[Block; 2]> = (0..legal.virtual_stages())
            .map(|stage| costs.blocks(legal, stage))
            .collect();
        let durations = Durations {
            forward: stages.iter().map(|[forward, _]| forward.total()).collect(),
            backward: stages
                .iter()
                .map(|[_, backward]| backward.total())
                .collect(),
            travel: costs.travel.0,
        };
        let pipeline = Pipeline::of(legal);
        let times = simulate(&pipeline, &durations);
        let mut last = Self::default();
        for (rank, time) in times.iter().enumerate() {
            let step = costs.rank_step(legal, &stages, rank, Seconds(time.idle()));
            if step.total() > last.total() {
                last = step;
            }
        }
        last.slowed(legal)
    }

    /// What grows with the cluster and differs by framework without belonging to any part.
    fn slowed(self, legal: &Legal) -> Self {
        let cluster = &legal.plan.cluster;
        let nodes = cluster.gpus.div_ceil(cluster.gpu.node);
        let factor = fitted::recipe_time(legal.plan.stack.recipe)
            * (1.0 + fitted::SCALE_LOSS * (nodes as f64).ln() / std::f64::consts::LN_2);
        Self {
            compute: self.compute * factor,
            recompute: self.recompute * factor,
            tensor: self.tensor * factor,
            context: self.context * factor,
            expert: self.expert * factor,
            pipeline: self.pipeline * factor,
            data: self.data * factor,
            bubble: self.bubble * factor,
            optimizer: self.optimizer * factor + Seconds(fitted::STEP_OVERHEAD),
        }
    }
}

/// One forward or backward of a virtual stage, by what it spends its time on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Block {
    compute: Seconds,
    recompute: Seconds,
    tensor: Seconds,
    context: Seconds,
    pipeline: Seconds,
    /// ZeRO-3 gathers that do not hide.
    gather: Seconds,
}

impl Block {
    fn total(&self) -> f64 {
        (self.compute + self.recompute + self.tensor + self.context + self.pipeline + self.gather).0
    }
}

impl Add for Block {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            compute: self.compute + other.compute,
            recompute: self.recompute + other.recompute,
            tensor: self.tensor + other.tensor,
            context: self.context + other.context,
            pipeline: self.pipeline + other.pipeline,
            gather: self.gather + other.gather,
        }
    }
}

impl AddAssign for Block {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Mul<f64> for Block {
    type Output = Self;
    fn mul(self, times: f64) -> Self {
        Self {
            compute: self.compute * times,
            recompute: self.recompute * times,
            tensor: self.tensor * times,
            context: self.context * times,
            pipeline: self.pipeline * times,
            gather: self.gather * times,
        }
    }
}

/// Times of the pieces, the same on every stage, from which each stage is put together.
struct Costs {
    layer_forward: Block,
    layer_backward: Block,
    full_recompute: Block,
    embedding: [Block; 2],
    head: [Block; 2],
    /// One transfer between stages, where it keeps the sender busy.
    send: Seconds,
    /// One transfer between stages, where it hides.
    travel: Seconds,
    roofline: Roofline,
}

impl Costs {
    fn of(legal: &Legal) -> Self {
        let roofline = Roofline::of(&legal.plan.cluster.gpu, legal.plan.levers.dtype);
        let compute = ModelCompute::of(legal, &roofline);
        let tensor = TensorTime::of(legal);
        let context = context_exchange(legal, compute.attention_forward);
        let gather = Gather::of(legal);
        let layer_work = [
            compute.layer.forward + tensor.forward + context[0],
            compute.layer.backward + tensor.backward + context[1],
        ];
        let layer_forward = Block {
            compute: compute.layer.forward,
            tensor: tensor.forward,
            context: context[0],
            gather: gather.exposed(gather.weights, layer_work[0]),
            ..Block::default()
        };
        let layer_backward = Block {
            compute: compute.layer.backward,
            recompute: compute.layer.recompute,
            tensor: tensor.backward,
            context: context[1],
            gather: gather.exposed(gather.weights + gather.gradients, layer_work[1]),
            ..Block::default()
        };
        let full_recompute = Block {
            recompute: compute.full_recompute,
            tensor: tensor.forward,
            context: context[0],
            ..Block::default()
        };
        let ends = |piece: super::layer_time::Compute| {
            [
                Block {
                    compute: piece.forward,
                    tensor: tensor.end,
                    ..Block::default()
                },
                Block {
                    compute: piece.backward,
                    tensor: tensor.end,
                    ..Block::default()
                },
            ]
        };
        let (send, travel) = stage_transfer(legal);
        Self {
            layer_forward,
            layer_backward,
            full_recompute,
            embedding: ends(compute.embedding),
            head: ends(compute.head),
            send,
            travel,
            roofline,
        }
    }

    /// Forward and backward of one virtual stage.
    fn blocks(&self, legal: &Legal, stage: u64) -> [Block; 2] {
        let (first, last) = (stage == 0, stage + 1 == legal.virtual_stages());
        let layers = legal.layers(stage);
        let recomputed = legal.recomputed_layers(stage);
        let mut forward = self.layer_forward * layers as f64;
        let mut backward =
            self.layer_backward * layers as f64 + self.full_recompute * recomputed as f64;
        if first {
            forward += self.embedding[0];
            backward += self.embedding[1];
        } else {
            backward.pipeline += self.send;
        }
        if last {
            forward += self.head[0];
            backward += self.head[1];
        } else {
            forward.pipeline += self.send;
        }
        [forward, backward]
    }

    /// A whole step of one rank that waits `idle` for others.
    fn rank_step(
        &self,
        legal: &Legal,
        stages: &[[Block; 2]],
        rank: usize,
        idle: Seconds,
    ) -> StepTime {
        let chunks = stages.iter().skip(rank).step_by(legal.pipeline() as usize);
        let mut once = Block::default();
        for [forward, backward] in chunks {
            once += *forward + *backward;
        }
        let params: u64 = (0..legal.chunks())
            .map(|chunk| params::of_virtual_stage(legal, chunk * legal.pipeline() + rank as u64))
            .sum();
        let step = once * legal.micro_batches as f64;
        StepTime {
            compute: step.compute,
            recompute: step.recompute,
            tensor: step.tensor,
            context: step.context,
            expert: Seconds::ZERO,
            pipeline: step.pipeline,
            data: step.gather + data_exchange(legal, params, Seconds(once.total())),
            bubble: idle,
            optimizer: self.optimizer(legal, params),
        }
    }

    /// The optimizer streams its share of the state once.
    fn optimizer(&self, legal: &Legal, params: u64) -> Seconds {
        let adam = 12.0;
        let state = State::of_rank(legal.plan, params, legal.replicas());
        let share = state.optimizer.0 as f64 / PerParameter::of(legal.plan).optimizer.max(1) as f64;
        let bytes = fitted::OPTIMIZER_BYTES - adam * 2.0
            + 2.0 * PerParameter::of(legal.plan).optimizer as f64;
        self.roofline.streaming(share * bytes)
    }
}

/// Tensor-parallel time of one layer and micro-batch that no compute hides.
struct TensorTime {
    forward: Seconds,
    backward: Seconds,
    /// Of the embedding or the head, each way.
    end: Seconds,
}

impl TensorTime {
    /// Two all-reduces of 2·s·b·h/c bytes a layer and direction (Shoeybi 2019, section 3), or
    /// under sequence parallelism an all-gather and a reduce-scatter each, and one all-gather
    /// more in backward (Korthikanti 2022, section 4.2.2).
    fn of(legal: &Legal) -> Self {
        let plan = legal.plan;
        let group = Group::tensor(legal);
        let message = Bytes::product([2, legal.tokens(), plan.model.hidden]);
        let pass = group.short_pass(&plan.cluster.gpu, message);
        let exposed = if plan.overlaps(Overlap::Tensor) {
            fitted::TENSOR_LEAK
        } else {
            1.0
        };
        let regathered = if plan.sequence_parallel() { 1.0 } else { 0.0 };
        Self {
            forward: pass * (4.0 * exposed),
            backward: pass * ((4.0 + regathered) * exposed),
            end: pass * exposed,
        }
    }
}

/// What stays exposed of a transfer that runs beside `cover` of compute: what does not fit under
/// it, and a share that leaks however long the cover; never more than without overlap.
fn overlapped(transfer: Seconds, cover: Seconds, leak: f64) -> Seconds {
    (transfer.beyond(cover) + transfer * leak).min(transfer)
}

/// Exposed exchange of keys and values in one layer, forward and backward.
///
/// A ring passes K and V of its own tokens to c−1 others, twice as much in backward, behind the
/// attention of the block at hand (Liu 2023); all-to-all swaps q, k, v and the output (Jacobs
/// 2023) and an all-gather collects K and V first (Llama 3 2024, section 3.3.2): both before
/// and after the kernel, with nothing to hide under.
fn context_exchange(legal: &Legal, attention: Seconds) -> [Seconds; 2] {
    let plan = legal.plan;
    let group = Group::context(legal);
    if group.size <= 1 {
        return [Seconds::ZERO; 2];
    }
    let gpu = &plan.cluster.gpu;
    let kv_width = 2 * legal.kv_heads_per_rank() * plan.model.head_dim;
    let own = Bytes::product([2, legal.tokens(), kv_width]);
    match plan.layout.context_kind {
        ContextKind::Ring => {
            let turn = group.pass(gpu, own * group.size, 1.0);
            let exposed = |transfer: Seconds, cover: Seconds| {
                if plan.overlaps(Overlap::Context) {
                    overlapped(transfer, cover, fitted::CONTEXT_LEAK)
                } else {
                    transfer
                }
            };
            [
                exposed(turn, attention),
                exposed(turn * 2.0, attention * 2.0),
            ]
        }
        ContextKind::AllGather => {
            let gather = group.pass(gpu, own * group.size, 1.0);
            [gather, gather * 2.0]
        }
        ContextKind::AllToAll => {
            let query = plan.model.query_width() / plan.layout.tensor;
            let all = Bytes::product([2, legal.tokens(), 2 * query + kv_width]);
            let swap = group.all_to_all(gpu, all);
            [swap, swap]
        }
    }
}

/// One transfer of a micro-batch between neighbouring stages: 2·s·b·h/c bytes, 1/t of it under
/// sequence parallelism. Either it keeps the sender busy, or it travels beside the compute.
fn stage_transfer(legal: &Legal) -> (Seconds, Seconds) {
    let plan = legal.plan;
    if legal.pipeline() == 1 {
        return (Seconds::ZERO, Seconds::ZERO);
    }
    let bytes = Bytes::product([2, legal.outer_tokens(), plan.model.hidden]);
    let time = Group::pipeline(legal)
        .neighbour(&plan.cluster.gpu)
        .transfer(bytes);
    if plan.overlaps(Overlap::Pipeline) {
        (Seconds::ZERO, time)
    } else {
        (time, Seconds::ZERO)
    }
}

/// ZeRO-3 traffic of one layer and micro-batch.
struct Gather {
    /// An all-gather of its weights in 16 bit.
    weights: Seconds,
    /// A reduce-scatter of its gradients.
    gradients: Seconds,
    overlapped: bool,
}

impl Gather {
    /// Weights are gathered for forward and again for backward, gradients scattered after it,
    /// for every micro-batch (Rajbhandari 2020, section 7.2.2: 3 N elements).
    fn of(legal: &Legal) -> Self {
        let plan = legal.plan;
        let overlapped = plan.overlaps(Overlap::Data);
        if !plan.layout.zero.shards_weights() {
            return Self {
                weights: Seconds::ZERO,
                gradients: Seconds::ZERO,
                overlapped,
            };
        }
        let group = Group::replicas(legal);
        let params = LayerParams::of(&plan.model).per_rank(&plan.model, plan.layout.tensor);
        let pass = |bytes_each: u64| {
            group.pass(&plan.cluster.gpu, Bytes::product([bytes_each, params]), 1.0)
        };
        Self {
            weights: pass(2),
            gradients: pass(gradient_message_bytes(plan)),
            overlapped,
        }
    }

    fn exposed(&self, traffic: Seconds, work: Seconds) -> Seconds {
        if self.overlapped {
            overlapped(traffic, work * fitted::GATHER_COVER, fitted::GATHER_LEAK)
        } else {
            traffic
        }
    }
}

/// Exposed time of reducing a rank's gradients and spreading its new weights, once a step:
/// 2 N elements (Rajbhandari 2020, section 7.2.1). `cover` is one micro-batch's work, under
/// which overlapping stacks hide it. ZeRO-3 has paid in its gathers already.
fn data_exchange(legal: &Legal, params: u64, cover: Seconds) -> Seconds {
    let plan = legal.plan;
    let group = Group::replicas(legal);
    if group.size <= 1 || plan.layout.zero.shards_weights() {
        return Seconds::ZERO;
    }
    let gradient_bytes = gradient_message_bytes(plan);
    let gradients = Bytes::product([gradient_bytes, params]);
    let weights = if plan.layout.zero == ZeroStage::Zero {
        gradients
    } else {
        Bytes::product([2, params])
    };
    let messages = match plan.messages() {
        Messages::Bucket => (gradients.0 as f64 / fitted::BUCKET_BYTES).max(1.0),
        Messages::Layer => layers_per_rank(legal),
        // Seven weights and two norms a layer.
        Messages::Tensor => 9.0 * layers_per_rank(legal),
    };
    let gpu = &plan.cluster.gpu;
    let total = group.pass(gpu, gradients, messages) + group.pass(gpu, weights, messages);
    if plan.overlaps(Overlap::Data) {
        overlapped(total, cover * fitted::DATA_COVER, fitted::DATA_LEAK)
    } else {
        total
    }
}

fn layers_per_rank(legal: &Legal) -> f64 {
    legal.plan.model.layers as f64 / legal.pipeline() as f64
}

/// Bytes of a gradient on the wire: as it is accumulated, so fp32 for Megatron-LM's bf16 and for
/// fp32 training, else 16 bit.
fn gradient_message_bytes(plan: &Plan) -> u64 {
    match (plan.stack.recipe, plan.levers.dtype) {
        (_, Dtype::Fp32) => 4,
        (Recipe::Megatron, dtype) if dtype != Dtype::Fp16 => 4,
        (Recipe::DeepSpeed | Recipe::Nanotron, dtype) if dtype != Dtype::Fp16 => 4,
        (Recipe::TorchTitan, _) => 4,
        _ => 2,
    }
}
