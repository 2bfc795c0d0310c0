//! All views, and what happens in them.

use web_sys::Event;

use super::accuracy;
use super::desk::Desk;
use super::terms;
use super::view::View;
use super::waterfall;

/// The views, from top to bottom.
pub(super) static VIEWS: [&View; 2] = [&waterfall::VIEW, &accuracy::VIEW];

/// What is done about something that happens; tells whether the figures change by it.
pub(super) type Answer = fn(&mut Desk, &Event) -> bool;

/// What happens in the figures, and who answers. One set of listeners hears for all elements,
/// which come and go.
pub(super) static HEARD: [(&str, Answer); 8] = [
    ("toggle", Desk::fold),
    ("click", accuracy::press),
    ("click", waterfall::press),
    ("click", terms::press),
    ("change", terms::choose),
    ("toggle", terms::fold),
    ("pointermove", accuracy::look_at),
    ("focusin", accuracy::look_at),
];
