//! The questions by name, and their answers without the plans, as workers send them.

use super::catalogue::{cards, models, on_cards, with_models};
use super::longest::{LongestSequence, longest, sequence_step, with_sequence};
use super::row::{FitFigures, FitRow, GivenPlan};
use cost::plan::{Plan, limits};
use serde::{Deserialize, Serialize};

/// A question about the memory of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FitQuestion {
    /// The cheapest card on which the plan fits.
    Card,
    /// The longest sequence with which it fits.
    Longest,
    /// The largest model with which it fits.
    Model,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq)]
pub enum FitAnswer {
    /// The plan on each card, the cheapest first, or with each model, the largest first.
    Rows(Vec<FitRow>),
    /// The longest sequences.
    Longest(Box<LongestSequence>),
}

/// The numbers of an answer, from which [`FitQuestion::with_numbers`] makes it again. They are what
/// takes long to compute.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum FitNumbers {
    /// The figures of each row, in their order; `None` of a plan that cannot exist.
    Rows(Vec<Option<FitFigures>>),
    /// Tokens and figures of the longest sequence that fits, and of the longest that fits or is
    /// tight.
    Longest([Option<(u64, FitFigures)>; 2]),
}

impl FitQuestion {
    /// Every question.
    pub const ALL: [Self; 3] = [Self::Card, Self::Longest, Self::Model];

    /// The answer about a plan.
    #[must_use]
    pub fn answer(self, plan: &Plan) -> FitAnswer {
        match self {
            Self::Card => FitAnswer::Rows(cards(plan)),
            Self::Longest => FitAnswer::Longest(Box::new(longest(plan))),
            Self::Model => FitAnswer::Rows(models(plan)),
        }
    }

    /// The answer about a plan whose numbers are known; `None` if they are of another question or
    /// of another catalogue.
    ///
    /// ```
    /// use search::fits::FitQuestion;
    /// let plan = formats::catalog::default_plan();
    /// let answer = FitQuestion::Longest.answer(&plan);
    /// let numbers = answer.numbers();
    /// assert_eq!(FitQuestion::Card.with_numbers(&plan, &numbers), None);
    /// assert_eq!(FitQuestion::Longest.with_numbers(&plan, &numbers), Some(answer));
    /// ```
    #[must_use]
    pub fn with_numbers(self, plan: &Plan, numbers: &FitNumbers) -> Option<FitAnswer> {
        let given = GivenPlan::of(plan);
        let plans = match (self, numbers) {
            (Self::Card, FitNumbers::Rows(_)) => on_cards(plan),
            (Self::Model, FitNumbers::Rows(_)) => with_models(plan),
            (Self::Longest, FitNumbers::Longest(found)) => {
                let row = |&(tokens, figures): &(u64, FitFigures)| {
                    let plan = with_sequence(plan, tokens);
                    FitRow::known(plan, Some(figures), &given)
                };
                let [fits, tight] = found;
                return Some(FitAnswer::Longest(Box::new(LongestSequence {
                    fits: fits.as_ref().map(row),
                    tight: tight.as_ref().map(row),
                    step: sequence_step(plan),
                })));
            }
            _ => return None,
        };
        let FitNumbers::Rows(figures) = numbers else {
            return None;
        };
        (plans.len() == figures.len()).then(|| {
            let rows = plans.into_iter().zip(figures);
            let rows = rows.map(|(plan, figures)| FitRow::known(plan, *figures, &given));
            FitAnswer::Rows(rows.collect())
        })
    }
}

impl FitAnswer {
    /// The numbers of the answer.
    #[must_use]
    pub fn numbers(&self) -> FitNumbers {
        match self {
            Self::Rows(rows) => {
                let figures = rows.iter().map(|row| row.figures().copied());
                FitNumbers::Rows(figures.collect())
            }
            Self::Longest(found) => FitNumbers::Longest([&found.fits, &found.tight].map(|row| {
                let row = row.as_ref()?;
                Some((row.plan.sequence(), *row.figures()?))
            })),
        }
    }
}

impl FitNumbers {
    /// True if a plan may have the sequences.
    #[must_use]
    pub fn are_within_limits(&self) -> bool {
        match self {
            Self::Rows(_) => true,
            Self::Longest(found) => {
                let mut found = found.iter().flatten();
                found.all(|(tokens, _)| limits::SEQUENCE.contains(tokens))
            }
        }
    }
}
