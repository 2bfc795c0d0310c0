//! Properties of every measurement.

use cost::coverage::NotModelled;
use cost::estimate;
use cost::plan::limits::NUMBER;
use proptest::prelude::*;

use test_utils::config;
use test_utils::drawn::{Drawn, legal_plan, of};

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn a_measurement_as_predicted_changes_nothing(Drawn(mut plan) in legal_plan()) {
        let raw = of(&plan);
        plan.measured.step_s = Some(raw.time.total().0);
        plan.measured.memory_gib = Some(raw.memory.peak().gib());
        // Only what no plan can say is refused.
        let has_range = |number: Option<f64>| number.is_some_and(|number| NUMBER.contains(&number));
        let is_sayable = has_range(plan.measured.step_s) && has_range(plan.measured.memory_gib);
        let fitted = estimate(&plan);
        prop_assert_eq!(fitted.is_ok(), is_sayable, "{:?}", plan.measured);
        // Not counted as a case: all that count are compared.
        prop_assume!(is_sayable);
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
        let is_sayable = plan.measured.step_s.is_some_and(|step| NUMBER.contains(&step));
        plan.hold_measured();
        plan.batch.micro *= 2;
        let other = estimate(&plan.bare());
        // Twice the micro-batch may be illegal, and fewer stages may be for a split of layers.
        prop_assume!(other.is_ok());
        let fitted = estimate(&plan);
        prop_assert_eq!(fitted.is_ok(), is_sayable, "{:?}", plan.measured);
        // Not counted as a case: all that count are compared.
        prop_assume!(is_sayable);
        let fitted = fitted.expect("just seen");
        let other = other.expect("just seen");
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
