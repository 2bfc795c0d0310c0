//! Properties of every measurement.

use cost::coverage::NotModelled;
use cost::estimate;
use proptest::prelude::*;

use super::config;
use test_utils::drawn::{Drawn, legal_plan, of};

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
        // A pace beyond what the cards can do is left out, and that is said.
        let is_refused = fitted.not_modelled.iter().any(|part| {
            matches!(part, NotModelled::StepBeyondPeak | NotModelled::PaceBeyondPeak)
        });
        prop_assert!(!is_refused || pace < 1.0, "no step is slower than possible");
        let expected = if is_refused { 1.0 } else { pace };
        prop_assert!((ratio / expected - 1.0).abs() < 1e-9, "{} instead of {}", ratio, expected);
        prop_assert!(fitted.utilisation.hfu <= 1.0 && fitted.utilisation.causal_mfu <= 1.0);
    }
}
