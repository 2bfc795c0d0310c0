//! Goals: the order of layouts from better to worse.

use super::candidate::Candidate;
use cost::band::Band;
use cost::plan::Plan;
use cost::run::Run;
use cost::units::{Bytes, Seconds};
use serde::{Deserialize, Serialize};

/// The goal of a search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Objective {
    /// The highest throughput: the shortest step.
    Fastest,
    /// The least memory on the fullest GPU.
    Smallest,
    /// The fewest GPUs that can train the model at all.
    FewestGpus,
    /// The cheapest run, within a limit of days if there is one.
    Cheapest {
        /// Days from start to end, failures included.
        days: Option<f64>,
    },
    /// The shortest run within a limit of dollars.
    SoonestFor {
        /// Dollars of the whole run.
        dollars: f64,
    },
    /// The fewest GPUs that finish the run within a limit of days.
    FewestGpusWithin {
        /// Days from start to end, failures included.
        days: f64,
    },
}

/// Memory that a layout has to leave free on the GPU.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Margin {
    /// Margin for the model's error: the upper end of the band must fit.
    Band,
    /// This share of the memory that the layout needs.
    Share(f64),
}

/// Score of a layout: the smaller the better. The second number decides if the first is the same.
/// Numbers that differ by less than a millionth are the same.
pub type Score = [f64; 2];

impl Objective {
    /// True if the objective leaves the number of GPUs open.
    #[must_use]
    pub const fn varies_gpus(self) -> bool {
        !matches!(self, Self::Fastest | Self::Smallest)
    }

    /// True if fewer GPUs are always better.
    #[must_use]
    pub const fn wants_few_gpus(self) -> bool {
        matches!(self, Self::FewestGpus | Self::FewestGpusWithin { .. })
    }

    /// The score of a layout with this step and this peak on `gpus` GPUs. It is also a lower bound
    /// for layouts whose step and peak are no less. `None` if it misses a limit.
    #[must_use]
    pub fn score(self, rates: &Rates, gpus: u64, step: Seconds, peak: Bytes) -> Option<Score> {
        let days = rates.days * step.0;
        let dollars = rates.dollars * step.0;
        let within = |value: f64, limit: Option<f64>| limit.is_none_or(|limit| value <= limit);
        let score = match self {
            Self::Fastest => [step.0, 0.0],
            Self::Smallest => [peak.0 as f64, step.0],
            Self::FewestGpus => [gpus as f64, step.0],
            Self::Cheapest { days: limit } if within(days, limit) => [dollars, days],
            Self::SoonestFor { dollars: limit } if within(dollars, Some(limit)) => [days, dollars],
            Self::FewestGpusWithin { days: limit } if within(days, Some(limit)) => {
                [gpus as f64, step.0]
            }
            _ => return None,
        };
        Some(score.map(rounded))
    }
}

/// Days and dollars of a cluster's whole run for each second of its step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// Days, failures included.
    pub days: f64,
    /// Dollars.
    pub dollars: f64,
}

impl Rates {
    /// The rates of a plan on this many GPUs.
    #[must_use]
    pub fn of(plan: &Plan, gpus: u64) -> Self {
        let mut plan = plan.bare();
        plan.cluster.gpus = gpus;
        let run = Run::of(&plan, Seconds(1.0));
        Self {
            days: run.days,
            dollars: run.cost_usd,
        }
    }
}

impl Margin {
    /// True if a peak leaves enough memory free.
    #[must_use]
    pub fn leaves_room(self, peak: Bytes, band: Band, capacity: Bytes) -> bool {
        let factor = match self {
            Self::Band => band.high,
            Self::Share(share) => 1.0 + share,
        };
        peak.scaled(factor) <= capacity
    }
}

/// A number rounded to about a millionth: twenty bits of its fraction are kept.
fn rounded(number: f64) -> f64 {
    f64::from_bits(number.to_bits() & !0xFFFF_FFFF)
}

/// The order of layouts, the best first: by score, then the plainer one.
#[must_use]
pub(super) fn compare(one: (Score, &Candidate), other: (Score, &Candidate)) -> std::cmp::Ordering {
    let by_score = one.0[0]
        .total_cmp(&other.0[0])
        .then(one.0[1].total_cmp(&other.0[1]));
    by_score
        .then_with(|| one.1.complexity().cmp(&other.1.complexity()))
        .then_with(|| one.1.order().cmp(other.1.order()))
}
