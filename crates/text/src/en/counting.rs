//! Conventions of utilisation and memory, in English.

use super::words::joined;
use crate::CountingText;
use cost::convention::{Counting, MfuKind, PeakKind};
use cost::plan::{Dtype, Word};

pub(super) const COUNTING: CountingText = CountingText {
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
    name: |counting| match counting.mfu {
        MfuKind::Hardware => "HFU",
        _ => "MFU",
    },
    memory: |counting| MEMORY[counting.memory.index()],
    sentence,
    verdict: "Whatever is shown, the verdict compares what the card must give.",
};

/// The kinds of memory behind a size.
const MEMORY: [&str; 3] = ["allocated", "reserved", "nvidia-smi"];

/// "MFU, causal attention, over bf16 peak · nvidia-smi memory".
fn sentence(counting: Counting, dtype: Dtype) -> String {
    let counts = match counting.mfu {
        MfuKind::NonCausal => "MFU, non-causal attention",
        MfuKind::Causal => "MFU, causal attention",
        MfuKind::AllParameters => "MFU, all parameters",
        MfuKind::Hardware => "HFU, with recomputation",
    };
    let peak = match counting.peak {
        PeakKind::Dtype => dtype.word(),
        PeakKind::SixteenBit => "16-bit",
    };
    let memory = MEMORY[counting.memory.index()];
    joined(&[counts, ", over ", peak, " peak · ", memory, " memory"])
}
