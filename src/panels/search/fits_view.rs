//! View of the cheapest card, the longest sequence and the largest model with which the plan fits.

use std::sync::Arc;

use cost::plan::Plan;
use formats::number::Units;
use leptos::prelude::*;
use search::fits::{FitAnswer, FitQuestion, FitRow, near_answers};
use text::fits as words;
use text::number::{BytesText as _, count, dollars, duration, grouped, plain};

use super::fits::{AnsweredFit, fold_id};
use super::form::fold;
use super::state::{ID, Search};
use crate::components::Late;
use crate::store::{Event, LatePlace, PanelStore, Store};

/// The questions, each with its answer folded away under it.
pub(super) fn questions(panel: PanelStore<Search>) -> impl IntoView {
    let folds = FitQuestion::ALL.map(|question| question_fold(panel, question));
    view! {
        <section class="fits">
            <h3>{words::heading()}</h3>
            {folds.into_iter().collect_view()}
        </section>
    }
}

/// A question, and its answer while the details are open.
fn question_fold(panel: PanelStore<Search>, question: FitQuestion) -> impl IntoView {
    let id = fold_id(question);
    // Replies of a search draw the panel some ten times a second, an answer only once.
    let shown = panel.slice(move |search, page| {
        let number = search.fits.number(question);
        (page.is_open(id), number, page.units())
    });
    let is_old = panel.slice(move |search, page| search.fits.is_old(question, page));
    let answer = move || {
        let (is_open, _, units) = shown.get();
        is_open.then(|| {
            panel.read(|search, _| match search.fits.answered(question) {
                None => view! { <p class="readout">{words::pending()}</p> }.into_any(),
                Some(answered) => answer_view(panel.page(), question, answered, units),
            })
        })
    };
    let summary = match question {
        FitQuestion::Card => words::question_card(),
        FitQuestion::Longest => words::question_longest(),
        FitQuestion::Model => words::question_model(),
    };
    view! {
        <details
            class="numbers"
            class:old=is_old
            id=id
            on:toggle:target=move |ev| fold(panel, id, ev.target().open())
        >
            <summary>{summary}</summary>
            {answer}
        </details>
    }
}

/// An answer: sentences, a table, and sentences on its rows.
fn answer_view(
    store: Store,
    question: FitQuestion,
    answered: &AnsweredFit,
    units: Units,
) -> AnyView {
    let plan = answered.plan();
    let (said, table, notes) = match &answered.answer {
        FitAnswer::Longest(found) => {
            let rows = found.rows();
            let name = |row: &FitRow| vec![grouped(row.plan.sequence())];
            let notes = rows.first().map(|row| words::notes(row, plan));
            let table = table(
                store,
                units,
                words::longest_heading(),
                &[words::column_sequence()],
                &rows,
                name,
            );
            (
                words::longest_answer(plan, found),
                table,
                notes.unwrap_or_default(),
            )
        }
        FitAnswer::Rows(rows) if question == FitQuestion::Card => {
            let shown: Vec<&FitRow> = rows.iter().collect();
            let name = |row: &FitRow| {
                let price = plain(row.plan.cluster.gpu.price);
                vec![words::card(&row.plan).to_owned(), price]
            };
            let headings = [words::column_card(), words::column_price()];
            let table = table(
                store,
                units,
                words::cards_heading(),
                &headings,
                &shown,
                name,
            );
            let notes = words::noted(rows, plan, words::card);
            (words::cards_answer(rows), table, notes)
        }
        FitAnswer::Rows(rows) => {
            let near = near_answers(rows);
            let shown: Vec<&FitRow> = near.of(rows).collect();
            let name = |row: &FitRow| {
                let parameters = count(words::parameters(&row.plan));
                vec![words::model(&row.plan).to_owned(), parameters]
            };
            let headings = [words::column_model(), words::column_parameters()];
            let table = table(
                store,
                units,
                words::models_heading(),
                &headings,
                &shown,
                name,
            );
            let mut notes = words::noted(shown, plan, words::model);
            notes.extend((near.more > 0).then(|| words::more_models(near.more as u64)));
            (words::models_answer(plan, rows), table, notes)
        }
    };
    let notes = notes.into_iter();
    view! {
        <p>{said.join(" ")}</p>
        {table}
        {notes.map(|note| view! { <p class="readout">{note}</p> }).collect_view()}
    }
    .into_any()
}

/// A table of rows, each of which the page can adopt.
fn table(
    store: Store,
    units: Units,
    label: &'static str,
    headings: &[&'static str],
    rows: &[&FitRow],
    name: fn(&FitRow) -> Vec<String>,
) -> Option<AnyView> {
    let figures = [
        words::column_memory(),
        words::column_capacity(),
        words::column_verdict(),
        words::column_step(),
        words::column_cost(),
    ];
    let headings = headings.iter().chain(&figures).copied();
    let headings = headings.map(|heading| view! { <th scope="col">{heading}</th> });
    let lines = rows.iter().map(|row| line(store, units, row, name(row)));
    (!rows.is_empty()).then(|| {
        view! {
            <div class="scroll" tabindex="0" role="region" aria-label=label>
                <table>
                    <thead>
                        <tr>{headings.collect_view()}</tr>
                    </thead>
                    <tbody>{lines.collect_view()}</tbody>
                </table>
            </div>
        }
        .into_any()
    })
}

/// A row: the button that makes its plan the page's, and its figures.
fn line(store: Store, units: Units, row: &FitRow, cells: Vec<String>) -> impl IntoView + use<> {
    let mut cells = cells.into_iter();
    let name = cells.next();
    let mut cells: Vec<String> = cells.collect();
    let figures = row.figures();
    let size = |bytes| units.size(bytes);
    cells.extend([
        figures.map_or_else(String::new, |it| size(it.peak)),
        figures.map_or_else(String::new, |it| size(it.capacity)),
        words::outcome(row).to_owned(),
        figures.map_or_else(String::new, |it| duration(it.step)),
        figures.map_or_else(String::new, |it| dollars(it.dollars)),
    ]);
    let plan = Arc::new(row.plan.clone());
    let pointed = Arc::clone(&plan);
    let press = move |_| {
        store.send(adoption(&plan));
        // The button may be gone after the next answer, and the focus must stay on the page.
        store.send(Event::Focus(ID.into()));
    };
    view! {
        <tr>
            <th scope="row">
                <button type="button" class="adopt" on:click=press>
                    {name}
                    <Late place=LatePlace::Pointed(pointed)/>
                </button>
            </th>
            {cells.into_iter().map(|cell| view! { <td>{cell}</td> }).collect_view()}
        </tr>
    }
}

/// The event of a press on the row of a plan.
pub(super) fn adoption(plan: &Plan) -> Event {
    Event::Adopt(Box::new(plan.clone()))
}
