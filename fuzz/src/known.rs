//! Violations that are known: where a property does not hold, and why not. A run prints how often
//! each was met; none is passed over in silence, and none is left here once it is mended.

use cost::legal::Legal;
use cost::plan::limits::VOCAB;
use cost::plan::{Kernels, Plan, Schedule};
use cost::schedule::Pipeline;

use crate::failure::Failure;

/// A violation that is known.
pub struct Known {
    /// True if it is of this property.
    property: fn(&str) -> bool,
    /// True if it is of this plan.
    of: fn(&Plan) -> bool,
    /// By what share a figure may go the wrong way: what goes further is not known.
    most: fn(&Plan) -> f64,
    /// Description of these plans, and the reason why the property does not hold for them.
    why: &'static str,
}

/// All of them.
pub static KNOWN: [Known; 6] = [
    Known {
        property: |name| name.ends_with("takes no longer") || name.contains("no less time"),
        of: |plan| plan.layout.pipeline > 1 && plan.schedule().validates_afterwards(),
        most: |_| 0.02,
        why: "where ranks validate afterwards a rank is timed from its own start, which comes \
              earlier where blocks are shorter (Qi 2023, section 4; crates/cost/tests/all/schedule/split.rs)",
    },
    Known {
        property: |name| name.ends_with("takes no longer"),
        of: |plan| plan.model.moe.experts > 0 && plan.schedule().facts().overlaps_passes(),
        // The largest of 450,000 links was 0.00007.
        most: |_| 0.001,
        why: "every forward beside a backward hides as much expert exchange as the stage that can \
              hide least; a faster card shortens that stage's compute by more than the others' \
              (crates/cost/src/step/overlap.rs)",
    },
    Known {
        property: |name| name == "twice the micro-batches take no less time",
        of: |plan| {
            let legal = Legal::check(plan);
            legal.is_ok_and(|legal| !Pipeline::of(&legal).is_simulated_exactly())
        },
        most: |_| 0.02,
        why: "a pipeline of hundreds of stages is extrapolated from shorter ones, each time from others \
              (crates/cost/tests/all/schedule/extrapolate.rs)",
    },
    Known {
        property: |name| name == "twice the micro-batches need no less memory",
        of: |plan| {
            let (p, m) = (plan.layout.pipeline, micro_batches(plan));
            p > 1 && plan.schedule().splits_backward() && m <= 2 * p
        },
        // A rank holds at most p micro-batches, with ZB-H2 2p - 1 (Qi 2023, section 2.2), or all m
        // of the step, and with more micro-batches one at least. The largest share of 120,000
        // links was 1.21 and of a plan with nothing but logits 3.1; both plans are in the corpus.
        most: |plan| {
            let p = plan.layout.pipeline;
            let most = match plan.schedule() {
                Schedule::ZbH2 => 2 * p - 1,
                _ => p,
            };
            micro_batches(plan).min(most) as f64 - 1.0
        },
        why: "with few micro-batches the weight gradients of the model's end wait, which keep its \
              activations and the gradients of its logits; with more a rank has to run them sooner \
              (crates/cost/tests/all/schedule/split.rs)",
    },
    Known {
        property: |name| name == "a fused loss needs no more memory than a plain one",
        of: |plan| plan.kernels() == Kernels::EarlyFused,
        most: |_| 1.0,
        why: "the switch of Megatron-LM's early kernels turns on its own fused loss, which keeps a \
              second fp32 copy of the logits (crates/cli/tests/all/properties/directions.rs)",
    },
    Known {
        property: |name| name == "what is exported is understood when it is imported",
        of: |plan| {
            let padded = plan.model.vocab.next_multiple_of(plan.layout.tensor);
            padded > *VOCAB.end()
        },
        most: |_| 1.0,
        why: "Megatron-LM pads the largest vocabulary beyond what a plan can hold: one option",
    },
];

/// Micro-batches of a step.
fn micro_batches(plan: &Plan) -> u64 {
    let once = plan.batch.micro.saturating_mul(plan.data_parallel());
    plan.global_batch() / once.max(1)
}

impl Known {
    /// Why it is known, for a property.
    #[must_use]
    pub fn name(&self, property: &str) -> String {
        [property, ": ", self.why].concat()
    }
}

/// The known violation that a failure of a plan is, if it is one.
#[must_use]
pub fn known(failure: &Failure, plan: &Plan) -> Option<&'static Known> {
    let mut all = KNOWN.iter();
    all.find(|known| {
        (known.property)(failure.property) && failure.by <= (known.most)(plan) && (known.of)(plan)
    })
}

#[cfg(test)]
mod tests {
    use super::known;
    use crate::failure::Failure;
    use formats::link;

    #[test]
    fn what_goes_further_than_is_known_is_told() {
        let known_of = |link: &str, by: f64| {
            let failure = Failure {
                property: "a card with twice the peak takes no longer",
                said: String::new(),
                by,
            };
            known(&failure, &link::decode(link).0).is_some()
        };
        let split = "#v=1&p=llama3-8b/h100x8&pp=4&sched=vhalf";
        assert!(known_of(split, 0.001));
        assert!(!known_of(split, 0.1));
        assert!(!known_of("#v=1&p=llama3-8b/h100x8&pp=4", 0.001));
        let fewer = |by: f64| {
            let failure = Failure {
                property: "twice the micro-batches need no less memory",
                said: String::new(),
                by,
            };
            let plan = link::decode("#v=1&p=llama3-8b/h100x4&pp=4&sched=zbh1&gbs=8").0;
            known(&failure, &plan).is_some()
        };
        assert!(fewer(1.2) && !fewer(3.1));
    }
}
