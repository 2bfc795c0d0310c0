//! Listeners for the browser's events: one set for all panels, whose elements come and go.

use std::time::Duration;

use super::message_loop::MessageLoop;
use super::runtime::{Arrival, Runtime};
use crate::browser::timing::after;
use crate::browser::{events, preferences};
use crate::dom::{UiEvent, UiEventKind};
use crate::panels::FIGURES;
use crate::store::{Effect, Event, Message, PanelMoment, page_event};

/// Elements that a click acts on.
const PRESSED: &str = "a, button, input, label, select, summary";
/// Longest time for which a press holds drawing back: a pointer that is released outside the window
/// may never report it.
const LONGEST_PRESS: Duration = Duration::from_secs(5);
/// Time from the release of a pointer until its click, on touch screens; with a mouse there is none.
const CLICK_PAUSE: Duration = Duration::from_millis(100);

/// The class of the link past the controls.
pub(super) const SKIP: &str = "skip";

/// Starts all listeners.
pub(super) fn listen(message_loop: MessageLoop) {
    for kind in UiEventKind::ALL {
        events::on_ui_event(kind, move |ui_event| {
            message_loop.take_in(Arrival::UiEvent(ui_event));
        });
    }
    preferences::on_change(move || message_loop.take_in(Arrival::MomentOfAll(PanelMoment::Kept)));
}

impl MessageLoop {
    /// Passes a UI event to the page and to all panels.
    pub(super) fn process_ui_event(self, ui_event: &UiEvent, effects: &mut Vec<Effect>) {
        self.follow_press(ui_event);
        // The answer to a press or to typing is drawn at once. Drags and scrolling are drawn by
        // frames.
        let is_urgent = match ui_event.kind {
            UiEventKind::Click
            | UiEventKind::KeyDown
            | UiEventKind::Change
            | UiEventKind::Toggle => true,
            UiEventKind::Input => ui_event
                .target()
                .is_some_and(|field| field.field() != "range"),
            _ => false,
        };
        let is_answered = self.with(|runtime| {
            let event = page_event(&runtime.page, ui_event);
            let mut is_answered = event.is_some();
            effects.extend(event.map(|event| Effect::Send(Message::Page(event))));
            if is_skip(ui_event) {
                ui_event.prevent_default();
                effects.push(Effect::Focus(FIGURES.into()));
                effects.push(Effect::ScrollTo(FIGURES.into()));
            }
            let Runtime { page, panels, .. } = runtime;
            for mounted in panels {
                if mounted.panel.on_ui_event(page, ui_event, effects) {
                    mounted.is_due = true;
                    mounted.is_acted_on |= is_urgent;
                    is_answered = true;
                }
            }
            is_answered
        });
        if is_answered && is_urgent {
            self.with(|runtime| runtime.waiting.is_urgent = true);
        }
        // The browser prints the page as it is once all panels are drawn.
        let is_before = ui_event.kind == UiEventKind::BeforePrint;
        if is_before || ui_event.kind == UiEventKind::AfterPrint {
            self.send(Event::Print(is_before));
            self.take_in(Arrival::WholePage);
        }
    }
}

impl MessageLoop {
    /// Holds drawing back from a press until its click.
    fn follow_press(self, ui_event: &UiEvent) {
        match ui_event.kind {
            UiEventKind::PointerDown if is_press(ui_event) => {
                let press = self.with(|runtime| {
                    let press = &mut runtime.waiting.press;
                    press.number = press.number.wrapping_add(1);
                    press.is_held = true;
                    press.number
                });
                self.end_press_after(LONGEST_PRESS, press);
            }
            UiEventKind::PointerUp => {
                let press = self.with(|runtime| runtime.waiting.press);
                if press.is_held {
                    self.end_press_after(CLICK_PAUSE, press.number);
                }
            }
            UiEventKind::PointerCancel | UiEventKind::Click => {
                self.with(|runtime| runtime.waiting.press.is_held = false);
                self.end_press();
            }
            _ => {}
        }
    }

    /// Processes the arrivals that have waited for the end of a press, unless another press holds
    /// them back. They come after the click, whose listeners are called after this.
    pub(super) fn end_press(self) {
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
        after(pause, move || self.take_in(Arrival::PressEnded(press)));
    }
}

/// True if a pointer is pressed on an element that a click acts on. Sliders follow the pointer, and
/// so do the figures.
fn is_press(ui_event: &UiEvent) -> bool {
    let pressed = ui_event.within(PRESSED);
    pressed.is_some_and(|pressed| pressed.field() != "range")
}

/// True if the link that skips the controls is pressed. The plan owns the fragment, so the browser
/// must not follow this link.
fn is_skip(ui_event: &UiEvent) -> bool {
    ui_event.kind == UiEventKind::Click
        && ui_event.target().is_some_and(|link| link.class() == SKIP)
}
