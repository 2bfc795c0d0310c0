//! Questions about the memory of the plan, each answered by a worker while its details are open: the
//! cheapest card, the longest sequence and the largest model with which the plan fits.

use std::sync::Arc;

use cost::plan::Plan;
use search::fits::{FitAnswer, FitNumbers, FitQuestion};

use super::answers::link_of;
use super::pool::Pool;
use crate::store::Page;

/// The answers, and the questions that workers have not answered yet.
#[derive(Default)]
pub(super) struct Fits {
    /// The plan that rested last: a plan that a reader drags asks nothing.
    rested: Option<Arc<Plan>>,
    /// For each of [`FitQuestion::ALL`] the last answer.
    answered: [Option<AnsweredFit>; FitQuestion::ALL.len()],
    /// For each of them the last question.
    asked: [Option<AskedFit>; FitQuestion::ALL.len()],
}

/// An answer about a plan.
pub(super) struct AnsweredFit {
    plan: Arc<Plan>,
    /// The question's number.
    number: u64,
    /// The answer.
    pub(super) answer: FitAnswer,
}

/// A question about a plan.
struct AskedFit {
    plan: Arc<Plan>,
    number: u64,
}

/// The id of the details with the answer to a question.
pub(super) const fn fold_id(question: FitQuestion) -> &'static str {
    match question {
        FitQuestion::Card => "fits-card",
        FitQuestion::Longest => "fits-longest",
        FitQuestion::Model => "fits-model",
    }
}

impl Fits {
    /// Records that the plan rests.
    pub(super) fn rest(&mut self, page: &Page) {
        self.rested = Some(Arc::clone(&page.plan));
    }

    /// The questions whose details are open, and which nobody has asked about the plan at rest.
    fn wanted(&self, page: &Page) -> impl Iterator<Item = FitQuestion> {
        let is_of = |plan: &Arc<Plan>| *plan == page.plan;
        let rests = self.rested.as_ref().is_some_and(is_of);
        let all = FitQuestion::ALL.into_iter();
        all.filter(move |&question| {
            let place = question as usize;
            let answered = self.answered[place].as_ref().map(|known| &known.plan);
            let asked = self.asked[place].as_ref().map(|known| &known.plan);
            let is_known = answered.into_iter().chain(asked).any(is_of);
            rests && !is_known && page.is_open(fold_id(question))
        })
    }

    /// True if a question waits for workers.
    pub(super) fn is_waiting(&self, page: &Page) -> bool {
        self.wanted(page).next().is_some()
    }

    /// Asks a worker what is wanted.
    pub(super) fn ask(&mut self, pool: &mut Pool, page: &Page, now: f64) {
        let wanted: Vec<FitQuestion> = self.wanted(page).collect();
        for question in wanted {
            let plan = Arc::clone(&page.plan);
            let number = pool.ask_fits(&link_of(&plan), question, now);
            self.asked[question as usize] = Some(AskedFit { plan, number });
        }
    }

    /// Takes in the numbers of an answer; returns whether they were expected.
    pub(super) fn take_in(&mut self, number: u64, numbers: &FitNumbers) -> bool {
        let is_answered =
            |asked: &Option<AskedFit>| asked.as_ref().is_some_and(|asked| asked.number == number);
        let Some(place) = self.asked.iter().position(is_answered) else {
            return false;
        };
        let (question, asked) = (FitQuestion::ALL[place], self.asked[place].take());
        let answered = asked.and_then(|AskedFit { plan, number }| {
            let answer = question.with_numbers(&plan, numbers)?;
            Some(AnsweredFit {
                plan,
                number,
                answer,
            })
        });
        if answered.is_none() {
            return false;
        }
        self.answered[place] = answered;
        true
    }

    /// Forgets what was asked, as the workers have ended.
    pub(super) fn forget(&mut self) {
        self.asked = Default::default();
    }

    /// The last answer to a question.
    pub(super) fn answered(&self, question: FitQuestion) -> Option<&AnsweredFit> {
        self.answered[question as usize].as_ref()
    }

    /// True if the last answer is about another plan.
    pub(super) fn is_old(&self, question: FitQuestion, page: &Page) -> bool {
        let answered = self.answered(question);
        answered.is_some_and(|answered| answered.plan != page.plan)
    }

    /// The number of the last answer, by which a view knows whether it shows it.
    pub(super) fn number(&self, question: FitQuestion) -> Option<u64> {
        self.answered(question).map(|answered| answered.number)
    }
}

impl AnsweredFit {
    /// The plan that was asked about.
    pub(super) fn plan(&self) -> &Plan {
        &self.plan
    }
}
