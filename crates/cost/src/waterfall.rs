//! The losses from the GPU's peak down to the MFU, by cause.
//!
//! Tests: `tests/all/papers/waterfall.rs`.

use super::Estimate;
use super::convention::{Conventions, MfuKind};
use super::layer_time::KernelTime;
use super::legal::Legal;
use super::model_flops::{Convention, flops_per_token};
use super::params::ModelParams;
use super::roofline::Roofline;
use super::units::Seconds;

/// A cause that takes a share of the peak away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The part of the data sheet's peak that even the best matrix products do not reach.
    Ceiling,
    /// Products too thin or too odd to be as fast as the best.
    Shapes,
    /// Time of the attention core beyond that of the best products for the same counted FLOPs.
    Attention,
    /// Kernels that do little but move bytes: norms, residuals, activations, casts.
    Elementwise,
    /// The output head in 16 bit, and the passes of the loss over the logits.
    Head,
    /// Waiting for the host to launch kernels.
    Launch,
    /// Products of the busiest experts beyond those of the mean ones.
    BusyExperts,
    /// Kernels that compute padding.
    Padding,
    /// Forward work repeated in backward.
    Recompute,
    /// Forwards without a backward.
    ForwardOnly,
    /// Exposed tensor-parallel collectives.
    Tensor,
    /// Exposed context-parallel exchange.
    Context,
    /// Exposed expert exchange.
    Expert,
    /// Exposed transfers between stages.
    Pipeline,
    /// Exposed exchange of gradients and weights among data-parallel ranks.
    Data,
    /// Waiting while the pipeline fills and drains.
    Bubble,
    /// Waiting for stages that have more to do.
    Imbalance,
    /// The optimizer, and the fixed cost of a step.
    Optimizer,
}

impl Cause {
    /// All causes, from the peak downwards.
    pub const ALL: [Self; 18] = [
        Self::Ceiling,
        Self::Shapes,
        Self::Attention,
        Self::Elementwise,
        Self::Head,
        Self::Launch,
        Self::BusyExperts,
        Self::Padding,
        Self::Recompute,
        Self::ForwardOnly,
        Self::Tensor,
        Self::Context,
        Self::Expert,
        Self::Pipeline,
        Self::Data,
        Self::Bubble,
        Self::Imbalance,
        Self::Optimizer,
    ];
}

/// Shares of the peak to which figures are relative; 1 is the whole peak. `start` less every loss
/// plus the credit is `end`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waterfall {
    /// The peak of the products' type: 1, or more if the figures of an 8-bit plan are relative to
    /// the 16-bit peak.
    pub start: f64,
    /// The loss by each of [`Cause::ALL`]; never negative.
    pub losses: [f64; 18],
    /// FLOPs counted beyond those that the kernels had time to compute. The masked half of a long
    /// attention counts, and no kernel computes it.
    pub credit: f64,
    /// The utilisation, by the chosen convention.
    pub end: f64,
}

impl Waterfall {
    /// Divides an estimate of a legal plan by cause, as [`StepShares`] does. The ceiling and the
    /// six causes after it are `ceiling` and `kernels` of those shares. The other causes are the
    /// other shares.
    ///
    /// The share of slow kernels is divided in proportion to the excess seconds of each kind of
    /// kernel. The excess is over the best products for the same FLOPs. All kinds are scaled alike
    /// if some of the counted FLOPs are never computed.
    ///
    /// [`StepShares`]: super::shares::StepShares
    ///
    /// ```
    /// use formats::catalog;
    /// use cost::{convention::Conventions, legal::Legal, waterfall::Waterfall};
    /// let plan = catalog::plan("llama3-70b", "h100", 64).unwrap();
    /// let estimate = cost::estimate(&plan).unwrap();
    /// let legal = Legal::check(&plan).unwrap();
    /// let fall = Waterfall::of(&legal, &estimate, Conventions::default());
    /// // The best products of an H100 reach this share of its data sheet
    /// let reached = cost::calibration::CALIBRATION.hopper_matmul;
    /// assert!((fall.losses[0] / fall.end - (1.0 / reached - 1.0)).abs() < 1e-9);
    /// let lost: f64 = fall.losses.iter().sum();
    /// assert!((1.0 - lost - estimate.utilisation.mfu).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn of(legal: &Legal, estimate: &Estimate, conventions: Conventions) -> Self {
        let (time, utilisation) = (&estimate.time, &estimate.utilisation);
        let share = |seconds: Seconds| seconds.0 / time.total().0;
        let start = utilisation.peak.0 / conventions.peak(utilisation).0;
        let end = conventions.utilisation(utilisation);
        let counted = end / start;
        // Recomputed FLOPs that count are no loss: at most all of the recompute.
        let repeated = match conventions.mfu {
            MfuKind::Hardware => (utilisation.hfu - utilisation.mfu).min(share(time.recompute)),
            _ => 0.0,
        };
        let padding = share(time.compute) * legal.plan.padding_share();
        let compute = share(time.compute) - padding;
        let useful = (counted - repeated).min(compute);
        let roofline: Roofline = Roofline::of(legal);
        let ceiling = (useful * (1.0 / roofline.ceiling() - 1.0)).min(compute - useful);
        let slow_kernels = compute - useful - ceiling;
        let [shapes, attention, elementwise, head, launch, experts] =
            Excess::of(legal, estimate, conventions).divided(slow_kernels);
        let losses = [
            ceiling,
            shapes,
            attention,
            elementwise,
            head,
            launch,
            experts,
            padding,
            share(time.recompute) - repeated,
            share(time.forward_only),
            share(time.tensor),
            share(time.context),
            share(time.expert),
            share(time.pipeline),
            share(time.data),
            share(time.bubble),
            share(time.imbalance),
            share(time.optimizer),
        ];
        Self {
            start,
            losses: losses.map(|loss| loss.max(0.0) * start),
            credit: (counted - repeated - useful).max(0.0) * start,
            end,
        }
    }

    /// The loss by a cause.
    #[must_use]
    pub const fn loss(&self, cause: Cause) -> f64 {
        self.losses[cause as usize]
    }

    /// Seconds of a step in which a share of the peak is spent. The whole step corresponds to the
    /// bar from which the losses fall.
    ///
    /// ```
    /// use cost::{units::Seconds, waterfall::Waterfall};
    /// let fall = Waterfall { start: 2.0, losses: [0.0; 18], credit: 0.0, end: 2.0 };
    /// // half a peak of two: a quarter of 8 s
    /// assert_eq!(fall.seconds(0.5, Seconds(8.0)), Seconds(2.0));
    /// ```
    #[must_use]
    pub fn seconds(&self, share: f64, step: Seconds) -> Seconds {
        step * (share / self.start)
    }

    /// The waterfall in whole tenths of a percentage point, rounded so that the parts still add up.
    /// Start and end are rounded to nearest, the losses down; the rest goes to the losses that were
    /// cut most.
    ///
    /// ```
    /// use cost::waterfall::Waterfall;
    /// let mut losses = [0.0; 18];
    /// losses[..3].copy_from_slice(&[0.2004, 0.2004, 0.2004]);
    /// let fall = Waterfall { start: 1.0, losses, credit: 0.0, end: 0.3988 };
    /// let tenths = fall.tenths();
    /// // 39.9 %: the three losses are 60.1 points, not 3 · 20.0
    /// assert_eq!((tenths.end, &tenths.losses[..3]), (399, &[201, 200, 200][..]));
    /// ```
    #[must_use]
    pub fn tenths(&self) -> Tenths {
        let tenths = |share: f64| (share * 1_000.0).round() as u64;
        let (start, credit, end) = (tenths(self.start), tenths(self.credit), tenths(self.end));
        let exact = self.losses.map(|loss| loss * 1_000.0);
        let mut losses = exact.map(|loss| loss as u64);
        let aim = (start + credit).saturating_sub(end);
        let mut sum: u64 = losses.iter().sum();
        while sum != aim {
            // The loss that is furthest below its exact value if the sum is too small, or furthest
            // above it.
            let sign = if sum < aim { 1.0 } else { -1.0 };
            let mut furthest = (0, f64::NEG_INFINITY);
            for (index, (&whole, exact)) in losses.iter().zip(exact).enumerate() {
                let short = (exact - whole as f64) * sign;
                if short > furthest.1 && (sum < aim || whole > 0) {
                    furthest = (index, short);
                }
            }
            let loss = &mut losses[furthest.0];
            if sum < aim {
                *loss += 1;
                sum += 1;
            } else {
                *loss = loss.saturating_sub(1);
                sum -= 1;
            }
        }
        Tenths {
            start,
            losses,
            credit,
            end,
        }
    }
}

/// A waterfall in tenths of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tenths {
    /// The peak.
    pub start: u64,
    /// The loss by each of [`Cause::ALL`].
    pub losses: [u64; 18],
    /// FLOPs that are counted and that no kernel computes.
    pub credit: u64,
    /// The utilisation.
    pub end: u64,
}

/// Time of each kind of kernel beyond the best products, as shares of the step: by shapes,
/// attention, elementwise kernels, head, launches, and busy experts.
struct Excess([f64; 6]);

impl Excess {
    fn of(legal: &Legal, estimate: &Estimate, conventions: Conventions) -> Self {
        let (time, utilisation) = (&estimate.time, &estimate.utilisation);
        let kernels = KernelTime::of(legal);
        // The seconds of kernels are slowed by the stack and the reader's machine.
        let real = 1.0 - legal.plan.padding_share();
        let pace = time.compute.0 / kernels.total().0 / time.total().0 * real;
        let share = |seconds: Seconds| seconds.0 * pace;
        let model = &legal.plan.model;
        let weights = 6.0 * ModelParams::of(model).multiplied as f64;
        let what = match conventions.mfu {
            MfuKind::Causal => Convention::Causal,
            _ => Convention::NonCausal,
        };
        let all = flops_per_token(model, legal.plan.sample(), what).0;
        // Seconds of the best products for a token's FLOPs, relative to the step's seconds for the
        // token.
        let best = |flops: f64| {
            flops * utilisation.tokens_per_second
                / (utilisation.peak.0 * Roofline::<f64>::of(legal).ceiling())
        };
        // A dense model has no busier experts.
        let busy = if model.moe.experts > 0 {
            share(kernels.large) - best(weights)
        } else {
            0.0
        };
        let excess = [
            share(kernels.shapes),
            share(kernels.attention) - best(all - weights),
            share(kernels.elementwise),
            share(kernels.head),
            share(kernels.launch),
            busy,
        ];
        Self(excess.map(|share| share.max(0.0)))
    }

    /// Divides a share of the step in these proportions.
    fn divided(&self, share: f64) -> [f64; 6] {
        let sum: f64 = self.0.iter().sum();
        if sum > 0.0 {
            self.0.map(|part| part * (share / sum))
        } else {
            // Nothing is slower than the best products: the rest can only be shapes.
            [share, 0.0, 0.0, 0.0, 0.0, 0.0]
        }
    }
}
