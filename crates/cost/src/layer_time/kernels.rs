//! A rank's compute by kind of kernel: the work of each, and its time beyond that of large matrix
//! products.

use super::{end_operations, layer_operations};
use crate::legal::{BackwardLayers, Layers, Legal};
use crate::operation::{Kernel, Operation, Work};
use crate::params::LayerKind;
use crate::roofline::Roofline;
use crate::schedule::Pipeline;
use crate::units::Seconds;

/// The operations of a model's pieces for one micro-batch. Each rank's step consists of them.
#[derive(Clone, Debug)]
pub struct Operations {
    dense: Vec<Operation>,
    routed: Vec<Operation>,
    /// Operations of a layer of each kind of which nothing is trained, if the plan has any.
    frozen: [Vec<Operation>; 2],
    /// Operations of the first stage's end (embedding) and the last stage's end (head).
    ends: [Vec<Operation>; 2],
}

impl Operations {
    /// Operations of a legal plan.
    #[must_use]
    pub fn of(legal: &Legal, roofline: &Roofline) -> Self {
        let [dense, routed] = layers(legal, roofline);
        let frozen = legal.of_frozen_layers();
        Self {
            dense,
            routed,
            frozen: frozen.map_or_else(Default::default, |legal| layers(&legal, roofline)),
            ends: end_operations(legal, roofline),
        }
    }

    /// Work of a rank in a step by each of [`Kernel::ALL`]: forward and backward of all
    /// micro-batches, without recomputation.
    #[must_use]
    pub fn of_rank(
        &self,
        legal: &Legal,
        pipeline: &Pipeline,
        rank: usize,
    ) -> [Work; Kernel::ALL.len()] {
        let mut all = [Work::default(); Kernel::ALL.len()];
        self.add_rank(&mut all, legal, pipeline, rank, 1.0);
        all
    }

    /// Mean work over the ranks, as [`Self::of_rank`] gives it for one.
    fn of_mean_rank(&self, legal: &Legal, pipeline: &Pipeline) -> [Work; Kernel::ALL.len()] {
        let mut all = [Work::default(); Kernel::ALL.len()];
        let share = 1.0 / pipeline.ranks as f64;
        for rank in 0..pipeline.ranks {
            self.add_rank(&mut all, legal, pipeline, rank, share);
        }
        all
    }

    /// Adds a share of a rank's work.
    fn add_rank(
        &self,
        all: &mut [Work; Kernel::ALL.len()],
        legal: &Legal,
        pipeline: &Pipeline,
        rank: usize,
        share: f64,
    ) {
        let mut add_work = |operations: &[Operation], times: f64, of: fn(&Operation) -> Work| {
            for operation in operations {
                all[operation.kernel as usize] += of(operation) * times;
            }
        };
        for chunk in 0..pipeline.chunks_a_rank() {
            let stage = pipeline.stage(rank, chunk) as u64;
            let times = share * pipeline.micro_batches_through(chunk) as f64;
            let BackwardLayers {
                trained,
                passed,
                skipped,
            } = legal.by_backward(stage);
            let both: fn(&Operation) -> Work = Operation::both;
            let forward: fn(&Operation) -> Work = |operation| operation.forward;
            for (kind, operations) in [&self.dense, &self.routed].into_iter().enumerate() {
                let number = |layers: Layers| [layers.dense, layers.routed][kind] as f64;
                let frozen = &self.frozen[kind];
                add_work(operations, number(trained) * times, both);
                add_work(frozen, number(passed) * times, both);
                add_work(frozen, number(skipped) * times, forward);
            }
            if stage == 0 {
                let reaches = legal.plan.reaches_embedding();
                add_work(&self.ends[0], times, if reaches { both } else { forward });
            }
            if legal.is_last(stage) {
                add_work(&self.ends[1], times, both);
            }
        }
    }
}

/// Operations of a dense layer and of a routed one; none of the latter in a dense model.
fn layers(legal: &Legal, roofline: &Roofline) -> [Vec<Operation>; 2] {
    let routed = match legal.plan.model.moe.experts {
        0 => Vec::new(),
        _ => layer_operations(legal, roofline, LayerKind::Routed),
    };
    [layer_operations(legal, roofline, LayerKind::Dense), routed]
}

/// Seconds of forwards and backwards in a step, as the mean over the ranks, by cause: their sum is
/// [`StepTime::compute`] before the stack slows the step.
///
/// [`StepTime::compute`]: crate::step::StepTime::compute
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct KernelTime {
    /// All matrix products, those of the head included, at the speed of large ones.
    pub large: Seconds,
    /// Additional seconds of the layers' products that are too small, misaligned or bound by
    /// memory.
    pub shapes: Seconds,
    /// The attention core.
    pub attention: Seconds,
    /// Norms, residuals, activation functions, permuted tokens, casts, the embedding.
    pub elementwise: Seconds,
    /// Additional seconds of the head, which runs in 16 bit, and of the loss's passes over the
    /// logits.
    pub head: Seconds,
    /// Waiting for the host to launch kernels.
    pub launch: Seconds,
}

impl KernelTime {
    /// The kernel time of a legal plan's step, as the mean over its ranks.
    ///
    /// ```
    /// use formats::catalog;
    /// use cost::{layer_time::KernelTime, legal::Legal};
    /// let plan = catalog::plan("llama3-8b", "h100", 8).unwrap();
    /// let kernels = KernelTime::of(&Legal::check(&plan).unwrap());
    /// let reached = cost::calibration::CALIBRATION.hopper_matmul;
    /// // Products of 6 FLOPs a weight and token at their share of 989.4 TFLOP/s: 7.5 B weights that
    /// // are multiplied, and 512 sequences of 8,192 tokens on 8 GPUs
    /// let seconds = 6.0 * 7.505e9 * 512.0 * 8_192.0 / 8.0 / (reached * 989.4e12);
    /// assert!((kernels.large.0 / seconds - 1.0).abs() < 2e-3);
    /// ```
    #[must_use]
    pub fn of(legal: &Legal) -> Self {
        let roofline = Roofline::of(legal);
        let work = Operations::of(legal, &roofline).of_mean_rank(legal, &Pipeline::of(legal));
        let of = |kernel: Kernel| work[kernel as usize];
        let mut products = Work::default();
        for kernel in Kernel::ALL {
            if kernel.is_product() && kernel != Kernel::Head {
                products += of(kernel);
            }
        }
        let head = of(Kernel::Head);
        let [large, large_head] = [products, head].map(|work| roofline.large(work.flops));
        Self {
            large: large + large_head,
            shapes: products.seconds.beyond(large),
            attention: of(Kernel::Core).seconds,
            elementwise: of(Kernel::Elementwise).seconds + of(Kernel::Embedding).seconds,
            head: (head.seconds + of(Kernel::Loss).seconds).beyond(large_head),
            launch: of(Kernel::Launch).seconds,
        }
    }

    /// Seconds of all causes.
    #[must_use]
    pub fn total(&self) -> Seconds {
        self.large + self.shapes + self.attention + self.elementwise + self.head + self.launch
    }
}
