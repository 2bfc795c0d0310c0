//! Training tokens on a scale of tokens per parameter. It reaches from below the compute-optimal 20
//! to far beyond it, as for models that many people will use.

use cost::run::{TOKENS_PER_PARAMETER, ratio_at, tokens_per_parameter};
use formats::number::attribute;
use leptos::prelude::*;
use text::number::plain;

use super::RunFigure;
use super::section_parts::{RunSlider, slider};
use super::update::train;
use crate::components::Axis;
use crate::store::{Page, PanelStore};
use text::run as words;

/// The slider of the training tokens; its positions are the steps of the scale.
pub(super) static TOKENS: RunSlider = RunSlider {
    id: "run-tokens",
    ends: STEPS,
    place: |_, page| {
        let [first, last] = STEPS;
        let step = first + axis().place(ratio(page)) * (last - first);
        step.round().max(first).min(last)
    },
    words: |_, page| {
        let ratio = tokens_per_parameter(&page.plan);
        words::tokens_by_ratio(page.estimate.run.tokens, ratio)
    },
    event: |page, step| train(page, step as i32),
};
/// The first and the last step of the scale.
const STEPS: [f64; 2] = [-16.0, 36.0];
/// Marks on the scale beside the optimum.
const MARKS: [f64; 5] = [2.0, 100.0, 500.0, 2_000.0, 6_000.0];

/// The scale.
pub(super) fn scale(panel: PanelStore<RunFigure>) -> AnyView {
    let ticks = MARKS.map(|ratio| {
        view! {
            <span class="tick" style=("--at", place_of(ratio))>
                {plain(ratio)}
            </span>
        }
    });
    let own = move || panel.follow(|_, page| place_of(ratio(page)));
    view! {
        <div class="tokens">
            {slider(panel, &TOKENS, words::tokens())}
            <div class="marks-of-tokens" aria-hidden="true">
                <span class="optimal" style=("--at", place_of(TOKENS_PER_PARAMETER as f64))>
                    {words::optimal()}
                </span>
                {ticks.collect_view()}
                <span class="own" style=("--at", own)></span>
                <em>{words::scale_unit()}</em>
                <em class="beyond">{words::beyond()}</em>
            </div>
        </div>
    }
    .into_any()
}

/// The scale as an axis.
fn axis() -> Axis {
    let [low, high] = STEPS.map(|step| ratio_at(step as i32));
    Axis {
        low,
        high,
        is_logarithmic: true,
    }
}

/// Tokens per parameter of the plan that is shown, above zero.
fn ratio(page: &Page) -> f64 {
    tokens_per_parameter(&page.plan).max(1e-9)
}

/// Position of a mark on the scale, from 0 to 1.
fn place_of(ratio: f64) -> String {
    attribute(axis().place_within(ratio), 4)
}
