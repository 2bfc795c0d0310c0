//! The head of the page, which stays in sight: the plan's name, its verdict, its key figures, and
//! actions on the whole plan.
//!
//! Tests: `tests.rs`.

mod ghost;
mod key_figures;
mod menu;
mod metric_conventions;
mod need;
mod refusal;
#[cfg(test)]
mod tests;
mod title_bar;

use leptos::prelude::*;

use crate::panels::HEAD;
use crate::store::{Page, use_store};
pub(crate) use ghost::NeedGhost;
use key_figures::KeyFigures;
pub(crate) use key_figures::key_figures;
pub(crate) use menu::{ADDRESS, Menu};
use need::Need;
pub(crate) use refusal::{RefusalMark, RefusalNotice};
use title_bar::{Actions, Title};

/// The head.
#[component]
pub(crate) fn Head() -> impl IntoView {
    let announced = use_store().slice(|page| page.announced.clone());
    view! {
        <header id=HEAD tabindex="-1">
            <Title/>
            <VerdictStrip/>
            <Actions/>
            <p class="unseen" role="status" aria-live="polite">
                {announced}
            </p>
        </header>
    }
}

/// The verdict, the key figures, and the plan's result in a sentence.
#[component]
fn VerdictStrip() -> impl IntoView {
    let store = use_store();
    let state = store.slice(|page| page.state().word().to_owned());
    let summary = store.slice(summary);
    view! {
        <div class="verdict" data-state=state>
            <Need/>
            <KeyFigures/>
            <p class="summary" id="summary">
                {summary}
            </p>
        </div>
    }
}

/// A sentence about the plan; the first reason if the plan is illegal.
fn summary(page: &Page) -> String {
    match page.reasons.first() {
        Some(reason) => text::reasons::reason(reason, &page.draft),
        None => text::results::summary(&page.draft, &page.estimate, page.units()),
    }
}
