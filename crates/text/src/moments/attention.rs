//! Moments of the attention core between memory and chip.

use super::figures::MomentFigures;
use super::messages as say;
use cost::attention::AttentionCall;
use cost::trace::{Happening, TraceLane};
use cost::units::Bytes;

pub(super) fn sentence(figures: &MomentFigures) -> [String; 2] {
    let (takes, units) = (figures.takes(), figures.units);
    match figures.moment.what {
        Happening::Tile if figures.legal.plan.levers.flash => [
            say::tile(figures.number()),
            say::tile_sentence(moved(figures), takes, units),
        ],
        Happening::Tile => [say::all_scores().to_owned(), {
            let call = AttentionCall::of(figures.legal);
            say::all_scores_sentence(call.queries, call.sequence, takes)
        }],
        Happening::Scores => [
            say::scores().to_owned(),
            say::scores_sentence(moved(figures), takes, units),
        ],
        _ => [say::write().to_owned(), say::write_sentence(takes)],
    }
}

/// Bytes between memory and cores in the moment.
fn moved(figures: &MomentFigures) -> Bytes {
    let spans = figures.trace.lanes[TraceLane::Memory as usize].iter();
    let spans = spans.filter(|span| span.moment == figures.index);
    spans.map(|span| span.traffic.bytes).sum()
}
