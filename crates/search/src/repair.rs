//! Repairs: the nearest legal plans to an illegal one.
//!
//! Tests: `tests/all/repairs.rs`, `crates/cli/tests/all/properties/mending.rs`,
//! `crates/cost/tests/all/axes.rs`.

use super::change::Change;
use super::degrees::{self, uneven};
use cost::legal::{Legal, Reason};
use cost::plan::limits::GPUS;
use cost::plan::{Dtype, OptimizerKernel, Plan, Target, Tuned, Word, WordSet};

/// Repairs offered for one reason.
const MOST: usize = 3;
/// Largest number of repairs in turn: more than the kinds of reasons.
const STEPS: usize = 16;
/// Largest number of copies of the model that are tried: more than the expert parallelism of any
/// published run.
const MOST_REPLICAS: u64 = 4_096;

/// The smallest changes that remove `reason` and bring no new one, the nearest first. If there is
/// none, changes that replace it by another reason.
#[must_use]
pub fn repairs(plan: &Plan, reason: &Reason) -> Vec<Change> {
    let Err(before) = Legal::check(plan) else {
        return Vec::new();
    };
    let repairs = mending(plan, reason, before.len() - 1);
    if repairs.is_empty() {
        // If two axes must move, the first step leaves a reason for the second.
        return mending(plan, reason, before.len());
    }
    repairs
}

/// Changes that remove `reason` and leave at most `most_left` others.
fn mending(plan: &Plan, reason: &Reason, most_left: usize) -> Vec<Change> {
    let mut repairs: Vec<Change> = Vec::new();
    for axis in candidates(plan, reason) {
        let better = axis
            .into_iter()
            .filter(|change| mends(plan, reason, change, most_left));
        // At most the nearest two of one axis, so that other axes are also offered.
        repairs.extend(better.take(2));
    }
    repairs.truncate(MOST);
    repairs
}

/// A legal plan near an illegal one: the nearest repair of each first reason in turn; `None` if
/// repairs do not suffice.
#[must_use]
pub fn nearest_legal(plan: &Plan) -> Option<Plan> {
    let mut plan = plan.clone();
    for _ in 0..STEPS {
        let reason = match Legal::check(&plan) {
            Ok(_) => return Some(plan),
            Err(reasons) => reasons.into_iter().next()?,
        };
        repairs(&plan, &reason).first()?.apply(&mut plan);
    }
    None
}

/// The smallest number of GPUs on which a plan can exist, with all else as it is; `None` if there is
/// none among the first multiples of its degrees.
///
/// ```
/// use search::repair::least_gpus;
/// let (plan, _) = formats::link::decode("#v=1&p=llama3-70b/h100x8&tp=8&pp=4");
/// assert_eq!(least_gpus(&plan), Some(32));
/// let (plan, _) = formats::link::decode("#v=1&p=llama3-70b/h100x8&tp=7");
/// assert_eq!(least_gpus(&plan), None);
/// ```
#[must_use]
pub fn least_gpus(plan: &Plan) -> Option<u64> {
    let product = degrees_of_model(plan);
    let mut plan = plan.clone();
    let sizes = (1..=MOST_REPLICAS).map_while(|replicas| product.checked_mul(replicas));
    let mut sizes = sizes.take_while(|gpus| GPUS.contains(gpus));
    sizes.find(|gpus| {
        plan.cluster.gpus = *gpus;
        Legal::check(&plan).is_ok()
    })
}

/// The number of ranks that one copy of the model has.
fn degrees_of_model(plan: &Plan) -> u64 {
    let layout = &plan.layout;
    let ranks = layout.tensor.saturating_mul(layout.pipeline);
    ranks.saturating_mul(layout.context).max(1)
}

/// True if a change removes the reason and leaves at most this many others.
fn mends(plan: &Plan, reason: &Reason, change: &Change, most_left: usize) -> bool {
    if *change == change.now(plan) {
        return false;
    }
    match Legal::check(&Change::applied(std::slice::from_ref(change), plan)) {
        Ok(_) => true,
        Err(after) => {
            let kind = std::mem::discriminant(reason);
            after.len() <= most_left
                && after
                    .iter()
                    .all(|other| std::mem::discriminant(other) != kind)
        }
    }
}

/// Changes to try, axis by axis, the usual choice first.
fn candidates(plan: &Plan, reason: &Reason) -> Vec<Vec<Change>> {
    let layout = &plan.layout;
    let tensor = || nearest(degrees::tensor(plan), layout.tensor, Change::Tensor);
    let pipeline = || nearest(degrees::pipeline(plan), layout.pipeline, Change::Pipeline);
    let context = || nearest(degrees::context(plan), layout.context, Change::Context);
    match *reason {
        Reason::OutOfRange { .. } => Vec::new(),
        // The rank of DeepSeek-V2 and V3.
        Reason::LatentRank => vec![vec![Change::LatentRank(512)]],
        // Queries and keys as wide as values, as in every model with latent attention.
        Reason::KeyWidth => vec![vec![Change::KeyWidth(plan.model.value_dim())]],
        Reason::NoAdapters => {
            let all = WordSet::of(Target::ALL);
            vec![vec![Change::Targets(all), Change::Tuned(Tuned::All)]]
        }
        Reason::FrozenLayers { layers, .. } => {
            let first = plan.tuning.frozen_first.min(layers.saturating_sub(1));
            vec![
                vec![Change::FrozenLast(layers.saturating_sub(1 + first))],
                vec![Change::FrozenFirst(first)],
            ]
        }
        Reason::UpdateInBackward { .. } => {
            let kernel = Change::OptimizerKernel(OptimizerKernel::Fused);
            vec![vec![kernel], batches(plan, one_micro_batch(plan))]
        }
        Reason::Dtype { .. } => {
            let narrower = [Dtype::Fp8Block, Dtype::Fp8, Dtype::Bf16];
            let gpu = &plan.cluster.gpu;
            let dtype = narrower.into_iter().find(|dtype| gpu.multiplies(*dtype));
            vec![dtype.into_iter().map(Change::Dtype).collect()]
        }
        Reason::ContextHeads { .. } => vec![context()],
        Reason::TensorHeads { .. } | Reason::TensorKvHeads { .. } | Reason::TensorFfn { .. } => {
            vec![tensor()]
        }
        Reason::MixerHeads { .. } => vec![tensor(), context()],
        Reason::SequenceSlices { .. } => vec![tensor(), context(), sequences(plan)],
        Reason::ContextSlices { .. } => vec![context(), sequences(plan)],
        Reason::Degrees { .. } => {
            vec![
                pipeline(),
                tensor(),
                context(),
                fewer_degrees(plan),
                clusters(plan),
            ]
        }
        // Degrees are chosen for the machine, and the division of layers follows.
        Reason::Layers { .. } => vec![
            vec![Change::Split(uneven(plan))],
            vec![Change::EndsCount(!layout.ends_count)],
            nearest(
                degrees::virtual_stages(plan),
                layout.virtual_stages,
                Change::VirtualStages,
            ),
            pipeline(),
        ],
        Reason::Split { .. } => vec![
            vec![Change::Split(Vec::new()), Change::Split(uneven(plan))],
            vec![Change::VirtualStages(1)],
            pipeline(),
        ],
        Reason::Batch { micro, data, .. } => {
            vec![
                batches(plan, micro.saturating_mul(data)),
                micro_batches(plan),
            ]
        }
        Reason::VirtualStages { .. } => {
            vec![vec![Change::Schedule(None)], vec![Change::VirtualStages(1)]]
        }
        Reason::MeetingPipelines { .. } => vec![pipeline(), vec![Change::Schedule(None)]],
        Reason::VirtualWithoutPipeline { .. } => vec![vec![Change::VirtualStages(1)], pipeline()],
        Reason::ExpertsMissing => vec![vec![Change::Experts(1, 1)]],
        Reason::ExpertsPerToken { experts, .. } => vec![vec![Change::ExpertsPerToken(experts)]],
        Reason::Experts { .. } | Reason::ExpertRanks { .. } => {
            vec![nearest(degrees::expert(plan), layout.expert, |degree| {
                Change::Experts(degree, 1)
            })]
        }
        Reason::ExpertWidth { .. } => vec![vec![Change::Experts(layout.expert, 1)]],
        Reason::ShardGroup { .. } => vec![vec![Change::ShardGroup(0)]],
    }
}

/// Rising values by their distance from the axis's present value, the smaller of two equally near
/// first.
fn nearest(values: Vec<u64>, from: u64, change: fn(u64) -> Change) -> Vec<Change> {
    let mut below = values
        .iter()
        .rev()
        .filter(|&&value| value <= from)
        .peekable();
    let mut above = values.iter().filter(|&&value| value > from).peekable();
    let mut sorted = Vec::with_capacity(values.len());
    loop {
        let next = match (below.peek(), above.peek()) {
            (Some(&&low), Some(&&high)) if from - low > high - from => above.next(),
            (Some(_), _) => below.next(),
            (None, _) => above.next(),
        };
        match next {
            Some(&value) => sorted.push(change(value)),
            None => return sorted,
        }
    }
}

/// Layouts without pipeline and context parallelism whose tensor parallelism divides the cluster,
/// for plans in which no single change achieves that; the largest degree first.
fn fewer_degrees(plan: &Plan) -> Vec<Change> {
    let layout = &plan.layout;
    let gpus = plan.cluster.gpus;
    let degrees = [layout.tensor, layout.pipeline, layout.context];
    let product = |degrees: &[u64]| {
        degrees
            .iter()
            .fold(1, |all: u64, one| all.saturating_mul(*one))
    };
    let others = (0..3).map(|axis| {
        let mut others = degrees;
        others[axis] = 1;
        product(&others)
    });
    if others.into_iter().any(|others| gpus.is_multiple_of(others)) {
        return Vec::new();
    }
    let most = layout.tensor.min(plan.cluster.gpu.domain);
    let tensor = (1..=most)
        .rev()
        .filter(|degree| gpus.is_multiple_of(*degree));
    tensor.map(|degree| Change::Degrees(degree, 1, 1)).collect()
}

/// Sequences of a step of one micro-batch a rank.
fn one_micro_batch(plan: &Plan) -> u64 {
    plan.batch.micro.saturating_mul(plan.data_parallel())
}

fn sequences(plan: &Plan) -> Vec<Change> {
    nearest(degrees::sequence(), plan.sequence(), Change::Sequence)
}

fn micro_batches(plan: &Plan) -> Vec<Change> {
    nearest(
        degrees::micro_batch(plan),
        plan.batch.micro,
        Change::MicroBatch,
    )
}

/// The multiples of `multiple` just below and above the present batch.
fn batches(plan: &Plan, multiple: u64) -> Vec<Change> {
    let global = plan.global_batch();
    let below = global / multiple * multiple;
    let around = [below, below.saturating_add(multiple)];
    let legal = around.into_iter().filter(|&batch| batch > 0).collect();
    nearest(legal, global, Change::GlobalBatch)
}

/// The cluster sizes just below and above that the degrees divide.
fn clusters(plan: &Plan) -> Vec<Change> {
    let product = degrees_of_model(plan);
    let gpus = plan.cluster.gpus;
    let below = gpus / product * product;
    let around = [below, below.saturating_add(product)];
    let legal = around.into_iter().filter(|&gpus| gpus > 0).collect();
    nearest(legal, gpus, Change::Gpus)
}
