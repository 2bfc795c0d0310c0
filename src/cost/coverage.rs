//! What a plan asks for that the model does not cover yet: kept, left out of the estimate, and
//! reported.

use super::plan::{Dtype, Module, Plan, Schedule, WordSet};

/// A part of a plan that the estimate leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotModelled {
    /// Its key in a link.
    pub key: &'static str,
}

/// Everything in a plan that the estimate leaves out, in the order of the keys in a link.
#[must_use]
pub fn not_modelled(plan: &Plan) -> Vec<NotModelled> {
    let Plan {
        model,
        layout,
        levers,
        measured,
        ..
    } = plan;
    let routed = WordSet::of(&[Module::MoeActivation, Module::Moe, Module::MlaUp]);
    let plain_schedule = matches!(
        plan.schedule(),
        Schedule::GPipe | Schedule::OneFOneB | Schedule::Interleaved
    );
    let scaled_dtype = matches!(
        levers.dtype,
        Dtype::Fp8 | Dtype::Fp8Block | Dtype::MxFp8 | Dtype::NvFp4
    );
    [
        ("experts", model.moe.experts > 0),
        ("mla", model.mla.is_some()),
        ("mtp", model.multi_token_layers > 0),
        ("ep", layout.expert > 1),
        ("etp", layout.expert_tensor > 1),
        ("sched", !plain_schedule),
        ("hsdp", layout.shard_group > 0),
        ("dtype", scaled_dtype),
        ("ckptmod", levers.modules.bits() & routed.bits() != 0),
        ("off", !levers.offload.is_empty()),
        ("mstep", measured.step_s.is_some()),
        ("mmem", measured.memory_gib.is_some()),
        ("b", plan.rival.is_some()),
    ]
    .into_iter()
    .filter(|&(_, asked)| asked)
    .map(|(key, _)| NotModelled { key })
    .collect()
}
