//! All views, and what happens in them.

use web_sys::Event;

use super::accuracy;
use super::desk::Desk;
use super::timeline;
use super::view::View;

/// The views, from top to bottom.
pub(super) static VIEWS: [&View; 2] = [&timeline::VIEW, &accuracy::VIEW];

/// What is done about something that happens; tells whether the figures change by it.
pub(super) type Answer = fn(&mut Desk, &Event) -> bool;

/// What happens in the figures, and who answers. One set of listeners hears for all elements,
/// which come and go.
pub(super) static HEARD: [(&str, Answer); 12] = [
    ("toggle", Desk::fold),
    ("click", accuracy::press),
    ("pointermove", accuracy::look_at),
    ("focusin", accuracy::look_at),
    ("click", timeline::press),
    ("pointermove", timeline::point),
    ("keydown", timeline::key),
    ("change", timeline::choose),
    ("scroll", timeline::scroll),
    ("resize", timeline::resize),
    ("transitionend", timeline::recolour),
    ("wheel", timeline::wheel),
];
