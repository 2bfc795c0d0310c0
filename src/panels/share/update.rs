//! Changes of the dialog's state by its events.

use std::time::Duration;

use super::copy::{self, CopiedField};
use super::event::{ImportEvent, ShareEvent};
use super::pane::{ID, Pane};
use super::reader::{ReadOutcome, ReaderUser};
use super::state::ShareDialog;
use super::{files, import, lesson, link};
use crate::browser::{by_id, dialog};
use crate::store::{Effects, Page};

/// Time for which "Copied" is shown.
const SAID: Duration = Duration::from_secs(2);

/// Event for a dialog that the browser has closed, by Escape; none if the page has closed it.
pub(super) fn closed(dialog: &ShareDialog) -> Option<ShareEvent> {
    dialog.is_open.then_some(ShareEvent::Closed)
}

/// Changes the state by an event.
pub(super) fn update(
    dialog: &mut ShareDialog,
    page: &Page,
    event: ShareEvent,
    effects: &mut Effects<ShareEvent>,
) {
    match event {
        ShareEvent::Open(pane, files) => {
            dialog.is_open = true;
            show(dialog, pane, effects);
            effects.run(|_| {
                if let Some(dialog) = by_id(ID) {
                    dialog::show(&dialog);
                }
            });
            if let Some(files) = files {
                import::read(files, effects);
            }
        }
        ShareEvent::Close => close(dialog, effects),
        ShareEvent::Closed => dialog.is_open = false,
        ShareEvent::Show(pane) => show(dialog, pane, effects),
        ShareEvent::Turn(pane) => {
            show(dialog, pane, effects);
            effects.focus(pane.label());
        }
        ShareEvent::Copy(field) => copy::copy(field, effects),
        ShareEvent::Copied(field, worked) => {
            dialog.copied = CopiedField(Some((field, worked)));
            if worked {
                effects.after(SAID, ShareEvent::CopySaid);
            }
        }
        ShareEvent::CopySaid => dialog.copied = CopiedField::default(),
        ShareEvent::CanOffer => dialog.can_offer = true,
        ShareEvent::Offer => link::offer(page, effects),
        ShareEvent::Refused => dialog.is_refused = true,
        ShareEvent::KeepCode => link::keep_code(page, effects),
        ShareEvent::ChooseTarget(target) => dialog.target = target,
        ShareEvent::KeepFile => files::keep(dialog, effects),
        ShareEvent::Import(ImportEvent::Take) => {
            if import::take_over(&dialog.import, effects) {
                close(dialog, effects);
                // The focus moves to the changed figures.
                effects.focus(crate::panels::FIGURES);
            }
        }
        ShareEvent::Import(event) => import::update(&mut dialog.import, page, event, effects),
        ShareEvent::Reader(ReaderUser::Files, event) => {
            let outcome = dialog.file_reader.update(event, effects);
            // Without the reader the notes alone say what the file lacks.
            if let Some(ReadOutcome::Read(read)) = outcome {
                files::take_read(dialog, read.ok().as_ref().map(|read| &read.plan));
            }
        }
        ShareEvent::Reader(ReaderUser::Import, event) => {
            import::follow_reader(&mut dialog.import, event, effects);
        }
        ShareEvent::Lesson(event) => lesson::update(&mut dialog.lesson, page, event, effects),
    }
    refresh(dialog, page, effects);
}

/// Works out what the pane that is shown says of the plan: the file, or whether it reaches the goal.
fn refresh(dialog: &mut ShareDialog, page: &Page, effects: &mut Effects<ShareEvent>) {
    match dialog.pane {
        Pane::Files if dialog.is_open => files::write(dialog, page, effects),
        Pane::Lesson if dialog.is_open => dialog.lesson.judge(page),
        _ => {}
    }
}

/// Shows another pane.
fn show(dialog: &mut ShareDialog, pane: Pane, effects: &mut Effects<ShareEvent>) {
    if dialog.pane == Pane::Lesson && pane != Pane::Lesson {
        lesson::hide(&mut dialog.lesson);
    }
    if dialog.pane != Pane::Lesson && pane == Pane::Lesson {
        lesson::show(&mut dialog.lesson, effects);
    }
    dialog.pane = pane;
}

/// Handles a change of the plan; returns whether anything shown changes.
pub(super) fn follow(
    dialog: &mut ShareDialog,
    page: &Page,
    effects: &mut Effects<ShareEvent>,
) -> bool {
    if dialog.is_open && dialog.pane == Pane::Lesson {
        lesson::follow(&mut dialog.lesson, effects);
    }
    refresh(dialog, page, effects);
    dialog.is_open
}

/// Closes the dialog. The choices are kept.
fn close(dialog: &mut ShareDialog, effects: &mut Effects<ShareEvent>) {
    dialog.is_open = false;
    effects.run(|_| {
        if let Some(dialog) = by_id(ID) {
            dialog::close(&dialog);
        }
    });
}
