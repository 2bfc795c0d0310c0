//! Attention with and without Flash Attention, quantity by quantity.

use shardwise::cost::memory::Verdict;
use shardwise::cost::plan::Plan;
use shardwise::markup::{Element, element};
use shardwise::search::flash::{Attention, MEASURED, predicted};
use shardwise::text::figures::LastInchText;
use shardwise::text::number::{Units, duration};

use super::measure;

/// The quantities, and below them what they are checked against.
pub(super) fn panel(
    words: &LastInchText,
    plan: &Plan,
    sides: &[Attention; 2],
    units: Units,
) -> Element {
    let peak = |side: &Attention| {
        let size = units.size(side.peak);
        if side.verdict == Verdict::OutOfMemory {
            [&size, words.too_much].concat()
        } else {
            size
        }
    };
    let quantities = [
        sides.map(|side| (side.call.bytes.0 as f64, units.amount(side.call.bytes))),
        sides.map(|side| (side.call.seconds.0, duration(side.call.seconds))),
        [0, 1].map(|side| (sides[side].peak.0 as f64, peak(&sides[side]))),
        sides.map(|side| (side.step.0, duration(side.step))),
    ];
    let rows = quantities
        .into_iter()
        .zip(words.compared)
        .map(|(pair, name)| {
            let most = pair[0].0.max(pair[1].0);
            let bars = pair
                .into_iter()
                .zip(words.sides)
                .zip(["last-inch", "ceiling"]);
            let bars = bars.map(|(((amount, figure), side), class)| {
                measure(class, side, amount / most, figure)
            });
            element("li")
                .child(element("b").child(name))
                .children(bars.collect())
        });
    let checked = predicted().map(|predicted| {
        element("p")
            .class("checked")
            .child((words.checked)(&MEASURED, &predicted))
    });
    element("section")
        .class("flash")
        .child(element("h3").child((words.flash)(plan.sequence())))
        .child(element("ul").children(rows.collect()))
        .children(checked.into_iter().collect())
}
