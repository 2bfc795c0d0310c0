//! View of the player.

use leptos::html::Div;
use leptos::prelude::*;
use web_sys::wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use super::drawing::marks;
use super::event::{WatchAction, WatchEvent};
use super::foot::Foot;
use super::marks::WatchMarks;
use super::place_view::PlaceInScene;
use super::scene_row::SceneRow;
use super::signals::{ShownMoment, WatchSignals};
use super::state::{CAPTION, ID, WatchFigure};
use super::tables;
use crate::browser::keys::plain_key;
use crate::browser::{media, size};
use crate::components::pixels;
use crate::panels::figure::Figure;
use crate::store::PanelStore;
use text::player;
use text::trace::messages as trace;

/// Readers who want less motion.
const STILL: &str = "(prefers-reduced-motion: reduce)";

/// Files of the player: the present moment, the numbers, a picture of each moment, an animation.
fn files() -> Vec<(&'static str, &'static str)> {
    vec![
        ("svg", "SVG"),
        ("png", "PNG"),
        ("csv", "CSV"),
        ("strip", player::strip()),
        ("film", player::animation()),
    ]
}

/// The whole figure.
pub(super) fn figure(panel: PanelStore<WatchFigure>) -> AnyView {
    let signals = WatchSignals::new(panel);
    let table = move || {
        signals.scene.with(|_| ());
        let table = panel.read(|figure, page| figure.with_words(page, tables::moments));
        table.unwrap_or_default()
    };
    view! {
        <Figure
            id=ID
            caption=CAPTION
            name=trace::heading()
            headline=Box::new(move || signals.scene.with(|shown| shown.headline.clone()))
            sentence=Box::new(move || signals.scene.with(|shown| shown.result.clone()))
            table=Box::new(table)
            files=files()
        >
            <SceneRow panel=panel signals=signals/>
            <div class="watch-player" on:keydown=move |press| press_key(panel, &press)>
                <Drawing panel=panel signals=signals/>
                <Foot panel=panel signals=signals/>
            </div>
        </Figure>
    }
    .into_any()
}

/// Carries out the action of a key, if it has one.
fn press_key(panel: PanelStore<WatchFigure>, press: &KeyboardEvent) {
    let Some(action) = plain_key(press).and_then(|key| WatchAction::of(&key)) else {
        return;
    };
    // Space presses a button itself.
    let target = press.target().and_then(|at| at.dyn_into::<Element>().ok());
    let is_button = target.is_some_and(|at| at.matches("button").unwrap_or(false));
    if !(is_button && action == WatchAction::Play) {
        press.prevent_default();
        panel.send(WatchEvent::Act(action));
    }
}

/// The drawing, with the place in the scene over its lanes.
#[component]
fn Drawing(panel: PanelStore<WatchFigure>, signals: WatchSignals) -> impl IntoView {
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
    let size = panel.slice(|figure, _| figure.size);
    let view_box = move || {
        let [width, height] = size.get().map(pixels);
        ["0 0 ", &width, " ", &height].concat()
    };
    // During the pause of a moment frames are equal, and nothing is drawn.
    let picture = panel.slice(|figure, page| figure.with_frame(page, marks));
    let name = move || {
        let sentence = signals.moment.with(ShownMoment::words);
        signals
            .scene
            .with(|shown| player::drawing(&shown.result, &sentence))
    };
    view! {
        <div class="watch-drawing" node_ref=area>
            <svg viewBox=view_box role="img" aria-label=name>
                <Patterns/>
                {move || picture.with(|marks| marks.as_ref().map(WatchMarks::view))}
            </svg>
            <PlaceInScene panel=panel signals=signals/>
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
