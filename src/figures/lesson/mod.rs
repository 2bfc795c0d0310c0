//! Lessons beside the planner: a panel with a text, what is to be reached, hints and questions. It
//! shows nothing of its own of a plan: it marks the page's views and controls and leads to them.
//!
//! The panel is a part of the program of its own, fetched when it is first opened; until then only
//! what stands in this file is there.

mod acting;
mod answers;
mod hints;
mod menu;
mod opening;
mod panel;
mod player;
mod progress;
mod run;
mod stage;
mod summary;
mod words;

use std::rc::Rc;

use leptos::task::spawn_local;
use shardwise::browser::events::target;
use shardwise::markup::{Element, element};
use web_sys::Event;

use super::desk::{Desk, at};
use super::loaded::Loaded;

/// The id of the button that opens it.
const BUTTON: &str = "lessons";

/// Who is told of goals: the lesson, the step, whether it is reached.
pub(crate) type Tell = Rc<dyn Fn(&str, &str, bool)>;

/// Lessons, as far as they are there.
#[derive(Default)]
pub(super) struct Lessons {
    part: Loaded<Part>,
    /// What is to be opened once it is there.
    wanted: Option<Wanted>,
    /// Who is told of goals: the page around this one, if there is one.
    pub(super) tell: Option<Tell>,
}

/// All that the panel does.
struct Part {
    open: fn(&mut Desk, Wanted),
    show: fn(&mut Desk),
    rest: fn(&mut Desk),
    press: fn(&mut Desk, &Event),
    type_in: fn(&mut Desk, &Event),
    key: fn(&mut Desk, &Event),
}

/// What is to be opened.
pub(super) enum Wanted {
    /// All lessons; closed, if they are open.
    Menu,
    /// The lesson that a query's `lesson` names.
    At(String),
    /// The lesson whose file has this text.
    In(String),
}

/// The button in the head of the page.
pub(super) fn buttons(desk: &Desk) -> Vec<Element> {
    let words = &desk.words.lesson;
    let has_failed = matches!(desk.lessons.part, Loaded::Failed);
    let button = element("button")
        .attribute("type", "button")
        .id(BUTTON)
        .child(words.button);
    let failure = element("span").child(if has_failed { words.failed } else { "" });
    vec![button, failure]
}

/// Something is pressed.
pub(super) fn press(desk: &mut Desk, event: &Event) -> bool {
    let button = target(event).and_then(|element| element.closest("button").ok()?);
    if button.is_some_and(|button| button.id() == BUTTON) {
        open(desk, Wanted::Menu);
    } else if let Loaded::Yes(part) = desk.lessons.part {
        (part.press)(desk, event);
    }
    false
}

/// Something is typed or chosen.
pub(super) fn type_in(desk: &mut Desk, event: &Event) -> bool {
    if let Loaded::Yes(part) = desk.lessons.part {
        (part.type_in)(desk, event);
    }
    false
}

/// A key is pressed.
pub(super) fn key(desk: &mut Desk, event: &Event) -> bool {
    if let Loaded::Yes(part) = desk.lessons.part {
        (part.key)(desk, event);
    }
    false
}

/// What the panel shows has changed.
pub(super) fn show(desk: &mut Desk) {
    if let Loaded::Yes(part) = desk.lessons.part {
        (part.show)(desk);
    }
}

/// The plan has come to rest: goals are judged.
pub(super) fn rest(desk: &mut Desk) {
    if let Loaded::Yes(part) = desk.lessons.part {
        (part.rest)(desk);
    }
}

/// Opens the panel.
pub(super) fn open(desk: &mut Desk, wanted: Wanted) {
    match desk.lessons.part {
        Loaded::Yes(part) => (part.open)(desk, wanted),
        // What is asked for last counts, as where a query names one lesson and the page around
        // sends another.
        Loaded::Soon => desk.lessons.wanted = Some(wanted),
        Loaded::No | Loaded::Failed => {
            desk.lessons.part = Loaded::Soon;
            desk.lessons.wanted = Some(wanted);
            spawn_local(async move {
                let part = player::load().await;
                at(|desk| {
                    desk.lessons.part = part.map_or(Loaded::Failed, Loaded::Yes);
                    match (desk.lessons.part, desk.lessons.wanted.take()) {
                        (Loaded::Yes(part), Some(wanted)) => (part.open)(desk, wanted),
                        _ => tell_failure(desk),
                    }
                });
            });
        }
    }
}

/// Says that the panel has not come, in the head and to a screen reader.
fn tell_failure(desk: &mut Desk) {
    desk.draw_bar();
    let failed = desk.words.lesson.failed;
    desk.say(failed);
}
