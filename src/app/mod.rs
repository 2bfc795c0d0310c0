//! The page as it runs: its frame, and the one loop that listens, updates and draws.
//!
//! ```text
//! handler of a component ─> Store::send ──────────────┐
//! timer, worker, file ─> Panel::update ─> Effect ─────┼─> Event ─> update(Page) ─┬─> Store::publish ─> components
//! event of the browser ─> listen ─> Panel::update ────┘                          └─> frame: Panel::view ─> Drawn
//! ```
//!
//! - [`message_loop`](MessageLoop) holds the state and takes in messages, one after the other;
//! - `listen` listens to the browser for all panels;
//! - `perform` carries out effects;
//! - `render` draws, at most once a frame, what is in sight and what rests.
//!
//! It runs in a browser only, where `tests/browser/` tests it.

mod drawn;
mod frame;
mod listen;
mod message_loop;
mod parts;
mod perform;
mod press;
mod press_state;
mod render;
mod runtime;

use std::time::Duration;

use cost::plan::Word;
use formats::link::LinkWarning;
use formats::link::presentation::Presentation;
use leptos::mount::mount_to;
use leptos::prelude::Set;
use web_sys::HtmlElement;

use crate::browser::frame::Parent;
use crate::browser::timing::after;
use crate::browser::{address, language, preferences, presentation, take_over_skeleton};
use crate::store::{Event, Page, Part, Start};
use message_loop::MessageLoop;

/// Mounts the planner in its place: the head at once, the other regions a little later. So the head is
/// visible and answers while the rest is mounted.
///
/// The browser calls this in the task in which it compiles the program, some 40 ms on a slow
/// laptop. The first estimate and the first elements have a task each.
pub(crate) fn open() {
    after(Duration::ZERO, || {
        let (asked, _) = Presentation::decode(&address::whole_query());
        language::speak(asked.lang, open_in_language);
    });
}

/// Opens the page of the address in the language that was chosen.
fn open_in_language(warning: Option<LinkWarning>) {
    let fragment = address::fragment();
    let page = Page::open(&Start {
        address: &address::with_fragment(""),
        fragment: &fragment,
        query: &address::whole_query(),
        is_framed: Parent::find().is_some(),
        language: warning,
        remembered: &preferences::read,
    });
    after(Duration::ZERO, move || {
        let Some(place) = take_over_skeleton() else {
            return;
        };
        let message_loop = show(page, place);
        // The address may have changed between the two tasks.
        let now = address::fragment();
        if now != fragment {
            message_loop.send(Event::Follow(now));
        }
    });
}

/// Shows the page: its frame and its head now, the other regions one after the other.
fn show(page: Page, place: HtmlElement) -> MessageLoop {
    preferences::show_theme(page.settings.theme.word());
    presentation::show(&page.presentation);
    let message_loop = MessageLoop::new(page);
    listen::listen_to_page(message_loop);
    mount_to(place, move || frame::frame(message_loop)).forget();
    message_loop.follow_address();
    mount_regions(message_loop, 0);
    message_loop
}

/// Mounts the regions after the head, one in each task. The later parts follow them.
fn mount_regions(message_loop: MessageLoop, next: usize) {
    after(Duration::ZERO, move || {
        let Some(region) = message_loop.frame().regions.get(next) else {
            message_loop.send(Event::Load(Part::Figures));
            return;
        };
        region.set(true);
        mount_regions(message_loop, next + 1);
    });
}
