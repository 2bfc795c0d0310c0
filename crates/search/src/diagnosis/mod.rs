//! The limit of a plan, the change that helps most, and an expert's warnings.
//!
//! Tests: `tests/all/diagnosis.rs`.

mod advice;
mod warnings;

use super::cure::{Cure, CureSearch};
use super::work::{PATIENCE, Progress};
pub use advice::{Advice, Advising};
use cost::Estimate;
use cost::memory::Verdict;
use cost::plan::Plan;
use cost::shares::Overhead;
pub use warnings::{ExpertWarning, warnings_of};

/// The diagnosis of a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnosis {
    /// Limits of the plan, the worst first: memory if the plan may not fit, then the overheads on
    /// its time.
    pub limits: Vec<Limit>,
    /// Ways to make the plan fit, in the order of [`cures`](super::cure::cures); empty if it fits.
    pub cures: Vec<Cure>,
    /// The change that makes the plan fastest without a further warning and, unless the plan fits,
    /// without more memory. `None` if no change of one or two axes does, or if the plan may not fit.
    pub advice: Option<Advice>,
    /// Plans after which a search stopped; `None` if all were tried.
    pub stopped_after: Option<u64>,
    /// Warnings of an expert.
    pub warnings: Vec<ExpertWarning>,
}

/// The limit of a plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    /// The fullest GPU needs, or may need, more than its memory.
    Memory,
    /// A cause takes this share of the step.
    Time(Overhead, f64),
}

/// The diagnosis of a legal plan of this estimate.
///
/// ```
/// use cost::estimate;
/// use formats::link;
/// use search::diagnosis::{Limit, ExpertWarning, diagnose};
/// // tensor parallelism across two nodes
/// let (plan, _) = link::decode("p=llama3-70b/h100x64&tp=16&pp=2");
/// let found = diagnose(&plan, &estimate(&plan).unwrap());
/// assert!(matches!(found.limits[0], Limit::Time(..)));
/// assert!(matches!(found.warnings[0], ExpertWarning::TensorAcrossDomains { tensor: 16, domain: 8 }));
/// assert!(found.advice.unwrap().faster > 0.2);
/// ```
#[must_use]
pub fn diagnose(plan: &Plan, now: &Estimate) -> Diagnosis {
    let mut curing = CureSearch::among(plan.clone(), now.clone(), &|_| true);
    let mut advising = Advising::new(plan.clone(), now.clone());
    let stops = [
        (curing.advance(PATIENCE), curing.tried()),
        (advising.advance(PATIENCE), advising.tried()),
    ];
    let stopped = |&(progress, _): &(Progress, u64)| progress == Progress::Pending;
    Diagnosis {
        limits: limits(now),
        cures: curing.cures(),
        advice: advising.best,
        stopped_after: stops.into_iter().find(stopped).map(|(_, tried)| tried),
        warnings: warnings_of(plan, now),
    }
}

/// The limits of a plan of this estimate, the worst first.
#[must_use]
pub fn limits(now: &Estimate) -> Vec<Limit> {
    let shares = &now.shares;
    let mut limits: Vec<Limit> = Vec::new();
    for overhead in shares.overheads() {
        let is_less = |limit: &Limit| matches!(limit, Limit::Time(_, share) if *share < overhead.1);
        let place = limits.iter().position(is_less).unwrap_or(limits.len());
        limits.insert(place, Limit::Time(overhead.0, overhead.1));
    }
    if now.memory.verdict != Verdict::Fits {
        limits.insert(0, Limit::Memory);
    }
    limits
}
