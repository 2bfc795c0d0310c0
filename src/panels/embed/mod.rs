//! Additions by a query or a page around this one: a goal, a lesson, messages, a way out of the
//! frame.
//!
//! It is a part of the program of its own, loaded after the figures where anything of it is asked
//! for. What must hold before the first look (views alone, controls taken away or locked) is done
//! when the page opens; open tables are part of its state.
//!
//! Tests: `tests.rs`, `tests/browser/embed.test.mjs`, `tests/browser/presentation.test.mjs`.

mod alone;
mod goal;
mod lesson;
mod messages;
#[cfg(test)]
mod tests;

pub(crate) use messages::{EmbedEvent, EmbedMessages};

use formats::link::presentation::Presentation;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use crate::store::AnyPanel;
use alone::OpenAlone;
use goal::GoalLine;
use lesson::QueryLesson;

/// Fetches the panels that a query asks for, and those that talk with the page around this one.
#[wasm_split(embed, fallible)]
pub(crate) fn load(asked: Presentation) -> Result<Vec<Box<dyn AnyPanel>>, SplitLoaderError> {
    Ok(panels(asked))
}

/// The panels that a query asks for. Messages come first: a reached goal is sent as one.
fn panels(asked: Presentation) -> Vec<Box<dyn AnyPanel>> {
    let mut panels: Vec<Box<dyn AnyPanel>> = vec![Box::new(EmbedMessages::default())];
    if asked.embed {
        panels.push(Box::new(OpenAlone::of(&asked)));
    }
    if !asked.goal.is_empty() {
        // A page that sets a goal of its own has its own lesson around it, and only names it.
        panels.push(Box::new(GoalLine::of(asked.goal, asked.lesson)));
    } else if !asked.lesson.is_empty() {
        panels.push(Box::new(QueryLesson(asked.lesson)));
    }
    panels
}
