//! The row of one stage: its memory by kind, with a line at the GPU's capacity.

use cost::certainty::MEMORY;
use cost::units::Bytes;
use formats::link::presentation::View;
use leptos::prelude::*;
use text::number::BytesText as _;

use super::bars::{barred, scale};
use super::kinds::KINDS;
use crate::components::percent_of;
use crate::store::{Event, Page, use_store};

/// Share of the track from which a part is wide enough for its number.
const LABELLED: f64 = 0.065;

/// A stage as its row shows it. Lengths are shares of the track.
#[derive(Clone, Debug, Default, PartialEq)]
struct StageBars {
    stage: usize,
    /// Each kind's share, and its number where there is room.
    kinds: [(f64, String); 7],
    /// The part beyond the GPU's capacity.
    excess: f64,
    /// Begin and length of the range in which four of five measurements would end.
    range: [f64; 2],
    /// The number at the end of the row.
    total: String,
    /// True if a reader has chosen a GPU of this stage, in any view.
    is_chosen: bool,
}

/// The row at a place from the top. Its stage may change, as the fullest one of several.
#[component]
pub(super) fn StageRow(place: usize, line_at: ReadSignal<String>) -> impl IntoView {
    let store = use_store();
    let word = text::kinds::stage();
    let bars = store.slice(move |page| StageBars::of(page, place));
    let press = move |_| {
        let stage = bars.with_untracked(|bars| bars.stage);
        let opened = store.read(|page| opened_by_press(page, stage));
        store.send(Event::OpenStage(opened));
        if opened.is_some() {
            store.send(Event::OpenTab(View::Terms));
        }
    };
    // The row stays, so that a drawing attaches no handler.
    let class = move || {
        let is_over = bars.with(|bars| bars.excess > 0.0);
        if is_over { "stage over" } else { "stage" }
    };
    let inside = move || {
        let bars = bars.get();
        // Read here: each row that bound the signal would leave a reader behind at every drawing.
        let line_at = line_at.get();
        let kinds = KINDS.iter().zip(bars.kinds);
        let kinds: Vec<_> = kinds
            .map(|((class, _), (share, text))| {
                view! { <i class=*class style:width=percent_of(share)>{text}</i> }
            })
            .collect();
        let [begin, length] = bars.range;
        view! {
            <span class="name">
                <span class="word">{word}" "</span>
                {bars.stage.to_string()}
            </span>
            <div class="track">
                {kinds}
                <u
                    class="excess"
                    style:left=line_at.clone()
                    style:width=percent_of(bars.excess)
                ></u>
                <u
                    class="range"
                    style:left=percent_of(begin)
                    style:width=percent_of(length)
                ></u>
                <s class="limit" style:left=line_at></s>
            </div>
            <span class="total">
                <b>{bars.total}</b>
            </span>
        }
    };
    view! {
        <div
            class=class
            data-stage=move || bars.with(|bars| bars.stage).to_string()
            data-chosen=move || bars.with(|bars| bars.is_chosen).then_some("")
            on:click=press
        >
            {inside}
        </div>
    }
}

/// The stage that is open in depth after a press on the bar of a stage: that one, or none if it was
/// open.
pub(super) fn opened_by_press(page: &Page, stage: usize) -> Option<usize> {
    (page.stage_in_depth() != Some(stage)).then_some(stage)
}

impl StageBars {
    /// The bars at a place; empty where the plan no longer has a row.
    fn of(page: &Page, place: usize) -> Self {
        let memory = &page.estimate.memory;
        let Some(&stage) = barred(memory).get(place) else {
            return Self::default();
        };
        let held = &memory.stages[stage];
        let units = page.units();
        let scale = scale(memory);
        let share = |bytes: Bytes| bytes.0 as f64 / scale;
        let total = held.total();
        let [low, high] = memory.band.around(total.0 as f64);
        Self {
            stage,
            kinds: MEMORY.each_ref().map(|term| {
                let bytes = (term.of)(held);
                let share = share(bytes);
                let text = (share >= LABELLED).then(|| units.figure(bytes));
                (share, text.unwrap_or_default())
            }),
            excess: share(total.saturating_sub(memory.capacity)),
            range: range(low / scale, high / scale),
            total: units.figure(held.of_kind(page.settings.conventions().memory)),
            is_chosen: page.chosen_stage() == Some(stage),
        }
    }
}

/// Begin and length of a range on the track; what lies beyond the end of the track is cut off.
fn range(low: f64, high: f64) -> [f64; 2] {
    let begin = low.min(1.0);
    [begin, high.min(1.0) - begin]
}
