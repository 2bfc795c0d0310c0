//! The best layout: of all legal ones, found by workers while the reader watches.
//!
//! The view is a part of the program of its own, fetched when it comes into sight; until then only
//! what stands in this file is there.

mod asked;
mod list;
mod picture;
mod pool;
mod runs;
mod view;
mod why;

use crate::markup::figure::Table;
use search::optimize::Candidate;
use web_sys::Event;

use super::desk::{Desk, at};
use super::heard::Answer;
use super::loaded::{self, Loaded, Place, stand_in};
use super::view::{Drawing, View, no_paint};
use asked::Asked;
use runs::Runs;

/// The id of the figure, and its word in a query's `view`.
pub(super) const ID: &str = "search";

/// The view.
pub(super) static VIEW: View = View {
    id: ID,
    caption: "search-caption",
    name: |desk| desk.words.search.heading,
    draw,
    paint: no_paint,
    table: Some(table),
};

/// What is asked, and what came of it. It lives as long as the page.
#[derive(Default)]
pub(super) struct Search {
    loaded: Loaded<Part>,
    asked: Asked,
    runs: Runs,
    /// The layout that is looked at.
    at: Option<Candidate>,
}

/// All that the view does.
struct Part {
    draw: fn(&mut Desk) -> Drawing,
    table: fn(&mut Desk) -> Table,
    follow: fn(&mut Desk),
    press: Answer,
    choose: Answer,
    fold: Answer,
    look_at: Answer,
}

/// Where its part of the program is noted.
static PLACE: Place<Part> = Place {
    with: |act| at(|desk| act(&mut desk.search.loaded)),
    show: || {
        at(|desk| {
            if let Some(sentence) = desk.search.loaded.said(desk.words.search.unloaded) {
                desk.say(sentence);
            }
            desk.again(ID);
        });
    },
};

fn draw(desk: &mut Desk) -> Drawing {
    let words = &desk.words.search;
    if let Loaded::Yes(part) = desk.search.loaded {
        return (part.draw)(desk);
    }
    let unloaded = desk.search.loaded.said(words.unloaded);
    Drawing {
        sentence: words.invitation.to_owned(),
        body: unloaded
            .map(|said| stand_in(ID, said))
            .into_iter()
            .collect(),
    }
}

fn table(desk: &mut Desk) -> Table {
    match desk.search.loaded {
        Loaded::Yes(part) => (part.table)(desk),
        _ => Table::default(),
    }
}

/// The view comes into sight: it is fetched, and looks for what it is asked.
pub(super) fn come_into_sight(desk: &mut Desk) {
    match desk.search.loaded {
        Loaded::Yes(part) => (part.follow)(desk),
        Loaded::No => load(desk),
        Loaded::Soon(_) | Loaded::Late(_) | Loaded::Failed => {}
    }
}

fn load(desk: &mut Desk) {
    loaded::fetch(&mut desk.search.loaded, view::load, PLACE);
    desk.refresh(ID);
}

/// Something is pressed.
pub(super) fn press(desk: &mut Desk, event: &Event) -> bool {
    if !matches!(desk.search.loaded, Loaded::Yes(_)) && loaded::is_asked(event, ID) {
        load(desk);
    }
    pass_on(desk, event, |part| part.press)
}

/// Something else is chosen or typed.
pub(super) fn choose(desk: &mut Desk, event: &Event) -> bool {
    pass_on(desk, event, |part| part.choose)
}

/// Details are opened or closed.
pub(super) fn fold(desk: &mut Desk, event: &Event) -> bool {
    pass_on(desk, event, |part| part.fold)
}

/// The pointer or the focus comes to something.
pub(super) fn look_at(desk: &mut Desk, event: &Event) -> bool {
    pass_on(desk, event, |part| part.look_at)
}

/// Has the view answer, if it is there.
fn pass_on(desk: &mut Desk, event: &Event, answer: fn(&Part) -> Answer) -> bool {
    match desk.search.loaded {
        Loaded::Yes(part) => answer(part)(desk, event),
        _ => false,
    }
}
