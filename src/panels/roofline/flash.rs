//! Attention with and without Flash Attention, quantity by quantity.

use crate::dom::{Element, element};
use cost::memory::Verdict;
use cost::operation::Work;
use cost::plan::Plan;
use formats::number::{Units, duration};
use search::flash::{Attention, MEASURED};
use text::figures::RooflineText;

use crate::dom::components::{gauge, part, said};

/// Classes of the bars: with Flash Attention, and without.
const CLASSES: [&str; 2] = ["last-inch", "ceiling"];

/// The quantities, and below them the published measurement that they are checked against.
pub(super) fn panel(
    words: &RooflineText,
    plan: &Plan,
    sides: &[Attention; 2],
    predicted: Option<&[Work; 2]>,
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
    let mut list = element("ul");
    for (pair, name) in quantities.into_iter().zip(words.compared) {
        let most = pair[0].0.max(pair[1].0);
        let mut bars = element("ul");
        for ((amount, figure), (side, class)) in
            pair.into_iter().zip(words.sides.into_iter().zip(CLASSES))
        {
            bars = bars.child(gauge(side.into(), (class, amount / most), figure));
        }
        list = list.child(said("li", "", name.into()).child(bars));
    }
    let checked = predicted.map_or(String::new(), |predicted| {
        (words.checked)(&MEASURED, predicted)
    });
    part("flash", (words.flash)(plan.sequence()).into())
        .child(list)
        .child(said("p", "checked", checked.into()))
}
