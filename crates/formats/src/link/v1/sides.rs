//! Shared by reading and writing: the prefixes of a link's plans, and comparisons of plans.

use super::fields::FIELDS;
use crate::catalog;
use cost::plan::Plan;

/// Prefix of the keys of the measured plan.
pub(in crate::link) const MEASURED: &str = "m.";
/// Prefix of the keys of plan B.
pub(in crate::link) const RIVAL: &str = "b.";
/// Prefix of the keys of the plan measured on plan B's machine, if it is not plan A's.
pub(super) const RIVAL_MEASURED: &str = "b.m.";
/// The key, after the prefix of a side, of a plan that equals its start.
pub(super) const SAME: &str = "same";

/// True if both plans have the same measured figures.
pub(super) fn measured_alike(a: &Plan, b: &Plan) -> bool {
    (a.measured.step_s, a.measured.memory_gib) == (b.measured.step_s, b.measured.memory_gib)
}

/// True if all current values are equal.
pub(super) fn same(a: &Plan, b: &Plan) -> bool {
    presets(a) == presets(b) && FIELDS.iter().all(|field| (field.get)(a) == (field.get)(b))
}

/// `model/gpuxcount`.
pub(super) fn presets(plan: &Plan) -> String {
    let mut text = String::from(plan.model.preset);
    text.push('/');
    text.push_str(plan.cluster.gpu.preset);
    text.push('x');
    text.push_str(&plan.cluster.gpus.to_string());
    text
}

/// Sets the presets of `other`, if they differ.
pub(super) fn rebase(plan: &mut Plan, other: &Plan) {
    if plan.model.preset != other.model.preset {
        plan.model = catalog::model(other.model.preset).unwrap_or(plan.model);
    }
    if plan.cluster.gpu.preset != other.cluster.gpu.preset {
        plan.cluster.gpu = catalog::gpu(other.cluster.gpu.preset).unwrap_or(plan.cluster.gpu);
    }
    plan.cluster.gpus = other.cluster.gpus;
}
