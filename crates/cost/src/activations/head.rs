//! Activations of the end of the model, on the last rank: final norm, output head, loss.

use super::quantity::{Quantity, Size};
use super::sizes::Sizes;
use crate::legal::Legal;
use crate::plan::{CrossEntropy, Kernels, Recipe};
use crate::units::Bytes;

/// Activations of the end of the model on the last rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeadActivations<Q = Bytes> {
    /// Final norm and head input.
    pub saved: Q,
    /// Logits as the loss keeps them, per micro-batch in flight.
    pub logits: Q,
    /// Gradients of the logits, which the head's weight gradient needs.
    pub gradients: Q,
    /// Bytes that the head's backward needs beside `saved`, when the logits have become gradients.
    pub transient: Q,
}

impl<Q: Quantity> HeadActivations<Q> {
    /// Final norm, output head and loss; each layer that predicts a further token has its own
    /// norm, and 4 bytes a logit more stay (measured).
    pub(super) fn of(legal: &Legal, z: &Sizes<Q>) -> Self {
        let (model, tensor) = (&legal.plan.model, legal.plan.layout.tensor);
        let native_habit =
            legal.plan.stack.recipe == Recipe::Nemo || legal.plan.kernels() == Kernels::EarlyFused;
        let element = legal.plan.levers.dtype.element_bytes();
        let per_logit = match legal.plan.levers.cross_entropy {
            // Logits and one fp32 copy, reused in place.
            CrossEntropy::Plain => element + 4,
            // Megatron-LM's own, NeMo's default: two fp32 copies beside the logits. The peaks that
            // NeMo logs are 5 to 8 % above the plain loss and 2 % above this one.
            CrossEntropy::Native => element + 8,
            CrossEntropy::Fused if native_habit => element + 8,
            // TransformerEngine's and chunked ones turn logits into gradients in place.
            CrossEntropy::Fused | CrossEntropy::Chunked => element,
        };
        let extra = model.multi_token_layers;
        let logits = Q::of(
            Size::Logit,
            Bytes::product([legal.tokens(), model.vocab]).over(tensor),
        );
        Self {
            saved: (z.stream * 2 + z.norm_statistics) * (1 + extra),
            logits: logits * (per_logit + 4 * extra),
            gradients: logits * (element * (1 + extra)),
            transient: logits * (element + 4 * extra) + z.gathered + z.regathered,
        }
    }
}
