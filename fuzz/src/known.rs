//! Violations that are known: where a property does not hold, and why not. A run prints how often
//! each was met; none is passed over in silence, and none is left here once it is mended.

use shardwise::cost::plan::Plan;

use crate::holds::Failure;

/// A violation that is known.
pub struct Known {
    /// Whether it is of this property.
    property: fn(&str) -> bool,
    /// Whether it is of this plan.
    of: fn(&Plan) -> bool,
    /// By what share a figure may go the wrong way: what goes further is not known.
    most: f64,
    /// Which plans these are, and why the property does not hold of them.
    why: &'static str,
}

/// All of them.
pub static KNOWN: [Known; 2] = [
    // Measured over some 10⁵ plans: none reverses by more than a hundredth.
    Known {
        property: |name| name.ends_with("takes no longer"),
        of: |plan| plan.layout.pipeline > 1 && plan.schedule().splits_backward(),
        most: 0.02,
        why: "with a split backward, weight gradients run where a rank would wait, so that shorter \
              blocks fall into another order and may end later (Graham 1969, anomalies of list \
              scheduling)",
    },
    Known {
        property: |name| name == "what Megatron-LM can say comes back",
        of: |plan| {
            let stack = &plan.stack;
            let is_default = stack.kernels.is_none()
                && stack.flash_generation.is_none()
                && stack.messages.is_none()
                && stack.imbalance.is_none()
                && stack.moe_software == 0.5;
            !is_default
        },
        most: f64::INFINITY,
        why: "kern, fagen, msg, moesw and imbal are of no option, and the file does not say so",
    },
];

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
    use crate::holds::Failure;
    use shardwise::link;

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
