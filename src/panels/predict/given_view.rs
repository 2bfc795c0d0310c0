//! The open question's values: bars, choices, and the buttons before the outcome is shown.

use leptos::prelude::*;
use text::predict as words;

use super::bars::{bar, parts};
use super::event::PredictEvent;
use super::round::Round;
use super::state::PredictPanel;
use crate::components::{StepButton, percent_of, sliding};
use crate::store::{Event, Page};

/// The present value, the prediction and the outcome as bars on one track.
pub(super) fn bars(
    panel: PredictPanel,
    round: &Round,
    page: &Page,
    end: f64,
    step: f64,
) -> AnyView {
    let store = panel.page();
    let question = round.question();
    let figure = round.placed(question.asked.figure);
    let shown = round.pair.shown(figure, page.units());
    let [before, after] = round.pair.values(figure);
    let [from, to] =
        [&round.start, &round.changed].map(|plan| words::settings_of(&round.change, plan));
    let capacity = figure
        .root
        .is_of_memory()
        .then(|| percent_of(round.capacity() / end));
    let written = move || {
        let value = store.shown(guessed);
        move || shown.figure(figure, value())
    };
    let [ticks, length] = [store.shown(guessed), store.shown(guessed)];
    let handlers = sliding(
        move || store.read(guessed) / step,
        move |ticks| {
            store.send_if(|page| moved(page, ticks * step));
        },
    );
    let is_seen = question.guess.is_some();
    let buttons = (!is_seen).then(|| step_buttons(panel));
    let outcome = if is_seen {
        let guess = question.guess.unwrap_or_default();
        let [low, high] = [guess.min(after), guess.max(after)].map(|value| value / end);
        view! {
            {bar(parts(figure, after, &round.then, end))}
            <i
                class="gap"
                style:left=percent_of(low)
                style:width=percent_of(high - low)
            ></i>
        }
        .into_any()
    } else {
        view! { <div class="track empty" aria-hidden="true"></div> }.into_any()
    };
    let known = if is_seen {
        shown.figure(figure, after)
    } else {
        words::unknown().to_owned()
    };
    view! {
        <div class="rows" style=("--capacity", capacity.clone()) data-capacity=capacity.as_ref().map(|_| "")>
            <span>{from}", "{words::now()}</span>
            {bar(parts(figure, before, &round.now, end))}
            <b>{shown.figure(figure, before)}</b>
            <label for="predict-value">
                <b>{words::your_guess()}</b>
            </label>
            <div class="track guess">
                <input
                    {..handlers}
                    id="predict-value"
                    type="range"
                    autocomplete="off"
                    min="0"
                    max=((end / step).round() as u64).to_string()
                    prop:value=move || (ticks() / step).round()
                    aria-valuetext=written()
                    disabled=is_seen
                />
                <s style:width=move || percent_of(length() / end)></s>
            </div>
            <output>{written()}</output>
            {buttons}
            <span>{to}</span>
            <div class="outcome">{outcome}</div>
            <b>{known}</b>
        </div>
    }
    .into_any()
}

/// The value of the open prediction.
fn guessed(page: &Page) -> f64 {
    page.guess.map_or(0.0, |guess| guess.value)
}

/// The value of the open prediction, once it is made.
fn chosen(page: &Page) -> Option<f64> {
    let guess = page.guess.filter(|guess| guess.is_made);
    guess.map(|guess| guess.value)
}

/// True before a prediction is made.
fn is_unmade(page: &Page) -> bool {
    page.guess.is_none_or(|guess| !guess.is_made)
}

/// The event that moves the open prediction.
fn moved(page: &Page, value: f64) -> Option<Event> {
    let open = page.guess.filter(|guess| !guess.is_seen)?;
    Some(Event::Guess(Some(open.with(value))))
}

/// Buttons that move the prediction by one step, and by ten with a pressed Shift key.
fn step_buttons(panel: PredictPanel) -> AnyView {
    let is_off = signal(false).0;
    let by = move |steps| move || panel.send(PredictEvent::Step(steps));
    view! {
        <span class="steps">
            <StepButton name=words::less() sign="−" disabled=is_off on_press=by(-1.0)/>
            <StepButton name=words::more() sign="+" disabled=is_off on_press=by(1.0)/>
        </span>
    }
    .into_any()
}

/// The values to choose.
pub(super) fn choices(panel: PredictPanel, round: &Round, page: &Page, values: &[f64]) -> AnyView {
    let store = panel.page();
    let question = round.question();
    let figure = question.asked.figure;
    let shown = round.pair.shown(figure, page.units());
    let [before, after] = round.pair.values(figure);
    let is_seen = question.guess.is_some();
    let options = values.iter().copied().enumerate().map(|(place, value)| {
        let relation = match before {
            _ if value == before => words::as_now_choice().to_owned(),
            0.0 => String::new(),
            before => text::why_card::ratio(value / before),
        };
        let is_outcome = (is_seen && value == after).then(words::is_outcome);
        let chosen = store.shown(chosen);
        view! {
            <label data-outcome=is_outcome.map(|_| "")>
                <input
                    type="radio"
                    name="predict-choice"
                    autocomplete="off"
                    prop:checked=move || chosen() == Some(value)
                    disabled=is_seen
                    on:change=move |_| panel.send(PredictEvent::Choose(place))
                />
                <b>{shown.figure(figure, value)}</b>
                <small>{relation}</small>
                <small>{is_outcome}</small>
            </label>
        }
    });
    view! {
        <fieldset class="choices">
            <legend class="unseen">{words::choices()}</legend>
            {options.collect_view()}
        </fieldset>
    }
    .into_any()
}

/// The buttons before the outcome is shown.
pub(super) fn before(panel: PredictPanel, is_dragged: bool) -> AnyView {
    let store = panel.page();
    let is_unmade_now = store.shown(is_unmade);
    let first = if is_dragged {
        words::drag_first()
    } else {
        words::choose_first()
    };
    let as_now = is_dragged.then(|| {
        view! {
            <small>{words::as_now_counts()}</small>
            <button type="button" on:click=move |_| panel.send(PredictEvent::AsNow)>
                {words::as_now()}
            </button>
        }
    });
    view! {
        <p class="acts">
            <button
                type="button"
                class="on"
                id="predict-see"
                disabled=store.shown(is_unmade)
                on:click=move |_| panel.send(PredictEvent::See)
            >
                {words::see()}
            </button>
            <small>{move || is_unmade_now().then_some(first)}</small>
            {as_now}
        </p>
    }
    .into_any()
}
