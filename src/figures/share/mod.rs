//! Handing the plan on, and bringing one in: a dialog with the link, what a lesson's page needs,
//! the files of training frameworks, and a reader of those.
//!
//! The dialog is a part of the program of its own, fetched when it is first opened; until then only
//! what stands in this file is there.

mod bring;
mod code;
mod copy;
mod dialog;
mod files;
mod lesson;
mod link;

use leptos::task::spawn_local;
use shardwise::browser::events::target;
use shardwise::browser::file::{self, File};
use shardwise::markup::{Element, element};
use web_sys::Event;

use super::desk::{Desk, at};
use super::loaded::Loaded;

/// The dialog, as far as it is there.
pub(super) type Share = Loaded<Part>;

/// All that the dialog does.
pub(super) struct Part {
    open: fn(&mut Desk, Pane),
    show: fn(&mut Desk),
    press: fn(&mut Desk, &Event),
    type_in: fn(&mut Desk, &Event),
    key: fn(&mut Desk, &Event),
    take: fn(&mut Desk, File),
}

/// What the dialog shows.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Pane {
    /// The plan's link.
    Link,
    /// The planner in a lesson's page.
    Lesson,
    /// Files of training frameworks.
    Files,
    /// A plan that is brought in.
    Bring,
}

/// The ids of the head's buttons, and what they open.
static BUTTONS: [(&str, Pane); 2] = [("share", Pane::Link), ("import", Pane::Bring)];

/// The buttons in the head of the page.
pub(super) fn buttons(desk: &Desk) -> Vec<Element> {
    let words = &desk.words.share;
    let names = words.buttons.into_iter();
    let has_failed = matches!(desk.share, Share::Failed);
    let buttons = BUTTONS.iter().zip(names).map(|(&(id, _), [name, more])| {
        element("button")
            .attribute("type", "button")
            .attribute("aria-haspopup", "dialog")
            .id(id)
            .child(name)
            .child(element("span").class("more").child(more))
    });
    let failure = element("span").child(if has_failed { words.failed } else { "" });
    buttons.chain([failure]).collect()
}

/// Something is pressed.
pub(super) fn press(desk: &mut Desk, event: &Event) -> bool {
    // The press may land on a word of the button.
    let button = target(event).and_then(|element| element.closest("button").ok()?);
    let id = button.map(|button| button.id());
    let button = BUTTONS
        .iter()
        .find(|(known, _)| Some(*known) == id.as_deref());
    match (button, desk.share) {
        (Some(&(_, pane)), _) => open(desk, pane, None),
        (None, Share::Yes(part)) => (part.press)(desk, event),
        _ => {}
    }
    false
}

/// Something is typed or chosen.
pub(super) fn type_in(desk: &mut Desk, event: &Event) -> bool {
    if let Share::Yes(part) = desk.share {
        (part.type_in)(desk, event);
    }
    false
}

/// A key is pressed.
pub(super) fn key(desk: &mut Desk, event: &Event) -> bool {
    if let Share::Yes(part) = desk.share {
        (part.key)(desk, event);
    }
    false
}

/// Files are dragged over the page, which takes them.
pub(super) fn drag(_: &mut Desk, event: &Event) -> bool {
    if file::is_dragged(event) {
        event.prevent_default();
    }
    false
}

/// A file is dropped on the page.
pub(super) fn drop(desk: &mut Desk, event: &Event) -> bool {
    if let Some(file) = file::dropped(event) {
        event.prevent_default();
        open(desk, Pane::Bring, Some(file));
    }
    false
}

/// What the dialog shows has changed.
pub(super) fn show(desk: &mut Desk) {
    if let Share::Yes(part) = desk.share {
        (part.show)(desk);
    }
}

/// Opens the dialog, which reads the file, if there is one.
fn open(desk: &mut Desk, pane: Pane, file: Option<File>) {
    match desk.share {
        // What causes events is done once the desk is free.
        Share::Yes(part) => desk.afterwards(move || at(|desk| open_now(desk, part, pane, file))),
        Share::Soon => {}
        Share::No | Share::Failed => {
            desk.share = Share::Soon;
            spawn_local(async move {
                let part = dialog::load().await;
                at(|desk| {
                    desk.share = part.map_or(Share::Failed, Share::Yes);
                    match desk.share {
                        Share::Yes(part) => open_now(desk, part, pane, file),
                        _ => tell_failure(desk),
                    }
                });
            });
        }
    }
}

/// Says that the dialog has not come, in the head and to a screen reader.
fn tell_failure(desk: &mut Desk) {
    desk.draw_bar();
    let failed = desk.words.share.failed;
    desk.say(failed);
}

fn open_now(desk: &mut Desk, part: &Part, pane: Pane, file: Option<File>) {
    (part.open)(desk, pane);
    if let Some(file) = file {
        (part.take)(desk, file);
    }
}
