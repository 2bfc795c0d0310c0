//! Memory of a node's host: what is offloaded to it, what pinned memory adds, and the weights that
//! a trainer loads and saves there.
//!
//! A host that runs out ends the run without an error of CUDA: Linux kills the process. Public
//! threads report it for offloaded runs on hosts of 0.6 to 1.5 TB. Measurements are few and name
//! few settings, so that the range is wide.
//!
//! Tests: `tests/all/host.rs`.

mod node;
mod phase;
mod pinned;
mod rank;

pub use phase::{HOST, HostPhase, HostTerm, Phase};

use crate::activations::Activations;
use crate::legal::Legal;
use crate::memory::{self, Verdict};
use crate::params::Pieces;
use crate::plan::Offload;
use crate::schedule::{ActivationPeak, Pipeline, Program};
use crate::sharding::StateSharding;
use crate::units::Bytes;
use node::fullest;
pub use rank::BUFFER_FACTOR;
use rank::RankHost;

/// Memory of the host of the fullest node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HostMemory {
    /// Memory that the host of a node has.
    pub capacity: Bytes,
    /// Ranks that share it.
    pub ranks: u64,
    /// True if the plan moves anything to the host.
    pub offloads: bool,
    /// The phases of a run, in the order of [`Phase::ALL`].
    pub phases: [HostPhase; 3],
    /// Lower end of the range around the peak: nothing is pinned, and no whole weights are saved.
    pub low: Bytes,
    /// Upper end: buffers by [`BUFFER_FACTOR`], weights loaded in fp32, larger processes.
    pub high: Bytes,
}

impl HostMemory {
    /// Host memory of a legal plan.
    ///
    /// ```
    /// use cost::{host::{HostMemory, Phase}, legal::Legal, memory::Verdict};
    /// use formats::link;
    /// // Eight ranks that share the state of 8.03 B parameters by ZeRO-3
    /// let link = "#v=1&p=llama3-8b/h100x8&zero=3&recipe=hf-deepspeed&off=opt,params";
    /// let host = |host: &str| {
    ///     let (plan, _) = link::decode(&[link, host].concat());
    ///     HostMemory::of(&Legal::check(&plan).unwrap())
    /// };
    /// // Master weights and moments: 12 bytes each; 16-bit weights: 2
    /// let usual = host("");
    /// let training = usual.of_phase(Phase::Training);
    /// assert_eq!(training.optimizer.0, 12 * 8_030_261_248);
    /// assert_eq!(training.weights.0, 2 * 8_030_261_248);
    /// assert_eq!(usual.verdict(), Verdict::Fits);
    /// assert_eq!(host("&host=128").verdict(), Verdict::OutOfMemory);
    /// ```
    #[must_use]
    pub fn of(legal: &Legal) -> Self {
        Self::of_program(legal, &Program::of(&Pipeline::of(legal)))
    }

    /// Host memory of a legal plan whose pipeline programs are known.
    #[must_use]
    pub(super) fn of_program(legal: &Legal, program: &Program) -> Self {
        let pipeline = program.pipeline();
        let pieces = Pieces::of(legal);
        let activations = offloaded_activations(legal, program);
        let ranks: Vec<RankHost> = activations
            .into_iter()
            .enumerate()
            .map(|(rank, activations)| {
                RankHost::of(legal, pieces.of_rank(legal, pipeline, rank), activations)
            })
            .collect();
        let node = |read: &dyn Fn(&RankHost) -> HostPhase| fullest(legal, &ranks, read);
        let phases = Phase::ALL.map(|phase| node(&|rank| rank.usual(phase)));
        let once = rank::held_once(legal);
        let peak = |read: &dyn Fn(&RankHost, Phase) -> HostPhase, once: [Bytes; 3]| {
            let phases = Phase::ALL.into_iter().zip(once);
            let totals = phases.map(|(phase, once)| node(&|rank| read(rank, phase)).total() + once);
            totals.max().unwrap_or_default()
        };
        let [loading, training, saving] = phases;
        let gpu = &legal.plan.cluster.gpu;
        let mut host = Self {
            capacity: gpu.host_memory(),
            ranks: gpu.node.clamp(1, legal.plan.cluster.gpus.max(1)),
            offloads: moves_to_host(legal),
            phases: [
                loading.with_copies(once[0]),
                training.with_copies(once[1]),
                saving.with_copies(once[2]),
            ],
            low: peak(&RankHost::least, [Bytes::ZERO; 3]),
            high: peak(
                &RankHost::most,
                once.map(|bytes| bytes + rank::buffers_beside(bytes)),
            ),
        };
        host.low = host.low.min(host.peak());
        host.high = host.high.max(host.peak());
        host
    }

    /// A phase of the run.
    #[must_use]
    pub const fn of_phase(&self, phase: Phase) -> &HostPhase {
        &self.phases[phase as usize]
    }

    /// The phase in which the host holds most.
    #[must_use]
    pub fn fullest(&self) -> Phase {
        let mut fullest = Phase::Training;
        for phase in Phase::ALL {
            if self.of_phase(phase).total() > self.of_phase(fullest).total() {
                fullest = phase;
            }
        }
        fullest
    }

    /// Bytes of the fullest phase.
    #[must_use]
    pub fn peak(&self) -> Bytes {
        self.of_phase(self.fullest()).total()
    }

    /// The verdict on the host. It is out of memory if the usual settings of the framework need
    /// more than there is, since Linux frees nothing before it kills a process, and tight if only
    /// the upper end of the range does.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        if self.peak() > self.capacity {
            Verdict::OutOfMemory
        } else if self.high > self.capacity {
            Verdict::Tight
        } else {
            Verdict::Fits
        }
    }

    /// True if the host's memory belongs in a report: something is offloaded, or the host limits the
    /// run.
    #[must_use]
    pub fn is_of_interest(&self) -> bool {
        self.offloads || self.verdict() == Verdict::OutOfMemory
    }
}

/// True if a legal plan moves anything to the host.
fn moves_to_host(legal: &Legal) -> bool {
    let offload = legal.plan.levers.offload;
    let weights = StateSharding::of(legal).weights();
    legal.plan.levers.moves_moments()
        || offload.contains(Offload::Activations)
        || (offload.contains(Offload::Parameters) && weights)
}

/// Offloaded activations of each pipeline rank at its peak: those of all micro-batches in flight.
fn offloaded_activations(legal: &Legal, program: &Program) -> Vec<Bytes> {
    let pipeline = program.pipeline();
    if !legal.plan.levers.offload.contains(Offload::Activations) {
        return vec![Bytes::ZERO; pipeline.ranks];
    }
    let activations = Activations::of(legal);
    let held = program.peaks(&memory::shares(legal));
    let of_rank = |(rank, held): (usize, &ActivationPeak)| {
        let chunks = 0..pipeline.chunks_a_rank();
        let bytes = chunks.map(|chunk| {
            let in_flight = held.whole[chunk] as u64 + u64::from(held.in_backward == Some(chunk));
            activations.crossing(legal, pipeline.stage(rank, chunk) as u64) * in_flight
        });
        bytes.sum()
    };
    held.iter().enumerate().map(of_rank).collect()
}
