//! Figures of an estimate that a sweep shows.

use cost::Estimate;
use cost::convention::Conventions;

/// A named figure of an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SweepReading {
    /// The useful share of the peak, by the reader's conventions.
    Mfu,
    /// Seconds of a step.
    Step,
    /// Tokens per second and GPU.
    TokensPerSecond,
    /// Share of the pipeline's time in which ranks wait.
    Bubble,
    /// Share of the step in which communication is exposed.
    Exposed,
    /// Bytes that the fullest GPU needs.
    Memory,
    /// Bytes of activations and logits on the fullest GPU.
    Activations,
    /// Bytes of weights, gradients and optimizer state on the fullest GPU.
    State,
    /// Days of the run.
    Days,
    /// Dollars of the run.
    Cost,
    /// Megawatt-hours of the run.
    Energy,
    /// Share of the days in which training advances.
    Goodput,
}

impl SweepReading {
    /// Number of readings.
    pub const COUNT: usize = 12;

    /// All readings.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Mfu,
        Self::Step,
        Self::TokensPerSecond,
        Self::Bubble,
        Self::Exposed,
        Self::Memory,
        Self::Activations,
        Self::State,
        Self::Days,
        Self::Cost,
        Self::Energy,
        Self::Goodput,
    ];

    /// True of bytes of the fullest GPU, which are limited by its memory.
    #[must_use]
    pub const fn is_memory(self) -> bool {
        matches!(self, Self::Memory | Self::Activations | Self::State)
    }

    /// True if more is better.
    #[must_use]
    pub const fn is_gain(self) -> bool {
        matches!(self, Self::Mfu | Self::TokensPerSecond | Self::Goodput)
    }

    /// The value of the figure, in its unit: a share of one, seconds, bytes, days or dollars.
    #[must_use]
    pub fn of(self, estimate: &Estimate, conventions: Conventions) -> f64 {
        let Estimate {
            memory, time, run, ..
        } = estimate;
        let stage = &memory.stages[memory.peak_stage];
        let bytes = match self {
            Self::Mfu => return conventions.utilisation(&estimate.utilisation),
            Self::Step => return time.total().0,
            Self::TokensPerSecond => return estimate.utilisation.tokens_per_second,
            Self::Bubble => return time.bubble_fraction(),
            Self::Exposed => return time.communication().0 / time.total().0,
            Self::Days => return run.days,
            Self::Cost => return run.cost_usd,
            Self::Energy => return run.energy_mwh,
            Self::Goodput => return run.goodput,
            Self::Memory => memory.peak_of(conventions.memory),
            Self::Activations => stage.activations + stage.logits,
            Self::State => stage.state.total(),
        };
        bytes.0 as f64
    }
}
