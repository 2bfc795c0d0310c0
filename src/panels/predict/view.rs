//! The card of the predictions.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use text::predict as words;

use super::beside_view::{guesses, hint};
use super::event::PredictEvent;
use super::given_view::{bars, before, choices};
use super::outcome::Outcome;
use super::outcome_view::{after, said, table};
use super::question::Given;
use super::round::Round;
use super::state::{ID, PredictPanel, Predictor, QUESTION};
use crate::store::Page;

/// The id of the heading.
const HEADING: &str = "predict-heading";

/// The card; empty while no round is open, and while the arithmetic of a figure covers it.
pub(super) fn card(panel: PredictPanel) -> AnyView {
    let is_open = panel.slice(|state, page| state.is_open() && page.opened.is_none());
    (move || is_open.get().then(|| open_card(panel))).into_any()
}

fn open_card(panel: PredictPanel) -> AnyView {
    let leave = move |_| panel.send(PredictEvent::Leave);
    let on_key = move |ev: KeyboardEvent| {
        if ev.key() == "Escape" {
            ev.stop_propagation();
            panel.send(PredictEvent::Leave);
        }
    };
    // The question stays while its prediction moves.
    let drawn = panel.slice(|state, page| (state.number, page.units()));
    let question = move || {
        let _ = drawn.get();
        panel.read(|state, page| match &state.round {
            Some(round) => open_question(panel, state, round, page),
            None => refused(state),
        })
    };
    view! {
        <section id=ID class="covering" aria-labelledby=HEADING on:keydown=on_key>
            <div class="top">
                <h2 id=HEADING>{words::heading()}</h2>
                {move || panel.follow(progress)}
                <button type="button" class="leave" on:click=leave>
                    {words::leave()}
                </button>
            </div>
            {question}
        </section>
    }
    .into_any()
}

/// The reason why nothing can be predicted.
fn refused(state: &Predictor) -> AnyView {
    let reason = state.refused.clone();
    view! {
        <div class="body">
            <p class="sheet" role="alert">
                {reason}
            </p>
        </div>
    }
    .into_any()
}

/// The number of the question, and what rests.
fn progress(state: &Predictor, page: &Page) -> Option<AnyView> {
    let round = state.round.as_ref()?;
    let count = round.questions.len();
    let dots = (0..count).map(|place| view! { <i class:on=place <= round.place></i> });
    let rests = page.is_guessing().then(words::rests);
    let view = view! {
        <span class="dots" aria-hidden="true">
            {dots.collect_view()}
        </span>
        <small>{words::progress(round.place as u64 + 1, count as u64)}</small>
        <small>{rests}</small>
    };
    Some(view.into_any())
}

/// The open question: before its outcome is shown, or with it.
fn open_question(panel: PredictPanel, state: &Predictor, round: &Round, page: &Page) -> AnyView {
    let question = round.question();
    let figure = text::why_card::title(question.asked.figure.root, stage(round));
    let given = state.given();
    let outcome = question
        .guess
        .map(|guess| Outcome::of(round, guess, page.units()));
    let is_dragged = matches!(given, Some(Given::Bar { .. }));
    let value = match given {
        Some(Given::Bar { end, step }) => bars(panel, round, page, end, step),
        Some(Given::Choices(values)) => choices(panel, round, page, &values),
        None => ().into_any(),
    };
    let below = match &outcome {
        Some(outcome) => view! {
            {table(panel, round, outcome)}
            {after(panel, round, page)}
        }
        .into_any(),
        None => before(panel, is_dragged),
    };
    let is_seen = outcome.is_some();
    let sentences = outcome.map(|outcome| said(&outcome));
    view! {
        <div class="body">
            <div class="sheet">
                <p class="question" id=QUESTION tabindex="-1">
                    <b>{words::change_of(&round.change, &round.start, &round.changed)}</b>
                    " "
                    {words::question(&figure)}
                </p>
                {value}
                {below}
            </div>
            <div class="beside">
                {sentences} {(!is_seen).then(|| hint(panel, state, round))} {guesses(round, page)}
            </div>
        </div>
    }
    .into_any()
}

/// The stage of the open question in the present plan.
fn stage(round: &Round) -> Option<usize> {
    let memory = &round.now.memory;
    let figure = round.question().asked.figure;
    figure.stage(memory.stages.len(), memory.peak_stage)
}
