//! Nothing computes faster than its GPU's peak, however the FLOPs are counted.

use cost::convention::{Conventions, MfuKind, PeakKind};
use cost::kernel_times::KernelTimes;
use cost::legal::Legal;
use cost::model_flops::{Convention, flops_per_token};
use cost::params::ModelParams;
use cost::plan::Word;
use cost::waterfall::Waterfall;
use proptest::prelude::*;

use test_utils::config;
use test_utils::drawn::{Drawn, any_legal, of};

/// Relative error of rounding.
const ROUNDING: f64 = 1e-9;

proptest! {
    #![proptest_config(config(2_000))]

    #[test]
    fn no_utilisation_passes_the_peak(Drawn(plan) in any_legal()) {
        let utilisation = of(&plan).utilisation;
        // Products in 8 or 4 bits outrun the 16-bit peak, by what their own peak is higher.
        let ratio = (utilisation.peak.0 / utilisation.peak_16_bit.0).max(1.0);
        for &mfu in MfuKind::ALL {
            for &peak in PeakKind::ALL {
                let counted = Conventions { mfu, peak, ..Conventions::default() }.utilisation(&utilisation);
                let most = if peak == PeakKind::Dtype { 1.0 } else { ratio };
                prop_assert!(
                    (0.0..=most * (1.0 + ROUNDING)).contains(&counted),
                    "{} against {}: {counted} of {most}", mfu.word(), peak.word(),
                );
            }
        }
    }

    #[test]
    fn what_a_step_cannot_do_without_takes_no_more_than_the_peak(Drawn(plan) in any_legal()) {
        // Products of weights and the scores that the masks leave: a step that skips none of them
        // takes at least this long, so that nothing here is cut off at the peak.
        let utilisation = of(&plan).utilisation;
        let mut flops = flops_per_token(&plan.model, plan.sample(), Convention::Causal).0;
        // Frozen weights have no gradients.
        if plan.tuning.is_frozen() {
            flops -= 2.0 * ModelParams::of(&plan.model).multiplied as f64;
        }
        let rate = flops * utilisation.tokens_per_second;
        prop_assert!(rate <= utilisation.peak.0 * (1.0 + ROUNDING), "{}", rate / utilisation.peak.0);
    }

    #[test]
    fn no_kernel_passes_its_roof(Drawn(plan) in any_legal()) {
        let legal = Legal::check(&plan).expect("a legal plan");
        for spent in KernelTimes::of(&legal, &of(&plan)).kernels {
            prop_assert!(spent.reached <= 1.0 + ROUNDING, "{spent:?}");
        }
    }

    #[test]
    fn every_waterfall_ends_at_or_below_the_peak(Drawn(plan) in any_legal()) {
        let legal = Legal::check(&plan).expect("a legal plan");
        let estimate = of(&plan);
        for &mfu in MfuKind::ALL {
            let fall = Waterfall::of(&legal, &estimate, Conventions { mfu, ..Conventions::default() });
            let lost: f64 = fall.losses.iter().sum();
            prop_assert!(fall.end <= 1.0 + ROUNDING, "{fall:?}");
            prop_assert!((fall.start - lost + fall.credit - fall.end).abs() < 1e-9, "{fall:?}");
        }
    }
}
