//! A layout that was found, with the figures that say why it is good.

use super::numbers::{Rest, Sent, sent_fields};
use crate::optimize::Found;
use cost::estimate;
use cost::memory::Verdict;
use cost::plan::Plan;

/// A layout that was found and what it pays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// The layout.
    pub found: Found,
    /// Its figures.
    pub reading: Reading,
}

/// Figures of a layout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// Tokens a second and card.
    pub tokens_per_second: f64,
    /// Model FLOPs utilisation, attention counted without its mask.
    pub mfu: f64,
    /// Shares of the step beside useful work: stages that wait, communication that shows, forward
    /// run again, the optimizer's pass over its state, what the best kernels leave of the peak, and
    /// the last inch.
    pub tolls: [f64; 6],
    /// Days of the whole run.
    pub days: f64,
    /// Dollars of the whole run.
    pub dollars: f64,
    /// Whether it fits.
    pub verdict: Verdict,
}

sent_fields! {
    Row { found, reading }
    Reading { tokens_per_second, mfu, tolls, days, dollars, verdict }
}

impl Row {
    /// The figures of a layout of a plan; `None` where it cannot exist.
    #[must_use]
    pub fn of(plan: &Plan, found: Found) -> Option<Self> {
        let mut own = plan.clone();
        own.hold_measured();
        found.candidate.write(&mut own);
        let estimate = estimate(&own).ok()?;
        let tolls = &estimate.tolls;
        Some(Self {
            found,
            reading: Reading {
                tokens_per_second: estimate.utilisation.tokens_per_second,
                mfu: estimate.utilisation.mfu,
                tolls: [
                    tolls.bubble,
                    tolls.cable,
                    tolls.scratchpad,
                    tolls.state,
                    tolls.ceiling,
                    tolls.last_inch,
                ],
                days: estimate.run.days,
                dollars: estimate.run.cost_usd,
                verdict: estimate.memory.verdict,
            },
        })
    }
}
