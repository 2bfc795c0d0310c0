//! Additions by a query or the page around this one: a goal, a lesson, messages, a link out of the
//! frame.
//!
//! They are a separately loaded part of the program, fetched after the figures if the page needs
//! any of them. Settings that must hold before anything is shown (views alone, hidden or locked
//! controls) are applied when the page opens. Open tables are part of its state.
//!
//! Tests: `tests.rs`, `tests/browser/embed.test.mjs`, `tests/browser/presentation.test.mjs`.

mod goal;
mod lesson;
mod messages;
mod own_tab_link;
#[cfg(test)]
mod tests;

pub(crate) use messages::{EmbedEvent, EmbedMessages};

use formats::link::presentation::Presentation;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use crate::store::{AnyPanel, boxed};
use goal::GoalLine;
use lesson::QueryLesson;
use own_tab_link::OwnTabLink;

/// Fetches the panels that a query asks for, and the messages to the embedding page.
#[wasm_split(embed, fallible)]
pub(crate) fn load(asked: Presentation) -> Result<Vec<Box<dyn AnyPanel>>, SplitLoaderError> {
    Ok(panels(asked))
}

/// The panels that a query asks for. Messages come first: a reached goal is sent as one.
fn panels(asked: Presentation) -> Vec<Box<dyn AnyPanel>> {
    let mut panels: Vec<Box<dyn AnyPanel>> = vec![boxed(EmbedMessages::default())];
    if asked.embed {
        panels.push(boxed(OwnTabLink::of(&asked)));
    }
    if !asked.goal.is_empty() {
        // An embedding page that sets a goal has its own lesson, and only names it.
        panels.push(boxed(GoalLine::of(asked.goal, asked.lesson)));
    } else if !asked.lesson.is_empty() {
        panels.push(boxed(QueryLesson(asked.lesson)));
    }
    panels
}
