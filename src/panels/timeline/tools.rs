//! Legend of the colours, and buttons, above the drawing.

use cost::plan::{Schedule, Word};
use leptos::prelude::*;

use super::act::{BlockStep, TimelineAction};
use super::palette::CLASSES;
use super::state::{TimelineEvent, TimelineFigure};
use crate::store::PanelStore;
use text::timeline;

/// The buttons but the last one: the key with the same action, the button's sign, its action and
/// its name.
fn buttons() -> [(&'static str, &'static str, TimelineAction, &'static str); 4] {
    let step = TimelineAction::Step;
    [
        ("-", "−", TimelineAction::Zoom(-1), timeline::zoom_out()),
        ("+", "+", TimelineAction::Zoom(1), timeline::zoom_in()),
        (
            "ArrowLeft",
            "←",
            step(BlockStep::Before),
            timeline::block_before(),
        ),
        (
            "ArrowRight",
            "→",
            step(BlockStep::Next),
            timeline::next_block(),
        ),
    ]
}

/// The colours and their meanings; the canvas reads its colours from here.
#[component]
pub(super) fn Keys(panel: PanelStore<TimelineFigure>) -> impl IntoView {
    let keys = CLASSES.into_iter().zip(timeline::colours());
    let keys = keys.map(|(class, name)| {
        view! {
            <span hidden=panel.shown(move |figure, _| class == "weight" && !splits(figure))>
                <i class=class></i>
                {name}
            </span>
        }
    });
    view! { <p class="keys">{keys.collect_view()}</p> }
}

/// True if a schedule splits backward, so that weight gradients have separate blocks.
fn splits(figure: &TimelineFigure) -> bool {
    let mut charts = figure.charts.iter().flatten();
    charts.any(|chart| chart.timeline.pipeline().schedule.splits_backward())
}

/// Buttons for zoom, steps and the cursor, and the list of other schedules.
#[component]
pub(super) fn Tools(panel: PanelStore<TimelineFigure>) -> impl IntoView {
    let [play, pause] = [timeline::play(), timeline::pause()];
    let buttons = buttons().map(|(key, sign, act, name)| {
        view! {
            <button
                type="button"
                data-act=key
                aria-label=name
                on:click=move |_| panel.send(TimelineEvent::Act(act))
            >
                {sign}
            </button>
        }
    });
    let compare = move |word: String| {
        panel.send(TimelineEvent::Compare(Schedule::parse(&word)));
    };
    view! {
        <p class="lanes-tools">
            {buttons.collect_view()}
            <button
                type="button"
                data-act=" "
                aria-label=panel.shown(move |figure, _| if figure.is_playing { pause } else { play })
                on:click=move |_| panel.send(TimelineEvent::Act(TimelineAction::Play))
            >
                {panel.shown(|figure, _| if figure.is_playing { "❚❚" } else { "►" })}
            </button>
            <label>
                {timeline::against()}
                <select on:change:target=move |ev| compare(ev.target().value())>
                    {panel.view(|figure, _| schedules(figure))}
                </select>
            </label>
            <button
                type="button"
                data-act="0"
                aria-pressed=panel.shown(|figure, _| if figure.is_whole { "true" } else { "false" })
                hidden=panel.shown(|figure, _| figure.axis.cut.is_none() && !figure.is_whole)
                on:click=move |_| panel.send(TimelineEvent::Act(TimelineAction::Whole))
            >
                {timeline::whole()}
            </button>
        </p>
    }
}

/// The options of the list of schedules.
fn schedules(figure: &TimelineFigure) -> Vec<impl IntoView + use<>> {
    let others = figure.others.iter().map(|other| {
        let schedule = other.schedule();
        (
            schedule.word(),
            timeline::schedule(schedule),
            Some(schedule),
        )
    });
    let none = std::iter::once(("", timeline::nothing(), None));
    none.chain(others)
        .map(|(word, name, schedule)| {
            view! {
                <option value=word prop:selected=figure.against == schedule>
                    {name}
                </option>
            }
        })
        .collect()
}
