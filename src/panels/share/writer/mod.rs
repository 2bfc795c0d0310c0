//! Editor of a lesson's file: the file is checked as it is typed, previewed and kept. With the
//! reader of lessons it weighs as much as a quarter of the dialog, and is a part of the program of
//! its own; the dialog has an empty element for it.

mod event;
mod state;
mod template;
#[cfg(test)]
mod tests;
mod update;
mod view;

pub(super) use event::WriterEvent;
pub(super) use state::LessonWriter;

use wasm_split_helpers::{SplitLoaderError, wasm_split};

use crate::dom::{Element, Heard};
use crate::panels::LESSON_WRITER;
use crate::store::{AnyPanel, Effects, Moment, Mount, Page, Panel};

/// Fetches it: what nothing but this calls is a part of the program of its own.
#[wasm_split(writer, fallible)]
pub(crate) fn load() -> Result<Vec<Box<dyn AnyPanel>>, SplitLoaderError> {
    Ok(vec![Box::new(LessonWriter::default())])
}

impl Panel for LessonWriter {
    type Event = WriterEvent;
    const NAME: &'static str = "lesson-writer";

    fn mount(&self) -> Mount {
        Mount::AlwaysIn(LESSON_WRITER)
    }

    fn hear(&self, _: &Page, heard: &Heard) -> Option<WriterEvent> {
        update::hear(self, heard)
    }

    fn update(&mut self, page: &Page, event: WriterEvent, effects: &mut Effects<WriterEvent>) {
        update::update(self, page, event, effects);
    }

    /// It shows nothing of the plan.
    fn follow(&mut self, _: &Page, _: Moment, _: &mut Effects<WriterEvent>) -> bool {
        false
    }

    fn view(&self, _: &Page) -> Element {
        view::editor(self)
    }
}
