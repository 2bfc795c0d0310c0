//! Where the time of a step goes: the useful share of a GPU's time, and each loss, in one bar with
//! its parts as a list. Lessons call the losses tolls.
//!
//! Tests: `tests.rs`.

mod ghost;
mod guess;
mod labels;
mod parts;
#[cfg(test)]
mod tests;

pub(crate) use ghost::TimeGhost;
pub(crate) use guess::TimeGuess;
pub(crate) use labels::TimeLabels;

use cost::memory::Verdict;
use cost::shares::Overhead;
use cost::why::Figure;
use leptos::prelude::*;
use text::number::fixed;

use crate::components::{Caption, Late, container_width_of, percent_of};
use crate::panels::why::{FigureButton, press};
use crate::store::{LatePlace, Page, use_store};
use parts::{PARTS, RARE, StepPart, before};

/// The id of the figure.
pub(crate) const NAME: &str = "tolls";

/// The figure.
#[component]
pub(crate) fn TimeFigure() -> impl IntoView {
    let store = use_store();
    let caption = text::head::time_caption();
    let sentence = store.slice(|page| text::results::useful_share(&page.estimate));
    let marks = PARTS.iter().enumerate().map(|(index, part)| {
        let width = store.slice(move |page| percent_of(part.share(&page.estimate)));
        let place = store.slice(move |page| container_width_of(before(&page.estimate, index)));
        let figure = Figure::from(part.root);
        let is_open = store.slice(move |page| page.opened == Some(figure));
        view! {
            <i
                class=part.class
                style:translate=place
                style:width=width
                data-opened=move || is_open.get().then_some("")
                on:click=move |_| press(store, figure)
            ></i>
        }
    });
    let rows = PARTS.iter().map(|part| view! { <PartRow part=part/> });
    let is_unfit = store.slice(|page| page.estimate.memory.verdict == Verdict::OutOfMemory);
    view! {
        <figure id=NAME class="time" class:unfit=is_unfit aria-labelledby="tolls-caption">
            <Caption id="tolls-caption" name=caption sentence=sentence/>
            <div class="marks" aria-hidden="true">
                {marks.collect_view()}
            </div>
            <Late place=LatePlace::TimeGhost/>
            <ul class="parts">{rows.collect_view()}</ul>
            <div class="behind">
                <Late place=LatePlace::TimeTable/>
            </div>
        </figure>
    }
}

/// A part's standard term, its name in lessons, and its share; its definition under the pointer.
#[component]
fn PartRow(part: &'static StepPart) -> impl IntoView {
    let &StepPart {
        class, overhead, ..
    } = part;
    let store = use_store();
    let (nickname, what) = match overhead.map(text::overheads::overhead) {
        // "pipeline bubble" already has the lessons' name in it.
        Some(text) if text.term.contains(text.name) => ("", text.definition),
        Some(text) => (text.name, text.definition),
        None => ("", ""),
    };
    let is_idle = matches!(overhead, Some(Overhead::Bubble | Overhead::Imbalance));
    let nickname = if is_idle {
        text::head::idle()
    } else {
        nickname
    };
    // Both parts of the head's figure name it.
    let title = store.slice(move |page| {
        if is_idle {
            let sum = text::head::idle_parts(&page.estimate);
            [what, "; ", &sum].concat()
        } else {
            what.to_owned()
        }
    });
    let share = store.slice(|page| fixed(part.share(&page.estimate) * 100.0, 1));
    let classes = store.slice(move |page| classes(page, part));
    let is_absent =
        store.slice(move |page| RARE.contains(&class) && part.share(&page.estimate) == 0.0);
    view! {
        <li class=classes title=title hidden=is_absent>
            <i class=class></i>
            <span>
                {part.term()}
                " "
                <em>{nickname}</em>
            </span>
            <b>
                <FigureButton root=part.root value=share/>
            </b>
        </li>
    }
}

/// The classes of a row: a part without time is paler, and the largest loss stands out.
fn classes(page: &Page, part: &StepPart) -> String {
    let (largest, _) = page.estimate.shares.largest_in_time();
    if part.overhead == Some(largest) {
        "dominant".to_owned()
    } else if part.share(&page.estimate) <= 0.0 {
        "none".to_owned()
    } else {
        String::new()
    }
}
