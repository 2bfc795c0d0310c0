//! Warnings of an expert about a plan.
//!
//! Tests: `tests/all/diagnosis.rs`.

use cost::Estimate;
use cost::legal::Legal;
use cost::plan::{FoldedMemory, Overlap, PassOrder, Plan, ZeroStage};
use cost::run::tokens;
use cost::scaling::critical_batch;
use cost::schedule::Pipeline;
use cost::sharding::{Gathering, StateSharding};
use cost::step::Worked;
use serde::{Deserialize, Serialize};

/// A warning of an expert. Its variants are codes of our JSON: they keep their names.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExpertWarning {
    /// Too few published runs are on such GPUs to confirm the model there.
    UnprovenHardware,
    /// Tensor-parallel ranks do not share a fast link.
    TensorAcrossDomains {
        /// Tensor-parallel degree.
        tensor: u64,
        /// GPUs that share a fast link.
        domain: u64,
    },
    /// Stages wait for more than a fifth of the pipeline's time.
    LargeBubble {
        /// Share of the pipeline's time.
        share: f64,
        /// True if the schedule waits so that ranks store fewer activations.
        saves_memory: bool,
        /// True if each micro-batch reduces gradients: more of them then wait no less.
        reduces_each: bool,
    },
    /// A step has more tokens than twice the critical batch.
    BatchBeyondCritical {
        /// Tokens a step.
        tokens: u64,
        /// Tokens of the critical batch.
        critical: f64,
    },
    /// Interleaved stages take micro-batches in groups of p, and the last group is not full.
    BrokenGroup {
        /// Micro-batches of a step.
        micro_batches: u64,
        /// Pipeline stages.
        pipeline: u64,
    },
    /// One stage works longer than another, by more than a layer's time: another division of the
    /// layers would help, or fewer stages.
    UnevenStages {
        /// The stage that works least.
        least: Worked,
        /// The stage that works most.
        most: Worked,
        /// Share of the pipeline's time in which stages wait for those that have more to do.
        share: f64,
        /// True if the stage that works most has a layer that it can give to another one.
        gives: bool,
    },
    /// The weights are gathered for each micro-batch, which has so few tokens that data-parallel
    /// communication is exposed.
    ThinMicroBatches {
        /// Share of the step in which data-parallel communication is exposed.
        share: f64,
        /// Tokens of a micro-batch.
        tokens: u64,
    },
    /// Gradients are sharded in a pipeline: each micro-batch reduces them again.
    ShardedGradientsInPipeline,
    /// Expert parallelism crosses the NVLink domain, and its exchange is exposed.
    ExpertsAcrossDomains {
        /// Expert-parallel degree.
        expert: u64,
        /// Share of the step.
        share: f64,
    },
}

/// Share of the pipeline's time from which a bubble is large.
const LARGE_BUBBLE: f64 = 0.2;
/// Difference of two stages' times, in layers, above which they are uneven. Up to one layer no
/// division is better, and a little more needs no warning.
const UNEVEN: f64 = 1.5;
/// Exposed share of a step from which an exchange gets a warning.
const SHOWS: f64 = 0.1;

/// Warnings of an expert about a plan of this estimate; empty if the plan is illegal.
#[must_use]
pub fn warnings_of(plan: &Plan, now: &Estimate) -> Vec<ExpertWarning> {
    Legal::check(plan).map_or_else(|_| Vec::new(), |legal| warnings(&legal, now))
}

/// Warnings about a legal plan of this estimate.
pub(super) fn warnings(legal: &Legal, now: &Estimate) -> Vec<ExpertWarning> {
    let plan = legal.plan;
    let (layout, time) = (&plan.layout, &now.time);
    let domain = plan.cluster.gpu.domain;
    let share = |seconds: f64| seconds / time.total().0;
    let mut warnings = Vec::new();
    if !plan.cluster.has_published_runs() {
        warnings.push(ExpertWarning::UnprovenHardware);
    }
    if layout.tensor > domain {
        warnings.push(ExpertWarning::TensorAcrossDomains {
            tensor: layout.tensor,
            domain,
        });
    }
    if time.bubble_fraction() > LARGE_BUBBLE {
        warnings.push(ExpertWarning::LargeBubble {
            share: time.bubble_fraction(),
            saves_memory: matches!(
                plan.schedule().facts().order,
                PassOrder::Folded(FoldedMemory::Half | FoldedMemory::Third)
            ),
            reduces_each: StateSharding::reduces_each(plan),
        });
    }
    let params = now.params.active;
    let critical = critical_batch(params, tokens(plan, now.params.total));
    let step = plan.tokens_per_step();
    // The fit is of runs from scratch.
    if !plan.tuning.starts_from_trained() && step as f64 > 2.0 * critical {
        warnings.push(ExpertWarning::BatchBeyondCritical {
            tokens: step,
            critical,
        });
    }
    let pipeline = layout.pipeline;
    if layout.virtual_stages > 1 && !legal.micro_batches.is_multiple_of(pipeline) {
        warnings.push(ExpertWarning::BrokenGroup {
            micro_batches: legal.micro_batches,
            pipeline,
        });
    }
    let [least, most] = time.spread;
    let layers = plan.model.layers as f64 / pipeline as f64;
    let layer = (least.seconds + most.seconds).0 / 2.0 / layers;
    if most.seconds.0 - least.seconds.0 > UNEVEN * layer {
        warnings.push(ExpertWarning::UnevenStages {
            least,
            most,
            share: time.imbalance_fraction(),
            gives: has_spare_layer(legal, most.rank),
        });
    }
    let shards = layout.zero;
    let sharding = StateSharding::of(legal);
    let gathers_each = sharding.gathering == Gathering::EachMicroBatch;
    if gathers_each && share(time.data.0) > SHOWS {
        warnings.push(ExpertWarning::ThinMicroBatches {
            share: share(time.data.0),
            tokens: plan.batch.micro.saturating_mul(plan.padded_sequence()),
        });
    }
    let reductions = sharding.reductions(legal);
    let reduces_each = reductions > 1 && reductions == legal.micro_batches;
    if shards == ZeroStage::Two && pipeline > 1 && reduces_each {
        warnings.push(ExpertWarning::ShardedGradientsInPipeline);
    }
    if layout.expert > domain && !plan.overlaps(Overlap::Expert) && share(time.expert.0) > SHOWS {
        warnings.push(ExpertWarning::ExpertsAcrossDomains {
            expert: layout.expert,
            share: share(time.expert.0),
        });
    }
    warnings
}

/// True if a virtual stage of a rank has more than one layer.
fn has_spare_layer(legal: &Legal, rank: usize) -> bool {
    let pipeline = Pipeline::of(legal);
    let mut chunks = 0..pipeline.chunks_a_rank();
    chunks.any(|chunk| {
        let stage = pipeline.stage(rank, chunk) as u64;
        legal.layers(stage).total() > 1
    })
}
