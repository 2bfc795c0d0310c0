//! Listeners for events of the whole page. Those of an element are handlers of its component.

use super::message_loop::MessageLoop;
use super::press::listen_to_presses;
use super::runtime::Arrival;
use crate::browser::events::{self, listen, listen_after};
use crate::browser::preferences;
use crate::store::{Event, PanelMoment};

/// Starts all listeners.
pub(super) fn listen_to_page(message_loop: MessageLoop) {
    listen_to_presses(message_loop);
    listen_to_drags(message_loop);
    for (name, is_printed) in [("beforeprint", true), ("afterprint", false)] {
        listen(name, move |_| {
            message_loop.send(Event::Print(is_printed));
            // The browser prints the page as it is once all panels are drawn.
            message_loop.send(Arrival::WholePage);
        });
    }
    preferences::on_change(move || message_loop.send(Arrival::MomentOfAll(PanelMoment::Kept)));
}

/// Listens to the pointer on sliders: a drag begins at one, and ends anywhere.
fn listen_to_drags(message_loop: MessageLoop) {
    listen("pointerdown", move |event| {
        let target = events::target(event);
        if target.is_some_and(|target| target.matches("input[type=range]") == Ok(true)) {
            message_loop.send(Event::StartDrag);
        }
    });
    // The slider itself has a tap's value only when the finger is lifted.
    for name in ["pointerup", "pointercancel"] {
        listen_after(name, move |_| {
            if message_loop.read(|page| page.before_drag.is_some()) {
                message_loop.send(Event::EndDrag);
            }
        });
    }
}
