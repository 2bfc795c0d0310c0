//! Handing the plan on, and importing one: a dialog with the link, what a lesson's page needs, the
//! files of training frameworks, and a reader of those.
//!
//! - `buttons` is the panel in the head that opens it, there before it has come;
//! - the dialog is a part of the program of its own, fetched when it is first opened;
//! - `writer`, where a lesson is written, is another one, fetched when it is opened in the dialog.
//!
//! Tests: `tests.rs`, `tests/browser/share.test.mjs`, `tests/browser/lessonfile.test.mjs`.

mod addresses;
mod buttons;
mod code;
mod copy;
mod event;
mod files;
mod import;
mod lesson;
mod link;
mod pane;
mod state;
#[cfg(test)]
mod tests;
mod update;
mod view;
mod words;
mod writer;

pub(crate) use buttons::ShareButtons;
pub(crate) use writer::load as load_writer;

use wasm_split_helpers::{SplitLoaderError, wasm_split};

use crate::browser::sheet;
use crate::dom::{Element, Heard};
use crate::store::{AnyPanel, Effects, Moment, Mount, Page, Panel};
use event::ShareEvent;
use state::ShareDialog;

/// Fetches the dialog: what nothing but this calls is a part of the program of its own.
#[wasm_split(share, fallible)]
pub(crate) fn load() -> Result<Vec<Box<dyn AnyPanel>>, SplitLoaderError> {
    Ok(vec![Box::new(ShareDialog::default())])
}

impl Panel for ShareDialog {
    type Event = ShareEvent;
    const NAME: &'static str = "share-dialog";

    fn mount(&self) -> Mount {
        Mount::Above
    }

    fn hear(&self, page: &Page, heard: &Heard) -> Option<ShareEvent> {
        update::hear(self, page, heard)
    }

    fn update(&mut self, page: &Page, event: ShareEvent, effects: &mut Effects<ShareEvent>) {
        update::update(self, page, event, effects);
    }

    fn follow(&mut self, _: &Page, moment: Moment, effects: &mut Effects<ShareEvent>) -> bool {
        if moment == Moment::Mounted {
            effects.run(|_| sheet::adopt(include_str!("late.css")));
            link::ask_whether_offered(effects);
            lesson::hear_preview(effects);
        }
        moment == Moment::Changed && update::follow(self, effects)
    }

    fn view(&self, page: &Page) -> Element {
        view::dialog(self, page)
    }
}
