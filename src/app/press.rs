//! Presses of a pointer on what a click acts on.
//!
//! Until the click, only what the reader does is processed. The browser sends a click only if the
//! pointer is released over the element on which it was pressed, so a press would be lost if what
//! arrives meanwhile moved the element in between.

use std::mem;
use std::time::Duration;

use web_sys::Event as BrowserEvent;

use super::message_loop::MessageLoop;
use super::press_state::PressChange;
use super::runtime::Arrival;
use crate::browser::events::{self, listen};
use crate::browser::timing::after;

/// Elements that a click acts on. Sliders follow the pointer, and so do the figures.
const PRESSED: &str = "a, button, input:not([type=range]), label, select, summary";
/// Longest time for which a press holds arrivals back: a pointer that is released outside the window
/// may never report it.
const LONGEST_PRESS: Duration = Duration::from_secs(5);
/// Time from the release of a pointer until its click, on touch screens; with a mouse there is none.
const CLICK_PAUSE: Duration = Duration::from_millis(100);

/// Listens to the pointer.
pub(super) fn listen_to_presses(message_loop: MessageLoop) {
    let send = move |change| message_loop.send(Arrival::Press(change));
    listen("pointerdown", move |event| {
        if is_press(event) {
            send(PressChange::Begins);
        }
    });
    listen("pointerup", move |_| send(PressChange::Released));
    for name in ["pointercancel", "click"] {
        listen(name, move |_| send(PressChange::Over));
    }
}

/// True if a pointer is pressed on an element that a click acts on.
fn is_press(event: &BrowserEvent) -> bool {
    let pressed = events::target(event).map(|target| target.closest(PRESSED));
    matches!(pressed, Some(Ok(Some(_))))
}

impl MessageLoop {
    /// Handles a change of a press.
    pub(super) fn change_press(self, change: PressChange) {
        match change {
            PressChange::Begins => {
                let press = self.with(|runtime| {
                    let press = &mut runtime.waiting.press;
                    press.number = press.number.wrapping_add(1);
                    press.is_held = true;
                    press.number
                });
                self.end_press_after(LONGEST_PRESS, press);
            }
            PressChange::Released => {
                let press = self.with(|runtime| runtime.waiting.press);
                if press.is_held {
                    self.end_press_after(CLICK_PAUSE, press.number);
                }
            }
            PressChange::Over => {
                self.with(|runtime| runtime.waiting.press.is_held = false);
                self.end_press();
            }
            PressChange::TimedOut(number) => {
                self.with(|runtime| {
                    let press = &mut runtime.waiting.press;
                    press.is_held &= press.number != number;
                });
                self.end_press();
            }
        }
    }

    /// Processes the arrivals that have waited for the end of a press, unless another press holds
    /// them back. They come after the click, whose listeners are called after this.
    fn end_press(self) {
        let is_waiting =
            self.with(|runtime| !runtime.waiting.press.is_held && !runtime.waiting.late.is_empty());
        if is_waiting {
            after(Duration::ZERO, move || {
                if !self.with(|runtime| runtime.waiting.press.is_held) {
                    self.process_late();
                }
            });
        }
    }

    fn end_press_after(self, pause: Duration, press: u32) {
        let over = PressChange::TimedOut(press);
        after(pause, move || self.send(Arrival::Press(over)));
    }

    /// [`Self::send`] of an arrival that no reader causes. While a press is held, it waits, and so
    /// do all after it, which keeps their order.
    pub(super) fn send_after_press(self, arrival: impl Into<Arrival>) {
        let arrival = arrival.into();
        let is_held = self.with(|runtime| {
            let waiting = &runtime.waiting;
            waiting.press.is_held || !waiting.late.is_empty()
        });
        if is_held {
            self.with(|runtime| runtime.waiting.late.push(arrival));
        } else {
            self.send(arrival);
        }
    }

    /// Processes what has waited for the end of a press.
    fn process_late(self) {
        for arrival in self.with(|runtime| mem::take(&mut runtime.waiting.late)) {
            self.send(arrival);
        }
    }
}
