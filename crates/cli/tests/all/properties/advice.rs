//! Reports of plans: no advice contradicts its verdict, each sentence holds, and the JSON has what the
//! text says. `SHARDWISE_PLANS=100000` draws as many plans (`cargo xtask test --all`).

use fuzz::holds::written;
use proptest::prelude::*;

use super::held;
use test_utils::drawn::{Drawn, any_legal, legal_plan};
use test_utils::{config, plans};

proptest! {
    #![proptest_config(config(plans(1_200)))]

    #[test]
    fn reports_of_likely_plans_hold(Drawn(plan) in legal_plan()) {
        held(written::texts(&plan, &[]))?;
    }

    #[test]
    fn reports_of_wide_plans_hold(Drawn(plan) in any_legal()) {
        held(written::texts(&plan, &[]))?;
    }
}
