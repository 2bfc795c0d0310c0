//! Phases of a run, and the terms of the host's memory in each.

use std::ops::{Add, Mul};

use crate::certainty::Certainty;
use crate::units::Bytes;

/// A phase of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The weights are read from a checkpoint, before the first step.
    Loading,
    /// Steps are run.
    Training,
    /// Whole weights are written, between two steps.
    Saving,
}

impl Phase {
    /// All phases, in their order.
    pub const ALL: [Self; 3] = [Self::Loading, Self::Training, Self::Saving];

    /// Key of the phase in JSON.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Loading => "loading",
            Self::Training => "training",
            Self::Saving => "saving",
        }
    }
}

/// Memory of a host in one phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HostPhase {
    /// Offloaded weights, and 16-bit copies of weights that were updated on the host.
    pub weights: Bytes,
    /// Offloaded gradients, and those that the optimizer reads.
    pub gradients: Bytes,
    /// Offloaded master weights and moments.
    pub optimizer: Bytes,
    /// Offloaded activations.
    pub activations: Bytes,
    /// Bytes that pinned memory takes beyond the tensors in it.
    pub pinned: Bytes,
    /// Whole weights while they are loaded or saved.
    pub copies: Bytes,
    /// The processes.
    pub processes: Bytes,
}

/// A term of the host's memory: its key, a function to read it, and its certainty.
#[derive(Clone, Copy)]
pub struct HostTerm {
    /// Key of the term in JSON, without the unit.
    pub key: &'static str,
    /// Reads it.
    pub of: fn(&HostPhase) -> Bytes,
    /// Certainty of the term.
    pub certainty: Certainty,
}

const fn term(key: &'static str, of: fn(&HostPhase) -> Bytes, certainty: Certainty) -> HostTerm {
    HostTerm { key, of, certainty }
}

/// Every term of the host's memory; their sum is the whole. State is counted by what a framework's
/// source allocates. No published run has tested the other terms alone.
pub static HOST: [HostTerm; 7] = [
    term("weights", |phase| phase.weights, Certainty::Exact),
    term("gradients", |phase| phase.gradients, Certainty::Exact),
    term("optimizer", |phase| phase.optimizer, Certainty::Exact),
    term("activations", |phase| phase.activations, Certainty::Assumed),
    term("pinned", |phase| phase.pinned, Certainty::Assumed),
    term("copies", |phase| phase.copies, Certainty::Assumed),
    term("processes", |phase| phase.processes, Certainty::Assumed),
];

impl HostPhase {
    /// Bytes of all terms.
    #[must_use]
    pub fn total(&self) -> Bytes {
        HOST.iter().map(|term| (term.of)(self)).sum()
    }

    /// Bytes of offloaded state.
    pub(super) fn state(&self) -> Bytes {
        self.weights + self.gradients + self.optimizer
    }

    /// This phase with more whole weights.
    pub(super) fn with_copies(self, copies: Bytes) -> Self {
        Self {
            copies: self.copies + copies,
            ..self
        }
    }
}

impl Add for HostPhase {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            weights: self.weights + other.weights,
            gradients: self.gradients + other.gradients,
            optimizer: self.optimizer + other.optimizer,
            activations: self.activations + other.activations,
            pinned: self.pinned + other.pinned,
            copies: self.copies + other.copies,
            processes: self.processes + other.processes,
        }
    }
}

impl Mul<u64> for HostPhase {
    type Output = Self;
    fn mul(self, times: u64) -> Self {
        Self {
            weights: self.weights * times,
            gradients: self.gradients * times,
            optimizer: self.optimizer * times,
            activations: self.activations * times,
            pinned: self.pinned * times,
            copies: self.copies * times,
            processes: self.processes * times,
        }
    }
}
