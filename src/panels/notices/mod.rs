//! Notices before the figures: warnings about the link, an illegal plan with repairs, a plan that
//! does not fit with cures.
//!
//! Tests: `tests.rs`, `tests/browser/bad-input.test.mjs`.

mod lines;
mod notice;
#[cfg(test)]
mod tests;

use leptos::prelude::*;

use crate::panels::FIGURES;
use crate::store::{Event, use_store};
use notice::{Button, Notice, NoticeLine};

/// All notices; empty ones are hidden.
#[component]
pub(crate) fn Notices() -> impl IntoView {
    let notices = use_store().slice(lines::all);
    view! {
        <div class="notices" id="notices">
            {move || notices.get().map(Notice::view).collect_view()}
        </div>
    }
}

impl Notice {
    fn view(self) -> impl IntoView {
        let is_empty = self.lines.is_empty();
        let lines: Vec<_> = self.lines.into_iter().map(NoticeLine::view).collect();
        view! {
            <section class="notice" id=self.id hidden=is_empty>
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
        let press = move |_| {
            store.send(self.act.event());
            // The button may be gone after the next drawing, and the focus must stay on the page.
            store.send(Event::Focus(FIGURES.into()));
        };
        view! {
            <button type="button" class="change" on:click=press>
                <b>{self.words}</b>
                <small>{self.effect}</small>
            </button>
        }
    }
}
