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

use crate::browser::events::target;
use crate::browser::file::{self, File};
use crate::markup::{Element, element};
use web_sys::Event;

use super::desk::{Desk, at};
use super::loaded::{self, Loaded, Place, stand_in};

/// What the button bears that asks for the dialog again.
const PART: &str = "share";

/// The dialog, as far as it is there.
#[derive(Default)]
pub(super) struct Share {
    part: Loaded<Part>,
    /// What is to be opened once it is there, and the file that it then reads.
    wanted: Option<(Pane, Option<File>)>,
}

/// Where its part of the program is noted.
static PLACE: Place<Part> = Place {
    with: |act| at(|desk| act(&mut desk.share.part)),
    show: || {
        at(|desk| {
            if let Loaded::Yes(part) = desk.share.part {
                if let Some((pane, file)) = desk.share.wanted.take() {
                    open_now(desk, part, pane, file);
                }
            } else if let Some(sentence) = desk.share.part.said(desk.words.share.unloaded) {
                desk.say(sentence);
            }
            desk.draw_bar();
        });
    },
};

/// All that the dialog does.
struct Part {
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
    let buttons = BUTTONS.iter().zip(names).map(|(&(id, _), [name, more])| {
        element("button")
            .attribute("type", "button")
            .attribute("aria-haspopup", "dialog")
            .id(id)
            .child(name)
            .child(element("span").class("more").child(more))
    });
    let unloaded = desk.share.part.said(words.unloaded);
    let unloaded = unloaded.map(|said| stand_in(PART, said));
    // Always there, so that what stands behind keeps its place.
    let unloaded = element("span").children(unloaded.into_iter().collect());
    buttons.chain([unloaded]).collect()
}

/// Something is pressed.
pub(super) fn press(desk: &mut Desk, event: &Event) -> bool {
    // The press may land on a word of the button.
    let button = target(event).and_then(|element| element.closest("button").ok()?);
    let id = button.map(|button| button.id());
    let button = BUTTONS
        .iter()
        .find(|(known, _)| Some(*known) == id.as_deref());
    match (button, desk.share.part) {
        (Some(&(_, pane)), _) => open(desk, pane, None),
        (None, Loaded::Yes(part)) => (part.press)(desk, event),
        _ if loaded::is_asked(event, PART) => load(desk),
        _ => {}
    }
    false
}

/// Something is typed or chosen.
pub(super) fn type_in(desk: &mut Desk, event: &Event) -> bool {
    if let Loaded::Yes(part) = desk.share.part {
        (part.type_in)(desk, event);
    }
    false
}

/// A key is pressed.
pub(super) fn key(desk: &mut Desk, event: &Event) -> bool {
    if let Loaded::Yes(part) = desk.share.part {
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
    if let Loaded::Yes(part) = desk.share.part {
        (part.show)(desk);
    }
}

/// Opens the dialog, which reads the file, if there is one.
fn open(desk: &mut Desk, pane: Pane, file: Option<File>) {
    match desk.share.part {
        // What causes events is done once the desk is free.
        Loaded::Yes(part) => desk.afterwards(move || at(|desk| open_now(desk, part, pane, file))),
        Loaded::Soon(_) | Loaded::Late(_) => desk.share.wanted = Some((pane, file)),
        Loaded::No | Loaded::Failed => {
            desk.share.wanted = Some((pane, file));
            load(desk);
        }
    }
}

fn load(desk: &mut Desk) {
    loaded::fetch(&mut desk.share.part, dialog::load, PLACE);
    desk.draw_bar();
}

fn open_now(desk: &mut Desk, part: &Part, pane: Pane, file: Option<File>) {
    (part.open)(desk, pane);
    if let Some(file) = file {
        (part.take)(desk, file);
    }
}
