//! View of the player.

use cost::plan::Word;
use cost::trace::TraceScene;
use leptos::html::Div;
use leptos::prelude::*;
use web_sys::wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use super::axis::TraceAxis;
use super::drawing::marks;
use super::event::{SPEEDS, WatchAction, WatchEvent};
use super::frame::{Regions, WatchFrame};
use super::state::{CAPTION, ID, WatchFigure};
use super::tables;
use super::texts::{trace_words, words};
use crate::browser::keys::plain_key;
use crate::browser::{media, size};
use crate::components::{Table, pixels};
use crate::panels::figure::Figure;
use crate::store::{Event, Page, PanelStore};
use cost::legal::Legal;
use formats::link::presentation::View;
use formats::number::fixed;

/// Readers who want less motion.
const STILL: &str = "(prefers-reduced-motion: reduce)";
/// Steps of the place in the scene.
const STEPS: f64 = 1_000.0;
/// Names of the speeds.
const SPEED_NAMES: [&str; SPEEDS.len()] = ["½×", "1×", "2×"];

/// The whole figure.
pub(super) fn figure(panel: PanelStore<WatchFigure>) -> AnyView {
    let press = move |press: KeyboardEvent| {
        let Some(action) = plain_key(&press).and_then(|key| WatchAction::of(&key)) else {
            return;
        };
        // Space presses a button itself.
        let target = press.target().and_then(|at| at.dyn_into::<Element>().ok());
        let is_button = target.is_some_and(|at| at.matches("button").unwrap_or(false));
        if !(is_button && action == WatchAction::Play) {
            press.prevent_default();
            panel.send(WatchEvent::Act(action));
        }
    };
    view! {
        <Figure
            id=ID
            caption=CAPTION
            name=crate::panels::words().watch.heading
            sentence=panel.shown(result)
            table=panel.shown(table)
        >
            <Scenes panel=panel/>
            <div class="watch-player" on:keydown=press>
                <Drawing panel=panel/>
                <Foot panel=panel/>
            </div>
        </Figure>
    }
    .into_any()
}

/// The result of the scene, or the reason why the plan does not have it.
fn result(figure: &WatchFigure, page: &Page) -> String {
    let told = figure.with_frame(page, |frame| {
        (trace_words().result)(frame.legal, frame.trace).join(" ")
    });
    told.unwrap_or_else(|| {
        Legal::check(&page.plan).map_or_else(
            |_| String::new(),
            |legal| (trace_words().absent)(&legal, figure.scene(page)).to_owned(),
        )
    })
}

/// The moments as a table.
fn table(figure: &WatchFigure, page: &Page) -> Table {
    let table = figure.with_frame(page, tables::moments);
    table.unwrap_or_default()
}

/// The scenes; those that the plan does not have are grey, with the reason.
#[component]
fn Scenes(panel: PanelStore<WatchFigure>) -> impl IntoView {
    let scenes = TraceScene::ALL.iter().zip(trace_words().scenes);
    let buttons = scenes.map(|(&scene, name)| {
        let absent = panel.slice(move |_, page| absent(page, scene));
        let is_open = panel.shown(move |figure, page| (figure.scene(page) == scene).to_string());
        view! {
            <button
                type="button"
                data-scene=scene.word()
                aria-pressed=is_open
                aria-disabled=move || absent.get().is_some().then_some("true")
                title=move || absent.get()
                on:click=move |_| {
                    if absent.get_untracked().is_none() {
                        panel.send(WatchEvent::Choose(scene));
                    }
                }
            >
                {name}
            </button>
        }
    });
    let to_cut = move |_| panel.page().send(Event::OpenTab(View::Cut));
    view! {
        <div class="watch-scenes">
            <div role="group" aria-label=words().scenes>
                {buttons.collect_view()}
            </div>
            <button type="button" class="watch-cut" on:click=to_cut>
                {words().cut}
            </button>
        </div>
    }
}

/// The reason why the page's plan does not have a scene.
fn absent(page: &Page, scene: TraceScene) -> Option<&'static str> {
    let legal = Legal::check(&page.plan).ok()?;
    (!scene.is_in(&legal)).then(|| (trace_words().absent)(&legal, scene))
}

/// The drawing, with the place in the scene over its lanes.
#[component]
fn Drawing(panel: PanelStore<WatchFigure>) -> impl IntoView {
    let area = NodeRef::<Div>::new();
    area.on_load(move |element| {
        let is_still = media::matches(STILL);
        Effect::new(move |_| panel.send(WatchEvent::Still(is_still.get())));
        size::on_resize(&element, move |size| {
            // A closed view has no size.
            if size[0] > 0.0 && panel.read(|figure, _| figure.size != size) {
                panel.send(WatchEvent::Resized(size));
            }
        });
    });
    let view_box = panel.shown(|figure, _| {
        let [width, height] = figure.size.map(pixels);
        ["0 0 ", &width, " ", &height].concat()
    });
    view! {
        <div class="watch-drawing" node_ref=area>
            <svg viewBox=view_box role="img" aria-label=panel.shown(name)>
                <Patterns/>
                {panel
                    .view(|figure, page| figure.with_frame(page, |frame| marks(frame).view()))}
            </svg>
            <PlaceInScene panel=panel/>
        </div>
    }
}

/// Fills that lines make out: partial sums, recomputed and travelling activations, messages,
/// waiting.
#[component]
fn Patterns() -> impl IntoView {
    let pattern = |id: &'static str, turn: &'static str| {
        view! {
            <pattern
                id=["watch-", id].concat()
                class=["w-pattern-", id].concat()
                width="5"
                height="5"
                patternUnits="userSpaceOnUse"
                patternTransform=turn
            >
                <rect width="5" height="5"></rect>
                <path d="M0 0v5"></path>
            </pattern>
        }
    };
    view! {
        <defs>
            {pattern("partial", "rotate(45)")} {pattern("again", "")} {pattern("keys", "rotate(90)")}
            {pattern("cable", "rotate(90)")} {pattern("wait", "rotate(-45)")}
        </defs>
    }
}

/// The name of the drawing: the result, and what happens now.
fn name(figure: &WatchFigure, page: &Page) -> String {
    let told = figure.with_frame(page, |frame| {
        let result = (trace_words().result)(frame.legal, frame.trace).join(" ");
        let sentence = moment(frame).join(" ");
        (words().drawing)(&result, &sentence)
    });
    told.unwrap_or_default()
}

/// The name and the sentence of the present moment.
fn moment(frame: &WatchFrame) -> [String; 2] {
    (trace_words().moment)(frame.legal, frame.trace, frame.place.moment, frame.units)
}

/// The slider of the place, which lies over the lanes.
#[component]
fn PlaceInScene(panel: PanelStore<WatchFigure>) -> impl IntoView {
    let value = panel.shown(|figure, page| {
        let share = figure.with_frame(page, |frame| {
            TraceAxis::of(frame.trace).share(frame.now) * STEPS
        });
        fixed(share.unwrap_or_default(), 0)
    });
    let said = panel.shown(|figure, page| {
        let said = figure.with_frame(page, |frame| {
            let [name, _] = moment(frame);
            let all = frame.trace.moments.len();
            (words().at)(frame.place.moment + 1, all, &name, frame.now)
        });
        said.unwrap_or_default()
    });
    let regions = panel.slice(|figure, page| figure.with_frame(page, |frame| frame.regions));
    let style = move |of: fn(&Regions) -> f64| {
        move || {
            let length = regions.get().map_or(0.0, |regions| of(&regions));
            [&*pixels(length), "px"].concat()
        }
    };
    let seek = move |value: String| {
        let share: f64 = value.parse().unwrap_or(0.0);
        panel.send(WatchEvent::Seek(share / STEPS));
    };
    view! {
        <input
            type="range"
            class="watch-place"
            min="0"
            max="1000"
            autocomplete="off"
            aria-label=words().place
            aria-valuetext=said
            prop:value=value
            style:left=style(|regions| regions.lanes.left)
            style:top=style(|regions| regions.lanes.top)
            style:width=style(|regions| regions.lanes.width)
            style:height=style(|regions| regions.lanes.height)
            hidden=move || regions.get().is_none()
            on:input:target=move |ev| seek(ev.target().value())
        />
    }
}

/// The buttons, the sentence of the moment, and the pace.
#[component]
fn Foot(panel: PanelStore<WatchFigure>) -> impl IntoView {
    let [back, play, pause, forward] = words().buttons;
    let act = move |action| move |_| panel.send(WatchEvent::Act(action));
    let number = panel.shown(|figure, page| {
        let number = figure.with_frame(page, |frame| {
            let all = frame.trace.moments.len().to_string();
            [&(frame.place.moment + 1).to_string(), " / ", &all].concat()
        });
        number.unwrap_or_default()
    });
    let sentence = panel.slice(|figure, page| figure.with_frame(page, moment).unwrap_or_default());
    // Only what a reader brings about is said aloud, not every moment of a scene that plays.
    let said = panel.shown(|figure, page| {
        if figure.is_playing && figure.stop.is_none() {
            return String::new();
        }
        let said = figure.with_frame(page, |frame| moment(frame).join(" "));
        said.unwrap_or_default()
    });
    let pace = panel.shown(|figure, _| {
        let pace = figure.clock().map(|clock| clock.pace());
        pace.map_or_else(String::new, |pace| {
            (words().pace)(pace * SPEEDS[figure.speed])
        })
    });
    let speeds = SPEED_NAMES.into_iter().enumerate().map(|(speed, name)| {
        view! {
            <button
                type="button"
                aria-pressed=panel.shown(move |figure, _| (figure.speed == speed).to_string())
                on:click=move |_| panel.send(WatchEvent::Speed(speed))
            >
                {name}
            </button>
        }
    });
    view! {
        <div class="watch-foot">
            <div class="watch-buttons" role="group" aria-label=words().player>
                <button type="button" aria-label=back on:click=act(WatchAction::Back)>
                    "◂"
                </button>
                <button
                    type="button"
                    class="watch-play"
                    aria-label=panel.shown(move |figure, _| if figure.is_playing { pause } else { play })
                    on:click=act(WatchAction::Play)
                >
                    {panel.shown(|figure, _| if figure.is_playing { "❚❚" } else { "►" })}
                </button>
                <button type="button" aria-label=forward on:click=act(WatchAction::Forward)>
                    "▸"
                </button>
            </div>
            <span class="watch-number">{number}</span>
            <p class="watch-sentence">
                <b>{move || sentence.get()[0].clone()}</b>
                " "
                {move || sentence.get()[1].clone()}
            </p>
            <div class="watch-pace">
                <span>{pace}</span>
                <div class="watch-speeds" role="group" aria-label=words().speed>
                    {speeds.collect_view()}
                </div>
            </div>
            <p class="unseen" aria-live="polite">
                {said}
            </p>
        </div>
    }
}
