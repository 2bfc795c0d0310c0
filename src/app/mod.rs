//! The page as it runs: its frame, and the one loop that hears, updates and draws.
//!
//! ```text
//! event of the browser ─> hear ─> Panel::hear ─> Panel::update ─┐
//! timer, worker, file ──────────────────────────> Panel::update ├─> Effect ─> Event ─> update(Page)
//!                                                               └─> frame: Panel::view ─> Drawn
//! ```
//!
//! - [`store`](Store) holds the state and takes in messages, one after the other;
//! - `hear` listens to the browser for all panels;
//! - `perform` carries out effects;
//! - `render` draws, at most once a frame, what is in sight and what rests.

mod frame;
mod hear;
mod parts;
mod perform;
mod render;
mod runtime;
mod store;

use store::Store;

use leptos::mount::mount_to;
use leptos::prelude::set_timeout;
use std::time::Duration;
use web_sys::HtmlElement;

use crate::browser::{address, preferences};
use crate::panels;
use crate::panels::head::Head;
use crate::store::{Event, Page, Part, Start, THEMES};

/// Puts the planner into `place`: its head at once, the rest in a task of its own.
pub(crate) fn open(place: HtmlElement) {
    let page = Page::open(&Start {
        address: &address::with_fragment(""),
        fragment: &address::fragment(),
        query: &address::whole_query(),
        is_framed: crate::browser::frame::Parent::find().is_some(),
        remembered: &preferences::read,
    });
    preferences::show_theme(THEMES[page.settings.theme]);
    crate::browser::presentation::show(&page.presentation);
    let store = Store::new(page);
    hear::listen(store);
    mount_to(place, move || frame::frame(store)).forget();
    store.mount(Box::new(Head));
    store.follow_address();
    set_timeout(
        move || {
            for panel in panels::first() {
                store.mount(panel);
            }
            store.send(Event::Load(Part::Figures));
        },
        Duration::ZERO,
    );
}
