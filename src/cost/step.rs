//! The time of one optimizer step, cut into what each second was spent on.

use std::ops::{Add, AddAssign, Mul};

use super::calibration as fitted;
use super::exchange::{self, Gather, TensorTime};
use super::layer_time::{Compute, ModelCompute};
use super::legal::Legal;
use super::params;
use super::roofline::Roofline;
use super::schedule::{Durations, Pipeline, simulate};
use super::state::{PerParameter, State};
use super::units::Seconds;

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
            ..Durations::default()
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
        let context = exchange::context(legal, compute.attention_forward);
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
        let ends = |piece: Compute| {
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
        let (send, travel) = exchange::between_stages(legal);
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
            data: step.gather + exchange::data(legal, params, Seconds(once.total())),
            bubble: idle,
            optimizer: self.optimizer(legal, params),
        }
    }

    /// The optimizer reads and writes its share of the state, reads the gradient and writes the
    /// weight: 28 bytes a parameter with fp32 Adam.
    fn optimizer(&self, legal: &Legal, params: u64) -> Seconds {
        let state = State::of_rank(legal.plan, params, legal.replicas())
            .optimizer
            .0 as f64;
        let per_parameter = PerParameter::of(legal.plan).optimizer.max(1) as f64;
        let beside = fitted::OPTIMIZER_BYTES_BESIDE * state / per_parameter;
        self.roofline.streaming(2.0 * state + beside)
    }
}
