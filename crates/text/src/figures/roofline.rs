//! Sentences about kernels and their rooflines.

use cost::kernel_times::{Exchanged, KernelInStep, KernelTimes};
use cost::operation::{Kernel, Work};
use cost::plan::{Gpu, Plan};
use formats::number::Units;
use search::flash::{Attention, MeasuredAttention};

/// Words about slow kernels.
#[derive(Clone, Copy, Debug)]
pub struct RooflineText {
    /// Name of the view.
    pub heading: &'static str,
    /// Sentence on the memory traffic of attention with and without Flash Attention, and on
    /// memory-bound kernels.
    pub sentence: fn(&Plan, &KernelTimes, &[Attention; 2], Units) -> String,
    /// The kernels, in the order of [`Kernel::ALL`].
    pub kernels: [&'static str; Kernel::ALL.len()],
    /// The axes.
    pub axes: [&'static str; 2],
    /// Label of a grid line of each axis.
    pub ticks: [fn(f64) -> String; 2],
    /// The roofs, each with its figure: peak, best rate of matrix products, memory, domain,
    /// network.
    pub roofs: fn(&KernelTimes, &Gpu) -> [String; 5],
    /// Work, time and rate of a kernel in a step, and its share of the roof that limits it.
    pub kernel: fn(&KernelInStep, Units) -> String,
    /// Bytes, time and FLOPs for each byte of an exchange in a step.
    pub exchange: fn(&Exchanged, Units) -> String,
    /// Name of the plot for those who do not see it.
    pub plot: &'static str,
    /// Instruction for points.
    pub hint: &'static str,
    /// Name of the comparison at a number of tokens.
    pub flash: fn(u64) -> String,
    /// With Flash Attention and without.
    pub sides: [&'static str; 2],
    /// Quantities that are compared: memory traffic, time, peak memory, step.
    pub compared: [&'static str; 4],
    /// Mark of a need above GPU memory.
    pub too_much: &'static str,
    /// Published measurements of attention with and without Flash Attention, beside the
    /// predictions.
    pub checked: fn(&[MeasuredAttention; 2], &[Work; 2]) -> String,
    /// Headings of the table.
    pub headings: [&'static str; 8],
    /// The roofs in the table: computing, memory, a link.
    pub roof: [&'static str; 3],
}
