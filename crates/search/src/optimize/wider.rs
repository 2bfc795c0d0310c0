//! Savings of memory that are tried if no layout fits: a loss that keeps fewer logits, fewer bytes of
//! moments, and what moves to the host.
//!
//! Tests: `tests/all/optimize/wider.rs`.

use super::candidate::Candidate;
use super::constraints::{Constraints, OffloadChoice};
use crate::framework;
use cost::plan::{CrossEntropy, Offload, Optimizer, Plan, Word, WordSet};

/// A saving of memory by which a layout differs from a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saving {
    /// Another implementation of the loss.
    CrossEntropy(CrossEntropy),
    /// Another optimizer.
    Optimizer(Optimizer),
    /// Other parts on the host.
    Offload(WordSet<Offload>),
}

impl Saving {
    /// The savings by which a layout differs from a plan.
    ///
    /// ```
    /// use cost::plan::CrossEntropy;
    /// use search::optimize::{Candidate, Saving};
    /// let plan = formats::catalog::default_plan();
    /// let own = Candidate::of(&plan).unwrap();
    /// assert!(Saving::all(&plan, &own).is_empty());
    /// let fused = Candidate { loss: CrossEntropy::Fused, ..own };
    /// assert_eq!(Saving::all(&plan, &fused), [Saving::CrossEntropy(CrossEntropy::Fused)]);
    /// ```
    #[must_use]
    pub fn all(plan: &Plan, layout: &Candidate) -> Vec<Self> {
        let own = &plan.levers;
        let loss = (layout.loss != own.cross_entropy).then_some(Self::CrossEntropy(layout.loss));
        let optimizer =
            (layout.optimizer != own.optimizer).then_some(Self::Optimizer(layout.optimizer));
        let offload = (layout.offload != own.offload).then_some(Self::Offload(layout.offload));
        [loss, optimizer, offload].into_iter().flatten().collect()
    }

    /// The key of a link that has the saving.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::CrossEntropy(_) => "ce",
            Self::Optimizer(_) => "opt",
            Self::Offload(_) => "off",
        }
    }
}

impl Constraints {
    /// Wider constraints, to be tried in this order if no layout fits: with savings that cost no
    /// speed, then also with what moves to the host. They have only what the plan's framework runs;
    /// `is_fixed` is true for keys whose value must stay. Empty if there is nothing to try.
    ///
    /// ```
    /// use cost::plan::CrossEntropy;
    /// use search::optimize::Constraints;
    /// let plan = formats::catalog::default_plan();
    /// let constraints = Constraints::of(&plan);
    /// let wider = constraints.wider(&plan, |_| false);
    /// assert!(wider[0].loss.contains(CrossEntropy::Fused) && wider[0].offload.is_empty());
    /// assert!(!wider[1].offload.is_empty());
    /// assert!(constraints.wider(&plan, |_| true).is_empty());
    /// ```
    #[must_use]
    pub fn wider(&self, plan: &Plan, is_fixed: impl Fn(&str) -> bool) -> Vec<Self> {
        let mut wider = self.clone();
        if let Some(loss) = lean_loss(plan).filter(|_| !is_fixed("ce")) {
            wider.loss = with(self.loss, loss);
        }
        if let Some(optimizer) = framework::cheaper_moments(plan).last()
            && !is_fixed("opt")
        {
            wider.optimizer = with(self.optimizer, optimizer);
        }
        let mut all = Vec::new();
        if wider != *self {
            all.push(wider.clone());
        }
        let sets: Vec<WordSet<Offload>> = framework::offloads(plan).collect();
        if self.offload.is_empty() && !sets.is_empty() && !is_fixed("off") {
            let choices = OffloadChoice::ALL.iter().copied();
            let there = choices.filter(|choice| {
                let parts = choice.parts();
                parts == plan.levers.offload || sets.contains(&parts)
            });
            wider.offload = WordSet::of(&there.collect::<Vec<_>>());
            all.push(wider);
        }
        all
    }
}

/// A set with one word more.
fn with<W: Word>(set: WordSet<W>, word: W) -> WordSet<W> {
    WordSet::from_bits(set.bits() | WordSet::of(&[word]).bits())
}

/// The loss of a plan's framework that keeps the fewest logits; `None` if the plan has one already.
fn lean_loss(plan: &Plan) -> Option<CrossEntropy> {
    if is_lean(plan.levers.cross_entropy) {
        return None;
    }
    let there: Vec<CrossEntropy> = framework::losses(plan).collect();
    let mut best_first = LEAN.iter().copied();
    best_first.find(|loss| there.contains(loss))
}

/// Losses that keep fewer logits than a plain one, the one that keeps the fewest first.
const LEAN: [CrossEntropy; 3] = [
    CrossEntropy::Chunked,
    CrossEntropy::Fused,
    CrossEntropy::Compiled,
];

/// True if a loss keeps fewer logits than a plain one.
pub(super) fn is_lean(loss: CrossEntropy) -> bool {
    LEAN.contains(&loss)
}
