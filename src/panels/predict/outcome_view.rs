//! The outcome of a prediction: its sentences, the table of the parts, and the buttons after it.

use cost::Estimate;
use leptos::prelude::*;
use text::number::{BytesText as _, duration, listed, percent};
use text::predict as words;

use super::event::PredictEvent;
use super::outcome::{Outcome, PartRow};
use super::round::Round;
use super::state::{OUTCOME, PredictPanel};
use crate::store::Page;

/// The buttons once the outcome is shown.
pub(super) fn after(panel: PredictPanel, round: &Round, page: &Page) -> AnyView {
    if round.place + 1 < round.questions.len() {
        return view! {
            <p class="acts">
                <button
                    type="button"
                    class="on"
                    id="predict-next"
                    on:click=move |_| panel.send(PredictEvent::Next)
                >
                    {words::next()}
                </button>
            </p>
        }
        .into_any();
    }
    let then = &round.then;
    let figures = words::outcome_of_plan(
        &duration(then.time.total()),
        &percent(then.utilisation.mfu),
        &listed(&[
            memory(then, page),
            text::verdict::inside(then.memory.verdict).to_owned(),
        ]),
    );
    view! {
        <p class="acts">
            {may_apply(round, page)
                .then(|| {
                    view! {
                        <button
                            type="button"
                            class="on"
                            id="predict-apply"
                            on:click=move |_| panel.send(PredictEvent::Apply)
                        >
                            {words::apply(&words::settings_of(&round.change, &round.changed))}
                        </button>
                    }
                })} <small>{figures}</small>
        </p>
    }
    .into_any()
}

fn memory(estimate: &Estimate, page: &Page) -> String {
    page.units().size(estimate.memory.peak())
}

/// True if neither the query nor a lesson's step locks a control of the change.
fn may_apply(round: &Round, page: &Page) -> bool {
    let mut values = round.change.values().iter();
    values.all(|(key, _)| !page.has_lock(key))
}

/// The parts of the figure before and after the change.
pub(super) fn table(panel: PredictPanel, round: &Round, outcome: &Outcome) -> AnyView {
    let [from, to] =
        [&round.start, &round.changed].map(|plan| words::settings_of(&round.change, plan));
    let first = if outcome.are_summed {
        words::part()
    } else {
        words::factor()
    };
    let to_open = may_open(panel, round);
    view! {
        <table aria-label=words::table()>
            <thead>
                <tr>
                    <th scope="col">{first}</th>
                    <th scope="col">{from}</th>
                    <th scope="col">{to}</th>
                    <th scope="col">{words::ratio()}</th>
                    <th scope="col">{words::because()}</th>
                </tr>
            </thead>
            <tbody>
                {outcome.rows.iter().map(|part| row(part, None)).collect_view()}
                {row(&outcome.whole, to_open)}
            </tbody>
        </table>
    }
    .into_any()
}

/// The button that makes the change and opens the arithmetic of the figure.
fn may_open(panel: PredictPanel, round: &Round) -> Option<AnyView> {
    let is_free = panel.page().read(|page| may_apply(round, page));
    let change = words::settings_of(&round.change, &round.changed);
    is_free.then(|| {
        view! {
            <button type="button" class="why" on:click=move |_| panel.send(PredictEvent::OpenAll)>
                {words::open_all(&change)}
            </button>
        }
        .into_any()
    })
}

fn row(row: &PartRow, button: Option<AnyView>) -> impl IntoView + use<> {
    let mark = (!row.mark.is_empty()).then(|| view! { <i class=row.mark></i> });
    let [before, after] = row.values.clone();
    view! {
        <tr>
            <th scope="row">{mark} {row.name.clone()}</th>
            <td>{before}</td>
            <td>
                <b>{after}</b>
            </td>
            <td>{row.ratio.clone()}</td>
            <td class="causes">{row.causes.clone()} {button}</td>
        </tr>
    }
}

/// The outcome in sentences.
pub(super) fn said(outcome: &Outcome) -> AnyView {
    let [first, second] = outcome.sentences.clone();
    let from = if outcome.are_summed {
        words::sums_are_subtracted()
    } else {
        words::factors_are_divided()
    };
    view! {
        <blockquote id=OUTCOME tabindex="-1">
            <b>{first}</b>
            " "
            {second}
        </blockquote>
        <p>{from}</p>
    }
    .into_any()
}
