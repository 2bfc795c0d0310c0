//! Effects of a stage of ZeRO on ranks that share no state.

use super::per_parameter::{PerParameter, waiting_gradient_bytes};
use super::step::{casts_by_autocast, copies_gradients};
use crate::plan::{GradientSync, Offload, Plan, ZeroStage};

/// Effects of a plan's stage of ZeRO on ranks that share their state with no others, in any layout of
/// the plan. Two stages with equal effects make the same estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnsharedEffects {
    each: PerParameter,
    /// True if gradients that wait for their reduction have another type than others.
    waits_in_another_type: bool,
    casts: bool,
    steps_in_groups: bool,
    weights_on_host: bool,
}

impl UnsharedEffects {
    /// The effects of a plan's stage of ZeRO.
    #[must_use]
    pub fn of(plan: &Plan) -> Self {
        let each = PerParameter::of(plan);
        let zero = plan.layout.zero;
        let waits = zero.shards_gradients()
            && plan.stack.recipe.shards_fully()
            && plan.stack.gradient_sync != Some(GradientSync::Each);
        Self {
            each,
            waits_in_another_type: waits && waiting_gradient_bytes(plan) != each.gradients,
            casts: casts_by_autocast(plan),
            steps_in_groups: copies_gradients(plan) && zero == ZeroStage::Three,
            weights_on_host: plan.levers.offload.contains(Offload::Parameters)
                && zero.shards_weights(),
        }
    }
}
