//! View of the recipe.

use cost::guide::open;
use leptos::prelude::*;

use super::state::{ID, RecipeFigure};
use crate::components::Table;
use crate::panels::figure::Figure;
use crate::panels::words;
use crate::store::{Event, Page, PanelStore, Store};

/// The whole figure.
pub(super) fn figure(panel: PanelStore<RecipeFigure>) -> AnyView {
    let words = &words().recipe;
    let store = panel.page();
    view! {
        <Figure
            id=ID
            caption="recipe-caption"
            name=words.heading
            sentence=panel.shown(|_, page| (words.sentence)(open(page.decisions())))
            table=Box::new(move || panel.follow(|_, page| numbers(page)))
        >
            <ol class="path">{move || panel.follow(|_, page| steps(page, store))}</ol>
        </Figure>
    }
    .into_any()
}

/// The steps of the path, each with its decision, what the plan says to it, and its controls.
fn steps(page: &Page, store: Store) -> Vec<impl IntoView + use<>> {
    let words = &words().recipe;
    let decisions = page.decisions();
    let at = open(decisions);
    let decisions = decisions.iter().enumerate();
    decisions
        .map(|(index, decision)| {
            let class = match (decision.is_held, at == Some(index)) {
                (true, _) => "held",
                (false, true) => "here",
                (false, false) => "open",
            };
            view! {
                <li class=class aria-current=(class == "here").then_some("step")>
                    <b>{words.steps[index]}</b>
                    <em>{words.state(decision, index, at)}</em>
                    <p>{(words.finding)(&decision.finding, page.units())}</p>
                    {levers(store, index)}
                </li>
            }
        })
        .collect()
}

/// The controls that decide a step.
fn levers(store: Store, step: usize) -> impl IntoView {
    let words = &words().recipe;
    let levers = words.levers[step].iter().map(|control| {
        view! {
            <button
                type="button"
                data-lever=control.key
                on:click=move |_| store.send(Event::RevealControl(control.key.to_owned()))
            >
                {control.name}
            </button>
        }
    });
    view! {
        <div class="acts">
            <small>{words.controls}</small>
            {levers.collect_view()}
        </div>
    }
}

/// The table behind the figure.
fn numbers(page: &Page) -> Table {
    let words = &words().recipe;
    let decisions = page.decisions();
    let at = open(decisions);
    let rows = decisions.iter().enumerate().map(|(index, decision)| {
        vec![
            words.steps[index].to_owned(),
            (words.finding)(&decision.finding, page.units()),
            words.state(decision, index, at).to_owned(),
        ]
    });
    Table {
        headings: words.headings.map(str::to_owned).to_vec(),
        rows: rows.collect(),
        foot: Vec::new(),
    }
}
