//! A found layout, with the figures that explain its score.

use crate::optimize::FoundLayout;
use cost::estimate;
use cost::memory::Verdict;
use cost::plan::Plan;
use serde::{Deserialize, Serialize};

/// A found layout, with its figures.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FoundRow {
    /// The layout.
    pub found: FoundLayout,
    /// Figures of the layout.
    pub reading: LayoutFigures,
}

/// Figures of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LayoutFigures {
    /// Tokens a second and GPU.
    pub tokens_per_second: f64,
    /// Model FLOPs utilisation, attention counted without its mask.
    pub mfu: f64,
    /// Shares of the step beside useful work: bubble, imbalance of stages, exposed communication,
    /// recomputation, optimizer, peak beyond the best kernels, and slow kernels.
    pub shares: [f64; 7],
    /// Share of the step in forwards without a backward.
    pub forward_only: f64,
    /// Days of the whole run.
    pub days: f64,
    /// Dollars of the whole run.
    pub dollars: f64,
    /// The verdict on the layout's memory.
    pub verdict: Verdict,
}

impl FoundRow {
    /// The figures of a layout of a plan; `None` if the layout cannot exist.
    #[must_use]
    pub fn of(plan: &Plan, found: FoundLayout) -> Option<Self> {
        let mut own = plan.clone();
        own.hold_measured();
        found.candidate.write(&mut own);
        let estimate = estimate(&own).ok()?;
        let shares = &estimate.shares;
        Some(Self {
            found,
            reading: LayoutFigures {
                tokens_per_second: estimate.utilisation.tokens_per_second,
                mfu: estimate.utilisation.mfu,
                shares: [
                    shares.bubble,
                    shares.imbalance,
                    shares.communication,
                    shares.recompute,
                    shares.optimizer,
                    shares.ceiling,
                    shares.kernels + shares.padding,
                ],
                forward_only: shares.forward_only,
                days: estimate.run.days,
                dollars: estimate.run.cost_usd,
                verdict: estimate.memory.verdict,
            },
        })
    }
}
