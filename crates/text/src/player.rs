//! The player of a step.

use crate::moments::repeats_alike;
use cost::trace::{Happening, HeldPart, Trace};

messages!("player");

/// The short name of a moment's kernels in a lane; may be empty.
#[must_use]
pub fn kernels(what: Happening) -> &'static str {
    match what {
        Happening::Projections => kernels_projections(),
        Happening::Attention => kernels_attention(),
        Happening::Output => kernels_output(),
        Happening::MlpIn => kernels_mlp_in(),
        Happening::MlpOut => kernels_mlp_out(),
        Happening::SharedIn | Happening::SharedOut => kernels_shared(),
        Happening::Router => kernels_router(),
        Happening::Experts => kernels_experts(),
        Happening::Forward | Happening::NextForward => kernels_forward(),
        Happening::Backward | Happening::LastBackward => kernels_backward(),
        Happening::Recompute => kernels_recompute(),
        Happening::Update => kernels_update(),
        Happening::Tile => kernels_tile(),
        Happening::Scores => kernels_scores(),
        _ => "",
    }
}

/// A part of memory that changes, in a key.
#[must_use]
pub fn held(part: HeldPart) -> &'static str {
    match part {
        HeldPart::Weights => gathered(),
        HeldPart::Gradients => gradients(),
        HeldPart::Activations => activations(),
        HeldPart::Working => working(),
    }
}

/// Rows of a layer among tensor-parallel GPUs: of its attention, or of its MLP.
#[must_use]
pub fn tensor_rows(is_mlp: bool) -> [&'static str; 5] {
    let (weights, result) = if is_mlp {
        (row_mlp_in(), row_hidden())
    } else {
        (row_attention_in(), row_attention())
    };
    [row_input(), weights, result, row_out(), row_sums()]
}

/// The middle of a pipeline's step that is not drawn, with its seconds; `None` if all is drawn.
#[must_use]
pub fn middle(trace: &Trace) -> Option<String> {
    let mut moments = trace.moments.iter().enumerate();
    let (index, moment) = moments.find(|(_, moment)| moment.what == Happening::Repeats)?;
    let takes = moment.to.beyond(moment.from);
    Some(if repeats_alike(trace, index) {
        middle_alike(takes)
    } else {
        middle_others(takes)
    })
}
