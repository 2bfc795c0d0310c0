//! The figures that come after the first ones: why a plan is as the page says it is.
//!
//! They are a part of the program that is loaded once the verdict stands, so that it need not wait
//! for them: what nothing but [`open`] calls is split off after linking. They read the page's state
//! and draw what of it is in sight, once a frame. What is out of sight follows when the plan rests.
//!
//! A view is a file (or a folder) with a [`view::View`]: its sentence, its drawing, its table.
//! Views compute nothing: what they show comes from `cost` and `search`.
//! What a teacher's query asks for beside them comes with them (`crate::embed`).

mod accuracy;
mod advice;
mod behind;
mod bill;
mod called;
mod compare;
mod desk;
mod heard;
mod history;
mod last_inch;
mod lesson;
mod loaded;
mod map;
mod pieces;
mod plot;
mod published;
mod recipe;
mod run;
mod search;
mod share;
mod sweep;
mod terms;
mod timeline;
mod view;
mod waterfall;

use crate::embed;
use crate::page::planner::Planner;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// Fetches the figures and puts them up.
#[wasm_split(figures, fallible)]
pub(crate) fn open(planner: Planner) -> Result<(), SplitLoaderError> {
    desk::open(planner, embed::begin);
    Ok(())
}

/// Forgets where the plan has been: what comes now is a new start.
pub(crate) fn start_anew() {
    desk::at(|desk| desk.history = history::History::default());
}

/// Opens the lesson that a query's `lesson` names.
pub(crate) fn lesson_at(address: String) {
    desk::at(|desk| lesson::open(desk, lesson::Wanted::At(address)));
}

/// Opens the lesson whose file has this text.
pub(crate) fn lesson_in(text: String) {
    desk::at(|desk| lesson::open(desk, lesson::Wanted::In(text)));
}

/// Whom to tell of a lesson's goals: the lesson, the step, whether it is reached.
pub(crate) fn tell_goals_to(tell: lesson::Tell) {
    desk::at(|desk| desk.lessons.tell = Some(tell));
}
