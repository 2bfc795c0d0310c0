//! Conventions of utilisation and memory.

use cost::convention::{Conventions, MfuKind, PeakKind};
use cost::plan::{Dtype, Word};

messages!("conventions");

/// Labels of the choices of [`Conventions::CHOICES`].
#[must_use]
pub fn labels() -> [&'static str; 3] {
    [mfu_label(), peak_label(), memory_label()]
}

/// Names of the options of each choice.
#[must_use]
pub fn options() -> [Vec<&'static str>; 3] {
    [
        vec![
            mfu_non_causal(),
            mfu_causal(),
            mfu_all_parameters(),
            mfu_hardware(),
        ],
        vec![peak_dtype(), peak_sixteen_bit()],
        vec![memory_allocated(), memory_reserved(), memory_nvidia_smi()],
    ]
}

/// MFU or HFU.
#[must_use]
pub fn name(conventions: Conventions) -> &'static str {
    match conventions.mfu {
        MfuKind::Hardware => hfu(),
        _ => mfu(),
    }
}

/// The kind of memory behind a size.
#[must_use]
pub fn memory(conventions: Conventions) -> &'static str {
    [allocated(), reserved(), nvidia_smi()][conventions.memory.index()]
}

/// All choices in words, for matrix products of this type: `MFU, causal attention, over bf16 peak ·
/// nvidia-smi memory`.
#[must_use]
pub fn described(conventions: Conventions, dtype: Dtype) -> String {
    let peak = match conventions.peak {
        PeakKind::Dtype => dtype.word(),
        PeakKind::SixteenBit => sixteen_bit(),
    };
    sentence(conventions.mfu, peak, memory(conventions))
}
