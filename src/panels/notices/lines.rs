//! The lines of the notices, derived from the page's state.

use std::sync::Arc;

use cost::legal::Reason;
use cost::memory::Verdict;
use search::change::Change;
use search::cure::{Cure, is_beyond_full_training, make_fit};
use text::number::listed;

use super::notice::{Button, Notice, NoticeAction, NoticeLine};
use crate::store::{Cures, Page, Part, PlanState};

/// The notices above the figures.
pub(super) fn above(page: &Page) -> [Notice; 5] {
    [
        ("unloaded", text::frame::unloaded(), unloaded(page)),
        (
            "link-notice",
            text::frame::link_notice(),
            link_warnings(page),
        ),
        (
            "locks-kept",
            text::frame::locks_kept_notice(),
            kept_locks(page),
        ),
        (
            "not-modelled",
            text::frame::not_modelled(),
            not_modelled(page),
        ),
        ("host-memory", text::host::heading(), host(page)),
    ]
    .map(|(id, heading, lines)| Notice { id, heading, lines })
}

/// The notices in the line of changes: why the plan is illegal, with repairs, and ways to make it
/// fit.
pub(super) fn changes(page: &Page) -> [Notice; 2] {
    [
        ("reasons", text::frame::illegal(), reasons(page)),
        ("cures", heading(page), cures(page)),
    ]
    .map(|(id, heading, lines)| Notice { id, heading, lines })
}

/// Parts of the program that are late or failed to load.
fn unloaded(page: &Page) -> Vec<NoticeLine> {
    let again = text::frame::again();
    let line = |(part, text): (Part, &'static str)| NoticeLine {
        text: text.to_owned(),
        buttons: vec![Button {
            words: again.to_owned(),
            effect: String::new(),
            act: NoticeAction::Again(part),
        }],
    };
    page.troubles().map(line).collect()
}

/// Parts of the link that were not understood.
fn link_warnings(page: &Page) -> Vec<NoticeLine> {
    let texts = page.link_warnings.iter().map(text::links::warning);
    dismissible(texts.map(NoticeLine::of).collect())
}

/// Controls that a lesson's step locks, and that the last address would have moved.
fn kept_locks(page: &Page) -> Vec<NoticeLine> {
    let text = (!page.kept_locks.is_empty()).then(|| text::frame::locks_kept_of(&page.kept_locks));
    dismissible(text.map(NoticeLine::of).into_iter().collect())
}

/// Lines with a button below them that takes them away; none if there are none.
fn dismissible(mut lines: Vec<NoticeLine>) -> Vec<NoticeLine> {
    if !lines.is_empty() {
        let words = text::frame::dismiss().to_owned();
        let dismiss = Button {
            words,
            effect: String::new(),
            act: NoticeAction::Dismiss,
        };
        lines.push(NoticeLine {
            buttons: vec![dismiss],
            ..NoticeLine::default()
        });
    }
    lines
}

/// Reasons why the plan is illegal, each with its repairs.
fn reasons(page: &Page) -> Vec<NoticeLine> {
    let plan = &page.draft;
    let line = |(reason, repairs): (&Reason, &Vec<Change>)| {
        let repairs = repairs.iter().filter(|repair| page.allows(repair));
        NoticeLine {
            text: text::reasons::reason(reason, plan),
            buttons: repairs
                .map(|repair| Button::of(page, std::slice::from_ref(repair), String::new()))
                .collect(),
        }
    };
    page.reasons.iter().zip(page.repairs()).map(line).collect()
}

/// Parts of the plan that the numbers do not include.
fn not_modelled(page: &Page) -> Vec<NoticeLine> {
    let parts = page.estimate.not_modelled.iter().copied();
    parts
        .map(text::coverage::not_modelled)
        .map(NoticeLine::of)
        .collect()
}

/// A host that runs out of memory, or may, if it concerns the plan.
fn host(page: &Page) -> Vec<NoticeLine> {
    let host = &page.estimate.host;
    let concerns = host.is_of_interest();
    let warning = concerns.then(|| text::host::warning(host, page.units()));
    warning.flatten().map(NoticeLine::of).into_iter().collect()
}

/// The cures of the plan; those of an earlier plan may not work for this one.
fn found(page: &Page) -> Option<&Cures> {
    let cures = page.cures.as_ref();
    cures.filter(|cures| cures.plan == page.draft)
}

/// True if changes were found, and the plan fits with none.
fn only_relieves(page: &Page, cures: &Cures) -> bool {
    let verdict = page.estimate.memory.verdict;
    !cures.cures.is_empty() && !make_fit(&cures.cures, verdict)
}

/// The heading over cures.
fn heading(page: &Page) -> &'static str {
    match found(page) {
        Some(cures) if only_relieves(page, cures) => text::frame::relief(),
        _ => text::frame::cures(),
    }
}

/// Up to three cures for a plan that does not fit.
fn cures(page: &Page) -> Vec<NoticeLine> {
    if matches!(
        page.state(),
        PlanState::Illegal | PlanState::Legal(Verdict::Fits)
    ) {
        return Vec::new();
    }
    let units = page.units();
    let button = |cure: &Cure| {
        let effect = text::changes::effect(cure, units);
        Button::of(page, &cure.changes, effect)
    };
    let cures = found(page);
    let verdict = page.estimate.memory.verdict;
    let is_beyond = cures.is_some_and(|cures| {
        cures.is_whole && is_beyond_full_training(&cures.plan, verdict, &cures.cures)
    });
    let line = match cures {
        None if !page.parts.of(Part::Views).is_in_trouble() => {
            NoticeLine::of(text::frame::cures_pending().to_owned())
        }
        None => NoticeLine::of(text::frame::not_looking().to_owned()),
        Some(cures) => {
            let fits = make_fit(&cures.cures, verdict);
            let text = match (fits, cures.is_whole) {
                (false, true) => text::frame::no_cure(),
                (true, true) => "",
                (true, false) => text::frame::cures_stopped(),
                (false, false) => text::frame::cures_stopped_without(),
            };
            NoticeLine {
                text: text.to_owned(),
                buttons: cures.cures.iter().map(button).collect(),
            }
        }
    };
    let adapters = is_beyond.then(|| NoticeLine::of(text::frame::adapters().to_owned()));
    std::iter::once(line).chain(adapters).collect()
}

impl NoticeLine {
    fn of(text: String) -> Self {
        Self {
            text,
            buttons: Vec::new(),
        }
    }
}

impl Button {
    /// A button that applies these changes to the page's plan.
    fn of(page: &Page, changes: &[Change], effect: String) -> Self {
        let plan = &page.draft;
        let words: Vec<String> = changes
            .iter()
            .map(|change| text::changes::change(change, plan))
            .collect();
        Self {
            words: listed(&words),
            effect,
            act: NoticeAction::Change(Arc::new(Change::applied(changes, plan))),
        }
    }
}
