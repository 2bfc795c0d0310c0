//! Events of the dialog, and the changes of its state.

use std::time::Duration;

use super::copy::{self, Copied};
use super::event::{ImportEvent, ShareEvent};
use super::pane::{CLOSE, ID, PANES, Pane};
use super::state::ShareDialog;
use super::{files, import, lesson, link};
use crate::browser::{by_id, dialog};
use crate::dom::{Heard, Kind};
use crate::store::{Effects, Page};

/// Time for which "Copied" stays.
const SAID: Duration = Duration::from_secs(2);

/// Event of the dialog for something heard; none where it concerns other panels.
pub(super) fn hear(dialog: &ShareDialog, page: &Page, heard: &Heard) -> Option<ShareEvent> {
    match heard.kind {
        Kind::Click => pressed(page, heard),
        Kind::Input | Kind::Change => typed(dialog, heard),
        Kind::KeyDown => key(dialog, heard),
        _ => None,
    }
}

/// Something is pressed.
fn pressed(page: &Page, heard: &Heard) -> Option<ShareEvent> {
    let id = heard.target()?.id();
    // A press beside the dialog lands on it, too, but on nothing in it.
    if id == CLOSE || id == ID {
        return Some(ShareEvent::Close);
    }
    if let Some((_, pane)) = PANES.iter().find(|(tab, _)| *tab == id) {
        return Some(ShareEvent::Show(*pane));
    }
    if let Some(event) = lesson::pressed(page, heard) {
        return Some(ShareEvent::Lesson(event));
    }
    let button = heard.within("#take-along button")?;
    match button.id().as_str() {
        import::TAKE => Some(ShareEvent::Import(ImportEvent::Take)),
        files::KEEP => Some(ShareEvent::KeepFile),
        link::KEEP => Some(ShareEvent::KeepCode),
        link::OFFER => Some(ShareEvent::Offer),
        _ => copy::copied_by(&button).map(ShareEvent::Copy),
    }
}

/// Something is typed or chosen.
fn typed(dialog: &ShareDialog, heard: &Heard) -> Option<ShareEvent> {
    heard.within("#take-along")?;
    let field = heard.target()?;
    // A number that is half typed, or taken out to be typed anew, is none yet.
    if heard.kind == Kind::Input && field.field() == "number" && field.value().is_empty() {
        return None;
    }
    match dialog.pane {
        Pane::Link => None,
        Pane::Lesson => lesson::typed(&dialog.lesson, &field).map(ShareEvent::Lesson),
        Pane::Files => {
            let target = field.chosen().filter(|_| field.id() == files::TARGET)?;
            (target != dialog.target).then_some(ShareEvent::ChooseTarget(target))
        }
        Pane::Import => import::typed(&dialog.import, heard.kind, &field).map(ShareEvent::Import),
    }
}

/// Arrows go from tab to tab; the browser closes the dialog by Escape.
fn key(dialog: &ShareDialog, heard: &Heard) -> Option<ShareEvent> {
    let key = heard.keys()?.key;
    if key == "Escape" {
        return dialog.is_open.then_some(ShareEvent::Closed);
    }
    let id = heard.target()?.id();
    let index = PANES.iter().position(|(tab, _)| *tab == id)?;
    let last = PANES.len() - 1;
    let next = match key.as_str() {
        "ArrowRight" if index == last => 0,
        "ArrowRight" => index + 1,
        "ArrowLeft" if index == 0 => last,
        "ArrowLeft" => index - 1,
        "Home" => 0,
        "End" => last,
        _ => return None,
    };
    heard.prevent_default();
    Some(ShareEvent::Turn(PANES[next].1))
}

/// Changes the state by an event.
pub(super) fn update(
    dialog: &mut ShareDialog,
    page: &Page,
    event: ShareEvent,
    effects: &mut Effects<ShareEvent>,
) {
    match event {
        ShareEvent::Open(pane, file) => {
            dialog.is_open = true;
            show(dialog, pane, effects);
            effects.run(|_| {
                if let Some(dialog) = by_id(ID) {
                    dialog::show(&dialog);
                }
            });
            if let Some(file) = file {
                import::read(file, effects);
            }
        }
        ShareEvent::Close => close(dialog, effects),
        ShareEvent::Closed => dialog.is_open = false,
        ShareEvent::Show(pane) => show(dialog, pane, effects),
        ShareEvent::Turn(pane) => {
            show(dialog, pane, effects);
            effects.focus(pane.tab());
        }
        ShareEvent::Copy(field) => copy::copy(field, effects),
        ShareEvent::Copied(field, worked) => {
            dialog.copied = Copied(Some((field, worked)));
            if worked {
                effects.after(SAID, ShareEvent::CopySaid);
            }
        }
        ShareEvent::CopySaid => dialog.copied = Copied::default(),
        ShareEvent::CanOffer => dialog.can_offer = true,
        ShareEvent::Offer => link::offer(page, effects),
        ShareEvent::Refused => dialog.is_refused = true,
        ShareEvent::KeepCode => link::keep_code(page, effects),
        ShareEvent::ChooseTarget(target) => dialog.target = target,
        ShareEvent::KeepFile => files::keep(dialog, page, effects),
        ShareEvent::Import(ImportEvent::Take) => {
            if import::take_over(&dialog.import, effects) {
                close(dialog, effects);
                // To what has changed.
                effects.focus(crate::panels::FIGURES);
            }
        }
        ShareEvent::Import(event) => import::update(&mut dialog.import, page, event, effects),
        ShareEvent::Lesson(event) => lesson::update(&mut dialog.lesson, page, event, effects),
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

/// The plan has changed; tells whether that is seen.
pub(super) fn follow(dialog: &mut ShareDialog, effects: &mut Effects<ShareEvent>) -> bool {
    if dialog.is_open && dialog.pane == Pane::Lesson {
        lesson::follow(&mut dialog.lesson, effects);
    }
    dialog.is_open
}

/// Closes the dialog. Nothing that was chosen is lost.
fn close(dialog: &mut ShareDialog, effects: &mut Effects<ShareEvent>) {
    dialog.is_open = false;
    effects.run(|_| {
        if let Some(dialog) = by_id(ID) {
            dialog::close(&dialog);
        }
    });
}
