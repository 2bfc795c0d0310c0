//! Notices: above the figures, parts that are missing and warnings about the link and the model; in
//! the line of changes, an illegal plan with repairs and a plan that does not fit with cures.
//!
//! Tests: `tests.rs`, `tests/browser/bad-input.test.mjs`.

mod lines;
mod notice;
#[cfg(test)]
mod tests;

use leptos::prelude::*;

use crate::components::Late;
use crate::panels::FIGURES;
use crate::panels::diagnosis::{AdviceLine, LimitLine};
use crate::store::{Event, LatePlace, use_store};
use notice::{Button, Notice, NoticeLine};

/// The notices above the figures; empty ones are hidden.
#[component]
pub(crate) fn Notices() -> impl IntoView {
    let notices = use_store().slice(lines::above);
    view! {
        <div class="notices" id="notices">
            {move || notices.get().map(Notice::view).collect_view()}
            <Late place=LatePlace::RefusalNotice/>
        </div>
    }
}

/// The line of changes, whose place is kept: repairs of an illegal plan, ways to make a plan fit, or
/// the plan's limit and the change that helps most; at its end what was measured, if the plan is a
/// published run.
#[component]
pub(crate) fn ChangeLine() -> impl IntoView {
    let store = use_store();
    let notices = store.slice(lines::changes);
    let published = store.slice(|page| page.notes.published.clone().unwrap_or_default());
    view! {
        {move || notices.get().map(Notice::view).collect_view()}
        <LimitLine/>
        <AdviceLine/>
        <p class="published" id="published" title=published>
            {published}
        </p>
    }
}

impl Notice {
    fn view(self) -> impl IntoView {
        let is_empty = self.lines.is_empty();
        let lines: Vec<_> = self.lines.into_iter().map(NoticeLine::view).collect();
        view! {
            <section class="notice" id=self.id hidden=is_empty data-open=!is_empty>
                <h2>{self.heading}</h2>
                <ul>{lines}</ul>
            </section>
        }
    }
}

impl NoticeLine {
    fn view(self) -> impl IntoView {
        let buttons: Vec<_> = self.buttons.into_iter().map(Button::view).collect();
        view! {
            <li>
                {self.text}
                <div class="changes">{buttons}</div>
            </li>
        }
    }
}

impl Button {
    fn view(self) -> impl IntoView {
        let store = use_store();
        let plan = self.act.plan();
        let press = move |_| {
            store.send(self.act.event());
            // The button may be gone after the next drawing, and the focus must stay on the page.
            store.send(Event::Focus(FIGURES.into()));
        };
        view! {
            <button type="button" class="change" on:click=press>
                <b>{self.words}</b>
                <small>{self.effect}</small>
                {plan.map(|plan| view! { <Late place=LatePlace::Pointed(plan)/> }.into_any())}
            </button>
        }
    }
}
