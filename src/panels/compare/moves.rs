//! Differences of the head's figures from the pinned plan; or the figures of a plan that the reader
//! points at, or of the plan before the present drag.

use cost::Estimate;
use cost::reading::{Amount, READINGS};
use text::compare;
use text::number::{BytesText as _, moved};

use crate::panels::head::key_figures;
use crate::store::{FigureMove, Page};

/// Keys of the readings, in the order of `HeadNotes::moves`.
static KEYS: [&str; 5] = ["peak", "mfu", "idlefraction", "step", "days"];

/// The differences or figures as texts; empty if there is nothing to compare with.
pub(super) fn moves(page: &Page) -> [FigureMove; 5] {
    if page.is_stale() {
        return Default::default();
    }
    match (page.ghost(), &page.rival) {
        (Some(ghost), _) => {
            let is_of_past = page.before_drag.is_some();
            let marked = |figure: String| FigureMove {
                shown: match is_of_past {
                    true => text::head::was(&figure),
                    false => compare::preview(&figure),
                },
                pinned: String::new(),
            };
            let [mfu, idle, step, cost] = key_figures(page, ghost).map(marked);
            // The verdict has another place.
            [FigureMove::default(), mfu, idle, step, cost]
        }
        (None, Some(pinned)) => {
            let [mfu, idle, step, cost] = key_figures(page, pinned);
            let need = page.units().size(pinned.memory.peak());
            let figures = [need, mfu, idle, step, cost];
            let mut figures = KEYS.into_iter().zip(figures);
            std::array::from_fn(|_| {
                let (key, figure) = figures.next().unwrap_or_default();
                let [now, then] =
                    [&page.estimate, pinned].map(|estimate| reading(page, estimate, key));
                FigureMove {
                    shown: moved(now, then),
                    pinned: compare::pinned_has(&figure),
                }
            })
        }
        (None, None) => Default::default(),
    }
}

/// A figure of the head by the key of its reading, utilisation as the reader counts it.
fn reading(page: &Page, estimate: &Estimate, key: &str) -> Amount {
    if key == "mfu" {
        let conventions = page.settings.conventions();
        return Amount::Share(conventions.utilisation(&estimate.utilisation));
    }
    let reading = READINGS.iter().find(|reading| reading.key == key);
    reading.map_or(Amount::Share(0.0), |reading| (reading.of)(estimate))
}
