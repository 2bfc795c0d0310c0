//! All views, and what happens in them.

use web_sys::Event;

use super::desk::Desk;
use super::view::View;
use super::{accuracy, run, sweep};

/// The views, from top to bottom.
pub(super) static VIEWS: [&View; 3] = [&sweep::VIEW, &run::VIEW, &accuracy::VIEW];

/// What is done about something that happens; tells whether the figures change by it.
pub(super) type Answer = fn(&mut Desk, &Event) -> bool;

/// What happens in the figures, and who answers. One set of listeners hears for all elements,
/// which come and go.
pub(super) static HEARD: [(&str, Answer); 11] = [
    ("toggle", Desk::fold),
    ("click", accuracy::press),
    ("pointermove", accuracy::look_at),
    ("focusin", accuracy::look_at),
    ("click", sweep::press),
    ("change", sweep::choose),
    ("keydown", sweep::step),
    ("pointermove", sweep::look_at),
    ("focusin", sweep::look_at),
    ("input", run::slide),
    ("change", run::slide),
];
