//! Shared by reading and writing: the prefixes of a link's plans, and comparisons of plans.

use super::fields::FIELDS;
use crate::catalog;
use cost::plan::Plan;

/// Before the keys of the plan that was measured.
pub(super) const MEASURED: &str = "m.";
/// Before the keys of plan B.
pub(super) const RIVAL: &str = "b.";
/// Before the keys of the plan that was measured on plan B's machine, where it is not plan A's.
pub(super) const RIVAL_MEASURED: &str = "b.m.";
/// After the prefix of a side: the key of a plan that equals the one it starts from.
pub(super) const SAME: &str = "same";

/// True if the figures measured are the same.
pub(super) fn measured_alike(a: &Plan, b: &Plan) -> bool {
    (a.measured.step_s, a.measured.memory_gib) == (b.measured.step_s, b.measured.memory_gib)
}

/// True if no current value differs.
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

/// Takes over the presets of `other` where they differ.
pub(super) fn rebase(plan: &mut Plan, other: &Plan) {
    if plan.model.preset != other.model.preset {
        plan.model = catalog::model(other.model.preset).unwrap_or(plan.model);
    }
    if plan.cluster.gpu.preset != other.cluster.gpu.preset {
        plan.cluster.gpu = catalog::gpu(other.cluster.gpu.preset).unwrap_or(plan.cluster.gpu);
    }
    plan.cluster.gpus = other.cluster.gpus;
}
