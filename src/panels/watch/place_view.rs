//! The slider of the place in the scene, which lies over the lanes.

use cost::trace::Trace;
use formats::number::attribute;
use leptos::prelude::*;

use super::clock::Place;
use super::event::WatchEvent;
use super::film::{self, FilmFrame};
use super::frame::Regions;
use super::signals::WatchSignals;
use super::state::WatchFigure;
use crate::components::{pixels, sliding};
use crate::store::PanelStore;
use text::player;

/// Most of the slider.
const MOST: f64 = 1_000.0;

/// Frames as `keep.js` reads them: the value of the slider and the milliseconds of each.
fn written(frames: Vec<FilmFrame>) -> String {
    let frames = frames.into_iter().map(|frame| {
        let value = frame.share * MOST;
        [&*value.to_string(), ":", &frame.milliseconds.to_string()].concat()
    });
    frames.collect::<Vec<_>>().join(" ")
}

/// The slider. `keep.js` moves it to draw the frames of a file, which it requests by an event.
#[component]
pub(super) fn PlaceInScene(panel: PanelStore<WatchFigure>, signals: WatchSignals) -> impl IntoView {
    // While the scene plays, the slider follows its moments, not its frames: it is invisible, and
    // each of its changes lays the whole page out.
    let step = panel.slice(|figure, _| {
        let place = if figure.is_playing {
            Place::start(figure.place.moment)
        } else {
            figure.place
        };
        (figure.share(place).unwrap_or_default() * MOST).round()
    });
    let said = Memo::new(move |_| {
        step.get();
        let [number, all] = signals
            .moment
            .with(|moment| moment.number.map(|it| it as u64));
        let now = panel.read(|figure, _| figure.clock().map(|clock| clock.time(figure.place)));
        let at = |now| {
            signals
                .moment
                .with(|moment| player::at(number, all, moment.name.trim_end_matches('.'), now))
        };
        now.map(at).unwrap_or_default()
    });
    let regions = panel.slice(|figure, _| figure.regions());
    let style = move |of: fn(&Regions) -> f64| {
        move || {
            let length = regions.get().map_or(0.0, |regions| of(&regions));
            [&*pixels(length), "px"].concat()
        }
    };
    let frames = RwSignal::new([String::new(), String::new()]);
    let write_frames = move |_: web_sys::Event| {
        let written = panel.read(|figure, _| {
            let of = |of: fn(&Trace) -> Vec<FilmFrame>| figure.trace().map(|trace| of(trace));
            [film::strip, film::film].map(|kind| of(kind).map_or_else(String::new, written))
        });
        frames.set(written);
    };
    let seek = move |place: f64| panel.send(WatchEvent::Seek(place / MOST));
    let handlers = sliding(move || step.get_untracked(), seek);
    view! {
        <input
            {..handlers}
            type="range"
            class="watch-place"
            min="0"
            max="1000"
            step="any"
            data-strip=move || frames.with(|[strip, _]| strip.clone())
            data-film=move || frames.with(|[_, film]| film.clone())
            on:frames=write_frames
            autocomplete="off"
            aria-label=player::place()
            aria-valuetext=said
            prop:value=move || attribute(step.get(), 0)
            style:left=style(|regions| regions.lanes.left)
            style:top=style(|regions| regions.lanes.top)
            style:width=style(|regions| regions.lanes.width)
            style:height=style(|regions| regions.lanes.height)
            hidden=move || regions.get().is_none()
        />
    }
}
