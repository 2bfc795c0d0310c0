//! Memory that is neither state nor activations: gathered layers, scratch, workspaces, and memory
//! outside the allocator.

mod fixed;
mod gathered;
mod pieces;
mod scratch;

pub(super) use fixed::{communicators, is_fitted_beside, workspace_parts};
pub(super) use gathered::of_gathered_layer;
pub(super) use pieces::Kinds;
pub(super) use scratch::widest;

use crate::amount::{Count, Part, Symbol};
use crate::legal::Legal;
use crate::plan::Tuned;
use crate::schedule::Pipeline;
use crate::units::Bytes;
use fixed::{beside_the_allocator, boundary, workspaces};
use gathered::Gathered;
use scratch::{GradientScratch, OneGradient};

/// The buffers of a plan, from which the buffers of each rank follow.
pub(super) struct Buffers<C: Count = u64> {
    /// Gathered weights, and gradients until they are scattered.
    pub(super) gathered: Gathered<C>,
    /// Workspaces of the matrix libraries.
    pub(super) workspaces: Bytes<C>,
    pub(super) scratch: GradientScratch<C>,
    /// Buffers of a pipeline rank's last transfers when a step is over. Each chunk has a tensor in
    /// either direction, and one more is in transit (measured: 2 to 4 of them, 6 to 7 with three
    /// chunks). During a step they are counted as inputs of the rank's layers.
    pub(super) transfers: Bytes<C>,
    /// A tensor between two stages; nothing without a pipeline.
    pub(super) boundary: Bytes<C>,
    /// The largest matrix of a layer in 16 bits, while it is restored from 4.
    pub(super) dequantised: Bytes<C>,
    /// The largest gradient of each kind of piece, if the backward updates the weights.
    pub(super) one_gradient: OneGradient<C>,
    /// Bytes that the allocator keeps cached, relative to those allocated.
    pub(super) slack: C::Amount,
    /// Driver context and communicators.
    pub(super) beside: Bytes<C>,
}

impl<C: Count> Buffers<C> {
    pub(super) fn of(legal: &Legal) -> Self {
        let boundary: Bytes<C> = boundary(legal);
        let tensors = C::letter(Symbol::Tensors, 2 * legal.chunks() + 1);
        Self {
            gathered: Gathered::of(legal),
            workspaces: workspaces(legal),
            scratch: GradientScratch::of(legal),
            transfers: (boundary * tensors).part(Part::Transfers),
            boundary,
            dequantised: dequantised(legal),
            one_gradient: OneGradient::of(legal),
            slack: legal.fitted.slack(legal.plan),
            beside: beside_the_allocator(legal),
        }
    }

    /// Bytes that the allocator would keep cached for a stage if the card had room for them, with
    /// the blocks in which no later tensor fits ([`super::phases::Phases::cached`]).
    pub(super) fn wanted_cache(&self, allocated: Bytes<C>, blocks: [Bytes<C>; 2]) -> Bytes<C> {
        let [logits, other] = blocks;
        let slack = allocated.scaled(self.slack).part(Part::SlackCache);
        (slack + logits + other).part(Part::WantedCache)
    }

    /// Buffers of a rank that last from step to step, and buffers that exist only while backward
    /// runs. The latter are the next tensor from a neighbour and the dummy gradient of the output
    /// head. TransformerEngine does not run the head, which allocates its dummy gradient each time.
    pub(super) fn of_rank(&self, legal: &Legal, pipeline: &Pipeline, rank: usize) -> [Bytes<C>; 2] {
        let kinds = Kinds::of_rank(legal, pipeline, rank);
        let [layers, head] = self.scratch.of_rank(kinds);
        let gathered = self.gathered.of_rank(kinds).bytes();
        [
            self.workspaces + layers,
            gathered + head + self.boundary + self.dequantised + self.one_gradient.of_rank(kinds),
        ]
    }
}

/// A restored matrix: `bitsandbytes` makes each anew for its product, and torchao too
/// (`MatMul4Bit`, `linear_nf4`).
fn dequantised<C: Count>(legal: &Legal) -> Bytes<C> {
    if legal.plan.tuning.tuned != Tuned::Qlora {
        return Bytes::ZERO;
    }
    let letter = |symbol| legal.letter::<C>(symbol);
    let width = C::letter(Symbol::WidestWidth, widest(legal));
    Bytes::product([letter(Symbol::Element), letter(Symbol::Hidden), width])
        .part(Part::WholeMatrix)
        .over(letter(Symbol::Tensor))
        .part(Part::Dequantised)
}
