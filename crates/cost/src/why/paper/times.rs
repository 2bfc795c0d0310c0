//! Textbooks' formulas of a step's kernels and waits.

use super::change::Change;
use super::given::{Given, Textbook, bytes, flops, letter, number};
use super::source::Source;
use crate::amount::{Amount, Part, Sheet, Symbol, Traced, Unit};
use crate::model_flops::{
    attention_flops_per_token, causal_flops_per_token, model_flops_per_token, unmasked_keys,
};
use crate::plan::{Module, Recompute};
use crate::units::{BytesPerSecond, Seconds};
use crate::utilisation::Utilisation;

/// Assumptions about kernels, in the order in which they are dropped.
const KERNELS: &[Change] = &[
    Change::Exact,
    Change::Frozen,
    Change::Products,
    Change::Attention,
    Change::Sides,
    Change::Kernels,
    Change::Launch,
    Change::Slowdown,
    Change::Overhead,
    Change::Machine,
];

/// Assumptions about work that a plan chooses to have, which are dropped as those about kernels.
const CHOSEN: &[Change] = &[
    Change::Exact,
    Change::Products,
    Change::Attention,
    Change::Sides,
    Change::Kernels,
    Change::Launch,
    Change::Slowdown,
    Change::Machine,
];

/// Assumptions about a whole step.
const STEP: &[Change] = &[
    Change::Exact,
    Change::Frozen,
    Change::Waits,
    Change::Recompute,
    Change::Products,
    Change::Attention,
    Change::Sides,
    Change::Kernels,
    Change::Launch,
    Change::Exchanges,
    Change::Links,
    Change::Latency,
    Change::Overlap,
    Change::Slowdown,
    Change::Overhead,
    Change::Machine,
];

/// Assumptions about the optimizer.
const OPTIMIZER: &[Change] = &[
    Change::Exact,
    Change::Frozen,
    Change::Precision,
    Change::Framework,
    Change::Offload,
    Change::Bandwidth,
    Change::Slowdown,
    Change::Overhead,
    Change::Machine,
];

/// Assumptions about waits.
const WAITS: &[Change] = &[
    Change::Exact,
    Change::Frozen,
    Change::Schedule,
    Change::Recompute,
    Change::Lengths,
    Change::Transfers,
    Change::Overlap,
    Change::Slowdown,
    Change::Machine,
];

impl Given<'_> {
    /// Seconds of a step's model FLOPs at the peak: 6·N for each token (Kaplan 2020, section 2.1).
    fn at_peak(&self) -> Traced {
        flops(6.0) * self.active() * self.step_tokens() / self.peak()
    }

    /// The first steps from [`Self::at_peak`]: FLOPs of multiplied weights alone, and of attention
    /// under its mask.
    fn counted(&self) -> Vec<(Change, f64)> {
        let plan = self.legal.plan;
        let seconds = |flops: f64| flops * self.step_tokens().value() / self.peak().value();
        let causal = causal_flops_per_token(&plan.model, plan.sample()).0;
        vec![
            (
                Change::Multiplied,
                seconds(6.0 * self.params.multiplied as f64),
            ),
            (Change::AttentionFlops, seconds(causal)),
        ]
    }

    /// Forward and backward kernels.
    pub(super) fn compute(&self) -> Textbook {
        Textbook {
            first: self.counted(),
            ..Textbook::new(self.at_peak(), Source::Kaplan2020, KERNELS)
        }
    }

    /// The whole step.
    pub(super) fn step(&self) -> Textbook {
        Textbook {
            first: self.counted(),
            ..Textbook::new(self.at_peak(), Source::Kaplan2020, STEP)
        }
    }

    /// Repeated forwards: a third of the model FLOPs of whole layers, or the attention cores
    /// (Korthikanti 2022, section 5).
    pub(super) fn recompute(&self) -> Option<Textbook> {
        let (model, levers) = (&self.legal.plan.model, &self.legal.plan.levers);
        let each = match levers.recompute {
            Recompute::Full => flops(2.0) * self.active(),
            Recompute::Selective if levers.modules.contains(Module::Core) => {
                let keys = unmasked_keys(model, self.legal.plan.sample());
                attention_flops_per_token::<Traced>(model, keys).0
            }
            Recompute::None | Recompute::Selective => return None,
        };
        let value = each * self.step_tokens() / self.peak();
        Some(Textbook::new(value, Source::Korthikanti2022, CHOSEN))
    }

    /// Forwards without a backward, of two FLOPs for each parameter and token (Kaplan 2020, section
    /// 2.1).
    pub(super) fn forward_only(&self) -> Option<Textbook> {
        let passes = self.legal.plan.forward_only_passes();
        let each = flops(2.0) * number(passes as f64) * self.active();
        let value = each * self.step_tokens() / self.peak();
        (passes > 0).then(|| Textbook::new(value, Source::Kaplan2020, CHOSEN))
    }

    /// The bubble's share of the pipeline's time: (p−1)/(v·m+p−1) (Narayanan 2021, section 2.2).
    pub(super) fn idle(&self) -> Option<Textbook> {
        let [others, slots] = self.slots()?;
        let value = others / (slots + others);
        Some(Textbook::new(value, Source::Narayanan2021, WAITS))
    }

    /// The bubble: (p−1)/(v·m) of the time of the model FLOPs (Narayanan 2021, section 2.2).
    pub(super) fn bubble(&self) -> Option<Textbook> {
        let [others, slots] = self.slots()?;
        let value = self.at_peak() * others / slots;
        Some(Textbook::new(value, Source::Narayanan2021, WAITS))
    }

    /// Stages without one, and slots of a rank: v·m.
    fn slots(&self) -> Option<[Traced; 2]> {
        let others = self.letter(Symbol::Pipeline) - number(1.0);
        let chunks = letter(Symbol::Chunks, self.legal.plan.layout.virtual_stages);
        let slots = chunks * self.letter(Symbol::StepMicroBatches);
        (self.legal.pipeline() > 1).then_some([others, slots])
    }

    /// The optimizer reads and writes 12 bytes of state, reads a gradient and writes a weight of 2
    /// bytes for each parameter (the state of Rajbhandari 2020, section 3.1).
    pub(super) fn optimizer(&self) -> Textbook {
        let gpu = &self.legal.plan.cluster.gpu;
        let bandwidth = BytesPerSecond::<Traced>::of_sheet(Sheet::Memory, gpu.hbm_gb_s);
        let moved = bytes(2.0 * 12.0 + 2.0 + 2.0) * self.sharded(self.of_rank(), 1);
        Textbook::new(moved / bandwidth.0, Source::Rajbhandari2020, OPTIMIZER)
    }

    /// Model FLOPs of a step's tokens over what the peak could do (Chowdhery 2022, appendix B), with
    /// 6·N for each token.
    pub(super) fn mfu(&self, ours: f64) -> Textbook {
        let (plan, params) = (self.legal.plan, self.params);
        let seconds = self.figures.time.total();
        let step = Traced::quantity(seconds.0, Unit::SECONDS).part(Part::Step);
        let value = flops(6.0) * self.active() * self.step_tokens() / (self.peak() * step);
        let share =
            |flops: f64| flops * self.step_tokens().value() / (self.peak().value() * seconds.0);
        let all = model_flops_per_token(&plan.model, plan.sample()).0;
        let by_formula = Utilisation::of(self.legal, Seconds(seconds.0)).by_formula;
        let first = vec![
            (Change::Multiplied, share(6.0 * params.multiplied as f64)),
            (Change::AttentionFlops, share(all)),
            (Change::FrozenFlops, by_formula),
            (Change::Limit, ours),
        ];
        Textbook {
            first,
            ..Textbook::new(value, Source::Chowdhery2022, &[])
        }
    }
}
