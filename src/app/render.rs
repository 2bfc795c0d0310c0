//! Drawing of panels: what is in sight at once, the rest when the plan rests.
//!
//! A closed view is neither drawn nor computed. It is drawn when its tab is opened, and all views
//! are drawn before the page is printed (`Event::Print`). A view that a card covers is out of sight.

use std::time::Duration;

use leptos::prelude::Set;

use super::drawn::DrawnPanel;
use super::message_loop::MessageLoop;
use super::runtime::{Arrival, Mounted, Runtime};
use crate::browser::sheet;
use crate::browser::slices::{self, SlicedWork};
use crate::browser::timing::after;
use crate::browser::visibility::Watch;
use crate::store::{AnyPanel, Effect, Event, PanelMoment};

/// Pause after the last change until the plan counts as at rest. Safari allows a hundred changes of
/// the address in half a minute, and cures need dozens of estimates.
pub(crate) const REST: Duration = Duration::from_millis(300);
/// Longest time for drawing all that is out of sight. It is a dozen views: only a page that gets
/// almost no time needs longer. Then each view is drawn as it comes into sight.
const DRAWING: Duration = Duration::from_secs(10);

impl MessageLoop {
    /// Adds a panel. One outside the tabs is drawn at once, another a little later.
    pub(super) fn put_up(self, panel: Box<dyn AnyPanel>, effects: &mut Vec<Effect>) {
        if let Some(css) = panel.late_style() {
            sheet::adopt(css);
        }
        let store = self.store();
        self.with(|runtime| {
            let Runtime {
                page,
                panels,
                waiting,
            } = runtime;
            let mut mounted = Mounted::new(panel, page);
            mounted.notice(page, PanelMoment::Mounted, effects);
            // An event may have come before the panel.
            mounted.receive(page, effects);
            if mounted.is_in_sight {
                mounted.draw(store, None);
            } else if waiting.watch.is_none() {
                waiting.watch = Some(self.watch());
            }
            panels.push(mounted);
        });
        // The panel receives the plan's rest, too.
        self.await_rest();
        if self.with(Runtime::begins_to_draw) {
            self.draw_rest();
        }
    }

    /// The watch that reports which panels are in sight.
    fn watch(self) -> Watch {
        Watch::new(move |element, is_in_sight| {
            let seen = self.with(|runtime| {
                let mut panels = runtime.panels.iter_mut();
                let mounted = panels.find(|mounted| {
                    let drawn = mounted.drawn.as_ref();
                    drawn.map(DrawnPanel::place) == Some(element)
                })?;
                mounted.is_in_sight = is_in_sight;
                Some(mounted.panel.name())
            });
            if let Some(panel) = seen {
                let moment = if is_in_sight {
                    PanelMoment::Shown
                } else {
                    PanelMoment::Hidden
                };
                self.send(Arrival::Moment(panel, moment));
            }
        })
    }

    /// Draws the panels in sight. The others are drawn at rest: while the plan changes, it
    /// waits.
    pub(super) fn draw(self) {
        while self.draw_one(Mounted::is_next) {}
        let is_left = self.with(|runtime| {
            let waiting = &runtime.waiting;
            let is_resting = !waiting.is_moving && waiting.drawing.is_none();
            let mut panels = runtime.panels.iter();
            is_resting && !waiting.press.is_held && panels.any(Mounted::is_due_out_of_sight)
        });
        if is_left {
            self.draw_rest();
        }
    }

    /// Draws the first panel that meets a condition; returns whether there was one.
    pub(super) fn draw_one(self, which: fn(&Mounted) -> bool) -> bool {
        let store = self.store();
        self.with(|runtime| {
            let mut panels = runtime.panels.iter_mut();
            let Some(mounted) = panels.find(|mounted| which(mounted)) else {
                return false;
            };
            mounted.draw(store, runtime.waiting.watch.as_ref());
            true
        })
    }

    /// Waits until nothing has changed for a while.
    pub(super) fn await_rest(self) {
        self.frame().is_busy.set(true);
        let wait = self.with(|runtime| {
            // After the first drawing, what is out of sight waits until the plan rests again.
            if runtime
                .panels
                .iter()
                .all(|mounted| mounted.drawn.is_some() || !mounted.is_open)
            {
                runtime.waiting.drawing = None;
            }
            runtime.waiting.rest = runtime.waiting.rest.wrapping_add(1);
            runtime.waiting.is_moving = true;
            runtime.waiting.rest
        });
        after(REST, move || {
            if self.with(|runtime| runtime.waiting.rest == wait) {
                self.send_after_press(Event::Rest);
            }
        });
    }

    /// Handles the plan's rest.
    pub(super) fn rest(self, effects: &mut Vec<Effect>) {
        self.with(|runtime| runtime.waiting.is_moving = false);
        self.moment_of_all(PanelMoment::Rested, effects);
        self.draw_rest();
    }

    /// Draws what is out of sight, one panel in each slice.
    fn draw_rest(self) {
        let drawing = slices::begin(Rest { message_loop: self }, DRAWING);
        self.with(|runtime| runtime.waiting.drawing = Some(drawing));
    }
}

/// Drawing of what is out of sight.
struct Rest {
    message_loop: MessageLoop,
}

impl SlicedWork for Rest {
    fn step(&mut self) -> bool {
        self.message_loop.send(Arrival::NextOutOfSight);
        // What a press holds back is drawn after it.
        self.message_loop.with(|runtime| {
            let mut panels = runtime.panels.iter();
            !runtime.waiting.press.is_held && panels.any(Mounted::is_due_out_of_sight)
        })
    }

    fn end(self: Box<Self>, _: bool) {
        let is_held_back = self.message_loop.with(|runtime| {
            runtime.waiting.drawing = None;
            let mut panels = runtime.panels.iter();
            runtime.waiting.press.is_held && panels.any(Mounted::is_due_out_of_sight)
        });
        if !is_held_back {
            self.message_loop.frame().is_busy.set(false);
        }
        self.message_loop.mark_rest();
    }
}
