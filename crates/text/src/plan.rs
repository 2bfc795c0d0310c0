//! A plan in a line, and what follows from its settings.

use crate::number::{fixed, grouped};
use cost::plan::Plan;
use formats::catalog::{self, CUSTOM};

use crate::presets;

messages!("plan");

/// `Llama-3 70B on 64 × H100 80 GB`.
#[must_use]
pub fn title_of(plan: &Plan) -> String {
    let model = catalog::model_entry(plan.model.preset);
    let name = model.map_or(CUSTOM, presets::model);
    let is_changed =
        model.is_some_and(|entry| entry.model != plan.model && plan.model.preset != CUSTOM);
    let gpu = catalog::gpu_entry(plan.cluster.gpu.preset).map_or(CUSTOM, presets::gpu);
    if is_changed {
        title_changed(name, plan.cluster.gpus, gpu)
    } else {
        title(name, plan.cluster.gpus, gpu)
    }
}

/// Derivation of the data-parallel size from the GPUs and the other degrees.
#[must_use]
pub fn data_parallel(plan: &Plan) -> String {
    let layout = &plan.layout;
    let mut factors = vec![layout.tensor, layout.pipeline];
    factors.extend((layout.context > 1).then_some(layout.context));
    let gpus = plan.cluster.gpus;
    let degrees = factors
        .iter()
        .fold(1_u64, |all, one| all.saturating_mul(*one));
    let data = if gpus.is_multiple_of(degrees.max(1)) {
        grouped(plan.data_parallel())
    } else {
        fixed(gpus as f64 / degrees.max(1) as f64, 2)
    };
    let factors: Vec<String> = factors.into_iter().map(grouped).collect();
    data_follows(gpus, &factors.join("·"), &data)
}

/// Derivation of the number of experts on each GPU, and of the copies of each expert: `256 experts
/// a layer ÷ 8 = 32 on each GPU, in 16 copies`.
#[must_use]
pub fn experts(plan: &Plan) -> String {
    let (layout, experts) = (&plan.layout, plan.model.moe.experts);
    let (expert, tensor) = (layout.expert.max(1), layout.expert_tensor.max(1));
    let ranks = plan.cluster.gpus / layout.pipeline.max(1);
    let held = expert.saturating_mul(tensor);
    if experts == 0 || !experts.is_multiple_of(expert) || !ranks.is_multiple_of(held) {
        return experts_undivided().to_owned();
    }
    let (each, copies) = (experts / expert, ranks / held);
    if tensor == 1 {
        experts_follow(experts, expert, each, copies)
    } else {
        experts_follow_cut(experts, expert, each, tensor, copies)
    }
}

/// Which of length and batch the plan leaves open, so that it has the default; empty if neither.
#[must_use]
pub fn left_open(plan: &Plan) -> &'static str {
    match (plan.batch.sequence, plan.batch.global) {
        (Some(_), Some(_)) => "",
        (None, Some(_)) => open_length(),
        (Some(_), None) => open_sequences(),
        (None, None) => open_batch(),
    }
}

/// Tokens of a step and micro-batches, and what of the batch is a default.
#[must_use]
pub fn batch(plan: &Plan) -> String {
    let tokens = plan.tokens_per_step();
    let each = plan.batch.micro.saturating_mul(plan.data_parallel()).max(1);
    let steps = plan.global_batch() as f64 / each as f64;
    let micro_batches = if steps.fract() == 0.0 {
        grouped(steps as u64)
    } else {
        fixed(steps, 2)
    };
    let follows = batch_follows(tokens, &micro_batches);
    let open = left_open(plan);
    let padding = plan.padding_share();
    let padding = (padding > 0.0).then(|| batch_padding(plan.padded_sequence(), padding));
    let open = (!open.is_empty()).then(|| open.to_owned());
    let said = [Some(follows), padding, open];
    said.into_iter().flatten().collect::<Vec<_>>().join(". ")
}

#[cfg(test)]
mod tests {
    use super::batch;
    use formats::link;

    #[test]
    fn the_batch_says_what_the_plan_leaves_open() {
        let said = |rest: &str| {
            let link = ["#v=1&p=llama3-8b/h100x8", rest].concat();
            batch(&link::decode(&link).0)
        };
        assert!(said("").ends_with(". The length and the global batch are defaults."));
        assert!(said("&gbs=64").ends_with(". The length is a default."));
        assert!(said("&seq=4096").ends_with(". The global batch is a default."));
        assert!(said("&seq=4096&gbs=64").ends_with("a pipeline"));
    }
}
