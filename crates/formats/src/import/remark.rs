//! How the figures of a log were found, and what a log says of its run.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// A remark on the figures of a log. Labels are those of the log, without
/// the signs that set them off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LogRemark {
    /// The step is the median of this many logged iterations.
    Median {
        /// Iterations that count.
        counted: usize,
        /// Iterations of the warm-up and of other batches.
        left_out: usize,
    },
    /// The log has one iteration only, which may include the warm-up.
    OneIteration,
    /// The step is the mean of the whole run, by this figure.
    MeanOfRun(Cow<'static, str>),
    /// The step follows from a rate.
    OfRate {
        /// Label of the rate.
        label: Cow<'static, str>,
        /// Fact of the run by which it follows.
        fact: RunFact,
        /// True if the plan gives the fact, false if the log does.
        is_of_plan: bool,
    },
    /// The log has no time of a step.
    NoStep,
    /// The log has no peak of memory.
    NoPeak,
    /// The peak is what PyTorch's allocator reserved, under this label.
    Reserved(Cow<'static, str>),
    /// The log has only what tensors held, so there is no peak.
    Allocated {
        /// Label of the figure.
        label: Cow<'static, str>,
        /// GiB, rounded down.
        gib: u64,
    },
    /// The memory is that of one rank, and the plan has several stages.
    OneRank,
    /// The run of the log differs from the plan.
    Differs {
        /// Fact in which they differ.
        fact: RunFact,
        /// Its value in the log.
        log: u64,
        /// Its value in the plan.
        plan: u64,
    },
}

/// A fact of a run that its log may say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RunFact {
    /// Number of GPUs.
    Gpus,
    /// Sequences of a step.
    Batch,
    /// Tokens of a sequence.
    Sequence,
    /// Tokens of a step.
    Tokens,
    /// Steps of the run.
    Steps,
}
