//! The values that each axis of a plan offers alone; conflicts across axes are left to
//! [`cost::legal`] to explain.
//!
//! Tests: `tests/all/optimize/space.rs`.

use cost::legal::divided_layers;
use cost::plan::{Plan, StagePlacement};

/// Tensor-parallel degrees: divisors of the heads of attention and of a linear mixer and of the
/// MLP's width, up to the cluster's size.
#[must_use]
pub fn tensor(plan: &Plan) -> Vec<u64> {
    let model = &plan.model;
    up_to(plan.cluster.gpus.min(model.heads))
        .filter(|&t| model.heads.is_multiple_of(t) && model.ffn.is_multiple_of(t))
        .filter(|&t| model.kv_heads.is_multiple_of(t) || t.is_multiple_of(model.kv_heads))
        .filter(|&t| model.mixer.is_none_or(|mixer| mixer.is_divided_by(t)))
        .collect()
}

/// Pipeline degrees: divisors of the layers, including the ends if the plan counts them, up to the
/// cluster's size.
#[must_use]
pub fn pipeline(plan: &Plan) -> Vec<u64> {
    let layers = divided_layers(plan);
    up_to(plan.cluster.gpus.min(layers))
        .filter(|&p| layers.is_multiple_of(p))
        .collect()
}

/// Pipeline degrees, as [`pipeline`] returns them. If only a single stage divides layers and
/// cluster, as with 61 layers, the divisors of the cluster: such a pipeline needs an uneven split.
#[must_use]
pub fn pipeline_or_uneven(plan: &Plan) -> Vec<u64> {
    let even = pipeline(plan);
    let gpus = plan.cluster.gpus;
    let divides = |p: &u64| gpus.is_multiple_of(*p);
    if gpus == 1 || even.iter().filter(|p| divides(p)).count() > 1 {
        return even;
    }
    up_to(gpus.min(plan.model.layers))
        .filter(|p| divides(p) || even.contains(p))
        .collect()
}

/// Virtual stages per rank: divisors of a rank's layers.
#[must_use]
pub fn virtual_stages(plan: &Plan) -> Vec<u64> {
    let pipeline = plan.layout.pipeline.max(1);
    if pipeline == 1 {
        return vec![1];
    }
    let layers = divided_layers(plan);
    up_to(layers / pipeline)
        .filter(|&v| layers.is_multiple_of(pipeline * v))
        .collect()
}

/// Context-parallel degrees: powers of two that cut the sequence into twice as many pieces.
#[must_use]
pub fn context(plan: &Plan) -> Vec<u64> {
    let sequence = plan.sequence();
    powers_of_two(plan.cluster.gpus.min(1_024))
        .filter(|&c| c == 1 || sequence.is_multiple_of(2 * c))
        .collect()
}

/// Expert-parallel degrees: divisors of the experts that also divide the ranks of a stage.
#[must_use]
pub fn expert(plan: &Plan) -> Vec<u64> {
    let experts = plan.model.moe.experts.max(1);
    let ranks = stage_ranks(plan);
    up_to(experts.min(ranks))
        .filter(|&degree| experts.is_multiple_of(degree) && ranks.is_multiple_of(degree))
        .collect()
}

/// Tensor-parallel degrees inside an expert: divisors of its width that divide the ranks of a stage
/// beside the expert-parallel degree. They are at most the number of GPUs that share a fast link.
#[must_use]
pub fn expert_tensor(plan: &Plan) -> Vec<u64> {
    let width = plan.model.moe.ffn;
    let ranks = stage_ranks(plan) / plan.layout.expert.max(1);
    up_to(plan.cluster.gpu.domain.min(ranks).clamp(1, 64))
        .filter(|&degree| width.is_multiple_of(degree) && ranks.is_multiple_of(degree))
        .collect()
}

/// Sizes of a shard group: divisors of the ranks that hold the same weights, from 2 on; the last
/// is all of them.
#[must_use]
pub fn shard_group(plan: &Plan) -> Vec<u64> {
    let replicas = plan
        .data_parallel()
        .saturating_mul(plan.layout.context)
        .max(1);
    let small = (1..)
        .take_while(move |n| n * n <= replicas)
        .filter(move |&n| replicas.is_multiple_of(n));
    let mut large: Vec<u64> = small.clone().map(|n| replicas / n).collect();
    large.reverse();
    let mut sizes: Vec<u64> = small.chain(large).filter(|&n| n > 1).collect();
    sizes.dedup();
    if sizes.is_empty() {
        sizes.push(1);
    }
    sizes
}

/// Ranks of a pipeline stage.
fn stage_ranks(plan: &Plan) -> u64 {
    (plan.cluster.gpus / plan.layout.pipeline.max(1)).max(1)
}

/// Sequences per micro-batch: powers of two.
#[must_use]
pub fn micro_batch(plan: &Plan) -> Vec<u64> {
    powers_of_two(plan.global_batch().min(512)).collect()
}

/// Sequences per step: powers of two and those halfway between.
#[must_use]
pub fn global_batch() -> Vec<u64> {
    with_halfway(1 << 17)
}

/// Sizes of a cluster: powers of two and, from a node of 8 on, those halfway between.
#[must_use]
pub fn gpus() -> Vec<u64> {
    with_halfway(1 << 17)
        .into_iter()
        .filter(|&n| n.is_power_of_two() || n >= 24)
        .collect()
}

/// Sequence lengths: powers of two from 128 to 2 Mi.
#[must_use]
pub fn sequence() -> Vec<u64> {
    powers_of_two(1 << 21).filter(|&s| s >= 128).collect()
}

/// Mean lengths of samples: powers of two from 16 to the length of a sequence, and that length.
#[must_use]
pub fn sample(plan: &Plan) -> Vec<u64> {
    let longest = plan.sequence();
    let shorter = powers_of_two(longest).filter(|&s| s >= 16 && s < longest);
    shorter.chain([longest]).collect()
}

/// Layers of each virtual stage, divided as evenly as possible: the fullest rank has as few as
/// possible. Inner stages take the remainder, because the ends have embedding and head. Published
/// pipelines do the same: Llama 3 405B has 7 of its 126 layers at either end of 16 stages and 8
/// between them (Llama 3 2024, section 3.3.2). Empty if there are more stages than layers.
///
/// ```
/// use search::degrees::uneven;
/// let mut plan = formats::catalog::plan("deepseek-v3-671b", "h100", 2_048).unwrap();
/// plan.layout.pipeline = 16;
/// assert_eq!(uneven(&plan), [3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 3, 3]);
/// ```
#[must_use]
pub fn uneven(plan: &Plan) -> Vec<u64> {
    let (layers, stages) = (plan.model.layers, cost::legal::virtual_stages(plan));
    if stages == 0 || stages > layers {
        return Vec::new();
    }
    let (share, over) = (layers / stages, layers % stages);
    let first = first_fuller(plan, stages, over);
    (0..stages)
        .map(|stage| share + u64::from(stage >= first && stage < first + over))
        .collect()
}

/// The first of the stages that have one layer more than the others. They follow each other.
fn first_fuller(plan: &Plan, stages: u64, over: u64) -> u64 {
    let ranks = plan.layout.pipeline.max(1);
    // Half of the stages, if each rank has a stage of either half.
    let half = match plan.schedule().facts().placement {
        StagePlacement::Fold => ranks,
        StagePlacement::Mirror => ranks / 2,
        StagePlacement::Straight | StagePlacement::Interleaved => {
            // Each rank has one fuller stage for each whole turn over the ranks, and the inner
            // ranks have one more.
            let turns = over / ranks;
            let chunks_before = (stages / ranks - 1 - turns) / 2;
            return (ranks - over % ranks) / 2 + ranks * chunks_before;
        }
    };
    if over <= half {
        // A rank in the middle would have two fuller stages while another has none.
        half - over
    } else {
        (stages - over) / 2
    }
}

fn up_to(most: u64) -> impl Iterator<Item = u64> {
    1..=most
}

fn powers_of_two(most: u64) -> impl Iterator<Item = u64> {
    (0..63)
        .map(|bit| 1 << bit)
        .take_while(move |&power| power <= most)
}

/// Powers of two up to `most`, and three halves of each from 2 on.
fn with_halfway(most: u64) -> Vec<u64> {
    powers_of_two(most)
        .flat_map(|power| [power, power + power / 2])
        // No whole number is halfway between 1 and 2.
        .skip(1)
        .filter(|&value| value <= most)
        .collect()
}
