//! Lengths of samples: what packing and padding change of any estimate, and what they leave.

use cost::legal::Legal;
use cost::plan::{Packing, Plan};
use cost::timeline::Timeline;
use cost::{Estimate, estimate};
use proptest::prelude::*;
use test_utils::config;
use test_utils::drawn::{Drawn, any_legal, of};

/// Relative error of rounding.
const ROUNDING: f64 = 1e-9;

/// The plan with samples of a share of its sequences.
fn with(plan: &Plan, packing: Packing, share: f64) -> Plan {
    let mut other = plan.clone();
    other.batch.sample = Some(((plan.sequence() as f64 * share) as u64).max(1));
    other.batch.packing = packing;
    other.batch.global = Some(plan.global_batch());
    other
}

/// The plan with full sequences.
fn full(plan: &Plan) -> Plan {
    let mut other = with(plan, Packing::Packed, 1.0);
    other.batch.sample = None;
    other
}

fn step(estimate: &Estimate) -> f64 {
    estimate.time.total().0
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn full_samples_change_nothing(Drawn(plan) in any_legal()) {
        let without = of(&full(&plan));
        for packing in [Packing::Packed, Packing::Padded] {
            for more in [0, 1] {
                let mut other = with(&plan, packing, 1.0);
                other.batch.sample = other.batch.sample.map(|mean| mean + more);
                prop_assert_eq!(&of(&other), &without);
            }
        }
    }

    #[test]
    fn lengths_change_no_memory(Drawn(plan) in any_legal(), share in 0.0..1.0) {
        let without = of(&full(&plan));
        for packing in [Packing::Packed, Packing::Padded] {
            let other = of(&with(&plan, packing, share));
            prop_assert_eq!(&other.memory, &without.memory);
            prop_assert_eq!(&other.host, &without.host);
        }
    }

    /// With a window that most documents exceed, shorter ones have hardly fewer pairs, and lose pace.
    #[test]
    fn shorter_documents_take_no_longer(Drawn(mut plan) in any_legal(), share in 0.0..1.0) {
        plan.model.window = 0;
        let longer = step(&of(&with(&plan, Packing::Packed, share)));
        let shorter = step(&of(&with(&plan, Packing::Packed, share / 2.0)));
        prop_assert!(shorter <= longer * (1.0 + ROUNDING), "{shorter} {longer}");
    }

    /// A step of padded sequences is that of a plan whose sequences are as long.
    #[test]
    fn a_padded_step_is_that_of_its_mean_length(Drawn(plan) in any_legal(), share in 0.0..1.0) {
        let padded = with(&plan, Packing::Padded, share);
        let mut shorter = full(&plan);
        shorter.batch.sequence = Some(padded.padded_sequence());
        let (padded, shorter) = (of(&padded), estimate(&shorter));
        prop_assert!(shorter.is_ok(), "{shorter:?}");
        if padded.machine.is_none() {
            prop_assert_eq!(shorter.map(|estimate| estimate.time), Ok(padded.time));
        }
    }

    /// Without Flash Attention the products of an odd length are misaligned.
    #[test]
    fn padded_time_lies_between_that_of_the_mean_and_of_the_longest(
        Drawn(mut plan) in any_legal(),
        share in 0.0..1.0,
    ) {
        plan.levers.flash = true;
        let padded = with(&plan, Packing::Padded, share);
        let mut alone = padded.clone();
        alone.batch.micro = 1;
        let mut least = full(&plan);
        least.batch.sequence = Some(alone.padded_sequence());
        let [least, time, most] = [least, padded, full(&plan)].map(|plan| step(&of(&plan)));
        prop_assert!(least <= time * (1.0 + ROUNDING), "{least} {time}");
        prop_assert!(time <= most * (1.0 + ROUNDING), "{time} {most}");
    }

    /// Without Flash Attention packed sequences compute a larger square.
    #[test]
    fn packed_samples_train_at_least_as_fast(Drawn(mut plan) in any_legal(), share in 0.0..1.0) {
        plan.levers.flash = true;
        let speed = |packing| {
            of(&with(&plan, packing, share)).utilisation.tokens_per_second
        };
        let (padded, packed) = (speed(Packing::Padded), speed(Packing::Packed));
        prop_assert!(padded <= packed * (1.0 + ROUNDING), "{padded} {packed}");
    }

    /// The views of a step last as long as the step.
    #[test]
    fn the_timeline_is_that_of_the_estimate(Drawn(plan) in any_legal(), share in 0.0..1.0) {
        for packing in [Packing::Packed, Packing::Padded] {
            let plan = with(&plan, packing, share);
            let estimate = of(&plan);
            let legal = Legal::check(&plan).expect("a legal plan");
            if let Some(timeline) = Timeline::of(&legal, &estimate) {
                // A rank that validates afterwards is timed from its own start.
                let shown = if legal.plan.schedule().validates_afterwards() {
                    timeline.rows()[timeline.busiest()].step.total().0
                } else {
                    timeline.end().0
                };
                let step = step(&estimate);
                prop_assert!((shown / step - 1.0).abs() < 1e-6, "{shown} {step}");
            }
        }
    }
}
