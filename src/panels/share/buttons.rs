//! The dialog's buttons in the head, shown before the dialog is loaded.

use leptos::ev;
use leptos::prelude::*;

use super::event::ShareEvent;
use super::pane::Pane;
use crate::browser::{file, folder};
use crate::panels::late_part::PartNotice;
use crate::store::{Part, Store, use_store};

/// The ids of the buttons in the bar, and what they open.
static BUTTONS: [(&str, Pane); 2] = [("share", Pane::Link), ("import", Pane::Import)];
/// The ids of the buttons in the menu, and what they open.
static MENU_BUTTONS: [(&str, Pane); 2] =
    [("menu-share", Pane::Link), ("menu-import", Pane::Import)];

/// The buttons in the bar, and a sentence if the dialog is late or failed to load.
#[component]
pub(crate) fn ShareButtons() -> impl IntoView {
    let store = use_store();
    take_dropped_files(store);
    let names = [
        [text::share::share(), text::share::share_more()],
        [text::share::import(), ""],
    ];
    let buttons = BUTTONS.iter().zip(names);
    let buttons = buttons.map(|(&(id, pane), [name, more])| {
        view! {
            <button type="button" aria-haspopup="dialog" id=id on:click=move |_| open(store, pane)>
                {name}
                <span class="more">{more}</span>
            </button>
        }
    });
    view! {
        <span class="acts">
            {buttons.collect_view()}
            // Always present, so that what follows keeps its place.
            <span>
                <PartNotice part=Part::Share name="share"/>
            </span>
        </span>
    }
}

/// Opens the dialog at a pane.
pub(super) fn open(store: Store, pane: Pane) {
    store.open(Part::Share, ShareEvent::Open(pane, None));
}

/// The buttons in the menu of the head, for small screens.
#[component]
pub(crate) fn ShareMenuButtons() -> impl IntoView {
    let store = use_store();
    let names = [
        [text::share::share(), text::share::share_more()].concat(),
        text::share::import().to_owned(),
    ];
    let buttons = MENU_BUTTONS.iter().zip(names).map(|(&(id, pane), name)| {
        view! {
            <button type="button" id=id on:click=move |_| open(store, pane)>
                {name}
            </button>
        }
    });
    buttons.collect_view()
}

/// Imports the files that are dropped anywhere on the page.
fn take_dropped_files(store: Store) {
    // Effects run in a browser only: native tests have no window.
    Effect::new(move || {
        // The page accepts files that are dragged over it.
        let over = window_event_listener(ev::dragover, |ev| {
            if file::is_dragged(&ev) {
                ev.prevent_default();
            }
        });
        let drop = window_event_listener(ev::drop, move |ev| {
            if let Some(files) = folder::dropped(&ev) {
                ev.prevent_default();
                store.open(Part::Share, ShareEvent::Open(Pane::Import, Some(files)));
            }
        });
        on_cleanup(move || {
            over.remove();
            drop.remove();
        });
    });
}
