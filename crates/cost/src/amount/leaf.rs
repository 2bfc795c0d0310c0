//! Sources of the numbers that no operation gives, their units, and the names of the parts between.

use super::symbol::Symbol;
use crate::vocabularies;

/// Unit of a number: powers of the units in which figures are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Unit([i8; Unit::BASES.len()]);

impl Unit {
    /// The units of which others are products, in the order of their powers.
    pub const BASES: [&'static str; 8] = ["B", "s", "FLOP", "h", "d", "$", "W", "MWh"];

    /// A pure number.
    pub const NONE: Self = Self([0; Self::BASES.len()]);
    /// Bytes.
    pub const BYTES: Self = Self::base(0);
    /// Seconds.
    pub const SECONDS: Self = Self::base(1);
    /// FLOPs.
    pub const FLOPS: Self = Self::base(2);
    /// Hours.
    pub const HOURS: Self = Self::base(3);
    /// Days.
    pub const DAYS: Self = Self::base(4);
    /// Dollars.
    pub const DOLLARS: Self = Self::base(5);
    /// Watts.
    pub const WATTS: Self = Self::base(6);
    /// Megawatt-hours.
    pub const MEGAWATT_HOURS: Self = Self::base(7);
    /// Bytes a second.
    pub const BYTES_PER_SECOND: Self = Self::BYTES.over(Self::SECONDS);
    /// FLOPs a second.
    pub const FLOPS_PER_SECOND: Self = Self::FLOPS.over(Self::SECONDS);

    const fn base(place: usize) -> Self {
        let mut powers = [0; Self::BASES.len()];
        powers[place] = 1;
        Self(powers)
    }

    /// Powers of [`Self::BASES`].
    #[must_use]
    pub const fn powers(self) -> [i8; Self::BASES.len()] {
        self.0
    }

    /// Unit of a product.
    #[must_use]
    pub const fn times(self, other: Self) -> Self {
        self.with(other, 1)
    }

    /// Unit of a quotient.
    #[must_use]
    pub const fn over(self, other: Self) -> Self {
        self.with(other, -1)
    }

    /// Unit of a square root; `None` if a power is odd.
    #[must_use]
    pub fn root(self) -> Option<Self> {
        let is_even = self.0.iter().all(|power| power % 2 == 0);
        is_even.then(|| Self(self.0.map(|power| power / 2)))
    }

    /// Unit of the product with a power of another.
    const fn with(mut self, other: Self, power: i8) -> Self {
        let mut place = 0;
        while place < Self::BASES.len() {
            self.0[place] = self.0[place].saturating_add(other.0[place].saturating_mul(power));
            place += 1;
        }
        self
    }
}

/// The source of a number that no operation gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// A plain number of the formula.
    Number(Unit),
    /// A letter of the plan or its model.
    Symbol(Symbol),
    /// A constant of the calibration, by the name of its field.
    Constant(&'static str),
    /// A figure of the GPU's data sheet.
    Sheet(Sheet),
    /// A result of the simulation of the pipeline.
    Simulated(Simulated),
    /// How often equal parts of a sum follow each other.
    Times,
    /// A number of the reader's machine, as measured.
    Machine(Unit),
}

impl Leaf {
    /// Unit of the number.
    #[must_use]
    pub fn unit(self) -> Unit {
        match self {
            Self::Number(unit) => unit,
            Self::Symbol(symbol) => unit_of_letter(symbol),
            Self::Times => Unit::NONE,
            Self::Machine(unit) => unit,
            Self::Constant(name) => unit_of(name),
            Self::Sheet(sheet) => sheet.unit(),
            Self::Simulated(result) => result.unit(),
        }
    }
}

/// Unit of a letter.
const fn unit_of_letter(symbol: Symbol) -> Unit {
    match symbol {
        Symbol::Element | Symbol::SoldMemory => Unit::BYTES,
        Symbol::SavedFlops => Unit::FLOPS,
        Symbol::Price => Unit::DOLLARS.over(Unit::HOURS),
        Symbol::Watts => Unit::WATTS,
        Symbol::MeanTimeBetweenFailures => Unit::HOURS,
        Symbol::RestartTime => Unit::SECONDS,
        Symbol::CheckpointRate => Unit::BYTES_PER_SECOND,
        _ => Unit::NONE,
    }
}

/// Constants of the calibration that are seconds.
const SECONDS: [&str; 5] = [
    "layer_launch",
    "routed_launch",
    "ring_step_inside",
    "ring_step_across",
    "step_overhead",
];

/// Constants of the calibration that are bytes.
const BYTES: [&str; 5] = [
    "score_bytes",
    "logit_bytes",
    "cast_bytes",
    "half_message_bytes",
    "bucket_bytes",
];

/// Unit of a constant of the calibration.
fn unit_of(constant: &str) -> Unit {
    if SECONDS.contains(&constant) {
        Unit::SECONDS
    } else if BYTES.contains(&constant) {
        Unit::BYTES
    } else {
        Unit::NONE
    }
}

vocabularies! {
    /// A figure of a GPU's data sheet.
    Sheet {
        /// Dense peak of matrix products in 16 bits.
        Peak = "peak",
        /// Peak of another type over that in 16 bits.
        PeakRatio = "peak-ratio",
        /// Memory bandwidth.
        Memory = "memory",
        /// Bandwidth to the other GPUs of the domain, one way.
        Nvlink = "nvlink",
        /// Network bandwidth of one GPU, one way.
        Nic = "nic",
        /// Bandwidth to the host, one way.
        Host = "host",
        /// Memory that a process can allocate.
        Capacity = "capacity",
        /// Board power over that of the family, for each FLOP/s.
        Power = "power",
    }

    /// A result of the simulation of the pipeline.
    Simulated {
        /// Time that a rank works.
        Busy = "busy",
        /// Time that a rank waits for others.
        Idle = "idle",
        /// Time at which a rank's first block starts.
        Start = "start",
        /// Micro-batches whose activations a virtual stage holds when the rank holds most.
        InFlight = "in-flight",
        /// Micro-batches that wait there for their weight gradients.
        Waiting = "waiting-weights",
    }
}

impl Simulated {
    /// Unit of the result.
    #[must_use]
    pub const fn unit(self) -> Unit {
        match self {
            Self::Busy | Self::Idle | Self::Start => Unit::SECONDS,
            Self::InFlight | Self::Waiting => Unit::NONE,
        }
    }
}

impl Sheet {
    /// Unit of the figure.
    #[must_use]
    pub const fn unit(self) -> Unit {
        match self {
            Self::Peak => Unit::FLOPS_PER_SECOND,
            Self::PeakRatio | Self::Power => Unit::NONE,
            Self::Capacity => Unit::BYTES,
            Self::Memory | Self::Nvlink | Self::Nic | Self::Host => Unit::BYTES_PER_SECOND,
        }
    }
}
