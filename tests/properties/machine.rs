//! What holds of every measurement.

use proptest::prelude::*;
use shardwise::cost::coverage::NotModelled;
use shardwise::cost::estimate;

use super::config;
use super::drawn::likely_plan;

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn a_measurement_as_predicted_changes_nothing(drawn in likely_plan()) {
        let mut plan = drawn.0;
        let Ok(raw) = estimate(&plan) else {
            return Ok(());
        };
        plan.measured.step_s = Some(raw.time.total().0);
        plan.measured.memory_gib = Some(raw.memory.peak().gib());
        // A step below a millisecond cannot be measured, nor a gigabyte's thousandth part.
        let Ok(mut fitted) = estimate(&plan) else {
            return Ok(());
        };
        let machine = fitted.machine.take().expect("a machine");
        prop_assert_eq!((machine.pace, machine.overhead), (1.0, 0));
        prop_assert_eq!(fitted, raw);
    }

    #[test]
    fn every_other_plan_is_rescaled_alike(drawn in likely_plan(), pace in 0.1..10.0_f64) {
        let mut plan = drawn.0;
        plan.layout.pipeline = 1;
        plan.layout.virtual_stages = 1;
        plan.layout.schedule = None;
        plan.layout.split.clear();
        let Ok(raw) = estimate(&plan) else {
            return Ok(());
        };
        plan.measured.step_s = Some(raw.time.total().0 * pace);
        plan.hold_measured();
        plan.batch.micro *= 2;
        let (Ok(fitted), Ok(other)) = (estimate(&plan), estimate(&plan.bare())) else {
            return Ok(());
        };
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
