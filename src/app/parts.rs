//! Loading of the later parts of the program.

use leptos::task::spawn_local;
use web_sys::Event as BrowserEvent;

use super::message_loop::MessageLoop;
use super::runtime::Arrival;
use crate::browser::window;
use crate::panels::LATE_PARTS;
use crate::store::{Event, Part};

/// Fetches a part and mounts its panels; an event says whether it has arrived.
pub(super) fn load(message_loop: MessageLoop, part: Part) {
    let Some(late) = LATE_PARTS.iter().find(|late| late.part == part) else {
        return;
    };
    let coming = (late.load)(message_loop.store());
    spawn_local(async move {
        let panels = coming.await;
        let has_come = panels.is_ok();
        for panel in panels.into_iter().flatten() {
            message_loop.send_after_press(Arrival::Mount(panel));
        }
        message_loop.send_after_press(Event::PartLoaded(part, has_come));
    });
}

/// The event by which the loader of parts, in the page's script, asks for parts again.
const AGAIN: &str = "shardwise-again";

/// Makes the loader ask again for all parts that are on their way. The first answer counts.
pub(super) fn load_again() {
    if let Ok(event) = BrowserEvent::new(AGAIN) {
        // No listener cancels this event.
        let _ = window().dispatch_event(&event);
    }
}
