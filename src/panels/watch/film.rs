//! Frames of a scene for files: a strip with one of each moment, and an animation.

use cost::trace::Trace;

use super::axis::TraceAxis;
use super::clock::{Clock, Place, TELLING};

/// Least milliseconds between two frames of an animation, chosen by eye: each frame takes the page a
/// tenth of a second to draw.
const APART: f64 = 250.0;
/// Milliseconds of the last frame on the screen.
const STANDS: u32 = 4_000;
/// Most frames of an animation.
const MOST: usize = 120;

/// A frame of a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FilmFrame {
    /// Share of the time axis before the frame.
    pub(super) share: f64,
    /// Milliseconds on the screen.
    pub(super) milliseconds: u32,
}

/// One frame of each moment, where it shows most.
pub(super) fn strip(trace: &Trace) -> Vec<FilmFrame> {
    let film = Film::of(trace);
    let moments = 0..trace.moments.len();
    let places = moments.map(|moment| Place::at(moment, TELLING));
    places.map(|place| film.frame(place, 0)).collect()
}

/// The frames of a scene that plays at its usual speed; a moment's pause is one frame.
pub(super) fn film(trace: &Trace) -> Vec<FilmFrame> {
    let film = Film::of(trace);
    let clock = &film.clock;
    let pause = (clock.pause() * 1_000.0) as u32;
    let moments = trace.moments.len();
    let runs = |moment| clock.runs(moment) * 1_000.0;
    let all: f64 = (0..moments).map(runs).sum();
    // A long scene has its frames further apart, not fewer moments.
    let apart = APART.max(all / MOST.saturating_sub(moments).max(1) as f64);
    let mut frames = Vec::new();
    for moment in 0..moments {
        frames.push(film.frame(Place::at(moment, 0.0), pause));
        let count = (runs(moment) / apart) as usize;
        for step in 1..=count {
            let share = step as f64 / (count + 1) as f64;
            frames.push(film.frame(Place::at(moment, share), apart as u32));
        }
    }
    frames.truncate(MOST);
    frames.push(film.frame(clock.end(), STANDS));
    frames
}

/// A trace with its clock and its axis.
struct Film<'a> {
    clock: Clock<'a>,
    axis: TraceAxis,
}

impl<'a> Film<'a> {
    fn of(trace: &'a Trace) -> Self {
        Self {
            clock: Clock::of(trace),
            axis: TraceAxis::of(trace),
        }
    }

    fn frame(&self, place: Place, milliseconds: u32) -> FilmFrame {
        FilmFrame {
            share: self.axis.share(self.clock.time(place)),
            milliseconds,
        }
    }
}
