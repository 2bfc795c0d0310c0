//! Changes of the player's state.

use std::time::Duration;

use cost::trace::Trace;

use super::axis::TraceAxis;
use super::clock::{Clock, Place, TELLING};
use super::event::{SPEEDS, WatchAction, WatchEvent};
use super::state::{Played, WatchFigure};
use crate::browser::timing::next_frame;
use crate::store::{Effects, Page};

/// Most seconds between two frames that count: after a pause of the browser the player goes on
/// where it was.
const LONGEST_FRAME: f64 = 0.1;
/// Seconds that a moment stands where nothing moves.
const STANDS: f64 = 2.6;

impl WatchFigure {
    /// Goes to the place to which the page sends the player, if it has not been there.
    fn follow_request(&mut self, page: &Page) {
        let request = page.watched;
        if request.number == self.followed {
            return;
        }
        self.followed = request.number;
        self.chosen = request.scene;
        self.pause();
        self.place = request
            .moment
            .checked_sub(1)
            .map_or_else(Place::default, |moment| Place::at(moment as usize, TELLING));
    }

    /// Takes over the page's plan and keeps the scene and the place in it.
    pub(super) fn take(&mut self, page: &Page) {
        self.follow_request(page);
        let scene = self.scene(page);
        let is_same = |played: &Played| played.is_of(page, scene);
        if !self.played.as_ref().is_some_and(is_same) {
            self.played = Played::of(page, scene);
            self.version += 1;
        }
        match self.clock().map(|clock| clock.within(self.place)) {
            Some(place) => self.place = place,
            None => self.pause(),
        }
    }

    /// Stops the clock.
    pub(super) const fn pause(&mut self) {
        self.is_playing = false;
        self.stop = None;
        self.last_frame = None;
    }

    /// Changes the state by an event.
    pub(super) fn change(
        &mut self,
        page: &Page,
        event: WatchEvent,
        effects: &mut Effects<WatchEvent>,
    ) {
        match event {
            WatchEvent::Choose(scene) => {
                self.chosen = Some(scene);
                self.pause();
                self.place = Place::default();
                self.take(page);
            }
            WatchEvent::Act(action) => self.act(action, effects),
            WatchEvent::Seek(share) => {
                self.jump(|clock, trace| clock.place(TraceAxis::of(trace).time(share)));
            }
            WatchEvent::Speed(speed) => self.speed = speed.min(SPEEDS.len() - 1),
            WatchEvent::Resized(size) => self.size = size,
            WatchEvent::Still(is_still) => self.is_still = is_still,
            WatchEvent::Frame(time, run) if self.runs(run) => self.frame(time, effects),
            WatchEvent::Begin(run) if self.runs(run) => {
                self.place.pause = 1.0;
                self.last_frame = None;
                self.go_on(effects);
            }
            WatchEvent::Turn(run) if self.runs(run) => self.turn(effects),
            WatchEvent::Frame(..) | WatchEvent::Begin(_) | WatchEvent::Turn(_) => {}
        }
    }

    /// True if the player runs, and has since this number.
    const fn runs(&self, run: u64) -> bool {
        self.is_playing && self.is_in_sight && self.run == run
    }

    /// Pauses at another place.
    fn jump(&mut self, to: impl Fn(&Clock, &Trace) -> Place) {
        let place = self.trace().map(|trace| {
            let clock = Clock::of(trace);
            clock.within(to(&clock, trace))
        });
        if let Some(place) = place {
            self.pause();
            self.place = place;
        }
    }

    /// Carries out an action of a button or a key.
    fn act(&mut self, action: WatchAction, effects: &mut Effects<WatchEvent>) {
        match action {
            WatchAction::Play if self.is_playing => self.pause(),
            WatchAction::Play => self.play(None, effects),
            WatchAction::Back if self.is_still => self.show(|moment| moment.saturating_sub(1)),
            WatchAction::Back => {
                let place = self.place;
                self.jump(|clock, _| clock.before(place));
            }
            WatchAction::Forward if self.is_still => self.show(|moment| moment + 1),
            WatchAction::Forward => self.step(effects),
            WatchAction::First => self.jump(|_, _| Place::default()),
            WatchAction::Last => self.jump(|clock, _| clock.end()),
            WatchAction::Pace(is_faster) => {
                self.speed = if is_faster {
                    (self.speed + 1).min(SPEEDS.len() - 1)
                } else {
                    self.speed.saturating_sub(1)
                };
            }
        }
    }

    /// Plays on from here, or from the start if this is the end.
    fn play(&mut self, stop: Option<usize>, effects: &mut Effects<WatchEvent>) {
        let Some(clock) = self.clock() else {
            return;
        };
        let is_over = self.place == clock.end();
        if is_over {
            self.place = Place::default();
        }
        self.is_playing = true;
        self.stop = stop;
        self.last_frame = None;
        // A frame that was asked for before counts no more.
        self.run += 1;
        self.go_on(effects);
    }

    /// Moves one moment on. While the player runs to the end of the scene it goes to the next moment
    /// and runs on. Otherwise it plays the rest of this moment, or the next one if this one is over;
    /// a moment that a step before this one plays is over at once.
    fn step(&mut self, effects: &mut Effects<WatchEvent>) {
        let Some(clock) = self.clock() else {
            return;
        };
        if self.is_playing && self.stop.is_none() {
            self.place = clock.within(Place::start(self.place.moment + 1));
            return;
        }
        let from = if self.is_playing {
            Place::at(self.place.moment, 1.0)
        } else {
            self.place
        };
        let Some(place) = clock.next(from) else {
            self.place = clock.end();
            self.pause();
            return;
        };
        self.place = place;
        self.play(Some(place.moment), effects);
    }

    /// Shows another moment at a glance.
    fn show(&mut self, to: impl Fn(usize) -> usize) {
        let moment = to(self.place.moment);
        self.jump(|clock, _| Place {
            share: TELLING,
            ..clock.within(Place::at(moment, TELLING))
        });
    }

    /// Requests the next frame, or waits: for the end of a moment's pause, or for the next moment
    /// where nothing moves.
    fn go_on(&self, effects: &mut Effects<WatchEvent>) {
        let run = self.run;
        let waits = |seconds: f64| Duration::from_secs_f64(seconds / SPEEDS[self.speed]);
        let pause = self.clock().map_or(0.0, |clock| clock.rest(self.place));
        if self.is_still {
            effects.after(waits(STANDS), WatchEvent::Turn(run));
        } else if pause > 0.0 {
            effects.after(waits(pause), WatchEvent::Begin(run));
        } else {
            effects.run(move |sender| {
                next_frame(move |time| sender.send(WatchEvent::Frame(time, run)));
            });
        }
    }

    /// Moves the clock to a frame.
    fn frame(&mut self, time: f64, effects: &mut Effects<WatchEvent>) {
        let passed = self.last_frame.map_or(0.0, |last| (time - last) / 1e3);
        self.last_frame = Some(time);
        let passed = passed.clamp(0.0, LONGEST_FRAME) * SPEEDS[self.speed];
        let Some(clock) = self.clock() else {
            return;
        };
        let (place, is_over) = clock.later(self.place, passed, self.stop);
        self.place = place;
        if is_over {
            self.pause();
        } else {
            self.go_on(effects);
        }
    }

    /// Turns to the next moment, where nothing moves.
    fn turn(&mut self, effects: &mut Effects<WatchEvent>) {
        let Some(clock) = self.clock() else {
            return;
        };
        let next = Place::at(self.place.moment + 1, TELLING);
        if clock.within(next) == next {
            self.place = next;
            self.go_on(effects);
        } else {
            self.pause();
        }
    }
}
