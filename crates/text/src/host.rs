//! Memory of a node's host.

use cost::host::{HostMemory, Phase as HostPhase};
use cost::memory::Verdict;
use formats::number::Units;

use crate::kinds;

messages!("host");

/// The verdict on the host's memory, with its need and the need's range as text.
#[must_use]
pub fn verdict(memory: &HostMemory, need: &str, units: Units) -> String {
    match memory.verdict() {
        Verdict::Fits => enough(need, memory.capacity, units),
        Verdict::Tight | Verdict::MayNotFit => tight(need, memory.capacity, units),
        Verdict::OutOfMemory => out(need, memory.capacity, units),
    }
}

/// A sentence on a host that runs out of memory, or may; `None` if it has enough.
#[must_use]
pub fn warning(memory: &HostMemory, units: Units) -> Option<String> {
    let (need, capacity) = (memory.peak(), memory.capacity);
    let phase = match memory.fullest() {
        HostPhase::Loading => Phase::Loading,
        HostPhase::Training => Phase::Training,
        HostPhase::Saving => Phase::Saving,
    };
    match memory.verdict() {
        Verdict::Fits => None,
        Verdict::Tight | Verdict::MayNotFit => Some(close(need, memory.high, capacity, units)),
        Verdict::OutOfMemory => Some(over(need, capacity, phase, units)),
    }
}

/// The name of a phase of the run.
#[must_use]
pub fn phase(phase: HostPhase) -> &'static str {
    match phase {
        HostPhase::Loading => loading(),
        HostPhase::Training => training(),
        HostPhase::Saving => saving(),
    }
}

/// Names of the terms of the host's memory, in the order of [`cost::host::HOST`].
#[must_use]
pub fn terms() -> [&'static str; 7] {
    [
        kinds::weights(),
        kinds::gradients(),
        kinds::optimizer(),
        kinds::activations(),
        pinned(),
        copies(),
        processes(),
    ]
}
