//! Fetching the later parts of the program.

use std::future::Future;
use std::pin::Pin;

use leptos::task::spawn_local;
use wasm_split_helpers::SplitLoaderError;
use web_sys::Event as BrowserEvent;

use super::store::Store;
use crate::browser::window;
use crate::panels::{self, embed, lesson, search, share};
use crate::store::{AnyPanel, Event, Part};

/// Panels on their way.
type Coming = Pin<Box<dyn Future<Output = Result<Vec<Box<dyn AnyPanel>>, SplitLoaderError>>>>;

/// Fetches a part and puts up its panels; whether it has come is sent.
pub(super) fn load(store: Store, part: Part) {
    let coming = fetch(store, part);
    spawn_local(async move {
        let panels = coming.await;
        let has_come = panels.is_ok();
        for panel in panels.into_iter().flatten() {
            store.mount(panel);
        }
        store.send(Event::PartLoaded(part, has_come));
    });
}

/// The event by which the loader of parts, in the page's script, asks for parts again.
const AGAIN: &str = "shardwise-again";

/// Has all parts of the program that are on their way asked for once more. The first answer counts.
pub(super) fn load_again() {
    if let Ok(event) = BrowserEvent::new(AGAIN) {
        // Nobody prevents it.
        let _ = window().dispatch_event(&event);
    }
}

/// Fetches the panels of a part.
fn fetch(store: Store, part: Part) -> Coming {
    match part {
        Part::Figures => Box::pin(panels::load_later()),
        Part::Embed => {
            let asked = store.read(|page| page.presentation.clone());
            Box::pin(embed::load(asked))
        }
        Part::Search => Box::pin(search::load()),
        Part::Share => Box::pin(share::load()),
        Part::Writer => Box::pin(share::load_writer()),
        Part::Lesson => Box::pin(lesson::load()),
    }
}
