//! Activations of the end of the model, on the last rank: final norm, output head, loss.

use super::quantity::{Size, TensorSum};
use super::sizes::Sizes;
use crate::amount::{Amount, Count as _, Symbol, Unit};
use crate::legal::Legal;
use crate::plan::{CrossEntropy, Kernels, MasterWeights, Objective, Plan, Recipe};
use crate::units::Bytes;

/// Activations of the end of the model on the last rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeadActivations<Q = Bytes> {
    /// Final norm and head input.
    pub saved: Q,
    /// Logits as the loss keeps them, per micro-batch in flight.
    pub logits: Q,
    /// Largest bytes of logits that the loss holds during its backward, `logits` included.
    pub loss: Q,
    /// Gradients of the logits, which the head's weight gradient needs.
    pub gradients: Q,
    /// Bytes that the head's backward needs beside `saved`, when the logits have become gradients.
    pub transient: Q,
}

impl<Q: TensorSum> HeadActivations<Q> {
    /// Final norm, output head and loss; each layer that predicts a further token has a norm of its
    /// own and keeps 4 bytes a logit more (measured).
    pub(super) fn of(legal: &Legal, z: &Sizes<Q>) -> Self {
        let model = &legal.plan.model;
        let letter = |symbol| legal.letter::<Q::Count>(symbol);
        let element = legal.plan.levers.dtype.element_bytes();
        let [per_logit, at_loss] = bytes_per_logit(legal, element);
        let extra = model.multi_token_layers;
        let (one, tokens) = (Q::Count::bytes(1), letter(Symbol::Tokens));
        let all = Bytes::product([one, tokens, letter(Symbol::Vocab)]);
        let logits = match legal.plan.levers.cross_entropy {
            CrossEntropy::Eager => Q::of(Size::WholeLogit, all),
            CrossEntropy::Chunked if model.hidden < model.vocab => {
                let chunk = Bytes::product([one, tokens, letter(Symbol::Hidden)]);
                Q::of(Size::ChunkLogit, chunk.over(letter(Symbol::Tensor)))
            }
            _ => Q::of(Size::Logit, all.over(letter(Symbol::Tensor))),
        };
        let saved = z.stream + z.of_trained_head(z.stream) + z.norm_statistics;
        Self {
            saved: saved.times(1 + extra),
            logits: logits.times(per_logit + 4 * extra),
            loss: logits.times(at_loss + 4 * extra),
            gradients: z.of_trained_head(logits.times(element * (1 + extra))),
            transient: logits.times(element + 4 * extra) + z.gathered + z.regathered,
        }
    }
}

/// Bytes a logit: the number that the loss keeps until its backward, and its peak while its
/// backward runs. A chunked loss has as many as its input has elements.
fn bytes_per_logit(legal: &Legal, element: u64) -> [u64; 2] {
    let plan = legal.plan;
    if let Some(bytes) = of_log_probabilities(plan, element) {
        return bytes;
    }
    // Losses of PyTorch work on fp32 logits, unless the whole model is 16 bit and its loop casts no
    // logits. Models of Hugging Face cast them (`ForCausalLMLoss`).
    let wide = match plan.master() {
        MasterWeights::None if !plan.stack.recipe.has_trainer() => element,
        _ => 4,
    };
    match cross_entropy(plan) {
        // The log-softmax is kept. Backward has two gradients beside it, that of the log-softmax
        // and that of the logits. A 16-bit loss reads the logits themselves, which stay.
        CrossEntropy::Eager if wide == element => [2 * wide, 4 * wide],
        CrossEntropy::Eager => [wide, 3 * wide],
        // `torch.distributed.tensor.parallel.loss` allocates one tensor more.
        CrossEntropy::Parallel => [wide, 4 * wide],
        // The logits are kept, and their gradients are written beside them.
        CrossEntropy::Compiled => [element, 2 * element],
        // Logits and one fp32 copy, reused in place.
        CrossEntropy::Plain => [element + 4; 2],
        // Megatron-LM's loss, NeMo's default until 25.04: two fp32 copies beside the logits. The
        // peaks that NeMo logs are 5 to 8 % above those with the plain loss and 2 % above those
        // with this one.
        CrossEntropy::Native => [element + 8; 2],
        CrossEntropy::Fused if plan.kernels() == Kernels::EarlyFused => [element + 8; 2],
        // The model's code casts logits to fp32 and drops the last one of each sequence, which is a
        // second copy (transformers up to 4.48), before the kernel turns it into gradients.
        CrossEntropy::Fused
            if plan.stack.recipe.has_trainer() && plan.kernels() != Kernels::Compiled =>
        {
            [4, 4 + 4]
        }
        // TransformerEngine's loss turns logits into gradients in place.
        CrossEntropy::Fused => [element; 2],
        // Forward makes the gradients of one chunk of tokens after the other. Only the gradient of
        // the head's input is kept. A chunk's logits, in 16 bit and in fp32, are as large as that
        // input (Liger, `fused_linear_cross_entropy.py`).
        CrossEntropy::Chunked => [element, 2 * element + 4],
    }
}

/// Bytes a logit of trainers by reward or preference, as [`bytes_per_logit`]; `None` for other
/// trainers and other losses. Log-probabilities come from the Triton kernel of flash-attn, which keeps
/// its logits for the backward and no log-softmax.
///
/// OpenRLHF, commit 3c3be623: `Actor.forward` casts the logits to fp32 (`models/actor.py`). The
/// kernel writes their gradient beside them (`models/utils.py`, `log_probs_from_logits`). That
/// becomes a 16-bit one, while the trainers by reward and of supervised fine-tuning still hold the
/// logits with the model's output (`ppo_actor.py`, `sft_trainer.py`); that of preferences has dropped
/// them (`dpo_trainer.py`, `concatenated_forward`).
///
/// verl, commit b178a3cd: logits stay in the type of the products, the kernel writes their gradient
/// in their place, and the division by the temperature a second one (`workers/actor/dp_actor.py`,
/// `utils/torch_functional.py`). The entropy is computed without gradients unless the loss has it.
fn of_log_probabilities(plan: &Plan, element: u64) -> Option<[u64; 2]> {
    if plan.levers.cross_entropy != CrossEntropy::Plain {
        return None;
    }
    match (plan.stack.recipe, plan.tuning.objective) {
        (Recipe::OpenRlhf, Objective::Preference) => Some([4, 4 + 4]),
        (Recipe::OpenRlhf, Objective::NextToken | Objective::Reward) => Some([4, 4 + 4 + element]),
        (Recipe::Verl, Objective::Preference | Objective::Reward) => Some([element, 2 * element]),
        _ => None,
    }
}

/// Bytes of freed 16-bit logits that no later tensor of the loss can use, for each byte that it
/// holds: PyTorch's separate kernels work on fp32 tensors, which do not fit in their place. So the
/// allocator reserves 14 bytes a logit for 12 allocated ones, and 18 for 16.
pub(crate) fn freed_logits<A: Amount>(legal: &Legal) -> A {
    let element = legal.plan.levers.dtype.element_bytes();
    let [_, at_loss] = bytes_per_logit(legal, element);
    match cross_entropy(legal.plan) {
        _ if of_log_probabilities(legal.plan, element).is_some() => A::ZERO,
        CrossEntropy::Eager | CrossEntropy::Parallel if at_loss > 4 * element => {
            A::quantity(element as f64, Unit::BYTES) / A::quantity(at_loss as f64, Unit::BYTES)
        }
        _ => A::ZERO,
    }
}

/// The loss that runs, with the framework's default resolved to a name.
fn cross_entropy(plan: &Plan) -> CrossEntropy {
    let stated = plan.levers.cross_entropy;
    let recipe = plan.stack.recipe;
    if stated != CrossEntropy::Plain {
        return stated;
    }
    match plan.kernels() {
        // XLA fuses MaxText's loss, and writes gradients where the logits were.
        _ if recipe == Recipe::MaxText => CrossEntropy::Fused,
        _ if !recipe.shards_fully() && !recipe.has_trainer() => CrossEntropy::Plain,
        Kernels::Compiled => CrossEntropy::Compiled,
        _ if plan.layout.tensor > 1 => CrossEntropy::Parallel,
        _ => CrossEntropy::Eager,
    }
}
