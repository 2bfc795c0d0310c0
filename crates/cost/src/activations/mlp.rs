//! Activations of an MLP: one for all tokens, or a router with experts.

use super::operation::{OperationMemory, OperationName as Name};
use super::quantity::{Size, TensorSum};
use super::sizes::Sizes;
use crate::amount::{Amount as _, Count, Part, Symbol};
use crate::legal::Legal;
use crate::plan::{Module, Target};
use crate::units::Bytes;

/// Matrices that lead into an MLP.
const INTO: [Target; 2] = [Target::Gate, Target::Up];

/// Lists the operations of a dense MLP in forward order.
pub(super) fn list_dense<Q: TensorSum>(
    legal: &Legal,
    z: &Sizes<Q>,
    list: &mut impl FnMut(OperationMemory<Q>),
) {
    if legal.plan.levers.mlp_tiles > 1 {
        return list_tiled(legal, z, list);
    }
    let letter = |symbol| legal.letter::<Q::Count>(symbol);
    let inner = Inner::of(
        legal,
        z,
        [Size::Into, Size::Out, Size::ByteInto, Size::ByteOut],
        letter(Symbol::Tokens),
        letter(Symbol::Ffn),
        letter(Symbol::Tensor),
    );
    let every_second = z.drops(Module::Ops);
    let normed = z.drops(Module::Norm) || every_second;
    let block = z.drops(Module::Mlp);
    list(
        OperationMemory::dependency(Name::MlpIn, inner.into + z.gathered + z.regathered)
            .keeps_unless(normed, z.adapted(&INTO, z.product_input))
            .defers(z.trained(z.product_input + inner.gradient)),
    );
    let activation = OperationMemory::dependency(Name::Activation, inner.out + inner.into);
    list(if every_second {
        // Every second product is kept: that of the gate.
        activation.keeps(inner.kept_gate)
    } else {
        activation.keeps_unless_block(block, inner.kept_into)
    });
    let kept = inner.out.times(z.inner_copies - 1) + z.adapted(&[Target::Down], inner.kept);
    let out = OperationMemory::dependency(Name::MlpOut, z.stream + z.regathered + inner.out)
        .keeps_unless_block(block || every_second, kept)
        .defers(z.trained(inner.kept + z.product_input));
    list(if every_second {
        out.keeps(z.stream)
    } else {
        out
    });
}

/// Lists the operations of a dense MLP that runs in tiles. It keeps its input, and the gradients of
/// input and output are whole. Backward restores the activation's input for one tile at a time.
fn list_tiled<Q: TensorSum>(
    legal: &Legal,
    z: &Sizes<Q>,
    list: &mut impl FnMut(OperationMemory<Q>),
) {
    let letter = |symbol| legal.letter::<Q::Count>(symbol);
    let tile = Inner::of(
        legal,
        z,
        [Size::TileInto, Size::TileOut, Size::TileInto, Size::TileOut],
        letter(Symbol::TileTokens),
        letter(Symbol::Ffn),
        letter(Symbol::Tensor),
    );
    let whole = z.gathered + z.regathered + z.stream;
    list(
        OperationMemory::dependency(Name::MlpIn, whole)
            .keeps_unless(z.drops(Module::Norm), z.product_input),
    );
    list(
        OperationMemory::dependency(Name::Activation, whole + tile.into + tile.out)
            .keeps_unless(true, tile.into),
    );
}

/// Lists the operations of routed and shared experts in forward order.
///
/// C token copies come to a rank: their inputs 2Ch, activation inputs and outputs, and 4 bytes of
/// routing weight each. The router keeps 9 bytes for each token and expert. The permutation keeps 8
/// for each token copy sent (measured on Megatron-LM's allocator).
///
/// Recompute by operation keeps the results of plain products and of the exchange of tokens, not
/// those of grouped products: routed experts run again, from the copies that have arrived if they
/// came from other ranks, and shared ones keep every second product (torchtitan's list of saved
/// operations).
pub(super) fn list_routed<Q: TensorSum>(
    legal: &Legal,
    z: &Sizes<Q>,
    list: &mut impl FnMut(OperationMemory<Q>),
) {
    let (plan, model) = (legal.plan, &legal.plan.model);
    let letter = |symbol| legal.letter::<Q::Count>(symbol);
    let outer = letter(Symbol::OuterTokens);
    let mean_copies = letter(Symbol::Copies);
    let imbalance = <Q::Count as Count>::Amount::factor(Symbol::Imbalance, plan.imbalance());
    let copies = mean_copies.scaled(imbalance).part(Part::BusiestCopies);
    let by_operation = z.drops(Module::Ops);
    let normed = z.drops(Module::Norm) || by_operation;
    let block = z.drops(Module::Moe) || by_operation;
    let routing = Q::of(
        Size::RouterScores,
        Bytes::product([Q::Count::bytes(9), outer, letter(Symbol::Experts)]),
    ) + Q::of(
        Size::Permutation,
        Bytes::product([Q::Count::bytes(8), outer, letter(Symbol::PerToken)]),
    );
    list(
        OperationMemory::dependency(Name::Router, z.stream.times(2))
            .keeps_unless(normed, z.trained(z.stream))
            .keeps_unless_block(block, routing),
    );
    let width = model.moe.shared_width();
    if width > 0 {
        let shared = Inner::of(
            legal,
            z,
            [
                Size::SharedInto,
                Size::SharedOut,
                Size::ByteSharedInto,
                Size::ByteSharedOut,
            ],
            letter(Symbol::Tokens),
            letter(Symbol::SharedFfn),
            letter(Symbol::Tensor),
        );
        // The products that recompute by operation keeps are not restored.
        let into = if by_operation {
            shared.kept_gate.times(model.gates() - 1)
        } else {
            shared.kept_into
        };
        list(
            OperationMemory::dependency(Name::SharedIn, shared.out + shared.into + z.regathered)
                .keeps_unless_block(block, into)
                .defers(z.trained(z.product_input + shared.gradient)),
        );
        let shared_kept = shared.out.times(z.inner_copies - 1) + z.trained(shared.kept);
        let out =
            OperationMemory::dependency(Name::SharedOut, z.stream + z.regathered + shared.out)
                .keeps_unless_block(block, shared_kept)
                .defers(z.trained(shared.kept + z.product_input));
        list(if by_operation {
            out.keeps(shared.out + z.stream)
        } else {
            out
        });
    }
    let inner = Inner::of(
        legal,
        z,
        [
            Size::ExpertInto,
            Size::ExpertOut,
            Size::ByteExpertInto,
            Size::ByteExpertOut,
        ],
        copies,
        letter(Symbol::ExpertFfn),
        letter(Symbol::ExpertTensor),
    );
    let one = Q::Count::bytes(1);
    let arrived = Q::of(
        Size::Arrived,
        Bytes::product([letter(Symbol::Element), copies, letter(Symbol::Hidden)]),
    );
    let kept = if z.keeps_bytes {
        Q::of(
            Size::ByteArrived,
            Bytes::product([one, copies, letter(Symbol::Hidden)]),
        )
    } else {
        arrived
    };
    let is_exchanged = by_operation && plan.layout.expert > 1;
    list(
        OperationMemory::dependency(Name::ExpertIn, inner.into + arrived)
            .keeps_unless_block(block && !is_exchanged, z.trained(kept))
            .defers(z.trained(kept + inner.gradient)),
    );
    let weights = Q::of(
        Size::RoutingWeights,
        Bytes::product([Q::Count::bytes(4), copies]),
    );
    list(
        OperationMemory::dependency(Name::ExpertActivation, inner.out + inner.into)
            .keeps_unless_block(block, inner.kept_into + weights),
    );
    let out = inner.out.times(z.inner_copies - 1) + z.trained(inner.kept);
    let expert = OperationMemory::dependency(Name::ExpertOut, arrived + inner.out)
        .defers(z.trained(inner.kept + kept));
    list(if z.drops(Module::MoeActivation) {
        expert.keeps_unless(true, out)
    } else {
        expert.keeps_unless_block(block, out)
    });
    // Gradients of the copies on their way back, unpermuted and weighted.
    list(OperationMemory::dependency(
        Name::Combine,
        z.stream + arrived.times(3),
    ));
}

/// Activations of an MLP of some width.
struct Inner<Q> {
    /// 2Tgf/t: the activation's input, g = 2 gated, 1 not.
    into: Q,
    /// The input as kept for backward: in 16 or 8 bits.
    kept_into: Q,
    /// The product of the gate as kept for backward, half of a gated activation's input; the whole
    /// input without a gate.
    kept_gate: Q,
    /// The input's gradient as a deferred weight gradient reads it: in 16 or 8 bits.
    gradient: Q,
    /// 2Tf/t: its output.
    out: Q,
    /// The output as kept for the next product: in 16 or 8 bits.
    kept: Q,
}

impl<Q: TensorSum> Inner<Q> {
    fn of(
        legal: &Legal,
        z: &Sizes<Q>,
        sizes: [Size; 4],
        tokens: Q::Count,
        width: Q::Count,
        ranks: Q::Count,
    ) -> Self {
        let element = legal.letter::<Q::Count>(Symbol::Element);
        let gates = legal.letter::<Q::Count>(Symbol::Gates);
        let one = Q::Count::bytes(1);
        let [into, out, byte_into, byte_out] = sizes;
        let out = Q::of(out, Bytes::product([element, tokens, width]).over(ranks));
        let byte = || Q::of(byte_out, Bytes::product([one, tokens, width]).over(ranks));
        let is_narrow = legal.plan.keeps_gates_in_8_bits();
        let gated = |size, element| {
            let bytes = Bytes::product([element, tokens, gates * width]);
            Q::of(size, bytes.over(ranks))
        };
        let into = gated(into, element);
        Self {
            into,
            kept_into: if is_narrow {
                gated(byte_into, one)
            } else {
                into
            },
            kept_gate: if is_narrow { byte() } else { out },
            gradient: if z.keeps_bytes {
                gated(byte_into, one)
            } else {
                into
            },
            out,
            kept: if z.keeps_bytes { byte() } else { out },
        }
    }
}
