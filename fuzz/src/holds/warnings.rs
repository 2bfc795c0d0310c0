//! Sentences about a plan's memory and warnings of an expert: each is said only where it holds.

use cli::report::Reported;
use cost::legal::Legal;
use cost::memory::Verdict;
use cost::plan::limits::GLOBAL;
use cost::plan::{Overlap, Plan, Schedule, ZeroStage};
use cost::schedule::Pipeline;
use cost::sharding::{Gathering, StateSharding};
use cost::step::Worked;
use cost::{Estimate, estimate_legal};
use search::diagnosis::ExpertWarning;

use crate::failure::{Holds, ensure};

/// Checks the warnings and the summary of a report.
pub(super) fn claims(reported: &Reported) -> Holds {
    let (Ok(now), Some(found)) = (&reported.estimate, &reported.diagnosis) else {
        return Ok(());
    };
    let Ok(legal) = Legal::check(reported.plan) else {
        return Ok(());
    };
    summary(now)?;
    for warning in &found.warnings {
        let holds = holds(warning, &legal, now);
        ensure("a warning holds", holds, || {
            text::diagnosis::warning(warning)
        })?;
    }
    let is_proven = reported.plan.cluster.has_published_runs();
    let is_said = found.warnings.contains(&ExpertWarning::UnprovenHardware);
    ensure(
        "hardware without runs is named",
        is_said != is_proven,
        || format!("{:?}", found.warnings),
    )
}

/// The summary is about the range that it names: a plan that is over by some bytes needs more than
/// there is, and the range of any other has an end within.
fn summary(now: &Estimate) -> Holds {
    let memory = &now.memory;
    let [low, peak, high] = [memory.low(), memory.peak(), memory.high()];
    let is_so = match memory.verdict {
        Verdict::OutOfMemory => peak > memory.capacity,
        Verdict::MayNotFit => peak > memory.capacity && low <= memory.capacity,
        Verdict::Tight => peak <= memory.capacity && high > memory.capacity,
        Verdict::Fits => high <= memory.capacity,
    };
    ensure("the summary of a plan's memory holds", is_so, || {
        format!("{:?}: {low:?} to {high:?}", memory.verdict)
    })
}

/// True if a warning says what is so.
fn holds(warning: &ExpertWarning, legal: &Legal, now: &Estimate) -> bool {
    let (plan, time) = (legal.plan, &now.time);
    let (layout, gpu) = (&plan.layout, &plan.cluster.gpu);
    let of_step = |seconds: f64, share: f64| (seconds / time.total().0 - share).abs() < 1e-9;
    let sharding = StateSharding::of(legal);
    match *warning {
        ExpertWarning::UnprovenHardware => !plan.cluster.has_published_runs(),
        ExpertWarning::TensorAcrossDomains { tensor, domain } => {
            (tensor, domain) == (layout.tensor, gpu.domain) && tensor > domain
        }
        ExpertWarning::LargeBubble {
            share,
            saves_memory,
            reduces_each,
        } => {
            let is_so = layout.pipeline > 1 && share == time.bubble_fraction();
            let saves = matches!(plan.schedule(), Schedule::VHalf | Schedule::VMin);
            // More micro-batches are then not said to help.
            let is_other = saves || reduces_each;
            is_so && saves == saves_memory && (is_other || shrinks(plan, share))
        }
        ExpertWarning::BatchBeyondCritical { tokens, critical } => {
            let step = plan.tokens_per_step();
            tokens == step && tokens as f64 > critical
        }
        ExpertWarning::BrokenGroup {
            micro_batches,
            pipeline,
        } => {
            let is_broken = !micro_batches.is_multiple_of(pipeline);
            is_broken && plan.schedule().facts().is_interleaved()
        }
        ExpertWarning::UnevenStages {
            least,
            most,
            share,
            gives,
        } => {
            least.seconds < most.seconds
                && share == time.imbalance_fraction()
                && gives == can_give(legal, most)
        }
        ExpertWarning::ThinMicroBatches { share, tokens } => {
            layout.zero == ZeroStage::Three
                && sharding.gathering == Gathering::EachMicroBatch
                && tokens == plan.batch.micro.saturating_mul(plan.padded_sequence())
                && of_step(time.data.0, share)
        }
        ExpertWarning::ShardedGradientsInPipeline => {
            layout.zero == ZeroStage::Two
                && layout.pipeline > 1
                && sharding.reductions(legal) == legal.micro_batches
        }
        ExpertWarning::ExpertsAcrossDomains { expert, share } => {
            expert == layout.expert
                && expert > gpu.domain
                && !plan.overlaps(Overlap::Expert)
                && of_step(time.expert.0, share)
        }
    }
}

/// True if enough more micro-batches reduce a bubble, as far as a plan can have more. Where stages are
/// uneven, few more may lengthen it at first.
fn shrinks(plan: &Plan, share: f64) -> bool {
    let mut more = plan.clone();
    more.hold_measured();
    [4, 32, 256].into_iter().any(|times| {
        let global = plan.global_batch().saturating_mul(times);
        more.batch.global = Some(global);
        let Ok(legal) = Legal::check(&more) else {
            return !GLOBAL.contains(&global);
        };
        estimate_legal(&legal).time.bubble_fraction() < share
    })
}

/// True if one of a rank's stages has more than one layer.
fn can_give(legal: &Legal, rank: Worked) -> bool {
    let stages = 0..legal.virtual_stages;
    let pipeline = Pipeline::of(legal);
    let own = |stage: &u64| {
        let mut chunks = 0..pipeline.chunks_a_rank();
        chunks.any(|chunk| pipeline.stage(rank.rank, chunk) as u64 == *stage)
    };
    let mut layers = stages.filter(own).map(|stage| legal.layers(stage).total());
    layers.any(|layers| layers > 1)
}
