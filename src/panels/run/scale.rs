//! Training tokens on a scale of tokens per parameter. It reaches from below the compute-optimal 20
//! to far beyond it, as for models that many people will use.

use crate::dom::{Element, element};
use cost::run::{TOKENS_PER_PARAMETER, ratio_at, tokens_per_parameter};
use formats::number::{fixed, plain};

use super::section_parts::slider;
use crate::dom::plot::Axis;
use crate::panels::words;
use crate::store::Page;

/// The id of the slider.
pub(super) const SLIDER: &str = "run-tokens";
/// The first and the last step of the slider.
const STEPS: [i32; 2] = [-16, 36];
/// Marks on the scale beside the optimum.
const MARKS: [f64; 5] = [2.0, 100.0, 500.0, 2_000.0, 6_000.0];

/// The scale.
pub(super) fn scale(page: &Page) -> Element {
    let words = &words().run;
    let ratio = tokens_per_parameter(&page.plan);
    let [first, last] = STEPS;
    let axis = Axis {
        low: ratio_at(first),
        high: ratio_at(last),
        is_logarithmic: true,
    };
    let value = (words.tokens_value)(page.estimate.run.tokens, ratio);
    let [least, most] = STEPS.map(f64::from);
    let now = (least + axis.place(ratio.max(1e-9)) * (most - least)).round();
    let now = now.max(least).min(most);
    let mark = |class: &'static str, ratio: f64, words: String| {
        element("span")
            .class(class)
            .style("--at", fixed(axis.place(ratio).clamp(0.0, 1.0), 4))
            .child(words)
    };
    let optimal = TOKENS_PER_PARAMETER as f64;
    let mut marks = element("div")
        .class("marks-of-tokens")
        .attribute("aria-hidden", "true")
        .child(mark("optimal", optimal, words.optimal.to_owned()));
    for ratio in MARKS {
        marks = marks.child(mark("tick", ratio, plain(ratio)));
    }
    let marks = marks
        .child(mark("own", ratio.max(1e-9), String::new()))
        .child(element("em").child(words.ratio))
        .child(element("em").class("beyond").child(words.beyond));
    element("div")
        .class("tokens")
        .child(slider(SLIDER, words.tokens, value, [least, most], now))
        .child(marks)
}
