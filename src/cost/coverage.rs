//! What a plan asks for that the model does not cover yet: kept, left out of the estimate, and
//! reported.

use super::plan::Plan;

/// A part of a plan that the estimate leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotModelled {
    /// Its key in a link.
    pub key: &'static str,
}

/// Everything in a plan that the estimate leaves out, in the order of the keys in a link.
#[must_use]
pub fn not_modelled(plan: &Plan) -> Vec<NotModelled> {
    [
        ("mstep", plan.measured.step_s.is_some()),
        ("mmem", plan.measured.memory_gib.is_some()),
        ("b", plan.rival.is_some()),
    ]
    .into_iter()
    .filter(|&(_, asked)| asked)
    .map(|(key, _)| NotModelled { key })
    .collect()
}
