//! Legend of the colours, and buttons, above the drawing.

use cost::plan::{Schedule, Word};
use leptos::prelude::*;

use super::act::{BlockStep, TimelineAction};
use super::palette::CLASSES;
use super::state::{TimelineEvent, TimelineFigure};
use crate::store::{PanelStore, words};

/// The buttons but the last one: the key with the same action, the button's sign, and its action.
const BUTTONS: [(&str, &str, TimelineAction); 4] = [
    ("-", "−", TimelineAction::Zoom(-1)),
    ("+", "+", TimelineAction::Zoom(1)),
    ("ArrowLeft", "←", TimelineAction::Step(BlockStep::Before)),
    ("ArrowRight", "→", TimelineAction::Step(BlockStep::Next)),
];

/// The colours and their meanings; the canvas reads its colours from here.
#[component]
pub(super) fn Keys(panel: PanelStore<TimelineFigure>) -> impl IntoView {
    let keys = CLASSES.into_iter().zip(words().timeline.keys);
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
    let words = &words().timeline;
    let [play, pause] = [
        words.buttons[BUTTONS.len()],
        words.buttons[BUTTONS.len() + 1],
    ];
    let buttons = BUTTONS.into_iter().zip(words.buttons);
    let buttons = buttons.map(|((key, sign, act), name)| {
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
                {words.against[0]}
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
                {words.whole}
            </button>
        </p>
    }
}

/// The options of the list of schedules.
fn schedules(figure: &TimelineFigure) -> Vec<impl IntoView + use<>> {
    let words = &words().timeline;
    let others = figure.others.iter().map(|other| {
        let schedule = other.schedule();
        (schedule.word(), (words.schedule)(schedule), Some(schedule))
    });
    let none = std::iter::once(("", words.against[1], None));
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
