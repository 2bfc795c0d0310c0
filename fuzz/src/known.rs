//! Violations that are known: where a property does not hold, and why not. A run prints how often
//! each was met; none is passed over in silence, and none is left here once it is mended.

use cost::plan::limits::VOCAB;
use cost::plan::{Kernels, Plan, Positions, Recipe};

use crate::failure::Failure;

/// A violation that is known.
pub struct Known {
    /// Whether it is of this property.
    property: fn(&str) -> bool,
    /// Whether it is of this plan.
    of: fn(&Plan) -> bool,
    /// By what share a figure may go the wrong way: what goes further is not known.
    most: f64,
    /// Description of these plans, and the reason why the property does not hold for them.
    why: &'static str,
}

/// All of them.
pub static KNOWN: [Known; 11] = [
    Known {
        property: |name| name.ends_with("takes no longer") || name.contains("no less time"),
        of: |plan| plan.layout.pipeline > 1 && plan.schedule().validates_afterwards(),
        most: 0.02,
        why: "where ranks validate afterwards a rank is timed from its own start, which comes \
              earlier where blocks are shorter (Qi 2023, section 4)",
    },
    Known {
        property: |name| name == "what Megatron-LM can say comes back",
        of: |plan| {
            let stack = &plan.stack;
            let is_default = stack.kernels.is_none()
                && stack.flash_generation.is_none()
                && stack.messages.is_none()
                && stack.imbalance.is_none()
                && stack.overlap.is_none()
                && stack.moe_software == 0.5;
            !is_default
        },
        most: f64::INFINITY,
        why: "kern, fagen, msg, moesw, imbal and some of overlap are of no option, and the file does \
              not say so",
    },
    Known {
        property: |name| name == "what Megatron-LM can say comes back",
        of: |plan| plan.layout.pipeline == 1 && plan.layout.schedule.is_some(),
        most: f64::INFINITY,
        why: "a schedule without a pipeline counts for memory, and the file does not say so",
    },
    Known {
        property: |name| name == "twice the micro-batches take no less time and no less memory",
        of: |plan| {
            let (p, m) = (plan.layout.pipeline, micro_batches(plan));
            p > 1 && plan.schedule().splits_backward() && m <= 2 * p
        },
        most: f64::INFINITY,
        why: "with few micro-batches the weight gradients of the model's end wait, which keep the \
              gradients of its logits; with more a rank has to run them sooner \
              (crates/cost/tests/schedule/split.rs)",
    },
    Known {
        property: |name| name == "what Megatron-LM can say comes back",
        of: |plan| {
            let model = &plan.model;
            model.positions == Positions::Learned && plan.sequence() > model.trained_sequence
        },
        most: f64::INFINITY,
        why: "a file has learned positions for every token of its sequences, a plan only for those \
              of its model",
    },
    Known {
        property: |name| name == "what Megatron-LM can say comes back",
        of: |plan| plan.stack.recipe != Recipe::Megatron,
        most: f64::INFINITY,
        why: "what such a file starts is Megatron-LM, whatever wrote it",
    },
    Known {
        property: |name| name == "what Megatron-LM can say comes back",
        of: |plan| plan.model.full_attention_every > 0,
        most: f64::INFINITY,
        why: "no key of a link says every how many layers attention has no window, so that it is \
              lost where a model is no longer one of the catalogue",
    },
    Known {
        property: |name| name == "a fused loss needs no more memory than a plain one",
        of: |plan| plan.stack.recipe == Recipe::Nemo || plan.kernels() == Kernels::EarlyFused,
        most: 1.0,
        why: "NeMo's switch, and that of Megatron-LM's early kernels, turns on the latter's own fused \
              loss, which keeps a second fp32 copy of the logits (crates/cli/tests/properties/faster.rs)",
    },
    Known {
        property: |name| name == "no layout is better than the best",
        of: |plan| plan.data_parallel() * plan.layout.context == 1,
        most: f64::INFINITY,
        why: "a search writes ZeRO-1 on ranks that share no weights, and other stages need less there",
    },
    Known {
        property: |name| name == "what Megatron-LM can say comes back",
        of: |plan| !plan.model.vocab.is_multiple_of(plan.layout.tensor),
        most: f64::INFINITY,
        why: "Megatron-LM pads a vocabulary that its ranks cannot share out evenly",
    },
    Known {
        property: |name| name == "what is exported is understood when it is imported",
        of: |plan| {
            let padded = plan.model.vocab.next_multiple_of(plan.layout.tensor);
            padded > *VOCAB.end()
        },
        most: f64::INFINITY,
        why: "Megatron-LM pads the largest vocabulary beyond what a plan can hold",
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
        (known.property)(failure.property) && failure.by <= known.most && (known.of)(plan)
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
    }
}
