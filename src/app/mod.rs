//! The page as it runs: its frame, and the one loop that listens, updates and draws.
//!
//! ```text
//! event of the browser ─> listen ─> Panel::on_ui_event ─> Panel::update ─┐
//! timer, worker, file ─────────────────────────────────> Panel::update ├─> Effect ─> Event ─> update(Page)
//!                                                                      └─> frame: Panel::view ─> Drawn
//! ```
//!
//! - [`message_loop`](Store) holds the state and takes in messages, one after the other;
//! - `listen` listens to the browser for all panels;
//! - `perform` carries out effects;
//! - `render` draws, at most once a frame, what is in sight and what rests.
//!
//! It runs in a browser only, where `tests/browser/` tests it.

mod frame;
mod listen;
mod message_loop;
mod parts;
mod perform;
mod render;
mod runtime;

use message_loop::Store;

use cost::plan::Word;
use leptos::mount::mount_to;
use std::time::Duration;
use std::vec;
use web_sys::HtmlElement;

use crate::browser::frame::Parent;
use crate::browser::slices::{self, SlicedWork};
use crate::browser::timing::after;
use crate::browser::{address, preferences, presentation, take_over_skeleton};
use crate::panels;
use crate::store::{AnyPanel, Event, Page, Part, Start};

/// Mounts the planner in its place: the head at once, the other panels in slices. So the head is
/// visible and answers while the rest is mounted.
///
/// The browser calls this in the task in which it compiles the program, some 40 ms on a slow
/// laptop. The first estimate and the first elements have a task each.
pub(crate) fn open() {
    after(Duration::ZERO, || {
        let fragment = address::fragment();
        let page = Page::open(&Start {
            address: &address::with_fragment(""),
            fragment: &fragment,
            query: &address::whole_query(),
            is_framed: Parent::find().is_some(),
            remembered: &preferences::read,
        });
        after(Duration::ZERO, move || {
            let Some(place) = take_over_skeleton() else {
                return;
            };
            let store = show(page, place);
            // The address may have changed between the two tasks.
            let now = address::fragment();
            if now != fragment {
                store.send(Event::Follow(now));
            }
        });
    });
}

/// Shows the page: its frame and its head now, the other primary panels in slices.
fn show(page: Page, place: HtmlElement) -> Store {
    preferences::show_theme(page.settings.theme.word());
    presentation::show(&page.presentation);
    let store = Store::new(page);
    listen::listen(store);
    mount_to(place, move || frame::frame(store)).forget();
    let mut panels = panels::primary().into_iter();
    if let Some(head) = panels.next() {
        store.mount(head);
    }
    store.follow_address();
    let primary = PrimaryPanels { store, panels };
    let mounting = slices::begin(primary, Duration::MAX);
    store.with(|runtime| runtime.waiting.mounting = Some(mounting));
    store
}

/// Mounting of the panels that are shown first. The later ones follow it.
struct PrimaryPanels {
    store: Store,
    panels: vec::IntoIter<Box<dyn AnyPanel>>,
}

impl SlicedWork for PrimaryPanels {
    fn step(&mut self) -> bool {
        let Some(panel) = self.panels.next() else {
            return false;
        };
        self.store.mount(panel);
        true
    }

    fn end(self: Box<Self>, _: bool) {
        self.store.send(Event::Load(Part::Figures));
    }
}
