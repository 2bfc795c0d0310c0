//! Additions by a query or the page around this one: a goal, a lesson, messages, a link out of the
//! frame.
//!
//! They are a separately loaded part of the program, fetched after the figures if the page needs
//! any of them. Settings that must hold before anything is shown (views alone, hidden or locked
//! controls) are applied when the page opens. Open tables are part of its state.
//!
//! Tests: `tests.rs`, `tests/browser/embed.test.mjs`, `tests/browser/presentation.test.mjs`.

mod goal;
mod messages;
mod own_tab_link;
#[cfg(test)]
mod tests;

pub(crate) use messages::EmbedEvent;

use leptos::prelude::*;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use crate::store::{AnyPanel, LatePlace, Part, Store, boxed, use_store};
use goal::GoalLine;
use messages::EmbedMessages;
use own_tab_link::OwnTabLink;

/// Fetches the goal, the link out of the frame, and the messages to the embedding page.
#[wasm_split(embed, fallible)]
pub(crate) fn load(store: Store) -> Result<Vec<Box<dyn AnyPanel>>, SplitLoaderError> {
    store.late(Part::Embed).set(Some(component));
    Ok(vec![boxed(EmbedMessages::default())])
}

/// The component of a place, if the query asks for it.
fn component(place: LatePlace) -> AnyView {
    let has_goal = use_store().read(|page| !page.presentation.goal.is_empty());
    let is_embedded = use_store().read(|page| page.presentation.embed);
    match place {
        LatePlace::Goal if has_goal => view! { <GoalLine/> }.into_any(),
        LatePlace::OwnTabLink if is_embedded => view! { <OwnTabLink/> }.into_any(),
        _ => ().into_any(),
    }
}
