//! Bands from the residuals of cross-validation.

use std::collections::{BTreeMap, BTreeSet};

use cost::band::Band;
use runs::measured::MemoryKind;
use runs::quantile::quantile;

use crate::errors::{Pair, weighted};
use crate::judged::{Judged, Way};

/// Ends of a band, as shares of the measurements below them: four of five lie between.
const ENDS: [f64; 2] = [0.1, 0.9];
/// The share of measurements that every band is to cover.
pub const COVERED: f64 = ENDS[1] - ENDS[0];
/// For steps groups weigh by their plans to this power less than one, as in the fit.
pub const GROUP_EXPONENT: f64 = -0.35;
/// Weight of a source left out among the residuals of known stacks.
const HEDGE: f64 = 0.4;
/// Sources below which their residuals alone make a band too narrow: runs of one page are alike.
const FEW_SOURCES: usize = 6;

/// A band that is kept apart from others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Case {
    /// A step of a dense model on a known stack and GPU.
    DenseKnown,
    /// The same elsewhere.
    DenseUnknown,
    /// A step of a mixture of experts on a known stack and GPU.
    MixtureKnown,
    /// The same elsewhere.
    MixtureUnknown,
    /// Allocated memory of a dense model.
    DenseAllocated,
    /// Its reserved memory.
    DenseReserved,
    /// Allocated memory of a mixture of experts.
    MixtureAllocated,
    /// Its reserved memory.
    MixtureReserved,
}

/// A band for each case.
pub struct Bands(BTreeMap<Case, Band>);

/// Coverage of a band.
pub struct Checked {
    /// Plans of its case.
    pub plans: f64,
    /// Share of them that the band covers.
    pub covered: f64,
    /// Share that a band from the other sources' residuals covers.
    pub by_others: f64,
}

impl Case {
    /// Every case, steps first.
    pub const ALL: [Self; 8] = [
        Self::DenseKnown,
        Self::DenseUnknown,
        Self::MixtureKnown,
        Self::MixtureUnknown,
        Self::DenseAllocated,
        Self::DenseReserved,
        Self::MixtureAllocated,
        Self::MixtureReserved,
    ];

    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::DenseKnown => "step, dense, known",
            Self::DenseUnknown => "step, dense, unknown",
            Self::MixtureKnown => "step, MoE, known",
            Self::MixtureUnknown => "step, MoE, unknown",
            Self::DenseAllocated => "allocated, dense",
            Self::DenseReserved => "reserved, dense",
            Self::MixtureAllocated => "allocated, MoE",
            Self::MixtureReserved => "reserved, MoE",
        }
    }

    const fn is_of_memory(self) -> bool {
        matches!(
            self,
            Self::DenseAllocated
                | Self::DenseReserved
                | Self::MixtureAllocated
                | Self::MixtureReserved
        )
    }

    const fn is_mixture(self) -> bool {
        matches!(
            self,
            Self::MixtureKnown
                | Self::MixtureUnknown
                | Self::MixtureAllocated
                | Self::MixtureReserved
        )
    }

    /// Least width of the band, where the runs are few: published errors of such runs elsewhere.
    /// Mixtures of experts on a stack like a calibrated one are off by a quarter to a third, on
    /// others by a factor of 1.6; allocators reserve 2 to 8 % more than dense models allocate, and
    /// routing is never quite balanced.
    const fn at_least(self) -> Band {
        let (low, high) = match self {
            Self::DenseKnown => (0.97, 1.03),
            Self::DenseUnknown => (0.9, 1.1),
            Self::MixtureKnown => (0.75, 1.3),
            Self::MixtureUnknown => (0.7, 1.45),
            Self::DenseAllocated => (0.97, 1.03),
            Self::DenseReserved => (0.95, 1.05),
            Self::MixtureAllocated => (0.95, 1.08),
            Self::MixtureReserved => (0.92, 1.1),
        };
        Band { low, high }
    }

    /// The runs of this case, each with its residual.
    fn pairs<'a>(self, judged: &'a [Judged]) -> Vec<(&'a str, Pair)> {
        let mut pairs: Vec<(&str, Pair)> = judged
            .iter()
            .filter(|one| one.row.is_mixture() == self.is_mixture())
            .flat_map(|one| {
                let pairs = self.pair(one).into_iter().chain(self.hedge(one));
                pairs.map(|pair| (one.row.source_group.as_str(), pair))
            })
            .collect();
        if self.is_of_memory() {
            return pairs;
        }
        let mut plans: BTreeMap<&str, f64> = BTreeMap::new();
        for (group, pair) in &pairs {
            *plans.entry(group).or_default() += pair.weight;
        }
        for (group, pair) in &mut pairs {
            pair.weight *= plans[group].powf(GROUP_EXPONENT);
        }
        pairs
    }

    fn pair(self, one: &Judged) -> Option<Pair> {
        let counts = |reserved: bool| {
            let is_reserved = matches!(
                one.memory_kind()?,
                MemoryKind::Reserved | MemoryKind::NvidiaSmi
            );
            (is_reserved == reserved && one.row.recompute_known)
                .then(|| one.peak())
                .flatten()
        };
        match self {
            Self::DenseKnown | Self::MixtureKnown => one.step(Way::Folds),
            Self::DenseUnknown | Self::MixtureUnknown => one.step(Way::LeftOut),
            Self::DenseAllocated | Self::MixtureAllocated => counts(false),
            Self::DenseReserved | Self::MixtureReserved => counts(true),
        }
    }

    /// A known recipe on a known GPU may still be run by somebody else: less than half as much as
    /// the folds, the sources left out tell what that does.
    fn hedge(self, one: &Judged) -> Option<Pair> {
        if !matches!(self, Self::DenseKnown | Self::MixtureKnown) {
            return None;
        }
        let pair = one.step(Way::LeftOut)?;
        Some(Pair {
            weight: HEDGE * pair.weight,
            ..pair
        })
    }

    /// Coverage of the runs of its case by a band, every plan once.
    pub fn check(self, judged: &[Judged], band: Band) -> Checked {
        let pairs = self.pairs(judged);
        let mut checked = Checked {
            plans: 0.0,
            covered: 0.0,
            by_others: 0.0,
        };
        for one in judged {
            if one.row.is_mixture() != self.is_mixture() {
                continue;
            }
            let Some(pair) = self.pair(one) else {
                continue;
            };
            let others: Vec<(&str, Pair)> = pairs
                .iter()
                .filter(|(group, _)| *group != one.row.source_group)
                .copied()
                .collect();
            let covers = |band: Band| f64::from(u8::from(band.covers(pair.factor())));
            checked.plans += pair.weight;
            checked.covered += pair.weight * covers(band);
            checked.by_others += pair.weight * covers(self.band(&others));
        }
        checked.covered /= checked.plans.max(1e-9);
        checked.by_others /= checked.plans.max(1e-9);
        checked
    }

    /// The band of these residuals, widened where they are few.
    fn band(self, runs: &[(&str, Pair)]) -> Band {
        let pairs: Vec<Pair> = runs.iter().map(|(_, pair)| *pair).collect();
        let sources: BTreeSet<&str> = runs.iter().map(|(source, _)| *source).collect();
        let factors = weighted(&pairs, Pair::factor);
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

/// The bands of all cases.
pub fn of(judged: &[Judged]) -> Bands {
    let bands = Case::ALL.into_iter().map(|case| {
        let band = case.band(&case.pairs(judged));
        let rounded = |factor: f64| (factor * 1000.0).round() / 1000.0;
        let band = Band {
            low: rounded(band.low),
            high: rounded(band.high),
        };
        (case, band)
    });
    Bands(bands.collect())
}

impl Bands {
    /// The band of a case.
    pub fn of_case(&self, case: Case) -> Band {
        self.0
            .get(&case)
            .copied()
            .unwrap_or_else(|| case.at_least())
    }
}
