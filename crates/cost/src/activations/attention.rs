//! Activations of attention, from its input to its output projection.

use super::mixing::MixingWidths;
use super::operation::{OperationMemory, OperationName as Name};
use super::quantity::{Size, TensorSum};
use super::sizes::Sizes;
use crate::amount::{Count as _, Symbol};
use crate::legal::Legal;
use crate::plan::{ContextKind, LatentAttention, Module, Target};
use crate::units::Bytes;

/// Lists the operations of attention in forward order.
pub(super) fn list<Q: TensorSum>(
    legal: &Legal,
    z: &Sizes<Q>,
    list: &mut impl FnMut(OperationMemory<Q>),
) {
    let every_second = z.drops(Module::Ops);
    let normed = z.drops(Module::Norm) || every_second;
    let into = OperationMemory::dependency(Name::Qkv, z.qkv + z.gathered + z.regathered);
    match legal.plan.model.mla {
        None => {
            let input = z.adapted(
                &[Target::Query, Target::Key, Target::Value],
                z.product_input,
            );
            list(
                into.keeps_unless(normed, input)
                    .defers(z.trained(z.product_input + z.qkv_gradient)),
            );
        }
        Some(mla) => {
            let latents = latent_norms(legal, z, mla);
            list(
                OperationMemory::dependency(Name::Latents, z.stream.times(2))
                    .keeps_unless(normed, z.trained(z.stream)),
            );
            list(
                into.keeps(latents)
                    .defers(z.trained(z.product_input + latents + z.qkv_gradient)),
            );
        }
    }
    let (core, scratch) = core(legal);
    let scratch = scratch + z.states;
    let of_core = OperationMemory::dependency(Name::Core, z.attention + z.qkv + scratch)
        .keeps_unless(z.drops(Module::Core), core);
    list(if every_second {
        // Every second product is kept: those of queries and values, not that of keys.
        of_core.keeps(z.query_value)
    } else {
        of_core.keeps_unless(z.drops(Module::MlaUp), z.qkv)
    });
    // A kernel that makes the scores again in backward reads the attention's output, too.
    let kept = if legal.plan.levers.flash || z.is_read(&[Target::Output]) {
        z.attention.times(output_copies(legal))
    } else {
        Q::default()
    };
    list(
        OperationMemory::dependency(Name::Projection, z.stream + z.regathered + z.attention)
            .keeps(kept + z.adapted(&[Target::Output], z.attention_byte))
            .defers(z.trained(z.projected + z.product_input)),
    );
}

/// Inputs and outputs of the two norms over the latents, 2·2S(r_q + r_kv), and their statistics.
fn latent_norms<Q: TensorSum>(legal: &Legal, z: &Sizes<Q>, mla: LatentAttention) -> Q {
    let letter = |symbol| legal.letter::<Q::Count>(symbol);
    let wide = MixingWidths::of(legal).counted(legal).latents;
    let norms = if mla.query_rank > 0 { 2 } else { 1 };
    let two = Q::Count::number(2);
    let factors = [two, letter(Symbol::Element), letter(Symbol::OuterTokens)];
    let latents = Bytes::product(factors) * wide;
    Q::of(Size::Latents, latents) + z.norm_statistics.times(norms)
}

/// Tensors that the attention core keeps beside q, k and v, and the scratch of its backward.
fn core<Q: TensorSum>(legal: &Legal) -> (Q, Q) {
    let (plan, model) = (legal.plan, &legal.plan.model);
    let letter = |symbol| legal.letter::<Q::Count>(symbol);
    let heads = MixingWidths::of(legal).counted(legal).heads;
    let tokens = letter(Symbol::Tokens);
    if plan.levers.flash {
        // One fp32 log-sum-exp a head and token (Dao 2022, section 3.1).
        let sums = Bytes::product([Q::Count::bytes(4), heads, tokens]);
        return (Q::of(Size::LogSums, sums), Q::default());
    }
    // Softmax output; with dropout also its mask and its output (Korthikanti 2022, section 4.1).
    let element = letter(Symbol::Element);
    let two_elements = Q::Count::number(2) * element;
    let per_score = if model.dropout {
        two_elements + Q::Count::bytes(1)
    } else {
        element
    };
    let sequence = letter(Symbol::Sequence);
    let scores = |bytes: Q::Count| Bytes::product([bytes, heads, tokens, sequence]);
    (
        Q::of(Size::Scores, scores(per_score)),
        Q::of(Size::ScoreScratch, scores(two_elements)),
    )
}

/// Copies of the attention output that are kept. All-to-all context parallelism keeps one copy in
/// each layout, and so does Flash Attention if a micro-batch has several sequences.
fn output_copies(legal: &Legal) -> u64 {
    let plan = legal.plan;
    let exchanged = plan.layout.context > 1 && plan.layout.context_kind == ContextKind::AllToAll;
    let transposed = plan.levers.flash && plan.batch.micro > 1;
    if exchanged || transposed { 2 } else { 1 }
}
