//! Diagnosis, in the line of changes: the plan's present limit, warnings about it, and the change that
//! helps it most.
//!
//! Tests: `tests.rs`, `tests/browser/diagnosis.test.mjs`.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use cost::memory::Verdict;
use cost::plan::Plan;
use formats::link::presentation::View;
use leptos::prelude::*;
use search::change::Change;
use search::diagnosis::{Advice, limits};
use text::number::listed;

use crate::components::Late;
use crate::panels::FIGURES;
use crate::store::{Event, Findings, LatePlace, Page, Part, PlanState, use_store};

/// The id of the sentence on the limit of the plan.
const NAME: &str = "diagnosis";
/// The id of the list of warnings.
const WARNINGS: &str = "warnings";

/// The limit of the plan in a sentence, and a button that opens the warnings about it. Hidden where
/// they would answer a lesson's question, and while the plan is illegal.
#[component]
pub(crate) fn LimitLine() -> impl IntoView {
    let store = use_store();
    let is_hidden = store.slice(|page| page.is_stale() || !page.offers(View::Diagnosis));
    let sentence = store.slice(|page| {
        let limits = limits(&page.estimate);
        text::diagnosis::limit(&page.estimate, &limits, page.units())
    });
    // Warnings of an earlier plan stay until there are new ones, so that nothing moves meanwhile.
    let warnings = store.slice(warnings);
    let has_none = move || warnings.with(Vec::is_empty) || is_hidden.get();
    let list = move || {
        let warnings = warnings.get().into_iter();
        warnings
            .map(|warning| view! { <li>{warning}</li> })
            .collect_view()
    };
    view! {
        <p id=NAME class="limit-line" title=sentence hidden=is_hidden>
            {sentence}
        </p>
        <button type="button" class="warned" popovertarget=WARNINGS hidden=has_none>
            {move || text::diagnosis::warnings(warnings.with(|all| all.len() as u64))}
        </button>
        <ul id=WARNINGS class="warnings" popover="auto">
            {list}
        </ul>
    }
}

/// The change that helps most; hidden if the plan has to be repaired or cured first.
#[component]
pub(crate) fn AdviceLine() -> impl IntoView {
    let store = use_store();
    let is_hidden = store.slice(is_not_advised);
    let advice = store.slice(ShownAdvice::of);
    view! {
        <div class="advice" hidden=is_hidden>
            {move || advice.get().view()}
        </div>
    }
}

/// True if no change is advised at all: the notices show cures or reasons.
fn is_not_advised(page: &Page) -> bool {
    match page.state() {
        PlanState::Illegal => true,
        PlanState::Legal(verdict) => verdict > Verdict::Tight,
    }
}

/// The findings about the present plan, if it has come to rest.
fn findings(page: &Page) -> Option<&Findings> {
    let last = page.diagnosis.as_deref();
    last.filter(|found| found.plan == page.draft)
}

/// The last warnings.
fn warnings(page: &Page) -> Vec<String> {
    let last = page.diagnosis.as_deref();
    let warnings = last.into_iter().flat_map(|found| &found.warnings);
    warnings.map(text::diagnosis::warning).collect()
}

/// Heading of the change that helps most, of all or of those tried in time.
fn helps(is_whole: bool) -> &'static str {
    if is_whole {
        text::diagnosis::helps()
    } else {
        text::diagnosis::helps_so_far()
    }
}

/// Message when no change helps, of all or of those tried in time.
fn nothing_helps(is_whole: bool) -> &'static str {
    if is_whole {
        text::diagnosis::nothing_helps()
    } else {
        text::diagnosis::nothing_helps_so_far()
    }
}

/// The advice as the figure shows it.
#[derive(Clone, PartialEq)]
pub(super) struct ShownAdvice {
    sentence: &'static str,
    change: Option<AdvisedChange>,
}

/// An advised change of the plan.
#[derive(Clone, PartialEq)]
struct AdvisedChange {
    /// The changed controls, in words.
    words: String,
    /// Their effect, in words.
    effect: String,
    /// The changed plan.
    plan: Arc<Plan>,
}

impl ShownAdvice {
    pub(super) fn of(page: &Page) -> Self {
        let (sentence, advice) = match findings(page) {
            None if !page.parts.of(Part::Views).is_in_trouble() => {
                (text::diagnosis::pending(), None)
            }
            None => (text::frame::not_looking(), None),
            Some(found) => match &found.advice {
                None => (nothing_helps(found.is_whole), None),
                Some(advice) => (helps(found.is_whole), Some(advice)),
            },
        };
        Self {
            sentence,
            change: advice.map(|advice| AdvisedChange::of(page, advice)),
        }
    }

    /// The event of a press on the advised change, as it was drawn.
    pub(super) fn event(&self) -> Option<Event> {
        let change = self.change.as_ref()?;
        Some(Event::Jump(Box::new(Plan::clone(&change.plan))))
    }

    fn view(self) -> impl IntoView {
        let store = use_store();
        let press = {
            let advice = self.clone();
            move |_| {
                advice
                    .event()
                    .into_iter()
                    .for_each(|event| store.send(event));
                // The button may be gone after the next drawing, and the focus must stay on the
                // page.
                store.send(Event::Focus(FIGURES.into()));
            }
        };
        let button = self.change.map(|change| {
            view! {
                <button type="button" class="advised" on:click=press>
                    <b>{change.words}</b>
                    <small>{change.effect}</small>
                    <Late place=LatePlace::Pointed(change.plan)/>
                </button>
            }
        });
        view! {
            <p>{self.sentence}</p>
            {button}
        }
    }
}

impl AdvisedChange {
    fn of(page: &Page, advice: &Advice) -> Self {
        let words = advice.changes.iter();
        let words: Vec<String> = words
            .map(|change| text::changes::change(change, &page.draft))
            .collect();
        Self {
            words: listed(&words),
            effect: text::diagnosis::effect(advice, page.units()),
            plan: Arc::new(Change::applied(&advice.changes, &page.draft)),
        }
    }
}
