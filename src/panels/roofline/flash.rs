//! Attention with and without Flash Attention, quantity by quantity.

use cost::memory::Verdict;
use cost::operation::Work;
use cost::plan::Plan;
use formats::number::Units;
use leptos::prelude::*;
use search::flash::{Attention, MEASURED};
use text::number::{BytesText as _, duration};
use text::roofline;

use crate::components::gauge;

/// Classes of the bars: with Flash Attention, and without.
const CLASSES: [&str; 2] = ["last-inch", "ceiling"];

/// The quantities, and below them the published measurement that they are checked against.
pub(super) fn section(
    plan: &Plan,
    sides: &[Attention; 2],
    predicted: Option<&[Work; 2]>,
    units: Units,
) -> AnyView {
    let peak = |side: &Attention| {
        if side.verdict == Verdict::OutOfMemory {
            roofline::too_much(side.peak, text::verdict::inside(side.verdict), units)
        } else {
            units.size(side.peak)
        }
    };
    let quantities = [
        sides.map(|side| (side.call.bytes.0 as f64, units.amount(side.call.bytes))),
        sides.map(|side| (side.call.seconds.0, duration(side.call.seconds))),
        [0, 1].map(|side| (sides[side].peak.0 as f64, peak(&sides[side]))),
        sides.map(|side| (side.step.0, duration(side.step))),
    ];
    let quantities = quantities.into_iter().zip(roofline::compared());
    let quantities = quantities.map(|(pair, name)| {
        let most = pair[0].0.max(pair[1].0);
        let sides = roofline::sides().into_iter().zip(CLASSES);
        let bars = pair.into_iter().zip(sides);
        let bars = bars.map(|((amount, value), (side, class))| {
            gauge(side.into_any(), (class, amount / most), value)
        });
        view! {
            <li>
                {name}
                <ul>{bars.collect_view()}</ul>
            </li>
        }
    });
    let checked = predicted.map(|predicted| roofline::checked(&MEASURED, predicted));
    view! {
        <section class="flash">
            <h3>{roofline::flash(plan.sequence())}</h3>
            <ul>{quantities.collect_view()}</ul>
            <p class="checked">{checked}</p>
        </section>
    }
    .into_any()
}
