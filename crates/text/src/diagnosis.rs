//! Limits of a plan, and what helps against them.

use cost::Estimate;
use cost::memory::Verdict;
use formats::number::Units;
use search::diagnosis::{Advice, ExpertWarning, Limit};

use crate::overheads::term;
use crate::results::{fit, largest_loss, largest_losses, mostly};
use crate::{changes, verdict};

messages!("diagnosis");

/// Share of the step from which on the second largest loss is named.
const NAMED: f64 = 0.005;

/// The limit of the plan with figures: memory, unless the plan fits, or else the two largest
/// overheads on time.
#[must_use]
pub fn limit(estimate: &Estimate, limits: &[Limit], units: Units) -> String {
    let memory = &estimate.memory;
    let (held, given) = (memory.peak(), memory.capacity);
    match memory.verdict {
        Verdict::Fits => largest(estimate, limits)
            .unwrap_or_else(|| memory_free(given.saturating_sub(held), units)),
        Verdict::Tight | Verdict::MayNotFit => {
            let verdict = verdict::inside(memory.verdict);
            memory_near(verdict, held, given, mostly(memory.fullest()), units)
        }
        Verdict::OutOfMemory => {
            memory_over(held.saturating_sub(given), mostly(memory.fullest()), units)
        }
    }
}

/// The two largest overheads on time; `None` if there is none.
fn largest(estimate: &Estimate, limits: &[Limit]) -> Option<String> {
    let mut shares = limits.iter().filter_map(|limit| match limit {
        Limit::Time(paid, share) => Some((term(*paid), *share)),
        Limit::Memory => None,
    });
    let (name, share) = shares.next()?;
    let second = shares.next().filter(|(_, share)| *share >= NAMED);
    Some(match second {
        None => largest_loss(name, share, fit(estimate)),
        Some((other, after)) => largest_losses(name, share, other, after, fit(estimate)),
    })
}

/// Effect of a change on throughput, memory and verdict.
#[must_use]
pub fn effect(advice: &Advice, units: Units) -> String {
    let verdict = verdict::inside(advice.verdict);
    let effect = changes::advice_effect(advice.faster, advice.memory_change, verdict, units);
    changes::marked(effect, &advice.refusals)
}

/// A warning.
#[must_use]
pub fn warning(warning: &ExpertWarning) -> String {
    match *warning {
        ExpertWarning::UnprovenHardware => unproven_hardware().to_owned(),
        ExpertWarning::TensorAcrossDomains { tensor, domain } => {
            tensor_across_domains(tensor, domain)
        }
        ExpertWarning::LargeBubble {
            share,
            saves_memory,
            reduces_each,
        } => {
            let order = if saves_memory {
                Order::Saving
            } else if reduces_each {
                Order::Reducing
            } else {
                Order::Other
            };
            large_bubble(share, order)
        }
        ExpertWarning::BatchBeyondCritical { tokens, critical } => {
            batch_beyond_critical(tokens, critical as u64)
        }
        ExpertWarning::BrokenGroup {
            micro_batches,
            pipeline,
        } => broken_group(micro_batches, pipeline),
        ExpertWarning::UnevenStages {
            least,
            most,
            share,
            gives,
        } => {
            let helps = if gives { Helps::Division } else { Helps::Fewer };
            let [most_rank, least_rank] = [most, least].map(|stage| stage.rank as u64);
            let (longest, shortest) = (most.seconds, least.seconds);
            uneven_stages(most_rank, longest, least_rank, shortest, share, helps)
        }
        ExpertWarning::ThinMicroBatches { share, tokens } => thin_micro_batches(tokens, share),
        ExpertWarning::ShardedGradientsInPipeline => sharded_gradients_in_pipeline().to_owned(),
        ExpertWarning::ExpertsAcrossDomains { expert, share } => {
            experts_across_domains(expert, share)
        }
    }
}
