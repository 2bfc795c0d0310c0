//! Moments of the attention core between memory and chip.

use super::words::{MomentWords, named};
use crate::en::words::joined;
use cost::trace::{Happening, TraceLane};
use cost::units::Bytes;

pub(super) fn sentence(words: &MomentWords) -> [String; 2] {
    match words.moment.what {
        Happening::Tile if words.legal.plan.levers.flash => tile(words),
        Happening::Tile => words.taking("Queries meet keys.", "Every score of s × s is computed: "),
        Happening::Scores => {
            let lead = "Softmax reads and writes them: ";
            named(
                "Scores to memory and back.",
                &[lead, &moved(words), " in ", &words.takes(), "."],
            )
        }
        _ => words.taking("Output.", "The sums over the values are written: "),
    }
}

fn tile(words: &MomentWords) -> [String; 2] {
    let lead = joined(&[
        "A block of keys and values is loaded, ",
        &moved(words),
        ", and meets the queries on the chip. A running maximum and sum replace the scores: ",
    ]);
    words.taking(&joined(&["Block ", &words.number(), " of 8."]), &lead)
}

/// Bytes between memory and cores in the moment.
fn moved(words: &MomentWords) -> String {
    let spans = words.trace.lanes[TraceLane::Memory as usize].iter();
    let spans = spans.filter(|span| span.moment == words.index);
    let bytes: Bytes = spans.map(|span| span.traffic.bytes).sum();
    words.amount(bytes)
}
