//! Activations of an MLP: one for all tokens, or a router with experts.

use super::operation::{OperationMemory, OperationName as Name};
use super::quantity::{Quantity, Size};
use super::sizes::Sizes;
use crate::legal::Legal;
use crate::plan::Module;
use crate::units::Bytes;

/// Lists the operations of a dense MLP in forward order.
pub(super) fn list_dense<Q: Quantity>(
    legal: &Legal,
    z: &Sizes<Q>,
    list: &mut impl FnMut(OperationMemory<Q>),
) {
    let model = &legal.plan.model;
    let inner = Inner::of(
        legal,
        [Size::Into, Size::Out],
        legal.tokens(),
        model.ffn,
        legal.plan.layout.tensor,
    );
    let every_second = z.drops(Module::Ops);
    let normed = z.drops(Module::Norm) || every_second;
    let block = z.drops(Module::Mlp);
    list(
        OperationMemory::needs(Name::MlpIn, inner.into + z.gathered + z.regathered)
            .keeps_unless(normed, z.stream)
            .defers(z.stream + inner.into),
    );
    list(
        OperationMemory::needs(Name::Activation, inner.out + inner.into)
            .keeps_unless_block(block, inner.into),
    );
    list(
        OperationMemory::needs(Name::MlpOut, z.stream + z.regathered + inner.out)
            .keeps_unless_block(block || every_second, inner.out * z.inner_copies)
            .defers(inner.out + z.stream),
    );
}

/// Lists the operations of routed and shared experts in forward order.
///
/// C token copies come to a rank: their inputs 2Ch, activation inputs and outputs, and 4 bytes
/// of routing weight each; the router keeps 9 bytes a token and expert, the permutation 8 a
/// token copy sent (measured on Megatron-LM's allocator).
pub(super) fn list_routed<Q: Quantity>(
    legal: &Legal,
    z: &Sizes<Q>,
    list: &mut impl FnMut(OperationMemory<Q>),
) {
    let (plan, model) = (legal.plan, &legal.plan.model);
    let element = plan.levers.dtype.element_bytes();
    let outer = legal.outer_tokens();
    let copies = Bytes(legal.routed_copies()).scaled(plan.imbalance()).0;
    let normed = z.drops(Module::Norm);
    let block = z.drops(Module::Moe);
    let routing = Q::of(
        Size::RouterScores,
        Bytes::product([9, outer, model.moe.experts]),
    ) + Q::of(
        Size::Permutation,
        Bytes::product([8, outer, model.moe.per_token]),
    );
    list(
        OperationMemory::needs(Name::Router, z.stream * 2)
            .keeps_unless(normed, z.stream)
            .keeps_unless_block(block, routing),
    );
    let width = model.moe.shared_width();
    if width > 0 {
        let shared = Inner::of(
            legal,
            [Size::SharedInto, Size::SharedOut],
            legal.tokens(),
            width,
            plan.layout.tensor,
        );
        list(
            OperationMemory::needs(Name::SharedIn, shared.out + shared.into + z.regathered)
                .keeps_unless_block(block, shared.into)
                .defers(z.stream + shared.into),
        );
        list(
            OperationMemory::needs(Name::SharedOut, z.stream + z.regathered + shared.out)
                .keeps_unless_block(block, shared.out * z.inner_copies)
                .defers(shared.out + z.stream),
        );
    }
    let inner = Inner::of(
        legal,
        [Size::ExpertInto, Size::ExpertOut],
        copies,
        model.moe.ffn,
        plan.layout.expert_tensor,
    );
    let arrived = Q::of(
        Size::Arrived,
        Bytes::product([element, copies, model.hidden]),
    );
    list(
        OperationMemory::needs(Name::ExpertIn, inner.into + arrived)
            .keeps_unless_block(block, arrived)
            .defers(arrived + inner.into),
    );
    let weights = Q::of(Size::RoutingWeights, Bytes::product([4, copies]));
    list(
        OperationMemory::needs(Name::ExpertActivation, inner.out + inner.into)
            .keeps_unless_block(block, inner.into + weights),
    );
    let out = inner.out * z.inner_copies;
    let expert =
        OperationMemory::needs(Name::ExpertOut, arrived + inner.out).defers(inner.out + arrived);
    list(if z.drops(Module::MoeActivation) {
        expert.keeps_unless(true, out)
    } else {
        expert.keeps_unless_block(block, out)
    });
    // Gradients of the copies on their way back, unpermuted and weighted.
    list(OperationMemory::needs(
        Name::Combine,
        z.stream + arrived * 3,
    ));
}

/// Activations of an MLP of some width.
struct Inner<Q> {
    /// 2Tgf/t: the activation's input, g = 2 gated, 1 not.
    into: Q,
    /// 2Tf/t: its output.
    out: Q,
}

impl<Q: Quantity> Inner<Q> {
    fn of(legal: &Legal, sizes: [Size; 2], tokens: u64, width: u64, ranks: u64) -> Self {
        let element = legal.plan.levers.dtype.element_bytes();
        let gates = legal.plan.model.gates();
        let [into, out] = sizes;
        Self {
            into: Q::of(
                into,
                Bytes::product([element, tokens, gates * width]).over(ranks),
            ),
            out: Q::of(out, Bytes::product([element, tokens, width]).over(ranks)),
        }
    }
}
