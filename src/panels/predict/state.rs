//! State of the predictions.

use cost::why::Figure;
use formats::excerpt::excerpt;
use formats::link::NewValues;

use super::event::{Asked, AskedRound, PredictEvent};
use super::first::changes;
use super::outcome::spoken;
use super::question::Given;
use super::round::{NoRound, Round};
use crate::panels::lesson::LessonEvent;
use crate::store::{Effects, Event, Page, PanelStore};

/// The id of the card.
pub(super) const ID: &str = "predict";
/// The id of the button in the head.
pub(super) const BUTTON: &str = "predict-button";
/// The id of the sentence about the outcome, which gets the focus.
pub(super) const OUTCOME: &str = "predict-outcome";
/// The id of the question, which gets the focus when another one opens.
pub(super) const QUESTION: &str = "predict-question";

/// The card of the predictions.
pub(super) type PredictPanel = PanelStore<Predictor>;

/// The predictions.
#[derive(Default)]
pub(crate) struct Predictor {
    /// The open round.
    pub(super) round: Option<Round>,
    /// The changes among which the reader chooses; empty if a lesson or a query names one.
    pub(super) changes: Vec<NewValues>,
    /// The index of the chosen change.
    pub(super) chosen: usize,
    /// The reason why no round is open, though one was requested.
    pub(super) refused: Option<String>,
    /// Number of drawn questions and refusals: each makes the view anew.
    pub(super) number: u32,
}

impl Predictor {
    /// True if the card is in the page.
    pub(super) const fn is_open(&self) -> bool {
        self.round.is_some() || self.refused.is_some()
    }

    /// Opens the round that the address names.
    pub(super) fn open_query(&mut self, page: &Page, effects: &mut Effects<PredictEvent>) -> bool {
        let query = &page.presentation;
        if query.predict.is_empty() || self.is_open() {
            return false;
        }
        let figures = query.ask.split(',').filter(|word| !word.is_empty());
        let figures = figures.map(|word| word.parse().map_err(|_| excerpt(word)));
        let figures: Result<Vec<Figure>, String> = figures.collect();
        match (query.predict.parse(), figures) {
            (Ok(change), Ok(figures)) => {
                let asked = figures.into_iter().map(Asked::of).collect();
                self.start(page, change, asked, false, effects);
            }
            (Err(pair), _) => self.refused = Some(text::predict::not_a_change(&pair)),
            (_, Err(word)) => self.refused = Some(text::predict::not_a_figure(&word)),
        }
        true
    }

    /// Ends the round if the plan has changed in another way.
    pub(super) fn follow_plan(&mut self, page: &Page, effects: &mut Effects<PredictEvent>) -> bool {
        let round = self.round.as_ref();
        let has_ended = round.is_some_and(|round| *round.start != *page.plan);
        if has_ended {
            self.end(effects);
            effects.announce(text::predict::ended());
        }
        has_ended || self.is_open()
    }

    /// Changes the state by an event.
    pub(super) fn change(
        &mut self,
        page: &Page,
        event: PredictEvent,
        effects: &mut Effects<PredictEvent>,
    ) {
        match event {
            PredictEvent::Press if self.is_open() => self.leave(effects),
            PredictEvent::Press => {
                self.changes = changes(page);
                self.choose_change(page, 0, effects);
            }
            PredictEvent::Start(asked) => {
                let AskedRound { change, figures } = *asked;
                self.changes.clear();
                self.start(page, change, figures, true, effects);
            }
            PredictEvent::ChooseChange(place) => self.choose_change(page, place, effects),
            PredictEvent::Choose(place) => {
                if let Some(value) = self.choices().get(place) {
                    guess(page, *value, effects);
                }
            }
            PredictEvent::AsNow => {
                let round = self.round.as_ref();
                let values = round.and_then(|round| round.question().values);
                if let Some(([now, _], _)) = values {
                    guess(page, now, effects);
                }
            }
            PredictEvent::Step(steps) => {
                if let (Some(open), Some(step)) = (page.guess, self.step()) {
                    let value = (open.value / step + steps).round() * step;
                    guess(page, value.clamp(0.0, open.most), effects);
                }
            }
            PredictEvent::See => self.see(page, effects),
            PredictEvent::Next => {
                let round = self.round.as_mut();
                if round.is_some_and(Round::advance) {
                    self.ask(effects);
                    effects.focus(QUESTION);
                }
            }
            PredictEvent::Apply => self.apply(None, effects),
            PredictEvent::OpenAll => {
                let round = self.round.as_ref();
                let figure = round.map(|round| round.placed(round.question().asked.figure));
                self.apply(figure, effects);
            }
            PredictEvent::Leave => self.leave(effects),
            PredictEvent::End => self.end(effects),
        }
    }

    /// Starts a round.
    fn start(
        &mut self,
        page: &Page,
        change: NewValues,
        asked: Vec<Asked>,
        is_of_lesson: bool,
        effects: &mut Effects<PredictEvent>,
    ) {
        match Round::of(page, change, asked) {
            Ok(round) => {
                self.refused = None;
                self.round = Some(Round {
                    is_of_lesson,
                    ..round
                });
                self.ask(effects);
            }
            Err(reason) => {
                self.round = None;
                self.number += 1;
                self.refused = Some(refusal(&reason, page));
                effects.send(Event::Guess(None));
            }
        }
    }

    fn choose_change(&mut self, page: &Page, place: usize, effects: &mut Effects<PredictEvent>) {
        let Some(change) = self.changes.get(place).cloned() else {
            self.refused = Some(text::predict::no_change().to_owned());
            return;
        };
        self.chosen = place;
        self.start(page, change, Vec::new(), false, effects);
        effects.focus(QUESTION);
    }

    /// Opens the prediction of the open question.
    fn ask(&mut self, effects: &mut Effects<PredictEvent>) {
        if let Some(round) = &self.round {
            self.number += 1;
            effects.send(Event::Guess(Some(round.first_guess())));
        }
    }

    /// Shows the outcome.
    fn see(&mut self, page: &Page, effects: &mut Effects<PredictEvent>) {
        let open = page.guess.filter(|guess| guess.is_made && !guess.is_seen);
        let (Some(guess), Some(round)) = (open, &mut self.round) else {
            return;
        };
        let place = round.place;
        round.questions[place].guess = Some(guess.value);
        self.number += 1;
        effects.send(Event::Guess(Some(crate::store::Guess {
            is_seen: true,
            ..guess
        })));
        effects.announce(spoken(round, guess.value, page.units()));
        effects.focus(OUTCOME);
        if round.is_of_lesson && round.is_over() {
            effects.tell(LessonEvent::Predicted);
        }
    }

    /// Makes the change in the plan, and opens the arithmetic of a figure.
    fn apply(&mut self, figure: Option<Figure>, effects: &mut Effects<PredictEvent>) {
        let changed = self.round.as_ref().map(|round| round.changed.clone());
        self.end(effects);
        if let Some(changed) = changed {
            effects.send(Event::Jump(Box::new((*changed).clone())));
        }
        match figure {
            Some(figure) => effects.send(Event::OpenFigure(Some(figure))),
            None => effects.focus(BUTTON),
        }
    }

    fn leave(&mut self, effects: &mut Effects<PredictEvent>) {
        self.end(effects);
        effects.focus(BUTTON);
    }

    fn end(&mut self, effects: &mut Effects<PredictEvent>) {
        self.round = None;
        self.refused = None;
        effects.send(Event::Guess(None));
    }

    /// The way in which the reader gives the value of the open question.
    pub(super) fn given(&self) -> Option<Given> {
        let round = self.round.as_ref()?;
        Some(round.question().given(&round.pair, round.capacity()))
    }

    fn choices(&self) -> Vec<f64> {
        match self.given() {
            Some(Given::Choices(values)) => values,
            _ => Vec::new(),
        }
    }

    fn step(&self) -> Option<f64> {
        match self.given()? {
            Given::Bar { step, .. } => Some(step),
            Given::Choices(_) => None,
        }
    }
}

/// Sets the value of the open prediction.
fn guess(page: &Page, value: f64, effects: &mut Effects<PredictEvent>) {
    if let Some(open) = page.guess.filter(|guess| !guess.is_seen) {
        effects.send(Event::Guess(Some(open.with(value))));
    }
}

/// The sentence on why a change cannot be predicted.
fn refusal(reason: &NoRound, page: &Page) -> String {
    match reason {
        NoRound::Illegal(reason) => {
            text::predict::illegal(&text::reasons::reason(reason, &page.plan))
        }
        NoRound::NoStage(figure) => text::predict::no_stage(&figure.to_string()),
        NoRound::NoChange => text::predict::no_change().to_owned(),
    }
}
