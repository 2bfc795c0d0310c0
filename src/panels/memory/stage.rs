//! The row of one stage: its memory by kind, with a line at the GPU's capacity.

use cost::certainty::MEMORY;
use cost::units::Bytes;
use cost::why::{Figure, Place, Root};
use leptos::ev::MouseEvent;
use leptos::html::Div;
use leptos::prelude::*;
use text::number::BytesText as _;
use web_sys::HtmlDivElement;

use super::bars::{barred, scale};
use super::kinds::KINDS;
use crate::components::percent_of;
use crate::panels::why::press;
use crate::store::{Page, use_store};

/// Share of the track from which a part is wide enough for its number.
const LABELLED: f64 = 0.065;

/// A stage as its row shows it. Lengths are shares of the track.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct StageBars {
    stage: usize,
    /// Each kind's share, and its number where there is room.
    pub(super) kinds: [(f64, String); 7],
    /// The part beyond the GPU's capacity.
    excess: f64,
    /// Begin and length of the range in which four of five measurements would end.
    range: [f64; 2],
    /// The number at the end of the row.
    total: String,
    /// True if a reader has chosen a GPU of this stage, in any view.
    is_chosen: bool,
    /// The figure of this stage whose arithmetic is open.
    opened: Option<Root>,
    /// The name of the total for a screen reader.
    label: String,
}

/// The row at a place from the top. Its stage may change, as the fullest one of several. A press on a
/// part, or on the total, opens its arithmetic.
#[component]
pub(super) fn StageRow(place: usize, line_at: ReadSignal<String>) -> impl IntoView {
    let store = use_store();
    let bars = store.slice(move |page| StageBars::of(page, place));
    let open = move |root: Root| {
        let place = Place::Stage(bars.with_untracked(|bars| bars.stage));
        press(store, Figure { root, place });
    };
    let track = NodeRef::<Div>::new();
    let press_part = move |ev: MouseEvent| {
        let at = track.get_untracked().map(|track| share_at(&track, &ev));
        open(bars.with_untracked(|bars| bars.part_at(at)));
    };
    // The row stays, so that a drawing attaches no handler.
    let class = move || {
        let is_over = bars.with(|bars| bars.excess > 0.0);
        if is_over { "stage over" } else { "stage" }
    };
    let parts = move || {
        let bars = bars.get();
        // Read here: each row that bound the signal would leave a reader behind at every drawing.
        let line_at = line_at.get();
        let kinds = KINDS.iter().zip(bars.kinds);
        let kinds: Vec<_> = kinds
            .map(|((class, _, root), (share, text))| {
                let opened = (bars.opened == Some(*root)).then_some("");
                view! {
                    <i class=*class style:width=percent_of(share) data-opened=opened>
                        {text}
                    </i>
                }
            })
            .collect();
        let [begin, length] = bars.range;
        view! {
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
        }
    };
    view! {
        <div
            class=class
            data-stage=move || bars.with(|bars| bars.stage).to_string()
            data-chosen=move || bars.with(|bars| bars.is_chosen).then_some("")
        >
            <span class="name" aria-hidden="true">
                <span class="word">{text::kinds::stage()}" "</span>
                {move || bars.with(|bars| bars.stage).to_string()}
            </span>
            <div class="track" aria-hidden="true" node_ref=track on:click=press_part>
                {parts}
            </div>
            <b class="total">
                <button
                    type="button"
                    class="why"
                    aria-label=move || bars.with(|bars| bars.label.clone())
                    aria-expanded=move || bars.with(StageBars::is_total_open)
                    on:click=move |_| open(Root::MemoryTotal)
                >
                    {move || bars.with(|bars| bars.total.clone())}
                </button>
            </b>
        </div>
    }
}

/// The share of a track at which the pointer was pressed.
fn share_at(track: &HtmlDivElement, ev: &MouseEvent) -> f64 {
    let place = track.get_bounding_client_rect();
    (f64::from(ev.client_x()) - place.left()) / place.width()
}

impl StageBars {
    /// The bars at a place; empty where the plan no longer has a row.
    pub(super) fn of(page: &Page, place: usize) -> Self {
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
            opened: page
                .opened
                .filter(|figure| figure.place == Place::Stage(stage))
                .map(|figure| figure.root),
            label: text::head::stage_total(stage as f64, &units.size(total)),
        }
    }

    /// The figure of the part at a share of the track; beside all parts that of the whole stage.
    pub(super) fn part_at(&self, at: Option<f64>) -> Root {
        let mut end = 0.0;
        let ends = self.kinds.iter().map(|(share, _)| {
            end += share;
            end
        });
        let found = at.and_then(|at| ends.zip(&KINDS).find(|(end, _)| at < *end));
        found.map_or(Root::MemoryTotal, |(_, (_, _, root))| *root)
    }

    fn is_total_open(&self) -> &'static str {
        if self.opened == Some(Root::MemoryTotal) {
            "true"
        } else {
            "false"
        }
    }
}

/// Begin and length of a range on the track; what lies beyond the end of the track is cut off.
fn range(low: f64, high: f64) -> [f64; 2] {
    let begin = low.min(1.0);
    [begin, high.min(1.0) - begin]
}
