//! All views, and what happens in them.

use web_sys::Event;

use super::desk::Desk;
use super::view::View;
use super::{accuracy, last_inch, map};

/// The views, from top to bottom.
pub(super) static VIEWS: [&View; 3] = [&map::VIEW, &last_inch::VIEW, &accuracy::VIEW];

/// What is done about something that happens; tells whether the figures change by it.
pub(super) type Answer = fn(&mut Desk, &Event) -> bool;

/// What happens in the figures, and who answers. One set of listeners hears for all elements,
/// which come and go.
pub(super) static HEARD: [(&str, Answer); 10] = [
    ("toggle", Desk::fold),
    ("click", accuracy::press),
    ("pointermove", accuracy::look_at),
    ("focusin", accuracy::look_at),
    ("click", map::press),
    ("input", map::type_in),
    ("keydown", map::go),
    ("click", last_inch::look_at),
    ("pointermove", last_inch::look_at),
    ("focusin", last_inch::look_at),
];
