//! A point of the picture: a button that makes its plan the page's. Arrow keys move between points.

use std::sync::Arc;

use formats::number::Units;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use search::sweep::{Sweep, SweepReading};

use super::SweepFigure;
use super::points::{point_id, point_words};
use super::state::SweepEvent;
use crate::components::{Axis, spot};
use crate::store::PanelStore;

/// A point of a sweep, and how it is drawn.
pub(super) struct PointButton<'a> {
    pub(super) sweep: &'a Arc<Sweep>,
    pub(super) reading: SweepReading,
    pub(super) units: Units,
    /// The index of its line.
    pub(super) line: usize,
    /// Its index on the line.
    pub(super) place: usize,
    pub(super) class: &'static str,
    /// True for the one point that is a stop of the Tab key.
    pub(super) is_stop: bool,
}

impl PointButton<'_> {
    /// The button, at a point over axes.
    pub(super) fn draw(
        self,
        panel: PanelStore<SweepFigure>,
        axes: &[Axis; 2],
        point: [f64; 2],
    ) -> AnyView {
        let Self {
            reading,
            line,
            place,
            ..
        } = self;
        let [left, bottom] = spot(axes, point);
        let [sweep, sweep_of_keys] = [self.sweep, self.sweep].map(Arc::clone);
        let step = move |ev: KeyboardEvent| {
            let Some(way) = way(&ev.key()) else {
                return;
            };
            ev.prevent_default();
            if let Some((line, place)) = next_point(&sweep_of_keys, reading, [line, place], way) {
                panel.send(SweepEvent::Focus(line, place));
            }
        };
        let look = move || {
            panel.send_if(|sweep, _| sweep.look_at(line, place));
        };
        view! {
            <button
                type="button"
                class=self.class
                id=point_id(line, place)
                tabindex=if self.is_stop { "0" } else { "-1" }
                aria-label=point_words(self.sweep, reading, self.units, (line, place))
                style:left=left
                style:bottom=bottom
                on:click=move |_| panel.send(go_to(&sweep, line, place))
                on:pointermove=move |_| look()
                on:focusin=move |_| look()
                on:keydown=step
            ></button>
        }
        .into_any()
    }
}

/// The event that makes the plan of a point the page's: of the sweep that is drawn, even if another
/// one has come since.
pub(super) fn go_to(sweep: &Sweep, line: usize, place: usize) -> SweepEvent {
    SweepEvent::GoTo(line, place, Box::new(sweep.plan(line, place)))
}

/// Where an arrow key leads: lines up, and points to the right; none for other keys.
pub(super) fn way(key: &str) -> Option<[isize; 2]> {
    Some(match key {
        "ArrowRight" => [0, 1],
        "ArrowLeft" => [0, -1],
        "ArrowUp" => [1, 0],
        "ArrowDown" => [-1, 0],
        _ => return None,
    })
}

/// The next legal point from a point along a way: along the line, or from line to line.
pub(super) fn next_point(
    sweep: &Sweep,
    reading: SweepReading,
    [mut line, mut place]: [usize; 2],
    [lines, places]: [isize; 2],
) -> Option<(usize, usize)> {
    loop {
        line = line.checked_add_signed(lines)?;
        place = place.checked_add_signed(places)?;
        if line >= sweep.lines().len() || place >= sweep.values().len() {
            return None;
        }
        // Illegal points are skipped.
        if sweep.reading(line, place, reading).is_some() {
            return Some((line, place));
        }
    }
}
