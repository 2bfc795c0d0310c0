//! In the head of the page: undo, redo, the pin, and beside each figure how far it has moved.

use crate::browser::by_id;
use crate::markup::{Element, element};
use cost::reading::READINGS;
use formats::number::moved;

use super::super::desk::Desk;
use super::super::{history, lesson, share};

/// The id of the button that pins.
pub(super) const PIN: &str = "pin";

/// The buttons.
pub(crate) fn bar(desk: &Desk) -> Element {
    let [.., name] = desk.words.compare.bar;
    let is_pinned = desk.plan.rival.is_some();
    let pin = element("button")
        .attribute("type", "button")
        .id(PIN)
        .attribute("aria-pressed", if is_pinned { "true" } else { "false" })
        .attribute("aria-label", name)
        .attribute("title", name)
        .child("A/B");
    element("span")
        .class("acts")
        .children(history::buttons(desk))
        .child(pin)
        .children(share::buttons(desk))
        .children(lesson::buttons(desk))
}

/// Figures of the head, by the ids of their places: the key of their reading.
static PLACES: [(&str, &str); 5] = [
    ("delta-need", "peak"),
    ("delta-mfu", "mfu"),
    ("delta-bubble", "bubblefraction"),
    ("delta-step", "step"),
    ("delta-days", "days"),
];

/// Writes the moves beside the figures: to a layout that the reader looks at, or from the plan that
/// is pinned; nothing where there is neither.
pub(crate) fn deltas(desk: &Desk) {
    for (id, key) in PLACES {
        let Some(place) = by_id(id) else {
            continue;
        };
        let reading = READINGS.iter().find(|reading| reading.key == key);
        let said = match (&desk.rival, reading) {
            (_, Some(reading)) if desk.preview.is_some() && !desk.is_stale => {
                let then = desk.preview.as_ref().unwrap_or(&desk.estimate);
                let [now, then] = [&*desk.estimate, then].map(reading.of);
                (desk.words.compare.preview)(&moved(then, now))
            }
            (Some(pinned), Some(reading)) if !desk.is_stale => {
                let [now, then] = [&*desk.estimate, pinned].map(reading.of);
                [&moved(now, then), " ", desk.words.compare.beside].concat()
            }
            _ => String::new(),
        };
        if place.text_content().as_deref() != Some(&said) {
            place.set_text_content(Some(&said));
        }
    }
}
