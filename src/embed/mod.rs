//! What a teacher's query asks for once the figures stand: open tables, a goal or a lesson, and,
//! where the page is a part of another one, messages to that and a way out of the frame.
//!
//! It is a part of the program of its own, loaded after the figures where anything is asked. What
//! must hold before the first look is done by `src/browser/start.js` (views alone, controls taken
//! away) and `crate::page::locks`.

mod alone;
mod goal;
mod messages;

use std::rc::Rc;

use crate::browser::frame::Parent;
use crate::browser::{address, document};
use formats::link::presentation::Presentation;

use crate::figures::{lesson_at, tell_goals_to};
use crate::page::planner::Planner;
use crate::page::unloaded::{self, Part};
pub(crate) use messages::{NAME, VERSION};
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// The part of the program that does what is asked.
static PART: Part = Part {
    words: |words| words.asked_unloaded,
    load: |planner| Box::pin(async move { open(planner).await.is_ok() }),
};

/// Does what is asked, if anything is.
pub(crate) fn begin(planner: Planner) {
    if !address::whole_query().is_empty() || Parent::find().is_some() {
        unloaded::fetch(planner, &PART);
    }
}

/// Does what the query asks for, and says what of it is not understood.
#[wasm_split(embed, fallible)]
fn open(planner: Planner) -> Result<(), SplitLoaderError> {
    let (asked, unknown) = Presentation::decode(&address::whole_query());
    if !unknown.is_empty() {
        planner.set_look(|look| look.link_warnings.extend(unknown));
    }
    if asked.table {
        open_tables();
    }
    if asked.embed {
        alone::put_up(planner, &asked);
    }
    let talk = messages::open(planner);
    if let Some(talk) = talk.clone() {
        tell_goals_to(Rc::new(move |lesson, step, is_reached| {
            talk.tell_goal(lesson, step, is_reached);
        }));
    }
    if !asked.goal.is_empty() {
        // A page that sets a goal of its own has its own lesson around it, and only names it.
        goal::open(planner, asked.goal, asked.lesson, talk);
    } else if !asked.lesson.is_empty() {
        lesson_at(asked.lesson);
    }
    Ok(())
}

/// Opens the tables behind all figures. Details that have ids hold something else.
fn open_tables() {
    const CLOSED: &str = "main figure details.numbers:not([id], [open])";
    while let Ok(Some(details)) = document().query_selector(CLOSED) {
        if details.set_attribute("open", "").is_err() {
            return;
        }
    }
}
