//! What holds of every measurement.

use proptest::prelude::*;
use shardwise::cost::estimate;

use super::config;
use super::drawn::{Drawn, legal_plan, of};

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn a_measurement_as_predicted_changes_nothing(Drawn(mut plan) in legal_plan()) {
        let raw = of(&plan);
        plan.measured.step_s = Some(raw.time.total().0);
        plan.measured.memory_gib = Some(raw.memory.peak().gib());
        // A step below a millisecond cannot be measured, nor a gigabyte's thousandth part.
        let fitted = estimate(&plan);
        prop_assume!(fitted.is_ok());
        let mut fitted = fitted.expect("just seen");
        let machine = fitted.machine.take().expect("a machine");
        prop_assert_eq!((machine.pace, machine.overhead), (1.0, 0));
        prop_assert_eq!(fitted, raw);
    }

    #[test]
    fn every_other_plan_is_rescaled_alike(Drawn(mut plan) in legal_plan(), pace in 0.1..10.0_f64) {
        plan.layout.pipeline = 1;
        plan.layout.virtual_stages = 1;
        plan.layout.schedule = None;
        plan.layout.split.clear();
        let raw = estimate(&plan);
        prop_assume!(raw.is_ok());
        plan.measured.step_s = Some(raw.expect("just seen").time.total().0 * pace);
        plan.hold_measured();
        plan.batch.micro *= 2;
        let both = estimate(&plan).ok().zip(estimate(&plan.bare()).ok());
        prop_assume!(both.is_some());
        let (fitted, other) = both.expect("just seen");
        let ratio = fitted.time.total().0 / other.time.total().0;
        prop_assert!((ratio / pace - 1.0).abs() < 1e-9, "{} instead of {}", ratio, pace);
    }
}
