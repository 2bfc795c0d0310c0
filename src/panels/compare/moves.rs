//! Differences of the head's figures: from the pinned plan, or to a layout that the reader looks
//! at.

use cost::reading::READINGS;
use formats::number::moved;

use crate::panels::words;
use crate::store::Page;

/// Keys of the readings, in the order of `HeadNotes::moves`.
static KEYS: [&str; 5] = ["peak", "mfu", "idlefraction", "step", "days"];

/// The differences as texts; empty if there is nothing to compare with.
pub(super) fn moves(page: &Page) -> [String; 5] {
    KEYS.map(|key| {
        let reading = READINGS.iter().find(|reading| reading.key == key);
        let Some(reading) = reading.filter(|_| !page.is_stale()) else {
            return String::new();
        };
        let words = &words().compare;
        let now = (reading.of)(&page.estimate);
        match (&page.preview, &page.rival) {
            (Some(other), _) => (words.preview)(&moved((reading.of)(other), now)),
            (None, Some(pinned)) => [&moved(now, (reading.of)(pinned)), " ", words.beside].concat(),
            (None, None) => String::new(),
        }
    })
}
