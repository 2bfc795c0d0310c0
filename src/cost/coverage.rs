//! What a plan asks for that the model does not cover yet: kept, left out of the estimate, and
//! reported.

use super::plan::Plan;

/// A part of a plan that the estimate leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotModelled {
    /// Its key in a link.
    pub key: &'static str,
}

/// Everything in a plan that the estimate leaves out, in the order of the keys in a link;
/// `refused` are the keys of measurements that cannot be right.
#[must_use]
pub fn not_modelled(plan: &Plan, refused: &[&'static str]) -> Vec<NotModelled> {
    let rival = plan.rival.is_some().then_some("b");
    refused
        .iter()
        .copied()
        .chain(rival)
        .map(|key| NotModelled { key })
        .collect()
}
