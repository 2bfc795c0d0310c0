//! Sharing and importing of plans: a dialog with the link, the snippets for a lesson's page, the
//! files of training frameworks, and the import of those.
//!
//! - `buttons` are in the head, shown before the dialog is loaded, and open it;
//! - the dialog is a separately loaded part of the program, fetched when it is first opened;
//! - `writer`, the editor of lessons, is another one, fetched when it is opened in the dialog;
//! - `reader`, the reader of files, is a worker, started with the first text that is a file.
//!
//! Tests: `tests.rs`, `tests/browser/share.test.mjs`, `tests/browser/lessonfile.test.mjs`.

mod buttons;
mod code;
mod copy;
mod copy_view;
mod event;
mod fields;
mod files;
mod import;
mod lesson;
mod link;
mod pane;
mod reader;
mod state;
#[cfg(test)]
mod tests;
mod update;
mod view;
mod words;
mod writer;

pub(crate) use buttons::{ShareButtons, ShareMenuButtons};
pub(crate) use event::ShareEvent;
pub(crate) use pane::Pane;
pub(crate) use writer::load as load_writer;

use leptos::prelude::AnyView;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use crate::store::{
    AnyPanel, Effects, Mount, Page, Panel, PanelMoment, PanelStore, boxed, panel_event,
};
use state::ShareDialog;

/// Fetches the dialog. Code that only this function calls is split off and loaded separately.
#[wasm_split(share, fallible)]
pub(crate) fn load() -> Result<Vec<Box<dyn AnyPanel>>, SplitLoaderError> {
    Ok(vec![boxed(ShareDialog::default())])
}

panel_event!(ShareEvent, "share-dialog");

impl Panel for ShareDialog {
    type Event = ShareEvent;

    fn mount(&self) -> Mount {
        Mount::Dialog
    }

    fn late_style(&self) -> Option<&'static str> {
        Some(include_str!("late.css"))
    }

    fn update(&mut self, page: &Page, event: ShareEvent, effects: &mut Effects<ShareEvent>) {
        update::update(self, page, event, effects);
    }

    fn follow(
        &mut self,
        page: &Page,
        moment: PanelMoment,
        effects: &mut Effects<ShareEvent>,
    ) -> bool {
        if moment == PanelMoment::Mounted {
            link::ask_whether_offered(effects);
            lesson::listen_to_preview(effects);
        }
        moment == PanelMoment::Changed && update::follow(self, page, effects)
    }

    fn component(panel: PanelStore<Self>) -> AnyView {
        view::dialog(panel)
    }
}
