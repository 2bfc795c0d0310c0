//! The balance of communication and compute by the data sheets: for each axis of a layout the time
//! of its exchange over that of the compute beside it, and the batch from which it is not
//! communication-bound.
//!
//! Austin 2025 derives these rules in the chapters "How to Parallelize a Transformer for Training"
//! and "How to Think About GPUs". Both times are at rated speeds: products at the peak C of their
//! type, links at the bandwidth W of the data sheet, without latencies. So they are limits that no
//! software passes. An axis whose ratio is below one can hide its exchange, if the software overlaps
//! it. Bytes and groups are those of the estimate ([`super::step`]).
//!
//! Tests: `tests/all/papers/balance.rs`.

use super::calibration::Calibration;
use super::communication::{self, DataTraffic, Gather, TensorTime};
use super::legal::Legal;
use super::params::{LayerKind, LayerParams, RankParams};
use super::plan::ContextKind;
use super::traffic::{Exchange, Route};
use super::units::Seconds;

/// The balance of each axis of a layout; `None` where the axis exchanges nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CommunicationBalance {
    /// Gradients and weights among data-parallel ranks.
    pub data: Option<AxisBalance>,
    /// Activations among tensor-parallel ranks.
    pub tensor: Option<AxisBalance>,
    /// Keys and values among context-parallel ranks.
    pub context: Option<AxisBalance>,
    /// Tokens among expert-parallel ranks.
    pub expert: Option<AxisBalance>,
    /// Activations between pipeline stages.
    pub pipeline: Option<AxisBalance>,
    /// GPUs of the plan, and micro-batches of a step.
    counts: [u64; 2],
}

/// The balance of one axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisBalance {
    /// Seconds of the exchange over seconds of the compute beside it. Above one the axis is
    /// communication-bound.
    pub ratio: f64,
    /// The quantity that decides, at the value where the ratio is one; `None` if no single one does.
    pub limit: Option<BalanceLimit>,
}

/// A quantity that decides whether an axis is communication-bound, at the value where it is not any
/// more, all else equal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BalanceLimit {
    /// At least this many tokens of a step for each GPU.
    StepTokens(f64),
    /// At least this many tokens of a micro-batch for each GPU.
    MicroBatchTokens(f64),
    /// At least this many tokens of a sequence on each rank.
    SequenceTokens(f64),
    /// At most this many ranks.
    Ranks(f64),
    /// Experts of at least this width.
    ExpertWidth(f64),
    /// At least this many layers in a stage.
    LayersOfStage(f64),
}

impl AxisBalance {
    /// An exchange of some seconds beside some seconds of compute. `None` without exchange or
    /// without compute.
    fn of(
        exchange: f64,
        compute: f64,
        limit: impl FnOnce(f64) -> Option<BalanceLimit>,
    ) -> Option<Self> {
        let ratio = exchange / compute;
        (exchange > 0.0 && ratio.is_finite()).then(|| Self {
            ratio,
            limit: limit(ratio),
        })
    }

    /// True if the exchange takes longer than the compute beside it.
    #[must_use]
    pub fn is_bound(&self) -> bool {
        self.ratio > 1.0
    }
}

impl CommunicationBalance {
    /// The balance of a legal plan.
    ///
    /// ```
    /// use cost::{balance::CommunicationBalance, legal::Legal};
    /// let (plan, _) = formats::link::decode("#v=1&p=llama3-8b/h100x16000&gbs=16000&grads=16bit");
    /// let balance = CommunicationBalance::of(&Legal::check(&plan).unwrap());
    /// // Eight ports of 50 GB/s leave a node: C/W = 989 TFLOP/s / 400 GB/s = 2,473 tokens a GPU,
    /// // 40 M tokens for 16,000 GPUs (Austin 2025, chapter 12)
    /// let tokens = balance.least_batch().unwrap();
    /// assert!((tokens / (989e12 / 400e9 * 16_000.0) - 1.0).abs() < 1e-3);
    /// ```
    #[must_use]
    pub fn of(legal: &Legal) -> Self {
        let rated = rated(legal.fitted);
        let legal = legal.fitted_by(&rated).timed();
        let work = Work::of(&legal);
        let layout = &legal.plan.layout;
        let shared = |ranks: u64, balance: fn(&Legal, &Work) -> Option<AxisBalance>| {
            (ranks > 1).then(|| balance(&legal, &work)).flatten()
        };
        Self {
            data: data(&legal, &work),
            tensor: shared(layout.tensor, tensor),
            context: shared(layout.context, context),
            expert: shared(layout.expert, expert),
            pipeline: shared(layout.pipeline, pipeline),
            counts: [legal.plan.cluster.gpus, legal.micro_batches],
        }
    }

    /// Tokens for each GPU, of a step or of a micro-batch, from which the data-parallel exchange is
    /// not communication-bound. `None` without such an exchange.
    #[must_use]
    pub fn least_tokens(&self) -> Option<f64> {
        match self.data?.limit? {
            BalanceLimit::StepTokens(tokens) | BalanceLimit::MicroBatchTokens(tokens) => {
                Some(tokens)
            }
            _ => None,
        }
    }

    /// Tokens of the smallest step whose data-parallel exchange is not communication-bound. If each
    /// micro-batch exchanges, the step has as many micro-batches as the plan. `None` if there is no
    /// such exchange.
    #[must_use]
    pub fn least_batch(&self) -> Option<f64> {
        let [gpus, micro_batches] = self.counts.map(|count| count as f64);
        let times = match self.data?.limit? {
            BalanceLimit::MicroBatchTokens(_) => micro_batches,
            _ => 1.0,
        };
        Some(self.least_tokens()? * gpus * times)
    }
}

/// The constants at which links have the rates of their data sheets.
const fn rated(fitted: &Calibration) -> Calibration {
    Calibration {
        nvlink_efficiency: 1.0,
        nic_efficiency: 1.0,
        all_to_all_inside: 1.0,
        dispatcher_inside: 1.0,
        half_message_bytes: 0.0,
        ring_step_inside: 0.0,
        ring_step_across: 0.0,
        ..*fitted
    }
}

/// Compute at the peak of the products' type.
struct Work {
    /// Layers without and with routed experts.
    layers: [u64; 2],
    /// Weights that a token meets in each kind of layer.
    met: [u64; 2],
    /// Peak of a GPU, FLOP/s.
    peak: f64,
    /// Tensor-parallel ranks.
    tensor: f64,
}

impl Work {
    fn of(legal: &Legal) -> Self {
        let plan = legal.plan;
        let model = &plan.model;
        let routed = model.routed_before(model.layers);
        let met = |kind| LayerParams::of(model, kind).multiplied(model);
        Self {
            layers: [model.layers - routed, routed],
            met: [met(LayerKind::Dense), met(LayerKind::Routed)],
            peak: plan.cluster.gpu.peak(plan.levers.dtype).0,
            tensor: plan.layout.tensor as f64,
        }
    }

    /// The sum over all layers, if each layer of a kind has this amount.
    fn all_layers(&self, each: [f64; 2]) -> f64 {
        let [dense, routed] = self.layers;
        dense as f64 * each[0] + routed as f64 * each[1]
    }

    /// Seconds of the products of all layers for a token of a rank, forward: two FLOPs for each
    /// weight, of which a tensor-parallel rank has its share.
    fn forward(&self) -> f64 {
        2.0 * self.all_layers(self.met.map(|met| met as f64)) / (self.tensor * self.peak)
    }
}

/// Data parallelism, ZeRO and FSDP. Gradients, and new weights, are exchanged under the backward of
/// a step: 4 FLOPs for each weight and token beside 4 bytes for each weight in 16 bits, so that a
/// GPU needs C/W tokens (Austin 2025, chapters 5 and 12). ZeRO-3 gathers weights under each
/// forward, gathers and scatters under each backward: C/W tokens of a micro-batch. Of E routed
/// experts all are exchanged and K used, so that a GPU needs E/K times as many tokens. Tensor and
/// pipeline ranks share the weights of one replica, so that they share its tokens.
fn data(legal: &Legal, work: &Work) -> Option<AxisBalance> {
    let [dense, routed] = [LayerKind::Dense, LayerKind::Routed].map(|kind| {
        let gather = Gather::of(legal, kind);
        let params = RankParams::of_layer(legal, kind);
        let [once, again] = DataTraffic::of(legal, params).of_step();
        DataSeconds {
            weights: among_data(&gather.weights),
            gradients: among_data(&gather.gradients),
            once: among_data(&once),
            again: among_data(&again),
        }
    });
    let all = |read: fn(&DataSeconds) -> f64| work.all_layers([read(&dense), read(&routed)]);
    let weights = all(|seconds| seconds.weights);
    let backward = all(|seconds| seconds.weights + seconds.gradients + seconds.again);
    let forward = work.forward();
    // Tokens of a replica, of a micro-batch and of a step.
    let of_micro_batch = (weights / forward).max(backward / (2.0 * forward));
    let of_step = all(|seconds| seconds.once) / (2.0 * forward);
    let ranks = (legal.plan.layout.tensor * legal.pipeline()) as f64;
    let has = legal.tokens() as f64;
    let micro = AxisBalance::of(of_micro_batch, has, |_| {
        Some(BalanceLimit::MicroBatchTokens(of_micro_batch / ranks))
    });
    let step = AxisBalance::of(of_step, has * legal.micro_batches as f64, |_| {
        Some(BalanceLimit::StepTokens(of_step / ranks))
    });
    match (micro, step) {
        (Some(micro), Some(step)) if step.ratio > micro.ratio => Some(step),
        (micro, step) => micro.or(step),
    }
}

/// Seconds of a layer's exchange among data-parallel ranks.
struct DataSeconds {
    /// Gathering of weights for a pass of a micro-batch.
    weights: f64,
    /// Scattering of gradients after a micro-batch, where weights are gathered for each.
    gradients: f64,
    /// Exchange once a step.
    once: f64,
    /// Exchange of every further micro-batch.
    again: f64,
}

/// Seconds among ranks with the same weights; traffic with the host is left out.
fn among_data(exchange: &Exchange) -> f64 {
    let routes = [
        Route::Data,
        Route::AcrossShards,
        Route::ExpertData,
        Route::AcrossExpertShards,
    ];
    let seconds: Seconds = routes
        .map(|route| exchange.of(route).link)
        .into_iter()
        .sum();
    seconds.0
}

/// Tensor parallelism: activations are gathered and scattered beside the products of each layer,
/// both in proportion to the tokens. With the weights A of a layer and hidden width h the exchange
/// takes 8·h·(t−1)/t bytes a token over W, the products 2·A/t FLOPs over C. With an MLP of two
/// products alone, A = 2·h·F and half the exchange, t is at most F·W/C (Austin 2025, chapter 12)
/// plus one, as a rank keeps a part that it does not send.
fn tensor(legal: &Legal, work: &Work) -> Option<AxisBalance> {
    let time = TensorTime::of(legal);
    let exchange =
        work.all_layers([&time.dense, &time.routed].map(|[forward, _]| forward.link().0));
    let ranks = work.tensor;
    let compute = work.forward() * legal.tokens() as f64;
    AxisBalance::of(exchange, compute, |ratio| {
        Some(BalanceLimit::Ranks(1.0 + (ranks - 1.0) / ratio))
    })
}

/// Context parallelism. A ring passes keys and values beside the attention: with as many heads of
/// keys as of queries it needs C/W tokens on a rank (Liu 2023, section 3), twice as many under a
/// causal mask. An all-gather and an all-to-all are compared with the whole layer.
fn context(legal: &Legal, work: &Work) -> Option<AxisBalance> {
    let plan = legal.plan;
    let model = &plan.model;
    let [forward, ..] = communication::context(legal, [Seconds::ZERO; 2]);
    let widths = (model.heads * (model.key_dim() + model.value_dim())) as f64 / work.tensor;
    let keys = legal.mean_keys();
    let tokens = legal.tokens() as f64;
    let attention = 2.0 * widths * keys * tokens / work.peak;
    let is_ring = plan.layout.context_kind == ContextKind::Ring;
    let compute = if is_ring {
        attention
    } else {
        attention + work.forward() * tokens / model.layers as f64
    };
    let own = legal.sequence as f64 / plan.layout.context as f64;
    // With a window more tokens do not meet more keys.
    let grows = is_ring && model.window == 0;
    AxisBalance::of(forward.link().0, compute, |ratio| {
        grows.then_some(BalanceLimit::SequenceTokens(own * ratio))
    })
}

/// Expert parallelism: dispatch and combine beside the products of the routed experts, both in
/// proportion to the tokens and the experts of each. Wider experts compute more with the tokens
/// sent (Austin 2025, chapter 12).
fn expert(legal: &Legal, work: &Work) -> Option<AxisBalance> {
    let plan = legal.plan;
    let moe = &plan.model.moe;
    let [forward, _] = communication::experts(legal);
    let all = LayerParams::of(&plan.model, LayerKind::Routed).experts as f64;
    let each = all / moe.experts as f64 / plan.layout.expert_tensor as f64;
    // The busiest rank receives more and computes more.
    let copies = legal.routed_copies() as f64 * plan.imbalance();
    let compute = 2.0 * each * copies / work.peak;
    AxisBalance::of(forward.link().0, compute, |ratio| {
        Some(BalanceLimit::ExpertWidth(moe.ffn as f64 * ratio))
    })
}

/// Pipeline parallelism: the activations of a micro-batch beside the forward of a stage.
fn pipeline(legal: &Legal, work: &Work) -> Option<AxisBalance> {
    let (sent, _) = communication::between_stages(legal);
    let stages = legal.virtual_stages as f64;
    let compute = work.forward() * legal.tokens() as f64 / stages;
    let layers = legal.plan.model.layers as f64 / stages;
    AxisBalance::of(sent.link().0, compute, |ratio| {
        Some(BalanceLimit::LayersOfStage(layers * ratio))
    })
}
