//! Outlines over the bars: the memory that another plan would need, or that the plan needed before
//! the present drag.

use cost::memory::Memory;
use leptos::prelude::*;
use text::number::BytesText as _;

use super::bars::{barred, scale};
use crate::components::{Late, percent_of};
use crate::store::{LatePlace, Page, use_store};

/// Share of the track from which the number stands inside the outline.
const INSIDE: f64 = 0.8;

/// An outline: its share of the track, and its total.
#[derive(Clone, Debug, PartialEq)]
struct Outline {
    share: f64,
    total: String,
}

/// The outline in each row; empty if there is nothing to compare with.
fn outlines(page: &Page) -> Vec<Option<Outline>> {
    let Some(ghost) = page.ghost() else {
        return Vec::new();
    };
    let (memory, other) = (&page.estimate.memory, &ghost.memory);
    let rows = barred(memory).into_iter();
    rows.map(|stage| {
        let stage = stage_of(memory, other, stage)?;
        let held = &other.stages[stage];
        let over = if held.total() > other.capacity {
            "!"
        } else {
            ""
        };
        let figure = held.of_kind(page.settings.conventions().memory);
        Some(Outline {
            share: held.total().0 as f64 / scale(memory),
            total: [&page.units().figure(figure), over].concat(),
        })
    })
    .collect()
}

/// The stage of another plan that is outlined over a stage. If their number would change, only the
/// fullest is outlined.
fn stage_of(memory: &Memory, other: &Memory, stage: usize) -> Option<usize> {
    if memory.stages.len() == other.stages.len() {
        return Some(stage);
    }
    (stage == memory.peak_stage).then_some(other.peak_stage)
}

/// The outlines over the bars.
#[component]
pub(crate) fn MemoryGhost() -> impl IntoView {
    let outlines = use_store().slice(outlines);
    let rows = move || {
        let rows = outlines.get().into_iter();
        rows.map(|outline| {
            let outline = outline.map(|Outline { share, total }| {
                let class = if share > INSIDE { "inside" } else { "" };
                view! {
                    <s class=class style:width=percent_of(share)>
                        <b>{total}</b>
                    </s>
                }
            });
            view! { <div>{outline}</div> }
        })
        .collect_view()
    };
    view! {
        <div class="outlines">{rows}</div>
        <Late place=LatePlace::MemoryGuess/>
    }
}
