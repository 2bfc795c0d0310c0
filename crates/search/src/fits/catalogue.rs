//! One plan on each card of the catalogue, and with each model of the catalogue.

use std::cmp::Reverse;

use super::row::{FitRow, GivenPlan};
use cost::params::ModelParams;
use cost::plan::{Gpu, Plan};
use formats::catalog::{CUSTOM, GPUS, MODELS};

/// A plan on each card, by the price of a card and hour, the cheapest first, equal ones in the order
/// of the catalogue. Every card has a price: the catalogue and the limits of a plan need one. The
/// number of cards stays, so the order is also that of the price of all. The plan's card is as the
/// plan has it, with its changed figures, and stands for the catalogue's of that name. A framework
/// that does not run on a card is replaced, as [`Plan::move_to`] does.
///
/// ```
/// use cost::memory::Verdict;
/// use formats::link;
/// use search::fits::{cards, first_that_fits};
/// let (plan, _) = link::decode("#v=1&p=llama3-8b/h100x1&ft=qlora&recipe=hf&seq=512&gbs=16");
/// let rows = cards(&plan);
/// let prices = rows.iter().map(|row| row.plan.cluster.gpu.price);
/// assert!(prices.is_sorted());
/// // 8 B weights in 4 bits fit on a card of 24 GB, at a tenth of the price of an H100
/// let cheapest = first_that_fits(&rows, Verdict::Fits).unwrap();
/// assert_eq!(cheapest.plan.cluster.gpu.preset, "rtx3090");
/// ```
#[must_use]
pub fn cards(plan: &Plan) -> Vec<FitRow> {
    rows(plan, on_cards(plan))
}

/// A plan with each model, by all of its parameters, the largest first; those of a mixture count
/// with all of its experts. The plan's model is as the plan has it. The sequence and the global
/// batch are those of the plan, also where it leaves them to the model.
///
/// ```
/// use cost::memory::Verdict;
/// use formats::link;
/// use search::fits::{first_that_fits, models};
/// let (plan, _) = link::decode("#v=1&p=llama3-8b/h100x1&ft=qlora&recipe=hf&seq=512&gbs=16");
/// let rows = models(&plan);
/// let largest = first_that_fits(&rows, Verdict::Fits).unwrap();
/// assert!(largest.plan.model.layers >= plan.model.layers);
/// assert_eq!((largest.plan.sequence(), largest.plan.global_batch()), (512, 16));
/// ```
#[must_use]
pub fn models(plan: &Plan) -> Vec<FitRow> {
    rows(plan, with_models(plan))
}

fn rows(plan: &Plan, plans: Vec<Plan>) -> Vec<FitRow> {
    let given = GivenPlan::of(plan);
    let plans = plans.into_iter();
    plans.map(|plan| FitRow::of(plan, &given)).collect()
}

/// The plans of [`cards`].
pub(super) fn on_cards(plan: &Plan) -> Vec<Plan> {
    let own = plan.cluster.gpu;
    let others = GPUS.iter().map(|entry| entry.gpu);
    let others = others.filter(|gpu| ![own.preset, CUSTOM].contains(&gpu.preset));
    let mut plans: Vec<Plan> = others.map(|gpu| on_card(plan, gpu)).collect();
    plans.push(plan.clone());
    plans.sort_by(|a, b| {
        let [a, b] = [a, b].map(|plan| plan.cluster.gpu.price);
        a.total_cmp(&b)
    });
    plans
}

/// The plans of [`models`].
pub(super) fn with_models(plan: &Plan) -> Vec<Plan> {
    let own = plan.model.preset;
    let others = MODELS.iter().map(|entry| entry.model);
    let others = others.filter(|model| ![own, CUSTOM].contains(&model.preset));
    let base = with_own_batch(plan);
    let mut plans: Vec<Plan> = others
        .map(|model| Plan {
            model,
            ..base.clone()
        })
        .collect();
    plans.push(plan.clone());
    plans.sort_by_cached_key(|plan| Reverse(ModelParams::of(&plan.model).total));
    plans
}

/// The plan on another card.
fn on_card(plan: &Plan, gpu: Gpu) -> Plan {
    let mut moved = plan.clone();
    moved.hold_measured();
    moved.move_to(gpu);
    moved
}

/// The plan with the sequence and the global batch that it has, even if a default gives them, so
/// that they stay when the model or the sequence changes.
pub(super) fn with_own_batch(plan: &Plan) -> Plan {
    let mut pinned = plan.clone();
    pinned.hold_measured();
    pinned.batch.sequence = Some(plan.sequence());
    pinned.batch.global = Some(plan.global_batch());
    pinned
}
