//! A rank's computing by kind of kernel: where it falls short of large matrix products.

use super::{LayerKernels, attention, embedding, head, head_products};
use crate::cost::legal::{Layers, Legal};
use crate::cost::params::LayerKind;
use crate::cost::roofline::Roofline;
use crate::cost::schedule::Pipeline;
use crate::cost::units::{Flops, Seconds};

/// Seconds of a rank's forwards and backwards in a step, by what their kernels spend them on:
/// together what [`StepTime::compute`] holds, before the step is slowed by its stack.
///
/// [`StepTime::compute`]: crate::cost::step::StepTime::compute
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct KernelTime {
    /// All matrix products, the head's too, if they ran as fast as large ones.
    pub large: Seconds,
    /// What the layers' products take beside that: too thin, odd, bound by memory.
    pub shapes: Seconds,
    /// The attention core.
    pub attention: Seconds,
    /// Norms, residuals, activation functions, permuted tokens, casts, the embedding.
    pub elementwise: Seconds,
    /// What the head takes beside its products at the pace of large ones: it runs in 16 bit, and
    /// the loss passes over the logits.
    pub head: Seconds,
    /// Waiting for the host to launch kernels.
    pub launch: Seconds,
}

impl KernelTime {
    /// What a rank of a legal plan computes in a step.
    ///
    /// ```
    /// use shardwise::{catalog, cost};
    /// use shardwise::cost::{layer_time::KernelTime, legal::Legal};
    /// let plan = catalog::plan("llama3-8b", "h100", 8).unwrap();
    /// let kernels = KernelTime::of(&Legal::check(&plan).unwrap(), 0);
    /// // Products of 6 FLOPs a weight and token at 70.9 % of 989.4 TFLOP/s: 7.5 B weights that
    /// // are multiplied, and 512 sequences of 8,192 tokens on 8 cards
    /// let seconds = 6.0 * 7.505e9 * 512.0 * 8_192.0 / 8.0 / (0.709 * 989.4e12);
    /// assert!((kernels.large.0 / seconds - 1.0).abs() < 2e-3);
    /// ```
    #[must_use]
    pub fn of(legal: &Legal, rank: usize) -> Self {
        let roofline = Roofline::of(legal);
        let attention = attention(legal, &roofline);
        let layer = |kind| {
            let kernels = LayerKernels::of(legal, &roofline, attention, kind);
            Self::of_layer(&kernels, &roofline)
        };
        let dense = layer(LayerKind::Dense);
        let routed = match legal.plan.model.moe.experts {
            0 => dense,
            _ => layer(LayerKind::Routed),
        };
        let pipeline = Pipeline::of(legal);
        let mut all = Self::default();
        for chunk in 0..pipeline.chunks_a_rank() {
            let stage = pipeline.stage(rank, chunk) as u64;
            let times = pipeline.micro_batches_through(chunk) as f64;
            let layers: Layers = legal.layers(stage);
            all.add(&dense, layers.dense as f64 * times);
            all.add(&routed, layers.routed as f64 * times);
            if stage == 0 {
                let embedding = embedding(legal, &roofline);
                all.elementwise += (embedding.forward + embedding.backward) * times;
            }
            if legal.is_last(stage) {
                all.add(&Self::of_head(legal, &roofline), times);
            }
        }
        all
    }

    /// A layer's forward and backward: backward runs each product twice.
    fn of_layer(kernels: &LayerKernels, roofline: &Roofline) -> Self {
        let each = kernels.products.list();
        let flops: f64 = each.map(|each| each.each.flops().0 * each.times).sum();
        let large = roofline.large(Flops(3.0 * flops));
        let matrices = kernels.matrices * 3.0;
        let attention = kernels.attention.forward + kernels.attention.backward;
        let elementwise = kernels.elementwise * 3.0;
        let all = kernels.forward() + kernels.backward();
        Self {
            large,
            shapes: matrices.beyond(large),
            attention,
            elementwise,
            head: Seconds::ZERO,
            launch: all.beyond(matrices + attention + elementwise),
        }
    }

    fn of_head(legal: &Legal, roofline: &Roofline) -> Self {
        let ([logits, merge], extra) = head_products(legal);
        let flops = logits.flops() * (1.0 + extra) + merge.flops() * extra;
        let large = roofline.large(flops * 3.0);
        let head = head(legal, roofline);
        Self {
            large,
            head: (head.forward + head.backward).beyond(large),
            ..Self::default()
        }
    }

    /// All of it.
    #[must_use]
    pub fn total(&self) -> Seconds {
        self.large + self.shapes + self.attention + self.elementwise + self.head + self.launch
    }

    fn add(&mut self, other: &Self, times: f64) {
        self.large += other.large * times;
        self.shapes += other.shapes * times;
        self.attention += other.attention * times;
        self.elementwise += other.elementwise * times;
        self.head += other.head * times;
        self.launch += other.launch * times;
    }
}
