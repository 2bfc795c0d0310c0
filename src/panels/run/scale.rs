//! Training tokens on a scale of tokens per parameter. It reaches from below the compute-optimal 20
//! to far beyond it, as for models that many people will use. A run that trains adapters has a scale
//! around a usual fine-tuning run.

use cost::plan::Plan;
use cost::run::{ratio_at, tokens_per_parameter, usual_ratio};
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
        let step = first + axis(&page.plan).place(ratio(page)) * (last - first);
        step.round().max(first).min(last)
    },
    words: |_, page| {
        let ratio = ratio_of_parameters(&page.plan);
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
    let own = move || panel.follow(|_, page| place_of(&page.plan, ratio(page)));
    let is_tuned = panel.slice(|_, page| page.plan.tuning.starts_from_trained());
    let usual = panel.slice(|_, page| place_of(&page.plan, usual_ratio(&page.plan)));
    let marks = move || {
        let name = if is_tuned.get() {
            words::usual()
        } else {
            words::optimal()
        };
        view! {
            <span class="optimal" style=("--at", usual.get())>
                {name}
            </span>
        }
    };
    let ticks = panel.view(|_, page| {
        // Tokens of a fine-tuning run do not follow from the parameters.
        let plan = &page.plan;
        let ratios = if plan.tuning.starts_from_trained() {
            &[][..]
        } else {
            &MARKS[..]
        };
        let ticks = ratios.iter().map(|&ratio| {
            view! {
                <span class="tick" style=("--at", place_of(plan, ratio))>
                    {plain(ratio)}
                </span>
            }
        });
        ticks.collect_view()
    });
    view! {
        <div class="tokens">
            {slider(panel, &TOKENS, words::tokens())}
            <div class="marks-of-tokens" aria-hidden="true">
                {marks}
                {ticks}
                <span class="own" style=("--at", own)></span>
                <em hidden=move || is_tuned.get()>{words::scale_unit()}</em>
                <em class="beyond" hidden=move || is_tuned.get()>{words::beyond()}</em>
            </div>
        </div>
    }
    .into_any()
}

/// The scale of a plan as an axis.
fn axis(plan: &Plan) -> Axis {
    let [low, high] = STEPS.map(|step| ratio_at(plan, step as i32));
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

/// Tokens per parameter, unless a run starts from a trained model, so that its tokens do not follow from them.
pub(super) fn ratio_of_parameters(plan: &Plan) -> Option<f64> {
    (!plan.tuning.starts_from_trained()).then(|| tokens_per_parameter(plan))
}

/// Position of a mark on the scale of a plan, from 0 to 1.
fn place_of(plan: &Plan, ratio: f64) -> String {
    attribute(axis(plan).place_within(ratio), 4)
}
