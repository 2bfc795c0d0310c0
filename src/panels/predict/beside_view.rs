//! Beside a question: why to predict, the change, and the predictions of the round.

use leptos::prelude::*;
use text::predict as words;
use text::stops::also_moved;

use super::event::PredictEvent;
use super::round::Round;
use super::state::{PredictPanel, Predictor};
use crate::store::Page;

/// Beside the question: why to predict, the change, and what follows from it.
pub(super) fn hint(panel: PredictPanel, state: &Predictor, round: &Round) -> AnyView {
    let follows = match also_moved(&round.start, &round.changed) {
        follows if follows.is_empty() => words::nothing_follows().to_owned(),
        follows => text::sentence(&follows),
    };
    let changes = (state.changes.len() > 1).then(|| {
        let chosen = state.chosen;
        let options = state.changes.iter().enumerate().map(|(place, change)| {
            view! {
                <option value=place.to_string() prop:selected=place == chosen>
                    {words::change_of(change, &round.start, &change.applied(&round.start))}
                </option>
            }
        });
        view! {
            <label class="which">
                {words::which_change()}
                <select
                    autocomplete="off"
                    on:change:target=move |ev| {
                        let place = usize::try_from(ev.target().selected_index());
                        place.into_iter().for_each(|place| panel.send(PredictEvent::ChooseChange(place)));
                    }
                >
                    {options.collect_view()}
                </select>
            </label>
        }
    });
    view! {
        {changes}
        <h3>{words::guess_first()}</h3>
        <p>{words::why_guess()}</p>
        <details>
            <summary>{words::what_changes()}</summary>
            <p>{follows}</p>
        </details>
    }
    .into_any()
}

/// The predictions of the round.
pub(super) fn guesses(round: &Round, page: &Page) -> AnyView {
    let memory = &round.now.memory;
    let units = page.units();
    let items = round.questions.iter().map(|question| {
        let figure = question.asked.figure;
        let stage = figure.stage(memory.stages.len(), memory.peak_stage);
        let name = text::why_card::title(figure.root, stage);
        let outcome = match (question.guess, question.values) {
            (Some(guess), Some(([_, after], unit))) => {
                let [guess, after] = [guess, after]
                    .map(|value| text::why_card::value_of(figure.root, value, unit, units));
                view! {
                    {guess}
                    " → "
                    <b>{after}</b>
                }
                .into_any()
            }
            _ => words::open().into_any(),
        };
        view! {
            <li>
                <span>{name}</span>
                <span>{outcome}</span>
            </li>
        }
    });
    view! {
        <h3>{words::guesses()}</h3>
        <ul class="guesses">{items.collect_view()}</ul>
    }
    .into_any()
}
