//! All views, and what happens in them.

use web_sys::Event;

use super::compare::{self, snapshots};
use super::desk::Desk;
use super::view::View;
use super::{
    accuracy, bill, called, history, last_inch, lesson, map, recipe, run, search, share, sweep,
    terms, timeline, waterfall,
};

/// The views, from top to bottom.
pub(super) static VIEWS: &[&View] = &[
    &timeline::VIEW,
    &waterfall::VIEW,
    &map::VIEW,
    &last_inch::VIEW,
    &sweep::VIEW,
    &search::VIEW,
    &run::VIEW,
    &bill::VIEW,
    &recipe::VIEW,
    &compare::VIEW,
    &accuracy::VIEW,
];

/// What is done about something that happens; tells whether the figures change by it.
pub(super) type Answer = fn(&mut Desk, &Event) -> bool;

/// What happens in the figures, and who answers. One set of listeners hears for all elements,
/// which come and go.
pub(super) static HEARD: &[(&str, Answer)] = &[
    ("toggle", Desk::fold),
    ("click", called::press),
    ("click", history::press),
    ("keydown", history::key),
    ("click", compare::press),
    ("click", snapshots::press),
    ("click", waterfall::press),
    ("click", accuracy::press),
    ("click", terms::press),
    ("change", terms::choose),
    ("toggle", terms::fold),
    ("pointermove", accuracy::look_at),
    ("focusin", accuracy::look_at),
    ("click", timeline::press),
    ("pointermove", timeline::point),
    ("keydown", timeline::key),
    ("change", timeline::choose),
    ("scroll", timeline::scroll),
    ("resize", timeline::resize),
    ("shardwise-colours", timeline::recolour),
    ("beforeprint", timeline::light_up),
    ("afterprint", timeline::as_before),
    ("wheel", timeline::wheel),
    ("click", sweep::press),
    ("change", sweep::choose),
    ("keydown", sweep::step),
    ("pointermove", sweep::look_at),
    ("focusin", sweep::look_at),
    ("click", search::press),
    ("input", search::choose),
    ("toggle", search::fold),
    ("pointermove", search::look_at),
    ("focusin", search::look_at),
    ("input", run::slide),
    ("change", run::slide),
    ("click", map::press),
    ("input", map::type_in),
    ("keydown", map::go),
    ("click", share::press),
    ("input", share::type_in),
    ("change", share::type_in),
    ("keydown", share::key),
    ("click", lesson::press),
    ("change", lesson::type_in),
    ("input", lesson::type_in),
    ("keydown", lesson::key),
    ("dragover", share::drag),
    ("drop", share::drop),
    ("click", last_inch::look_at),
    ("pointermove", last_inch::look_at),
    ("focusin", last_inch::look_at),
];
