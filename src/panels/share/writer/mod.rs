//! Editor of a lesson's file: it is checked while it is typed, previewed and saved.
//!
//! With the lesson parser it is a quarter of the dialog's size, and so a separately loaded part of
//! the program. The dialog has an empty element for it.
//!
//! Tests: `tests.rs`, `tests/browser/lessonfile.test.mjs`.

mod event;
mod state;
mod template;
#[cfg(test)]
mod tests;
mod update;
mod view;

pub(super) use event::WriterEvent;
pub(super) use state::LessonWriter;

use leptos::prelude::AnyView;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use crate::panels::LESSON_WRITER;
use crate::store::{
    AnyPanel, Effects, Mount, Page, Panel, PanelMoment, PanelStore, boxed, panel_event,
};

/// Fetches the editor. Code that only this function calls is split off and loaded separately.
#[wasm_split(writer, fallible)]
pub(crate) fn load() -> Result<Vec<Box<dyn AnyPanel>>, SplitLoaderError> {
    Ok(vec![boxed(LessonWriter::default())])
}

panel_event!(WriterEvent, "lesson-writer");

impl Panel for LessonWriter {
    type Event = WriterEvent;

    fn mount(&self) -> Mount {
        Mount::In(LESSON_WRITER)
    }

    fn update(&mut self, page: &Page, event: WriterEvent, effects: &mut Effects<WriterEvent>) {
        update::update(self, page, event, effects);
    }

    /// The editor shows nothing of the plan.
    fn follow(&mut self, _: &Page, _: PanelMoment, _: &mut Effects<WriterEvent>) -> bool {
        false
    }

    fn component(panel: PanelStore<Self>) -> AnyView {
        view::editor(panel)
    }
}
