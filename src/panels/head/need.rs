//! "Fits 62.3 of 79.6 GiB", the largest text of the page.

use cost::convention::MemoryKind;
use cost::units::Bytes;
use cost::why::Root;
use leptos::prelude::*;
use text::number::BytesText as _;

use super::key_figures::{Difference, mark};
use crate::components::Late;
use crate::panels::why::FigureButton;
use crate::store::{LatePlace, Page, PlanState, use_store};

/// The verdict, and the memory of the fullest GPU.
#[component]
pub(super) fn Need() -> impl IntoView {
    let store = use_store();
    let is_illegal = store.slice(|page| page.state() == PlanState::Illegal);
    let word = store.slice(|page| {
        let word = match page.state() {
            PlanState::Illegal => text::verdict::alone_cannot_exist(),
            PlanState::Legal(verdict) => text::verdict::alone(verdict),
        };
        word.to_owned()
    });
    let need = store.slice(|page| page.units().figure(page.estimate.memory.peak()));
    let capacity = store.slice(|page| page.units().size(page.estimate.memory.capacity));
    let likely = store.slice(|page| {
        let memory = &page.estimate.memory;
        let range = page.units().range(memory.peak(), memory.band);
        text::head::likely(&range)
    });
    let is_legal = store.slice(|page| !page.is_stale());
    let grey = store.slice(|page| grey(page.had_legal).to_owned());
    let was = store.slice(|page| before(page).is_some());
    view! {
        <p class="need">
            <em id="verdict">{word}</em>
            <span class="amounts" hidden=is_illegal>
                " "
                <b>
                    <FigureButton root=Root::MemoryTotal id="need" value=need/>
                </b>
                " "
                <small>
                    {text::head::of()}
                    " "
                    <span id="capacity">{capacity}</span>
                </small>
            </span>
            <small class="grey" hidden=is_legal>
                {grey}
            </small>
            <span class="below" hidden=is_illegal>
                <span id="likely">{likely}</span>
                <span id="unproven">{store.slice(unproven)}</span>
                <Late place=LatePlace::RefusalMark/>
                " "
                <span class="ghost" class:was=was>
                    {store.slice(ghost)}
                </span>
                <Difference place=0/>
                <Late place=LatePlace::NeedGhost/>
            </span>
        </p>
    }
}

/// Which plan the grey figures of an illegal plan show.
fn grey(had_legal: bool) -> &'static str {
    if had_legal {
        text::head::grey_last()
    } else {
        text::head::grey_near()
    }
}

/// The value before the drag, until the pointer is released; otherwise the usual text beside the need.
fn ghost(page: &Page) -> String {
    match before(page) {
        Some(before) => text::head::was(&page.units().figure(before)),
        None => beside(page),
    }
}

/// The need before the drag, if it was another one.
fn before(page: &Page) -> Option<Bytes> {
    let before = page.peak_before_drag();
    before.filter(|&before| before != page.estimate.memory.peak())
}

/// Text beside the range of a plan on hardware without published runs; empty on other hardware.
fn unproven(page: &Page) -> String {
    if page.plan.cluster.has_published_runs() {
        return String::new();
    }
    [" · ", text::diagnosis::unproven_hardware()].concat()
}

/// Text beside the need: its share of the chosen kind of memory, if the verdict uses another kind,
/// and the mark of a rescaled figure.
fn beside(page: &Page) -> String {
    let estimate = &page.estimate;
    let conventions = page.settings.conventions();
    let mark = mark(estimate, |machine| machine.measured_peak.is_some());
    if conventions.memory == MemoryKind::NvidiaSmi {
        return mark.to_owned();
    }
    let held = page
        .units()
        .size(estimate.memory.peak_of(conventions.memory));
    let comma = if mark.is_empty() { "" } else { ", " };
    let kind = text::conventions::memory(conventions);
    [&held, " ", kind, comma, mark].concat()
}
