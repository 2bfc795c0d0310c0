//! Events of the dialog, and the changes of its state.

use std::time::Duration;

use super::copy::{self, CopiedField};
use super::event::{ImportEvent, ShareEvent};
use super::pane::{CLOSE, ID, PANES, Pane};
use super::state::ShareDialog;
use super::{files, import, lesson, link};
use crate::browser::{by_id, dialog};
use crate::dom::{UiEvent, UiEventKind};
use crate::store::{Effects, Page};

/// Time for which "Copied" is shown.
const SAID: Duration = Duration::from_secs(2);

/// Event of the dialog for a UI event; none if it concerns other panels.
pub(super) fn on_ui_event(
    dialog: &ShareDialog,
    page: &Page,
    ui_event: &UiEvent,
) -> Option<ShareEvent> {
    match ui_event.kind {
        UiEventKind::Click => pressed(page, ui_event),
        UiEventKind::Input | UiEventKind::Change => typed(dialog, ui_event),
        UiEventKind::KeyDown => key(dialog, ui_event),
        _ => None,
    }
}

/// Event for a press.
fn pressed(page: &Page, ui_event: &UiEvent) -> Option<ShareEvent> {
    let id = ui_event.target()?.id();
    // A press beside the dialog has the dialog itself as its target.
    if id == CLOSE || id == ID {
        return Some(ShareEvent::Close);
    }
    if let Some((_, pane)) = PANES.iter().find(|(tab, _)| *tab == id) {
        return Some(ShareEvent::Show(*pane));
    }
    if let Some(event) = lesson::pressed(page, ui_event) {
        return Some(ShareEvent::Lesson(event));
    }
    let button = ui_event.within("#take-along button")?;
    match button.id().as_str() {
        import::TAKE => Some(ShareEvent::Import(ImportEvent::Take)),
        files::KEEP => Some(ShareEvent::KeepFile),
        link::KEEP => Some(ShareEvent::KeepCode),
        link::OFFER => Some(ShareEvent::Offer),
        _ => copy::copied_by(&button).map(ShareEvent::Copy),
    }
}

/// Event for text typed, or an option chosen.
fn typed(dialog: &ShareDialog, ui_event: &UiEvent) -> Option<ShareEvent> {
    ui_event.within("#take-along")?;
    let field = ui_event.target()?;
    // A partially typed or emptied number is not a number yet.
    if ui_event.kind == UiEventKind::Input && field.field() == "number" && field.value().is_empty()
    {
        return None;
    }
    match dialog.pane {
        Pane::Link => None,
        Pane::Lesson => lesson::typed(&dialog.lesson, &field).map(ShareEvent::Lesson),
        Pane::Files => {
            let target = field.chosen().filter(|_| field.id() == files::TARGET)?;
            (target != dialog.target).then_some(ShareEvent::ChooseTarget(target))
        }
        Pane::Import => {
            import::typed(&dialog.import, ui_event.kind, &field).map(ShareEvent::Import)
        }
    }
}

/// Event for a key: arrows move between tabs. The browser closes the dialog by Escape.
fn key(dialog: &ShareDialog, ui_event: &UiEvent) -> Option<ShareEvent> {
    let key = ui_event.keys()?.key;
    if key == "Escape" {
        return dialog.is_open.then_some(ShareEvent::Closed);
    }
    let id = ui_event.target()?.id();
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
    ui_event.prevent_default();
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
        ShareEvent::Lesson(event) => lesson::update(&mut dialog.lesson, page, event, effects),
    }
    write_file(dialog, page);
}

/// Writes the file for the pane of files, if that is shown.
fn write_file(dialog: &mut ShareDialog, page: &Page) {
    if dialog.is_open && dialog.pane == Pane::Files {
        files::write(dialog, page);
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
    write_file(dialog, page);
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
