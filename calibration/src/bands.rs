//! Bands from the residuals of cross-validation.

use std::collections::{BTreeMap, BTreeSet};

use cost::band::{Band, Extent, MemoryCount, MemoryStack as Stack};
use cost::plan::Plan;
use runs::measured::MeasuredMemory;
use runs::quantile::quantile;

use crate::distance::{self, STACKS};
use crate::errors::{WeightedPair, weighted};
use crate::judged::{Judged, Validation};
use crate::published::{Observation, for_likeness};

/// Ends of a band, as shares of the measurements below: four of five are between the ends.
const ENDS: [f64; 2] = [0.1, 0.9];
/// The share of measurements that every band is to cover.
pub const COVERED: f64 = ENDS[1] - ENDS[0];
/// Number of sources below which their residuals alone give too narrow a band, as runs of one
/// source are alike.
const FEW_SOURCES: usize = 6;

/// Number of plans below which a stack's memory counts as not validated.
const FEW_PLANS: f64 = 10.0;

/// A case with a separate band.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Case {
    /// A step of a dense model on Megatron-LM's stacks and a known GPU.
    DenseMegatron,
    /// A step of a dense model on another known stack and a known GPU.
    DenseKnown,
    /// A step of a dense model on another stack or GPU: judged by runs of software without a recipe,
    /// and by those whose recipe or family of GPUs no other source has.
    DenseUnknown,
    /// A step of a mixture of experts on a known stack and GPU.
    MixtureKnown,
    /// A step of a mixture of experts on another stack or GPU.
    MixtureUnknown,
    /// Memory of dense models on a stack.
    Memory(Stack, MemoryCount),
    /// Memory of mixtures of experts.
    MixtureMemory(MemoryCount),
}

/// A band for each case, and the widening of those of memory.
pub struct Bands {
    of_cases: BTreeMap<Case, Band>,
    /// Extent of the published peaks of each stack of [`STACKS`].
    pub extents: [Extent; STACKS.len()],
    /// Share by which a band of memory widens for each unit of distance.
    pub widening: f64,
}

/// Coverage of a band.
pub struct Checked {
    /// Plans of the case.
    pub plans: f64,
    /// Share of the plans that the band covers.
    pub covered: f64,
    /// Share of the plans that a band from the other sources' residuals covers.
    pub by_others: f64,
}

impl Case {
    /// Every case, steps first.
    pub const ALL: [Self; 21] = [
        Self::DenseMegatron,
        Self::DenseKnown,
        Self::DenseUnknown,
        Self::MixtureKnown,
        Self::MixtureUnknown,
        Self::Memory(Stack::Megatron, MemoryCount::Allocated),
        Self::Memory(Stack::PyTorch, MemoryCount::Allocated),
        Self::Memory(Stack::HuggingFace, MemoryCount::Allocated),
        Self::Memory(Stack::DeepSpeed, MemoryCount::Allocated),
        Self::Memory(Stack::Lora, MemoryCount::Allocated),
        Self::Memory(Stack::Qlora, MemoryCount::Allocated),
        Self::Memory(Stack::Other, MemoryCount::Allocated),
        Self::MixtureMemory(MemoryCount::Allocated),
        Self::Memory(Stack::Megatron, MemoryCount::Reserved),
        Self::Memory(Stack::PyTorch, MemoryCount::Reserved),
        Self::Memory(Stack::HuggingFace, MemoryCount::Reserved),
        Self::Memory(Stack::DeepSpeed, MemoryCount::Reserved),
        Self::Memory(Stack::Lora, MemoryCount::Reserved),
        Self::Memory(Stack::Qlora, MemoryCount::Reserved),
        Self::Memory(Stack::Other, MemoryCount::Reserved),
        Self::MixtureMemory(MemoryCount::Reserved),
    ];

    /// Name of the case in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::DenseMegatron => "step, dense, Megatron",
            Self::DenseKnown => "step, dense, known",
            Self::DenseUnknown => "step, dense, unknown",
            Self::MixtureKnown => "step, MoE, known",
            Self::MixtureUnknown => "step, MoE, unknown",
            Self::Memory(Stack::Megatron, MemoryCount::Allocated) => "allocated, Megatron",
            Self::Memory(Stack::PyTorch, MemoryCount::Allocated) => "allocated, PyTorch",
            Self::Memory(Stack::HuggingFace, MemoryCount::Allocated) => "allocated, Hugging Face",
            Self::Memory(Stack::DeepSpeed, MemoryCount::Allocated) => "allocated, DeepSpeed",
            Self::Memory(Stack::Other, MemoryCount::Allocated) => "allocated, others",
            Self::Memory(Stack::Lora, MemoryCount::Allocated) => "allocated, LoRA",
            Self::Memory(Stack::Qlora, MemoryCount::Allocated) => "allocated, QLoRA",
            Self::Memory(Stack::Lora, MemoryCount::Reserved) => "reserved, LoRA",
            Self::Memory(Stack::Qlora, MemoryCount::Reserved) => "reserved, QLoRA",
            Self::Memory(Stack::Megatron, MemoryCount::Reserved) => "reserved, Megatron",
            Self::Memory(Stack::PyTorch, MemoryCount::Reserved) => "reserved, PyTorch",
            Self::Memory(Stack::HuggingFace, MemoryCount::Reserved) => "reserved, Hugging Face",
            Self::Memory(Stack::DeepSpeed, MemoryCount::Reserved) => "reserved, DeepSpeed",
            Self::Memory(Stack::Other, MemoryCount::Reserved) => "reserved, others",
            Self::MixtureMemory(MemoryCount::Allocated) => "allocated, MoE",
            Self::MixtureMemory(MemoryCount::Reserved) => "reserved, MoE",
        }
    }

    const fn is_of_memory(self) -> bool {
        matches!(self, Self::Memory(..) | Self::MixtureMemory(_))
    }

    const fn is_mixture(self) -> bool {
        matches!(
            self,
            Self::MixtureKnown | Self::MixtureUnknown | Self::MixtureMemory(_)
        )
    }

    /// Least width of the band if the runs are few: published errors of such runs elsewhere.
    /// Mixtures of experts on a stack like a calibrated one are off by a quarter to a third, on
    /// others by a factor of 1.6. Allocators reserve 2 to 8 % more than dense models allocate, and
    /// routing is never quite balanced.
    const fn at_least(self) -> Band {
        let (low, high) = match self {
            Self::DenseMegatron | Self::DenseKnown => (0.97, 1.03),
            Self::DenseUnknown => (0.9, 1.1),
            Self::MixtureKnown => (0.75, 1.3),
            Self::MixtureUnknown => (0.7, 1.45),
            Self::Memory(_, MemoryCount::Allocated) => (0.97, 1.03),
            Self::Memory(_, MemoryCount::Reserved) => (0.95, 1.05),
            Self::MixtureMemory(MemoryCount::Allocated) => (0.95, 1.08),
            Self::MixtureMemory(MemoryCount::Reserved) => (0.92, 1.1),
        };
        Band { low, high }
    }

    /// The runs of this case, each with its residual. Steps weigh as in the fit.
    fn pairs<'a>(self, judged: &'a [Judged]) -> Vec<(&'a str, WeightedPair)> {
        let mut of_case = judged
            .iter()
            .filter(|one| self.is_of(one))
            .filter_map(|one| {
                let pair = self.pair(one);
                pair.map(|pair| (one.row, pair))
            })
            .collect::<Vec<_>>();
        if !self.is_of_memory() {
            let rows: Vec<&Observation> = of_case.iter().map(|(row, _)| *row).collect();
            let weights: Vec<f64> = of_case.iter().map(|(_, pair)| pair.weight).collect();
            let likeness = for_likeness(&rows, &weights);
            for ((_, pair), factor) in of_case.iter_mut().zip(likeness) {
                pair.weight *= factor;
            }
        }
        let named = of_case.into_iter();
        named
            .map(|(row, pair)| (row.source_group.as_str(), pair))
            .collect()
    }

    fn pair(self, one: &Judged) -> Option<WeightedPair> {
        let counts = |reserved: bool| {
            if !one.row.recompute_known {
                return None;
            }
            let kind = one.memory_kind()?;
            let is_reserved = matches!(kind, MeasuredMemory::Reserved | MeasuredMemory::NvidiaSmi);
            if is_reserved == reserved {
                one.peak()
            } else {
                one.reserved_peak().filter(|_| reserved)
            }
        };
        match self {
            Self::DenseMegatron | Self::DenseKnown | Self::MixtureKnown => {
                one.step(if one.has_kin {
                    Validation::LeftOut
                } else {
                    Validation::Folds
                })
            }
            Self::DenseUnknown | Self::MixtureUnknown => one.step(Validation::LeftOut),
            Self::Memory(_, count) | Self::MixtureMemory(count) => {
                counts(count == MemoryCount::Reserved)
            }
        }
    }

    /// True if a run belongs to the case, even without a figure for it.
    fn is_of(self, one: &Judged) -> bool {
        let is_of_stack = match self {
            Self::Memory(stack, _) => stack == Stack::of(&one.row.plan),
            Self::DenseMegatron => is_megatron(&one.row.plan),
            Self::DenseKnown => !is_megatron(&one.row.plan),
            Self::DenseUnknown => one.row.is_foreign() || !one.has_kin,
            _ => true,
        };
        is_of_stack && one.row.is_mixture() == self.is_mixture()
    }

    /// The case of a run's step, judged without the run's source.
    pub const fn of_step(one: &Judged) -> Self {
        match (one.row.is_mixture(), one.has_kin) {
            (false, true) if is_megatron(&one.row.plan) => Self::DenseMegatron,
            (false, true) => Self::DenseKnown,
            (false, false) => Self::DenseUnknown,
            (true, true) => Self::MixtureKnown,
            (true, false) => Self::MixtureUnknown,
        }
    }

    /// The band of the case from all sources but one.
    pub fn band_of_others(self, judged: &[Judged], source: &str) -> Band {
        let mut pairs = self.pairs(judged);
        pairs.retain(|(group, _)| *group != source);
        self.band(&pairs)
    }

    /// The runs of the case, each with the band from the other sources.
    pub fn by_others<'a>(
        self,
        judged: &'a [Judged<'a>],
    ) -> Vec<(&'a Judged<'a>, WeightedPair, Band)> {
        let pairs = self.pairs(judged);
        let of_case = judged.iter().filter(|one| self.is_of(one));
        let with_figure = of_case.filter_map(|one| Some((one, self.pair(one)?)));
        with_figure
            .map(|(one, pair)| {
                let others = pairs.iter().copied();
                let others: Vec<(&str, WeightedPair)> = others
                    .filter(|(group, _)| *group != one.row.source_group)
                    .collect();
                (one, pair, self.band(&others))
            })
            .collect()
    }

    /// Coverage of the runs of the case by a band, every plan counted once. A band of allocated
    /// memory from the other sources widens by `widening` for each unit of distance from them.
    pub fn check(self, judged: &[Judged], band: Band, widening: f64) -> Checked {
        let mut checked = Checked {
            plans: 0.0,
            covered: 0.0,
            by_others: 0.0,
        };
        for (one, pair, of_others) in self.by_others(judged) {
            let distance = match self {
                Self::Memory(_, MemoryCount::Allocated) => {
                    distance::from_others(one, judged).unwrap_or(0.0)
                }
                _ => 0.0,
            };
            let covers = |band: Band| f64::from(u8::from(band.covers(pair.factor())));
            checked.plans += pair.weight;
            checked.covered += pair.weight * covers(band);
            checked.by_others +=
                pair.weight * covers(of_others.widened(of_others, widening * distance));
        }
        checked.covered /= checked.plans.max(1e-9);
        checked.by_others /= checked.plans.max(1e-9);
        checked
    }

    /// True if the case has at least [`FEW_PLANS`] plans.
    pub fn is_validated(self, judged: &[Judged]) -> bool {
        let pairs = self.pairs(judged);
        let plans: f64 = pairs.iter().map(|(_, pair)| pair.weight).sum();
        plans >= FEW_PLANS
    }

    /// The band of these residuals, widened if they are few.
    fn band(self, runs: &[(&str, WeightedPair)]) -> Band {
        let pairs: Vec<WeightedPair> = runs.iter().map(|(_, pair)| *pair).collect();
        let sources: BTreeSet<&str> = runs.iter().map(|(source, _)| *source).collect();
        let factors = weighted(&pairs, WeightedPair::factor);
        let end = |share: f64| quantile(&factors, share);
        let least = self.at_least();
        let [Some(low), Some(high)] = ENDS.map(end) else {
            return least;
        };
        if sources.len() < FEW_SOURCES {
            return Band {
                low: low.min(least.low),
                high: high.max(least.high),
            };
        }
        Band {
            low: low.min(0.99),
            high: high.max(1.01),
        }
    }
}

/// True for a plan on Megatron-LM's stacks.
const fn is_megatron(plan: &Plan) -> bool {
    matches!(Stack::of(plan), Stack::Megatron)
}

/// The bands of all cases. If a kind of memory has fewer than [`FEW_PLANS`] plans, its band is
/// twice as wide, in logarithms, as the widest of the known stacks, since no run shows that the
/// model has its mechanisms.
pub fn of(judged: &[Judged]) -> Bands {
    let widest = |count: MemoryCount| {
        // Fine-tuning on samples of all lengths leaves a cache unlike that of pre-training.
        let is_tuned = |stack| matches!(stack, Stack::HuggingFace | Stack::Lora | Stack::Qlora);
        let known = Case::ALL.into_iter().filter(|case| {
            matches!(case, Case::Memory(stack, of) if *of == count && !is_tuned(*stack))
                && case.is_validated(judged)
        });
        known
            .map(|case| case.band(&case.pairs(judged)))
            .reduce(|one, other| Band {
                low: one.low.min(other.low),
                high: one.high.max(other.high),
            })
            .unwrap_or(Case::Memory(Stack::Other, count).at_least())
    };
    let unproven = |count: MemoryCount| {
        let Band { low, high } = widest(count);
        Band {
            low: low.powi(2),
            high: high.powi(2),
        }
    };
    let bands = Case::ALL.into_iter().map(|case| {
        let band = match case {
            Case::Memory(_, count) if !case.is_validated(judged) => unproven(count),
            _ => case.band(&case.pairs(judged)),
        };
        let rounded = |factor: f64| (factor * 1000.0).round() / 1000.0;
        let band = Band {
            low: rounded(band.low),
            high: rounded(band.high),
        };
        (case, band)
    });
    Bands {
        of_cases: bands.collect(),
        extents: STACKS
            .map(|stack| distance::extent(stack, judged.iter()).unwrap_or(Extent::new(0, 1))),
        widening: widening(judged),
    }
}

/// Share by which a band of allocated memory widens for each unit of distance: the least with which
/// four of five runs, each judged by the other sources and its distance from them, are in the band.
fn widening(judged: &[Judged]) -> f64 {
    let mut needed: Vec<WeightedPair> = Vec::new();
    for case in Case::ALL {
        let Case::Memory(stack, MemoryCount::Allocated) = case else {
            continue;
        };
        if !STACKS.contains(&stack) {
            continue;
        }
        for (one, pair, band) in case.by_others(judged) {
            let distance = distance::from_others(one, judged).unwrap_or(0.0);
            if distance > 0.0 {
                needed.push(WeightedPair {
                    measured: (widths(band, pair.factor()) - 1.0).max(0.0) / distance,
                    predicted: 1.0,
                    weight: pair.weight,
                });
            }
        }
    }
    let shares = weighted(&needed, WeightedPair::factor);
    let share = quantile(&shares, COVERED).unwrap_or(0.0);
    (share * 100.0).round() / 100.0
}

/// The distance of a factor from one, in widths of a band, in logarithms.
fn widths(band: Band, factor: f64) -> f64 {
    let end = if factor < 1.0 { band.low } else { band.high };
    factor.ln() / end.ln()
}

impl Bands {
    /// The band of a case.
    pub fn of_case(&self, case: Case) -> Band {
        self.of_cases
            .get(&case)
            .copied()
            .unwrap_or_else(|| case.at_least())
    }
}
