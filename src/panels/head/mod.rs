//! The head of the page, which stays in sight: verdict, key figures, overheads, and actions on the
//! whole plan.
//!
//! Tests: `tests.rs`.

mod key_figures;
mod metric_conventions;
mod need;
mod overhead_bar;
#[cfg(test)]
mod tests;
mod title_bar;

use cost::memory::Verdict;
use leptos::prelude::*;

use crate::store::{Page, PlanState, use_store};
use key_figures::KeyFigures;
use metric_conventions::MetricConventions;
use need::Need;
use overhead_bar::OverheadBar;
pub(crate) use title_bar::ADDRESS;
use title_bar::TitleBar;

/// The head.
#[component]
pub(crate) fn Head() -> impl IntoView {
    let announced = use_store().slice(|page| page.announced.clone());
    view! {
        <header>
            <TitleBar/>
            <VerdictStrip/>
            <p class="unseen" role="status" aria-live="polite">
                {announced}
            </p>
        </header>
    }
}

/// The verdict, the figures, and the overheads in one bar.
#[component]
fn VerdictStrip() -> impl IntoView {
    let store = use_store();
    let state = store.slice(|page| state_word(page.state()).to_owned());
    let summary = store.slice(summary);
    let published = store.slice(|page| page.notes.published.clone().unwrap_or_default());
    let is_unpublished = store.slice(|page| page.notes.published.is_none());
    view! {
        <div class="verdict" data-state=state>
            <Need/>
            <div>
                <KeyFigures/>
                <MetricConventions/>
            </div>
            <OverheadBar/>
            <p class="summary" id="summary">
                {summary}
            </p>
            <p class="published" id="published" hidden=is_unpublished>
                {published}
            </p>
        </div>
    }
}

/// The word of the state in the style sheet.
const fn state_word(state: PlanState) -> &'static str {
    match state {
        PlanState::Illegal => "illegal",
        PlanState::Legal(Verdict::Fits) => "fits",
        PlanState::Legal(Verdict::Tight) => "tight",
        PlanState::Legal(Verdict::OutOfMemory) => "oom",
    }
}

/// A sentence about the plan. An illegal plan's first reason is shown here too: on a phone the
/// notices are far below.
fn summary(page: &Page) -> String {
    let strings = page.strings;
    match page.reasons.first() {
        Some(reason) => (strings.reason)(reason, &page.draft),
        None => (strings.summary)(&page.draft, &page.estimate, page.units()),
    }
}
