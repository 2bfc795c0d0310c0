//! Scope of an examination, and what it has seen.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::failure::{Failure, Holds};
use crate::known;
use crate::limits::{LONGEST, Meter};
use cost::plan::Plan;
use cost::{Estimate, estimate};
use formats::link::encode;
use serde::{Deserialize, Serialize};

/// Scope of the examination, and statistics of it.
pub struct Scope {
    /// True if every property is checked; else of the dearer ones some, chosen by the input.
    pub is_thorough: bool,
    /// Meter of time and memory; `None` where nothing is measured.
    pub meter: Option<Meter>,
    /// Statistics.
    pub seen: RefCell<Seen>,
}

/// Statistics of an examination.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Seen {
    /// Plans of inputs that can exist, and plans of inputs in all, since they were taken.
    pub plans: [u64; 2],
    /// Number of comparisons for each property of two plans.
    pub compared: BTreeMap<String, u64>,
    /// Number of inputs that were not examined, for each reason.
    pub skipped: BTreeMap<String, u64>,
    /// Number of occurrences of each known violation.
    pub known: BTreeMap<String, u64>,
    /// By what share a figure went the wrong way at most, for each known violation.
    pub furthest: BTreeMap<String, f64>,
    /// The slowest estimate in milliseconds, and its plan.
    pub slowest: (f64, String),
    /// The most bytes that an estimate took, and its plan.
    pub largest: (usize, String),
}

impl Scope {
    /// Checks everything and measures nothing, as tests do.
    #[must_use]
    pub fn thorough() -> Self {
        Self {
            is_thorough: true,
            meter: None,
            seen: RefCell::default(),
        }
    }

    /// True if this property checks the input: one in this many.
    pub(super) fn is_chosen(&self, input: &str, property: &str, one_in: u64) -> bool {
        self.is_thorough || hash(input, property).is_multiple_of(one_in)
    }

    /// Estimates a plan of an input within the limits of time and memory, and counts it.
    pub(super) fn estimated(&self, plan: &Plan) -> Result<Result<Estimate, ()>, Failure> {
        let result = self.limited(plan)?;
        let mut seen = self.seen.borrow_mut();
        seen.plans[0] += u64::from(result.is_ok());
        seen.plans[1] += 1;
        Ok(result)
    }

    /// Estimates a plan within the limits of time and memory.
    pub(super) fn limited(&self, plan: &Plan) -> Result<Result<Estimate, ()>, Failure> {
        let result = match &self.meter {
            None => estimate(plan),
            Some(meter) => {
                let (result, spent) = meter.measure(LONGEST, || estimate(plan));
                let mut seen = self.seen.borrow_mut();
                if spent.milliseconds > seen.slowest.0 {
                    seen.slowest = (spent.milliseconds, encode(plan));
                }
                if spent.bytes > seen.largest.0 {
                    seen.largest = (spent.bytes, encode(plan));
                }
                drop(seen);
                meter.check(spent, plan)?;
                result
            }
        };
        Ok(result.map_err(drop))
    }

    /// Passes over a failure that is known, and counts it.
    pub(super) fn unless_known(&self, plan: &Plan, held: Holds) -> Holds {
        let Err(failure) = held else {
            return Ok(());
        };
        let Some(known) = known::known(&failure, plan) else {
            return Err(failure);
        };
        let mut seen = self.seen.borrow_mut();
        let name = known.name(failure.property);
        let furthest = seen.furthest.entry(name.clone()).or_default();
        *furthest = furthest.max(failure.by);
        *seen.known.entry(name).or_default() += 1;
        Ok(())
    }

    /// Counts an input that was not examined.
    pub(super) fn skipped(&self, why: &'static str) {
        let mut seen = self.seen.borrow_mut();
        *seen.skipped.entry(why.to_owned()).or_default() += 1;
    }

    /// Counts that two plans were compared.
    pub(super) fn compared(&self, property: &'static str) {
        let mut seen = self.seen.borrow_mut();
        *seen.compared.entry(property.to_owned()).or_default() += 1;
    }
}

impl Seen {
    /// Adds what another run has seen.
    pub fn add(&mut self, other: &Self) {
        for (mine, theirs) in [
            (&mut self.compared, &other.compared),
            (&mut self.skipped, &other.skipped),
            (&mut self.known, &other.known),
        ] {
            for (name, count) in theirs {
                *mine.entry(name.clone()).or_default() += count;
            }
        }
        for (name, by) in &other.furthest {
            let furthest = self.furthest.entry(name.clone()).or_default();
            *furthest = furthest.max(*by);
        }
        if other.slowest.0 > self.slowest.0 {
            self.slowest = other.slowest.clone();
        }
        if other.largest.0 > self.largest.0 {
            self.largest = other.largest.clone();
        }
    }
}

/// A number that follows from two texts and from nothing else (FNV-1a).
pub(super) fn hash(one: &str, other: &str) -> u64 {
    let bytes = one.bytes().chain(other.bytes());
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
    }) >> 16
}
