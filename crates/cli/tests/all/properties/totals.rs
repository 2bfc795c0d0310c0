//! Totals: every number of an estimate is one, and parts add up.

use cost::plan::Plan;
use cost::{Estimate, estimate};
use fuzz::holds::totals::totals;
use proptest::prelude::*;

use test_utils::config;
use test_utils::drawn::{Drawn, absurd_plan, legal_plan, of};

/// Every number of an estimate is a number, none is negative, and parts add up.
pub(crate) fn check(plan: &Plan, estimate: &Estimate) -> Result<(), TestCaseError> {
    let failed = |failure| TestCaseError::fail(format!("{failure:?}"));
    totals(plan, estimate).map_err(failed)
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn likely_plans_add_up(Drawn(plan) in legal_plan()) {
        check(&plan, &of(&plan))?;
    }

    #[test]
    fn the_shares_of_the_card_are_those_of_the_fullest_gpu(Drawn(plan) in legal_plan()) {
        let estimate = of(&plan);
        let Estimate { memory, .. } = &estimate;
        let fullest = memory.fullest();
        let [state, activations] = [estimate.state_share(), estimate.activation_share()];
        prop_assert!(state >= 0.0 && activations >= 0.0, "{state}, {activations}");
        let others = [fullest.buffers, fullest.overhead];
        let others = others.map(|bytes| bytes.0 as f64).iter().sum::<f64>();
        let capacity = memory.capacity.0 as f64;
        let all = (state + activations) * capacity + others;
        let total = fullest.total().0 as f64;
        prop_assert!((all - total).abs() <= 1e-9 * total, "{all} of {total}");
    }

    #[test]
    fn absurd_plans_give_an_estimate_or_reasons(plan in absurd_plan()) {
        match estimate(&plan) {
            Ok(estimate) => check(&plan, &estimate)?,
            Err(reasons) => {
                prop_assert!(!reasons.is_empty());
                for reason in &reasons {
                    prop_assert!(text::reasons::reason(reason, &plan).ends_with('.'), "{reason:?}");
                }
            }
        }
    }
}
