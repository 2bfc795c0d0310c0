//! A round of predictions: one change of a plan, and the figures that are predicted of it.

use std::sync::Arc;

use cost::Estimate;
use cost::estimate;
use cost::legal::{Legal, Reason};
use cost::plan::Plan;
use cost::why::{Figure, Place, Why};
use formats::link::NewValues;
use formats::number::Units;

use super::event::Asked;
use super::first::figures;
use super::question::{Pair, Question};
use crate::store::{Guess, Page};

/// A round.
pub(super) struct Round {
    pub(super) change: NewValues,
    /// The plan from before the change.
    pub(super) start: Arc<Plan>,
    pub(super) changed: Arc<Plan>,
    pub(super) now: Arc<Estimate>,
    pub(super) then: Estimate,
    pub(super) questions: Vec<Question>,
    /// The index of the open question.
    pub(super) place: usize,
    /// The arithmetic of the open question.
    pub(super) pair: Pair,
    /// True if a lesson's step has started the round.
    pub(super) is_of_lesson: bool,
}

/// The reason why a change cannot be predicted.
#[derive(Debug)]
pub(super) enum NoRound {
    /// The changed plan cannot exist.
    Illegal(Reason),
    /// One of the plans does not have the stage of a figure.
    NoStage(Figure),
    /// There is no change.
    NoChange,
}

impl Round {
    /// A round of the page's plan with these figures, or with those that the page chooses if there
    /// are none.
    pub(super) fn of(page: &Page, change: NewValues, asked: Vec<Asked>) -> Result<Self, NoRound> {
        let start = Arc::clone(&page.plan);
        let changed = Arc::new(change.applied(&start));
        let then = estimate(&changed).map_err(|reasons| {
            let first = reasons.into_iter().next();
            first.map_or(NoRound::NoChange, NoRound::Illegal)
        })?;
        let asked = if asked.is_empty() {
            figures(&page.estimate, &changed)
        } else {
            asked
        };
        let questions: Vec<Question> = asked.into_iter().map(Question::new).collect();
        let first = questions.first().ok_or(NoRound::NoChange)?;
        let pair = pair(&start, &page.estimate, &changed, &then, first.asked.figure)?;
        for question in &questions {
            let figure = question.asked.figure;
            stages(figure, &page.estimate, &then).ok_or(NoRound::NoStage(figure))?;
        }
        let mut round = Self {
            change,
            start,
            changed,
            now: Arc::clone(&page.estimate),
            then,
            questions,
            place: 0,
            pair,
            is_of_lesson: false,
        };
        round.open();
        Ok(round)
    }

    /// The open question.
    pub(super) fn question(&self) -> &Question {
        &self.questions[self.place]
    }

    /// The memory of a GPU.
    pub(super) fn capacity(&self) -> f64 {
        self.now.memory.capacity.0 as f64
    }

    /// The first prediction of the open question.
    pub(super) fn first_guess(&self) -> Guess {
        let guess = self.question().first_guess(&self.pair, self.capacity());
        Guess {
            figure: self.placed(guess.figure),
            ..guess
        }
    }

    /// Goes to the next question; `false` after the last one.
    pub(super) fn advance(&mut self) -> bool {
        let Some(next) = self.questions.get(self.place + 1) else {
            return false;
        };
        let figure = next.asked.figure;
        let Ok(pair) = pair(&self.start, &self.now, &self.changed, &self.then, figure) else {
            return false;
        };
        self.place += 1;
        self.pair = pair;
        self.open();
        true
    }

    /// True if the outcome of each question is shown.
    pub(super) fn is_over(&self) -> bool {
        self.questions
            .iter()
            .all(|question| question.guess.is_some())
    }

    /// Works out the values of the open question.
    fn open(&mut self) {
        let figure = self.question().asked.figure;
        let unit = self.pair.shown(figure, Units::Gib).unit;
        self.questions[self.place].values = Some((self.pair.values(figure), unit));
    }

    /// A figure with the number of its stage in the present plan.
    pub(super) fn placed(&self, figure: Figure) -> Figure {
        let memory = &self.now.memory;
        let stage = figure.stage(memory.stages.len(), memory.peak_stage);
        match stage.filter(|_| figure.root.is_of_stage()) {
            Some(stage) => Figure {
                place: Place::Stage(stage),
                ..figure
            },
            None => figure,
        }
    }
}

/// The arithmetic of a figure in both plans.
fn pair(
    start: &Plan,
    now: &Estimate,
    changed: &Plan,
    then: &Estimate,
    figure: Figure,
) -> Result<Pair, NoRound> {
    let [stage, other] = stages(figure, now, then).ok_or(NoRound::NoStage(figure))?;
    let why = |plan: &Plan, estimate: &Estimate, stage: usize| {
        let legal = Legal::check(plan).map_err(|_| NoRound::NoChange)?;
        let machine = estimate.machine.as_ref();
        Ok(Why::of_figure(&legal, machine, stage, figure.root))
    };
    Ok(Pair {
        now: why(start, now, stage)?,
        then: why(changed, then, other)?,
    })
}

/// The stages of a figure in both plans; none if one of them does not have the stage.
fn stages(figure: Figure, now: &Estimate, then: &Estimate) -> Option<[usize; 2]> {
    let stage = |estimate: &Estimate| {
        let memory = &estimate.memory;
        figure.stage(memory.stages.len(), memory.peak_stage)
    };
    Some([stage(now)?, stage(then)?])
}
