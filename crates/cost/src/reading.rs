//! Single figures of an estimate that people compare, in one list.
//!
//! Tests: `crates/cli/tests/all/reports.rs`, `src/panels/compare/tests.rs`.

use super::Estimate;
use super::units::{Bytes, Seconds};

/// A figure of an estimate.
#[derive(Clone, Copy)]
pub struct Reading {
    /// Key of the figure in JSON and in links to views.
    pub key: &'static str,
    /// Reads it.
    pub of: fn(&Estimate) -> Amount,
    /// The better direction.
    pub better: Better,
}

/// A figure with its unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// Bytes of memory.
    Size(Bytes),
    /// Seconds.
    Time(Seconds),
    /// A part of a whole.
    Share(f64),
    /// A number each second.
    Rate(f64),
    /// Days.
    Days(f64),
    /// Dollars.
    Dollars(f64),
    /// Megawatt-hours.
    Energy(f64),
}

/// The better direction of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    /// A smaller figure is better.
    Less,
    /// A larger figure is better.
    More,
}

impl Amount {
    /// Numeric value of the amount: bytes, seconds, a share, and so on.
    ///
    /// ```
    /// use cost::{reading::Amount, units::Bytes};
    /// assert_eq!(Amount::Size(Bytes(1 << 30)).number(), 1_073_741_824.0);
    /// ```
    #[must_use]
    pub fn number(self) -> f64 {
        match self {
            Self::Size(size) => size.0 as f64,
            Self::Time(time) => time.0,
            Self::Share(number)
            | Self::Rate(number)
            | Self::Days(number)
            | Self::Dollars(number)
            | Self::Energy(number) => number,
        }
    }
}

const fn reading(key: &'static str, of: fn(&Estimate) -> Amount, better: Better) -> Reading {
    Reading { key, of, better }
}

/// All figures: memory of the fullest GPU, speed, seconds by cause, the run.
pub static READINGS: [Reading; 24] = [
    reading("peak", |e| Amount::Size(e.memory.peak()), Better::Less),
    reading(
        "state",
        |e| Amount::Size(e.memory.fullest().state.total()),
        Better::Less,
    ),
    reading(
        "activations",
        |e| Amount::Size(e.memory.fullest().activations + e.memory.fullest().logits),
        Better::Less,
    ),
    reading("mfu", |e| Amount::Share(e.utilisation.mfu), Better::More),
    reading("hfu", |e| Amount::Share(e.utilisation.hfu), Better::More),
    reading(
        "tokens",
        |e| Amount::Rate(e.utilisation.tokens_per_second),
        Better::More,
    ),
    reading("step", |e| Amount::Time(e.time.total()), Better::Less),
    reading(
        "bubblefraction",
        |e| Amount::Share(e.time.bubble_fraction()),
        Better::Less,
    ),
    reading(
        "idlefraction",
        |e| Amount::Share(e.time.idle_fraction()),
        Better::Less,
    ),
    reading("compute", |e| Amount::Time(e.time.compute), Better::Less),
    reading(
        "recompute",
        |e| Amount::Time(e.time.recompute),
        Better::Less,
    ),
    reading(
        "forwardonly",
        |e| Amount::Time(e.time.forward_only),
        Better::Less,
    ),
    reading("tp", |e| Amount::Time(e.time.tensor), Better::Less),
    reading("cp", |e| Amount::Time(e.time.context), Better::Less),
    reading("ep", |e| Amount::Time(e.time.expert), Better::Less),
    reading("pp", |e| Amount::Time(e.time.pipeline), Better::Less),
    reading("dp", |e| Amount::Time(e.time.data), Better::Less),
    reading("bubble", |e| Amount::Time(e.time.bubble), Better::Less),
    reading(
        "imbalance",
        |e| Amount::Time(e.time.imbalance),
        Better::Less,
    ),
    reading(
        "optimizer",
        |e| Amount::Time(e.time.optimizer),
        Better::Less,
    ),
    reading("days", |e| Amount::Days(e.run.days), Better::Less),
    reading("goodput", |e| Amount::Share(e.run.goodput), Better::More),
    reading("cost", |e| Amount::Dollars(e.run.cost_usd), Better::Less),
    reading("energy", |e| Amount::Energy(e.run.energy_mwh), Better::Less),
];
