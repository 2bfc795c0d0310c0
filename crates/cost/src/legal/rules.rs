//! The rules that a legal plan keeps, a function for each group of them.

use super::{reason::Reason, stages};
use crate::plan::{ContextKind, Plan};

/// Every rule that a plan with numbers in range breaks, the most basic first.
pub(super) fn broken(plan: &Plan) -> Vec<Reason> {
    let mut reasons = Vec::new();
    model_reasons(plan, &mut reasons);
    tuning_reasons(plan, &mut reasons);
    card_reasons(plan, &mut reasons);
    tensor_reasons(plan, &mut reasons);
    mixer_reasons(plan, &mut reasons);
    context_reasons(plan, &mut reasons);
    pipeline_reasons(plan, &mut reasons);
    batch_reasons(plan, &mut reasons);
    expert_reasons(plan, &mut reasons);
    shard_reasons(plan, &mut reasons);
    reasons
}

fn model_reasons(plan: &Plan, reasons: &mut Vec<Reason>) {
    if plan.model.key_dim() == 0 {
        reasons.push(Reason::KeyWidth);
    }
    if plan.model.mla.is_some_and(|mla| mla.kv_rank == 0) {
        reasons.push(Reason::LatentRank);
    }
}

fn tuning_reasons(plan: &Plan, reasons: &mut Vec<Reason>) {
    let (tuning, layers) = (&plan.tuning, plan.model.layers);
    let frozen = tuning.frozen_first + tuning.frozen_last;
    if frozen >= layers {
        reasons.push(Reason::FrozenLayers { frozen, layers });
    } else if tuning.is_frozen() && !plan.has_adapters() {
        reasons.push(Reason::NoAdapters);
    }
}

fn card_reasons(plan: &Plan, reasons: &mut Vec<Reason>) {
    let dtype = plan.levers.dtype;
    if !plan.cluster.gpu.multiplies(dtype) {
        reasons.push(Reason::Dtype { dtype });
    }
}

fn tensor_reasons(plan: &Plan, reasons: &mut Vec<Reason>) {
    let (tensor, model) = (plan.layout.tensor, &plan.model);
    if !model.heads.is_multiple_of(tensor) {
        reasons.push(Reason::TensorHeads {
            tensor,
            heads: model.heads,
        });
    } else if !model.kv_heads.is_multiple_of(tensor) && !tensor.is_multiple_of(model.kv_heads) {
        reasons.push(Reason::TensorKvHeads {
            tensor,
            kv_heads: model.kv_heads,
        });
    } else if !model.ffn.is_multiple_of(tensor) {
        reasons.push(Reason::TensorFfn {
            tensor,
            ffn: model.ffn,
        });
    }
}

/// Ranks divide a linear mixer by its heads, context-parallel ones after an all-to-all (Megatron-LM,
/// `megatron/core/ssm/mamba_context_parallel.py`). Ranks beyond the heads of keys hold copies.
fn mixer_reasons(plan: &Plan, reasons: &mut Vec<Reason>) {
    let Some(mixer) = plan.model.mixer else {
        return;
    };
    let (tensor, context) = (plan.layout.tensor, plan.layout.context);
    let ranks = tensor.saturating_mul(context);
    if mixer.is_divided_by(ranks) {
        return;
    }
    let heads = if mixer.value_heads.is_multiple_of(ranks) {
        mixer.key_heads
    } else {
        mixer.value_heads
    };
    reasons.push(Reason::MixerHeads {
        tensor,
        context,
        heads,
    });
}

fn context_reasons(plan: &Plan, reasons: &mut Vec<Reason>) {
    let (context, sequence) = (plan.layout.context, plan.sequence());
    if context > 1 && !sequence.is_multiple_of(2 * context) {
        reasons.push(Reason::ContextSlices { context, sequence });
        return;
    }
    let (tensor, tokens) = (plan.layout.tensor, sequence / context);
    let heads = plan.model.heads / tensor;
    let deals_heads = plan.layout.context_kind == ContextKind::AllToAll && context > 1;
    if deals_heads && heads > 0 && !heads.is_multiple_of(context) {
        reasons.push(Reason::ContextHeads { context, heads });
    }
    // If t does not divide the heads, that reason suffices.
    let heads_agree = plan.model.heads.is_multiple_of(tensor);
    if plan.sequence_parallel() && heads_agree && !tokens.is_multiple_of(tensor) {
        reasons.push(Reason::SequenceSlices { tensor, tokens });
    }
}

fn pipeline_reasons(plan: &Plan, reasons: &mut Vec<Reason>) {
    let layout = &plan.layout;
    let (pipeline, virtual_stages) = (layout.pipeline, layout.virtual_stages);
    if virtual_stages > 1 && pipeline == 1 {
        reasons.push(Reason::VirtualWithoutPipeline { virtual_stages });
        return;
    }
    let schedule = plan.schedule();
    if virtual_stages > 1 && !schedule.facts().is_interleaved() {
        reasons.push(Reason::VirtualStages {
            virtual_stages,
            schedule,
        });
    }
    if schedule.facts().is_bidirectional() && !pipeline.is_multiple_of(2) {
        reasons.push(Reason::MeetingPipelines { pipeline });
    }
    let stages = stages::virtual_stages(plan);
    if !layout.split.is_empty() {
        let layers = layout
            .split
            .iter()
            .fold(0, |sum: u64, &part| sum.saturating_add(part));
        if layout.split.len() as u64 != stages || layers != plan.model.layers {
            reasons.push(Reason::Split {
                stages: layout.split.len() as u64,
                layers,
                wanted_stages: stages,
                wanted_layers: plan.model.layers,
            });
        }
        return;
    }
    let layers = stages::divided_layers(plan);
    // Each of several stages needs at least one layer or end; a single stage holds all.
    let ends_fit = !layout.ends_count || stages == 1 || layers / stages >= 1;
    if !layers.is_multiple_of(stages) || !ends_fit {
        reasons.push(Reason::Layers {
            layers,
            pipeline,
            virtual_stages: stages / pipeline,
        });
    }
}

fn batch_reasons(plan: &Plan, reasons: &mut Vec<Reason>) {
    let layout = &plan.layout;
    let (tensor, pipeline, context) = (layout.tensor, layout.pipeline, layout.context);
    let gpus = plan.cluster.gpus;
    let product = tensor.saturating_mul(pipeline).saturating_mul(context);
    if !gpus.is_multiple_of(product) {
        reasons.push(Reason::Degrees {
            tensor,
            pipeline,
            context,
            gpus,
        });
        return;
    }
    let (global, micro, data) = (plan.global_batch(), plan.batch.micro, plan.data_parallel());
    if !global.is_multiple_of(micro.saturating_mul(data)) {
        reasons.push(Reason::Batch {
            global,
            micro,
            data,
        });
        return;
    }
    let micro_batches = global / micro.saturating_mul(data).max(1);
    if plan.updates_in_backward() && (micro_batches > 1 || pipeline > 1) {
        reasons.push(Reason::UpdateInBackward {
            micro_batches,
            pipeline,
        });
    }
}

fn expert_reasons(plan: &Plan, reasons: &mut Vec<Reason>) {
    let (layout, moe) = (&plan.layout, &plan.model.moe);
    let (expert, expert_tensor) = (layout.expert, layout.expert_tensor);
    if moe.experts == 0 {
        if expert > 1 || expert_tensor > 1 {
            reasons.push(Reason::ExpertsMissing);
        }
        return;
    }
    if moe.per_token > moe.experts {
        reasons.push(Reason::ExpertsPerToken {
            per_token: moe.per_token,
            experts: moe.experts,
        });
    }
    if !moe.experts.is_multiple_of(expert) {
        reasons.push(Reason::Experts {
            expert,
            experts: moe.experts,
        });
    }
    if !moe.ffn.is_multiple_of(expert_tensor) {
        reasons.push(Reason::ExpertWidth {
            expert_tensor,
            ffn: moe.ffn,
        });
    }
    let ranks = plan.cluster.gpus / layout.pipeline;
    // Degrees that do not divide the cluster are a separate reason.
    let whole = plan.cluster.gpus.is_multiple_of(layout.pipeline);
    if whole && !ranks.is_multiple_of(expert.saturating_mul(expert_tensor)) {
        reasons.push(Reason::ExpertRanks {
            expert,
            expert_tensor,
            ranks,
        });
    }
}

fn shard_reasons(plan: &Plan, reasons: &mut Vec<Reason>) {
    let group = plan.layout.shard_group;
    let replicas = plan.data_parallel() * plan.layout.context;
    if group > 0 && replicas > 0 && !replicas.is_multiple_of(group) {
        reasons.push(Reason::ShardGroup { group, replicas });
    }
}
