//! Labels of the figures in the log of a framework.

use super::run_facts::RunFacts;

/// The figures in the log of a framework.
pub(super) struct LogTable {
    /// Times of a step, the best first.
    pub(super) steps: &'static [StepField],
    /// Peaks of memory.
    pub(super) peaks: &'static [PeakField],
    /// True if one rank alone logs its memory.
    pub(super) is_one_rank: bool,
    /// Notes what a line says of the run.
    pub(super) facts: fn(&str, &mut RunFacts),
}

/// A figure from which the time of a step follows.
pub(super) struct StepField {
    /// The text before the number.
    pub(super) label: &'static str,
    /// A text that the line has too; empty if the label is enough.
    pub(super) beside: &'static str,
    /// The text before the number of the iteration; empty if the figure is of the whole run.
    pub(super) iteration: &'static str,
    /// The unit of the figure.
    pub(super) unit: StepUnit,
}

/// The unit of a figure from which the time of a step follows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum StepUnit {
    /// Milliseconds of a step.
    Milliseconds,
    /// Seconds of a step.
    Seconds,
    /// Seconds of a step, in the states of a progress bar.
    Bar,
    /// Seconds of all steps.
    RunSeconds,
    /// Steps in a second.
    StepsPerSecond,
    /// Sequences in a second, of all GPUs.
    SequencesPerSecond,
    /// Tokens in a second, of one GPU.
    TokensPerGpu,
}

/// A figure of one logged iteration.
pub(super) struct Sample {
    /// Number of the iteration.
    pub(super) iteration: u64,
    /// The figure.
    pub(super) figure: f64,
    /// Sequences of the step, where the line says them.
    pub(super) batch: Option<u64>,
}

/// A figure of memory.
pub(super) struct PeakField {
    /// The text before the number.
    pub(super) label: &'static str,
    /// The text behind the number.
    pub(super) unit: &'static str,
    /// GiB of a unit.
    pub(super) gib: f64,
    /// The bytes that it counts.
    pub(super) count: PeakCount,
}

/// The bytes that a figure of memory counts, the best first.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(super) enum PeakCount {
    /// All that the driver counts, as `nvidia-smi` shows it.
    Device,
    /// All that PyTorch's allocator has reserved.
    Reserved,
    /// What tensors hold.
    Allocated,
}

/// The name of a figure: its label without the signs that set it off.
pub(super) fn name(label: &'static str) -> &'static str {
    label.trim_matches(['|', ' ', ':', '='])
}

/// GiB of a MiB.
pub(super) const MIB: f64 = 1.0 / 1_024.0;
