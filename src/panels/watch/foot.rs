//! The foot of the player: buttons, the sentence of the moment, the pace.

use cost::units::Seconds;
use leptos::prelude::*;

use super::event::{SPEEDS, WatchAction, WatchEvent};
use super::signals::{ShownMoment, WatchSignals};
use super::state::WatchFigure;
use crate::store::PanelStore;
use text::player;

/// Names of the speeds.
const SPEED_NAMES: [&str; SPEEDS.len()] = ["½×", "1×", "2×"];

/// The foot.
#[component]
pub(super) fn Foot(panel: PanelStore<WatchFigure>, signals: WatchSignals) -> impl IntoView {
    let moment = signals.moment;
    let number = move || {
        let [number, all] = moment.with(|moment| moment.number);
        [&*number.to_string(), " / ", &all.to_string()].concat()
    };
    // Only what a reader brings about is said aloud, not every moment of a scene that plays.
    let said = move || {
        if signals.runs_on.get() {
            return String::new();
        }
        moment.with(ShownMoment::words)
    };
    view! {
        <div class="watch-foot">
            <Buttons panel=panel/>
            <span class="watch-number">{number}</span>
            <p class="watch-sentence">
                <b>{move || moment.with(|moment| moment.name.clone())}</b>
                " "
                {move || moment.with(|moment| moment.sentence.clone())}
            </p>
            <Pace panel=panel/>
            <p class="unseen" aria-live="polite">
                {said}
            </p>
        </div>
    }
}

/// The buttons back, play and forward.
#[component]
fn Buttons(panel: PanelStore<WatchFigure>) -> impl IntoView {
    let act = move |action| move |_| panel.send(WatchEvent::Act(action));
    let is_playing = panel.slice(|figure, _| figure.is_playing);
    view! {
        <div class="watch-buttons" role="group" aria-label=player::player()>
            <button type="button" aria-label=player::back() on:click=act(WatchAction::Back)>
                "◂"
            </button>
            <button
                type="button"
                class="watch-play"
                aria-label=move || if is_playing.get() { player::pause() } else { player::play() }
                on:click=act(WatchAction::Play)
            >
                {move || if is_playing.get() { "❚❚" } else { "►" }}
            </button>
            <button type="button" aria-label=player::forward() on:click=act(WatchAction::Forward)>
                "▸"
            </button>
        </div>
    }
}

/// The factor of time in the present moment, and the choice of a speed.
#[component]
fn Pace(panel: PanelStore<WatchFigure>) -> impl IntoView {
    let chosen = panel.slice(|figure, _| figure.speed);
    let pace = panel.slice(|figure, _| {
        let pace = figure.clock()?.pace(figure.place.moment);
        (pace > Seconds::ZERO).then(|| pace * SPEEDS[figure.speed])
    });
    let speeds = SPEED_NAMES.into_iter().enumerate().map(|(speed, name)| {
        view! {
            <button
                type="button"
                aria-pressed=move || (chosen.get() == speed).to_string()
                on:click=move |_| panel.send(WatchEvent::Speed(speed))
            >
                {name}
            </button>
        }
    });
    view! {
        <div class="watch-pace">
            <span>{move || pace.get().map(player::pace)}</span>
            <div class="watch-speeds" role="group" aria-label=player::speed()>
                {speeds.collect_view()}
            </div>
        </div>
    }
}
