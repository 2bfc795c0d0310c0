//! Time on the screen: every moment of a trace gets seconds to be watched in, longer moments more of
//! them, with one pace from its start to its end. So a fill of a tenth of a second is seen as well as
//! a steady state of a minute. Sizes stay true, and the pace is said.

use cost::trace::{Happening, Trace, TraceMoment};
use cost::units::Seconds;

/// Seconds on the screen of the shortest moment, in which one movement can be followed, and of one
/// that takes the whole scene; both chosen by eye.
const RUNS: [f64; 2] = [1.5, 4.0];
/// Seconds on the screen of a moment in which nothing new is seen.
const STILL: f64 = 1.0;
/// Seconds on the screen of all that comes before the experts, which their scene does not draw.
const ASIDE: f64 = 2.0;
/// Seconds on the screen that a moment's sentence stands before the moment runs.
const PAUSE: f64 = 0.4;
/// Share of a moment at which it shows most, where nothing moves.
pub(super) const TELLING: f64 = 0.6;

/// A place in a scene: kept for another plan, whose moments take other times.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Place {
    /// The moment.
    pub(super) moment: usize,
    /// Finished share of the moment's pause; at 1 the moment runs.
    pub(super) pause: f64,
    /// Finished share of the moment.
    pub(super) share: f64,
}

impl Place {
    /// The start of a moment.
    pub(super) const fn start(moment: usize) -> Self {
        Self {
            moment,
            pause: 0.0,
            share: 0.0,
        }
    }

    /// The place after this share of a moment; the pause is over.
    pub(super) const fn at(moment: usize, share: f64) -> Self {
        Self {
            moment,
            pause: 1.0,
            share,
        }
    }
}

/// The clock of a trace.
pub(super) struct Clock<'a>(&'a Trace);

impl<'a> Clock<'a> {
    /// The clock of a trace.
    pub(super) const fn of(trace: &'a Trace) -> Self {
        Self(trace)
    }

    /// Seconds of the step in one second on the screen, throughout a moment; zero where no time
    /// passes.
    pub(super) fn pace(&self, moment: usize) -> Seconds {
        self.length(moment) * (1.0 / self.runs(moment))
    }

    /// Seconds of the step in a moment.
    fn length(&self, moment: usize) -> Seconds {
        let moment = self.0.moments.get(moment);
        moment.map_or(Seconds::ZERO, length)
    }

    /// The last moment.
    fn last(&self) -> usize {
        self.0.moments.len().saturating_sub(1)
    }

    /// The same place in this trace, if another one had more moments.
    pub(super) fn within(&self, place: Place) -> Place {
        if place.moment > self.last() {
            return self.end();
        }
        place
    }

    /// The end of the scene.
    pub(super) fn end(&self) -> Place {
        Place::at(self.last(), 1.0)
    }

    /// The time of a place, from the start of the trace.
    pub(super) fn time(&self, place: Place) -> Seconds {
        let moment = self.0.moments.get(place.moment);
        moment.map_or(self.0.end, |moment| {
            moment.from + length(moment) * place.share
        })
    }

    /// The place at a time.
    pub(super) fn place(&self, time: Seconds) -> Place {
        let index = self.0.moment_at(time);
        let share = self.0.moments.get(index).map_or(1.0, |moment| {
            let length = length(moment).0;
            if length > 0.0 {
                (time.beyond(moment.from).0 / length).min(1.0)
            } else {
                0.0
            }
        });
        Place::at(index, share)
    }

    /// Seconds on the screen of a moment's pause.
    pub(super) const fn pause(&self) -> f64 {
        PAUSE
    }

    /// Seconds on the screen that are left of the pause at a place.
    pub(super) fn rest(&self, place: Place) -> f64 {
        (1.0 - place.pause) * self.pause()
    }

    /// Seconds on the screen that a moment runs: more for a larger share of the scene, with less and
    /// less added, so that neither the shortest nor the longest is lost.
    pub(super) fn runs(&self, moment: usize) -> f64 {
        let moments = &self.0.moments;
        let what = moments.get(moment).map(|moment| moment.what);
        match what {
            None | Some(Happening::Repeats) => return STILL,
            _ if self.length(moment) <= Seconds::ZERO => return STILL,
            Some(Happening::Mixing) => return ASIDE,
            _ => {}
        }
        let share = self.length(moment).0 / self.0.end.0.max(f64::MIN_POSITIVE);
        let [least, most] = RUNS;
        least + (most - least) * share.clamp(0.0, 1.0).sqrt()
    }

    /// Moments before which the pace changes by more than a factor of two. Where no time passes there
    /// is no pace.
    pub(super) fn changes(&self) -> impl Iterator<Item = usize> + '_ {
        (1..self.0.moments.len()).filter(|moment| {
            let [before, pace] = [moment - 1, *moment].map(|moment| self.pace(moment).0);
            before.min(pace) > 0.0 && before.max(pace) > 2.0 * before.min(pace)
        })
    }

    /// The place some seconds of the screen later; true if it is the end of the scene, or of the
    /// moment at which to stop.
    pub(super) fn later(&self, from: Place, seconds: f64, stop: Option<usize>) -> (Place, bool) {
        let (mut place, mut left) = (from, seconds.max(0.0));
        loop {
            let pause = self.pause();
            let needed = self.rest(place);
            if left < needed {
                place.pause += left / pause;
                return (place, false);
            }
            left -= needed;
            place.pause = 1.0;
            let runs = self.runs(place.moment);
            let needed = (1.0 - place.share) * runs;
            if left < needed {
                place.share += left / runs;
                return (place, false);
            }
            left -= needed;
            place.share = 1.0;
            if place.moment >= self.last() || stop == Some(place.moment) {
                return (place, true);
            }
            place = Place::start(place.moment + 1);
        }
    }

    /// The place to which a step back leads: the start of this moment, or of the one before.
    pub(super) fn before(&self, place: Place) -> Place {
        let is_begun = place.share > 0.15 || place.pause > 0.8;
        Place::start(if is_begun {
            place.moment
        } else {
            place.moment.saturating_sub(1)
        })
    }

    /// The place from which a step forward plays, without the pause before a moment: this one, or the
    /// start of the next moment if this one is over. `None` at the end of the scene.
    pub(super) fn next(&self, place: Place) -> Option<Place> {
        if place.share < 1.0 {
            return Some(Place {
                pause: 1.0,
                ..place
            });
        }
        (place.moment < self.last()).then(|| Place::at(place.moment + 1, 0.0))
    }
}

/// Seconds of the step in a moment.
fn length(moment: &TraceMoment) -> Seconds {
    moment.to.beyond(moment.from)
}
