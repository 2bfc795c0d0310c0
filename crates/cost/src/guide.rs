//! The six decisions of a layout in their order. Each rests on those before it; a plan is compared
//! with all of them.
//!
//! Tests: `crates/cli/tests/all/properties/corners.rs`.

use super::bill::{Bill, gpus_for};
use super::legal::Legal;
use super::memory::Verdict;
use super::plan::ZeroStage;
use super::scaling::critical_batch;
use super::units::Bytes;
use super::{Estimate, run};

/// One decision, with the plan's figures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// True if the plan meets the condition of this decision.
    pub is_held: bool,
    /// The figures by which the condition is judged.
    pub finding: Finding,
}

/// The figures by which a decision is judged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Finding {
    /// The model state: the number of GPUs that it fills, and the number of GPUs in the cluster.
    Bill {
        /// 16 N bytes.
        state: Bytes,
        /// GPUs that the state fills.
        gpus: u64,
        /// GPUs of the cluster.
        at_hand: u64,
    },
    /// Tensor parallelism inside the node, before anything that crosses it.
    Tensor {
        /// Tensor-parallel degree.
        tensor: u64,
        /// GPUs that share a fast link.
        domain: u64,
        /// Bytes of state that one GPU would hold without any other axis.
        state: Bytes,
        /// Bytes that a process can allocate on a GPU.
        capacity: Bytes,
    },
    /// Pipeline stages across nodes, with enough micro-batches.
    Pipeline {
        /// Stages.
        stages: u64,
        /// Micro-batches of a step.
        micro_batches: u64,
        /// Share of the pipeline's time in which stages are idle.
        bubble: f64,
    },
    /// The data-parallel ranks shard what remains.
    Shard {
        /// ZeRO stage.
        zero: ZeroStage,
        /// Data-parallel ranks.
        data: u64,
        /// Bytes that the fullest GPU needs.
        held: Bytes,
        /// Bytes that a process can allocate on a GPU.
        capacity: Bytes,
    },
    /// The global batch, in tokens.
    Batch {
        /// Tokens of a step.
        tokens: u64,
        /// Tokens of the critical batch; none for adapters, as its fit is of runs from scratch.
        critical: Option<f64>,
    },
    /// The score: MFU, and the exposed share of the exchange.
    Score {
        /// MFU.
        mfu: f64,
        /// Share of the step in which the exchange is exposed.
        exposed: f64,
    },
}

/// MFU from which large dense models on recent GPUs run well (Chowdhery 2022; Llama 3 2024
/// reports 38 to 43 %).
const GOOD: f64 = 0.40;
/// Exposed share of the step above which the exchange is not overlapped well.
const EXPOSED: f64 = 0.10;
/// Share of the pipeline's time above which a bubble is large.
const LARGE_BUBBLE: f64 = 0.20;

/// The six decisions of a legal plan, in their order.
#[must_use]
pub fn decisions(legal: &Legal, estimate: &Estimate) -> [Decision; 6] {
    [
        bill(legal, estimate),
        tensor(legal, estimate),
        pipeline(legal, estimate),
        shard(legal, estimate),
        batch(legal, estimate),
        score(estimate),
    ]
}

/// Position of the first decision that is not done; `None` if all are done.
///
/// ```
/// use cost::{estimate, guide::{decisions, open}, legal::Legal};
/// use formats::catalog;
/// // 70 B on 64 H100s without any slicing: no GPU holds that
/// let plan = catalog::plan("llama3-70b", "h100", 64).unwrap();
/// let decisions = decisions(&Legal::check(&plan).unwrap(), &estimate(&plan).unwrap());
/// assert_eq!(open(&decisions), Some(1));
/// ```
#[must_use]
pub fn open(decisions: &[Decision; 6]) -> Option<usize> {
    decisions.iter().position(|decision| !decision.is_held)
}

/// Done if the cluster's GPUs can hold the state.
fn bill(legal: &Legal, estimate: &Estimate) -> Decision {
    let bill = Bill::of(legal, estimate.utilisation.tokens_per_second);
    let at_hand = legal.plan.cluster.gpus;
    Decision {
        is_held: bill.least_gpus <= at_hand,
        finding: Finding::Bill {
            state: bill.state,
            gpus: bill.least_gpus,
            at_hand,
        },
    }
}

/// Done if the group stays inside the fast links; a plan that does not fit must also use as large a
/// degree as they allow.
fn tensor(legal: &Legal, estimate: &Estimate) -> Decision {
    let plan = legal.plan;
    let domain = plan.cluster.gpu.domain.min(plan.cluster.gpus);
    let tensor = plan.layout.tensor;
    let is_whole = tensor * 2 > domain || !plan.model.heads.is_multiple_of(tensor * 2);
    let fits = estimate.memory.verdict != Verdict::OutOfMemory;
    let state = super::bill::state(estimate.params.total).over(tensor);
    Decision {
        is_held: tensor <= domain && (fits || is_whole),
        finding: Finding::Tensor {
            tensor,
            domain,
            state,
            capacity: estimate.memory.capacity,
        },
    }
}

/// Done if the bubble is small; a plan that does not fit must also divide the state among as many
/// ranks as its size needs.
fn pipeline(legal: &Legal, estimate: &Estimate) -> Decision {
    let plan = legal.plan;
    let bubble = estimate.time.bubble_fraction();
    let ranks = plan.layout.tensor * legal.pipeline();
    let state = super::bill::state(estimate.params.total);
    let shares = if plan.layout.zero.shards_optimizer() {
        legal.data
    } else {
        1
    };
    let needed = gpus_for(state, estimate.memory.capacity);
    let fits = estimate.memory.verdict != Verdict::OutOfMemory;
    Decision {
        is_held: bubble <= LARGE_BUBBLE && (fits || ranks.saturating_mul(shares) >= needed),
        finding: Finding::Pipeline {
            stages: legal.pipeline(),
            micro_batches: legal.micro_batches,
            bubble,
        },
    }
}

/// Done if the plan fits and replicas do not duplicate the optimizer state.
fn shard(legal: &Legal, estimate: &Estimate) -> Decision {
    let zero = legal.plan.layout.zero;
    let fits = estimate.memory.verdict != Verdict::OutOfMemory;
    Decision {
        is_held: fits && (legal.data == 1 || zero.shards_optimizer()),
        finding: Finding::Shard {
            zero,
            data: legal.data,
            held: estimate.memory.peak(),
            capacity: estimate.memory.capacity,
        },
    }
}

/// Done up to twice the critical batch, which is known to a factor of two; with adapters at any batch.
fn batch(legal: &Legal, estimate: &Estimate) -> Decision {
    let tokens = legal.plan.tokens_per_step();
    let run = run::tokens(legal.plan, estimate.params.total);
    let is_from_scratch = !legal.plan.tuning.is_frozen();
    let critical = is_from_scratch.then(|| critical_batch(estimate.params.active, run));
    Decision {
        is_held: critical.is_none_or(|critical| tokens as f64 <= 2.0 * critical),
        finding: Finding::Batch { tokens, critical },
    }
}

/// Done at a good MFU with the exchange overlapped.
fn score(estimate: &Estimate) -> Decision {
    let time = &estimate.time;
    let exposed = time.communication().0 / time.total().0;
    let mfu = estimate.utilisation.mfu;
    Decision {
        is_held: mfu >= GOOD && exposed <= EXPOSED,
        finding: Finding::Score { mfu, exposed },
    }
}
