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

use crate::browser::events::target;
use crate::markup::{Element, element};
use web_sys::Event;

use super::desk::{Desk, at};
use super::loaded::{self, Loaded, Place, stand_in};

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

/// What the button bears that asks for the panel again.
const PART: &str = "lesson";

/// Where its part of the program is noted.
static PLACE: Place<Part> = Place {
    with: |act| at(|desk| act(&mut desk.lessons.part)),
    show: || {
        at(|desk| {
            if let Loaded::Yes(part) = desk.lessons.part {
                if let Some(wanted) = desk.lessons.wanted.take() {
                    (part.open)(desk, wanted);
                }
            } else if let Some(sentence) = desk.lessons.part.said(desk.words.lesson.unloaded) {
                desk.say(sentence);
            }
            desk.draw_bar();
        });
    },
};

/// All that the panel does.
struct Part {
    open: fn(&mut Desk, Wanted),
    show: fn(&mut Desk),
    rest: fn(&mut Desk),
    press: fn(&mut Desk, &Event),
    type_in: fn(&mut Desk, &Event),
    key: fn(&mut Desk, &Event),
    follow: fn(),
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
    let button = element("button")
        .attribute("type", "button")
        .id(BUTTON)
        .child(words.button);
    let unloaded = desk.lessons.part.said(words.unloaded);
    let unloaded = unloaded.map(|said| stand_in(PART, said));
    vec![
        button,
        element("span").children(unloaded.into_iter().collect()),
    ]
}

/// Something is pressed.
pub(super) fn press(desk: &mut Desk, event: &Event) -> bool {
    let button = target(event).and_then(|element| element.closest("button").ok()?);
    if button.is_some_and(|button| button.id() == BUTTON) {
        open(desk, Wanted::Menu);
    } else if let Loaded::Yes(part) = desk.lessons.part {
        (part.press)(desk, event);
    } else if loaded::is_asked(event, PART) {
        load(desk);
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

/// Another tab has kept or forgotten something.
pub(super) fn follow(desk: &Desk) {
    if let Loaded::Yes(part) = desk.lessons.part {
        (part.follow)();
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
        Loaded::Soon(_) | Loaded::Late(_) => desk.lessons.wanted = Some(wanted),
        Loaded::No | Loaded::Failed => {
            desk.lessons.wanted = Some(wanted);
            load(desk);
        }
    }
}

fn load(desk: &mut Desk) {
    loaded::fetch(&mut desk.lessons.part, player::load, PLACE);
    desk.draw_bar();
}
