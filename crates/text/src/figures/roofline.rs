//! Sentences about kernels and their rooflines.

use cost::kernel_times::{Exchanged, KernelTimes, Spent};
use cost::operation::{Kernel, Work};
use cost::plan::{Gpu, Plan};
use formats::number::Units;
use search::flash::{Attention, MeasuredAttention};

/// Words about slow kernels.
#[derive(Clone, Copy, Debug)]
pub struct RooflineText {
    /// Name of the view.
    pub heading: &'static str,
    /// What attention moves with and without Flash Attention, and what is slowest for its FLOPs.
    pub sentence: fn(&Plan, &KernelTimes, &[Attention; 2], Units) -> String,
    /// The kernels, in the order of [`Kernel::ALL`].
    pub kernels: [&'static str; Kernel::ALL.len()],
    /// The axes.
    pub axes: [&'static str; 2],
    /// A line of each axis.
    pub ticks: [fn(f64) -> String; 2],
    /// The roofs, each with its figure: computing, what products reach of it, memory, the domain,
    /// the network.
    pub roofs: fn(&KernelTimes, &Gpu) -> [String; 5],
    /// What a kernel does in a step and which roof it touches.
    pub kernel: fn(&Spent, Units) -> String,
    /// What an exchange does.
    pub exchange: fn(&Exchanged, Units) -> String,
    /// Name of the plot for those who do not see it.
    pub plot: &'static str,
    /// What to do with a point.
    pub hint: &'static str,
    /// Name of the comparison: at so many tokens.
    pub flash: fn(u64) -> String,
    /// With Flash Attention and without.
    pub sides: [&'static str; 2],
    /// What is compared: traffic, time, memory, the step.
    pub compared: [&'static str; 4],
    /// Said of memory that the GPU does not have.
    pub too_much: &'static str,
    /// What was measured of attention, and what the model says of it.
    pub checked: fn(&[MeasuredAttention; 2], &[Work; 2]) -> String,
    /// Headings of the table.
    pub headings: [&'static str; 8],
    /// The roofs in the table: computing, memory, a link.
    pub roof: [&'static str; 3],
}
