//! Kernels of a step against the rooflines of their GPU, and exchanges against the bandwidth of
//! their links (the last inch of the lessons).
//!
//! Tests: `tests/all/kernel_times.rs`.

use super::Estimate;
use super::layer_time::Operations;
use super::legal::Legal;
use super::operation::{Kernel, Work};
use super::params::Pieces;
use super::roofline::Roofline;
use super::schedule::Pipeline;
use super::step;
use super::traffic::{Exchange, Route};
use super::units::{BytesPerSecond, FlopsPerSecond};

/// The ceilings of a GPU: nothing on it computes or moves faster (Williams 2009).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Roofs {
    /// Peak of the plan's products.
    pub peak: FlopsPerSecond,
    /// Peak of attention's products: 16-bit products, or 32-bit ones if the plan computes in 32
    /// bits.
    pub peak_16: FlopsPerSecond,
    /// Peak of the head's products: that of 16-bit products, or that of the plan's type if the head
    /// also merges streams for further tokens.
    pub peak_head: FlopsPerSecond,
    /// The rate that the best products reach in training, with this framework on this machine.
    pub ceiling: FlopsPerSecond,
    /// The memory's bandwidth.
    pub memory: BytesPerSecond,
    /// Bandwidth to the other GPUs of the domain, one way; `None` if the GPU is alone.
    pub domain: Option<BytesPerSecond>,
    /// Bandwidth to the network, one way; `None` if all GPUs share a domain.
    pub network: Option<BytesPerSecond>,
}

/// A roof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Roof {
    /// The peak of computing.
    Compute,
    /// The memory's bandwidth.
    Memory,
}

impl Roofs {
    /// FLOP/s that a kernel of this intensity can reach at most, and the roof that limits it.
    ///
    /// ```
    /// # use cost::{kernel_times::{Roof, Roofs}, operation::Kernel, units::*};
    /// let h100 = Roofs {
    ///     peak: FlopsPerSecond(989e12),
    ///     peak_16: FlopsPerSecond(989e12),
    ///     peak_head: FlopsPerSecond(989e12),
    ///     ceiling: FlopsPerSecond(700e12),
    ///     memory: BytesPerSecond(3.35e12),
    ///     domain: None,
    ///     network: None,
    /// };
    /// // 10 FLOPs a byte × 3.35 TB/s = 33.5 TFLOP/s; the roofs meet at 989 / 3.35 = 295
    /// assert_eq!(h100.above(Kernel::Elementwise, 10.0), (FlopsPerSecond(33.5e12), Roof::Memory));
    /// assert_eq!(h100.above(Kernel::MlpIn, 300.0), (FlopsPerSecond(989e12), Roof::Compute));
    /// ```
    #[must_use]
    pub fn above(&self, kernel: Kernel, intensity: f64) -> (FlopsPerSecond, Roof) {
        let peak = match kernel {
            Kernel::Core => self.peak_16,
            Kernel::Head => self.peak_head,
            // Kernels that are no products compute little, and not on the units of matrix products.
            _ if !kernel.is_product() => FlopsPerSecond(f64::INFINITY),
            _ => self.peak,
        };
        let moved = self.memory.0 * intensity;
        if moved < peak.0 {
            (FlopsPerSecond(moved), Roof::Memory)
        } else {
            (peak, Roof::Compute)
        }
    }
}

/// A kind of kernel in a step, on one GPU: the mean over the pipeline's ranks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KernelInStep {
    /// The kernel.
    pub kernel: Kernel,
    /// Work of forward and backward of all micro-batches, without recomputation.
    pub work: Work,
    /// Share of the kernel in the seconds of all kernels.
    pub share: f64,
    /// The roof that limits the kernel.
    pub roof: Roof,
    /// Share of the roof that the kernel reaches.
    pub reached: f64,
}

/// An exchange in a step, on one GPU: FLOPs of all kernels of the step over the bytes sent, and
/// over the seconds on the link. Below the ceiling of computing, the exchange takes longer than the
/// kernels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exchanged {
    /// The route of the exchange.
    pub route: Route,
    /// FLOPs of the step, bytes sent and seconds on the link.
    pub work: Work,
}

/// The kernels and the exchanges of a step, with the roofs of the GPU.
#[derive(Clone, Debug, PartialEq)]
pub struct KernelTimes {
    /// The roofs.
    pub roofs: Roofs,
    /// The kernels that take time, in the order in which a token meets them.
    pub kernels: Vec<KernelInStep>,
    /// The exchanges that send bytes, in the order of [`Route::ALL`].
    pub exchanges: Vec<Exchanged>,
}

impl KernelTimes {
    /// The times of a legal plan with its estimate, which has the pace of the reader's machine.
    #[must_use]
    pub fn of(legal: &Legal, estimate: &Estimate) -> Self {
        let pace = estimate.machine.map_or(1.0, |machine| machine.pace);
        let factor = step::slowdown::<f64>(legal) * pace;
        let roofline = Roofline::of(legal);
        let gpu = &legal.plan.cluster.gpu;
        let link = |has: bool, gb_s: f64| has.then(|| BytesPerSecond::from_gb(gb_s));
        let domain = gpu.domain.min(legal.plan.cluster.gpus);
        let roofs = Roofs {
            peak: gpu.peak(legal.plan.levers.dtype),
            peak_16: roofline.peak_16,
            peak_head: match legal.plan.model.multi_token_layers {
                0 => roofline.peak_16,
                _ => roofline.peak,
            },
            ceiling: FlopsPerSecond(roofline.peak.0 * roofline.ceiling() / factor),
            memory: gpu.memory_bandwidth(),
            domain: link(domain > 1, gpu.nvlink_gb_s),
            network: link(domain < legal.plan.cluster.gpus, gpu.nic_gb_s),
        };
        let spent = spent(legal, &roofline, factor);
        let total = spent.iter().fold(Work::default(), |sum, work| sum + *work);
        let kernels = Kernel::ALL.into_iter().zip(spent);
        let kernels = kernels.filter(|(_, work)| work.seconds.0 > 0.0);
        let kernels = kernels.map(|(kernel, work)| {
            let (most, roof) = roofs.above(kernel, work.intensity());
            KernelInStep {
                kernel,
                work,
                share: work.seconds.0 / total.seconds.0,
                roof,
                reached: if most.0 > 0.0 {
                    work.rate().0 / most.0
                } else {
                    0.0
                },
            }
        });
        Self {
            roofs,
            kernels: kernels.collect(),
            exchanges: exchanges(legal, pace, total),
        }
    }

    /// The total of these kernels.
    #[must_use]
    pub fn total(&self) -> Work {
        let each = self.kernels.iter();
        each.fold(Work::default(), |sum, spent| sum + spent.work)
    }
}

/// Work of every kind of kernel in a step, as the ranks of a pipeline have it on average.
fn spent(legal: &Legal, roofline: &Roofline, factor: f64) -> [Work; Kernel::ALL.len()] {
    let mut spent = [Work::default(); Kernel::ALL.len()];
    let operations = Operations::of(legal, roofline);
    let (pieces, pipeline) = (Pieces::of(legal), Pipeline::of(legal));
    let mean = 1.0 / pipeline.ranks as f64;
    for rank in 0..pipeline.ranks {
        let works = operations.of_rank(legal, &pipeline, rank);
        for (spent, work) in spent.iter_mut().zip(works) {
            *spent += work * mean;
        }
        let params = pieces.of_rank(legal, &pipeline, rank);
        let (optimizer, _) = step::optimizer(legal, roofline, params);
        spent[Kernel::Optimizer as usize] += optimizer * mean;
    }
    for work in &mut spent {
        work.seconds = work.seconds * factor;
    }
    spent
}

/// The average exchange of a pipeline's ranks, against the FLOPs of all kernels.
fn exchanges(legal: &Legal, pace: f64, total: Work) -> Vec<Exchanged> {
    let ranks = step::exchanges(legal);
    let mean = 1.0 / ranks.len().max(1) as f64;
    let sum = ranks
        .into_iter()
        .fold(Exchange::default(), |sum, rank| sum + rank);
    let routes = Route::ALL.into_iter().map(|route| {
        let traffic = sum.of(route);
        Exchanged {
            route,
            work: Work {
                flops: total.flops,
                bytes: traffic.bytes.scaled(mean),
                seconds: traffic.link * (mean * pace),
            },
        }
    });
    routes
        .filter(|exchanged| exchanged.work.bytes.0 > 0)
        .collect()
}
