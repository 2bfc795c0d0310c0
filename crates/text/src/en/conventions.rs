//! Conventions of utilisation and memory, in English.

use super::words::joined;
use crate::ConventionsText;
use cost::convention::{Conventions, MfuKind, PeakKind};
use cost::plan::{Dtype, Word};

pub(super) const CONVENTIONS: ConventionsText = ConventionsText {
    labels: ["Utilisation counts", "over", "Memory means"],
    options: [
        &[
            "non-causal attention",
            "causal attention",
            "all parameters",
            "recomputation too (HFU)",
        ],
        &["peak of the products’ type", "16-bit peak"],
        &["allocated", "reserved by PyTorch", "as nvidia-smi shows"],
    ],
    name: |conventions| match conventions.mfu {
        MfuKind::Hardware => "HFU",
        _ => "MFU",
    },
    memory: |conventions| MEMORY[conventions.memory.index()],
    sentence,
    verdict: "The verdict always uses total GPU memory.",
};

/// The kinds of memory behind a size.
const MEMORY: [&str; 3] = ["allocated", "reserved", "nvidia-smi"];

/// "MFU, causal attention, over bf16 peak · nvidia-smi memory".
fn sentence(conventions: Conventions, dtype: Dtype) -> String {
    let counts = match conventions.mfu {
        MfuKind::NonCausal => "MFU, non-causal attention",
        MfuKind::Causal => "MFU, causal attention",
        MfuKind::AllParameters => "MFU, all parameters",
        MfuKind::Hardware => "HFU, with recomputation",
    };
    let peak = match conventions.peak {
        PeakKind::Dtype => dtype.word(),
        PeakKind::SixteenBit => "16-bit",
    };
    let memory = MEMORY[conventions.memory.index()];
    joined(&[counts, ", over ", peak, " peak · ", memory, " memory"])
}
