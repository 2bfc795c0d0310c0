//! Differences of the head's figures from the pinned plan; or the figures of a plan that the reader
//! points at, or of the plan before the present drag.

use cost::reading::READINGS;
use text::compare;
use text::number::moved;

use crate::panels::head::key_figures;
use crate::store::Page;

/// Keys of the readings, in the order of `HeadNotes::moves`.
static KEYS: [&str; 5] = ["peak", "mfu", "idlefraction", "step", "days"];

/// The differences or figures as texts; empty if there is nothing to compare with.
pub(super) fn moves(page: &Page) -> [String; 5] {
    if page.is_stale() {
        return Default::default();
    }
    match (page.ghost(), &page.rival) {
        (Some(ghost), _) => {
            let is_of_past = page.before_drag.is_some();
            let marked = |figure: String| match is_of_past {
                true => text::head::was(&figure),
                false => compare::preview(&figure),
            };
            let [mfu, idle, step, cost] = key_figures(page, ghost).map(marked);
            // The verdict has another place.
            [String::new(), mfu, idle, step, cost]
        }
        (None, Some(pinned)) => KEYS.map(|key| {
            let Some(reading) = READINGS.iter().find(|reading| reading.key == key) else {
                return String::new();
            };
            let [now, pinned] = [&page.estimate, pinned].map(|estimate| (reading.of)(estimate));
            [&moved(now, pinned), " ", compare::beside()].concat()
        }),
        (None, None) => Default::default(),
    }
}
