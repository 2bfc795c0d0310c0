//! Why a plan cannot exist.

use cost::legal::{Legal, Reason};
use cost::plan::{Plan, Word};
use search::change::Change;
use search::degrees;

messages!("reasons");

/// The reason why a plan is illegal, with the legal values of the axis.
#[must_use]
pub fn reason(reason: &Reason, plan: &Plan) -> String {
    match *reason {
        Reason::OutOfRange { key } => out_of_range(key),
        Reason::LatentRank => latent_rank().to_owned(),
        Reason::NoAdapters => no_adapters().to_owned(),
        Reason::FrozenLayers { frozen, layers } => frozen_layers(frozen, layers),
        Reason::UpdateInBackward {
            micro_batches,
            pipeline,
        } => update_in_backward(micro_batches, pipeline),
        Reason::KeyWidth => key_width().to_owned(),
        Reason::Dtype { dtype: refused } => dtype(refused.word()),
        Reason::ContextHeads { context, heads } => context_heads(context, heads),
        Reason::TensorHeads { tensor, heads } => {
            tensor_heads(tensor, heads, &degrees::tensor(plan))
        }
        Reason::MixerHeads {
            tensor,
            context,
            heads,
        } => mixer_heads(tensor, context, heads),
        Reason::TensorKvHeads { tensor, kv_heads } => {
            tensor_kv_heads(tensor, kv_heads, &degrees::tensor(plan))
        }
        Reason::TensorFfn { tensor, ffn } => tensor_ffn(tensor, ffn, &degrees::tensor(plan)),
        Reason::SequenceSlices { tensor, tokens } => sequence_slices(tokens, tensor),
        Reason::ContextSlices { context, sequence } => {
            context_slices(context, 2 * context, sequence, &degrees::context(plan))
        }
        Reason::Degrees {
            tensor,
            pipeline,
            context,
            gpus,
        } => {
            let product = tensor.saturating_mul(pipeline).saturating_mul(context);
            degrees(tensor, pipeline, context, product, gpus)
        }
        Reason::Layers {
            layers: all,
            pipeline,
            virtual_stages,
        } => {
            let stages = pipeline.saturating_mul(virtual_stages);
            let legal = degrees::pipeline(plan);
            // All stages have the rounded-down share or one layer more.
            match degrees::uneven(plan).iter().min() {
                None => layers(all, stages, &legal),
                Some(&fewest) => {
                    let written = if divides_with_ends(plan) {
                        layers_or_ends
                    } else {
                        layers_or_uneven
                    };
                    written(all, stages, fewest, fewest.saturating_add(1), &legal)
                }
            }
        }
        Reason::Split {
            stages,
            layers,
            wanted_stages,
            wanted_layers,
        } => split(layers, stages, wanted_layers, wanted_stages),
        Reason::Batch {
            global,
            micro,
            data,
        } => batch(global, micro, data, micro.saturating_mul(data)),
        Reason::VirtualStages {
            virtual_stages: each,
            schedule,
        } => virtual_stages(each, schedule.word()),
        Reason::MeetingPipelines { pipeline } => meeting_pipelines(pipeline),
        Reason::VirtualWithoutPipeline { virtual_stages } => {
            virtual_without_pipeline(virtual_stages)
        }
        Reason::ExpertsMissing => experts_missing().to_owned(),
        Reason::ExpertsPerToken { per_token, experts } => experts_per_token(per_token, experts),
        Reason::Experts {
            expert,
            experts: all,
        } => experts(expert, all, &degrees::expert(plan)),
        Reason::ExpertWidth { expert_tensor, ffn } => expert_width(expert_tensor, ffn),
        Reason::ExpertRanks {
            expert,
            expert_tensor,
            ranks,
        } => expert_ranks(expert.saturating_mul(expert_tensor), ranks),
        Reason::ShardGroup { group, replicas } => shard_group(group, replicas),
    }
}

/// True if the layers divide into equal stages once embedding and loss count as a layer each.
fn divides_with_ends(plan: &Plan) -> bool {
    let counted = Change::applied(&[Change::EndsCount(true)], plan);
    let reasons = Legal::check(&counted).err().unwrap_or_default();
    let is_of_layers = |reason: &Reason| matches!(reason, Reason::Layers { .. });
    !plan.layout.ends_count && !reasons.iter().any(is_of_layers)
}
