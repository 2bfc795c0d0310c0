//! Labels of the figures in the log of a framework.

use super::run_facts::RunFacts;

/// The figures in the log of a framework.
pub(super) struct LogTable {
    /// Times of a step, the best first.
    pub(super) steps: &'static [StepField],
    /// Peaks of memory.
    pub(super) peaks: &'static [PeakField],
    /// True if only one rank logs its memory.
    pub(super) is_one_rank: bool,
    /// Texts of which a line with facts of the run has one.
    pub(super) fact_labels: &'static [&'static str],
    /// Records the facts of the run in a line.
    pub(super) facts: fn(&str, &mut RunFacts),
}

/// A figure from which the time of a step follows.
pub(super) struct StepField {
    /// The text before the number.
    pub(super) label: &'static str,
    /// A text that the line must also have; empty if the label suffices.
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

/// A figure of memory.
pub(super) struct PeakField {
    /// The text before the number.
    pub(super) label: &'static str,
    /// The text after the number.
    pub(super) unit: &'static str,
    /// GiB of a unit.
    pub(super) gib: f64,
    /// The bytes that the figure counts.
    pub(super) count: PeakCount,
}

/// The bytes that a figure of memory counts, the best first.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(super) enum PeakCount {
    /// All memory that the driver counts, as `nvidia-smi` shows it.
    Device,
    /// Memory that PyTorch's allocator has reserved.
    Reserved,
    /// Bytes of tensors.
    Allocated,
}

/// The name of a figure: its label without the signs around it.
pub(super) fn name(label: &'static str) -> &'static str {
    label.trim_matches(['|', ' ', ':', '='])
}

/// GiB of a MiB.
pub(super) const MIB: f64 = 1.0 / 1_024.0;
