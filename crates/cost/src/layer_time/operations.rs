//! Kernels beside a layer's products: the attention core, memory-bound kernels, the model's two
//! ends.

use super::products::{LayerProducts, backward_products};
use super::scan::scan;
use crate::amount::{Amount, Count as _, Leaf, Part, Symbol, Unit};
use crate::attention::AttentionCall;
use crate::legal::Legal;
use crate::operation::{Kernel, Operation, Work};
use crate::params::{LayerKind, RankParams, adapted_widths};
use crate::plan::{ContextKind, Dtype, End, Model, Tuned};
use crate::roofline::{MatrixProduct, Roofline};
use crate::units::{Bytes, Flops, Seconds};

/// Time of the attention core on the slowest rank, relative to the mean. Of c contiguous pieces
/// under a causal mask the last has (2c − 1)/c times the mean. Pieces in pairs, an early one with a
/// late one, are even (Brandon 2023, Striped Attention, arXiv 2311.09431, section 2; Llama 3 2024,
/// arXiv 2407.21783, section 3.3.2), and so are heads that an all-to-all divides.
fn context_imbalance<A: Amount>(legal: &Legal) -> A {
    let layout = &legal.plan.layout;
    if layout.context_balanced || layout.context_kind == ContextKind::AllToAll {
        return A::number(1.0);
    }
    let context: A::Count = legal.letter(Symbol::Context);
    (A::number(2.0) - A::number(1.0) / context.real()).part(Part::ContextImbalance)
}

/// The core of a layer: that of attention, that of a linear mixer, or the mean over the layers of a
/// model with both.
pub(super) fn core<A: Amount>(legal: &Legal, roofline: &Roofline<A>) -> Operation<A> {
    let attention = attention(legal, roofline);
    let Some(linear) = scan(legal, roofline) else {
        return attention;
    };
    let attention_share = legal.plan.model.attention_share();
    let share = |value| A::factor(Symbol::AttentionShare, value);
    let mean = |one: Work<A>, other: Work<A>| {
        one * share(attention_share) + other * share(1.0 - attention_share)
    };
    Operation {
        kernel: Kernel::Core,
        forward: mean(attention.forward, linear.forward),
        backward: mean(attention.backward, linear.backward),
    }
}

/// The attention core: two products, softmax and the write of the output.
///
/// With Flash Attention only the causal half of each document is computed, at the pace of its length, and backward is 2.5 times the FLOPs (Dao
/// 2022, appendix B). Without it the whole square is computed, and every score crosses the memory
/// bus.
fn attention<A: Amount>(legal: &Legal, roofline: &Roofline<A>) -> Operation<A> {
    let (plan, model, fitted) = (legal.plan, &legal.plan.model, legal.fitted);
    let letter = |symbol| legal.letter::<A::Count>(symbol);
    let number = A::number;
    let rows = letter(Symbol::Tokens).real() * letter(Symbol::Heads).real();
    let call = AttentionCall::<A::Count>::of(legal);
    // Bytes beyond those that the memory can deliver in the kernel's time come from the cache.
    let work = |flops: Flops<A>, bytes: A, seconds: Seconds<A>| Work {
        flops,
        bytes: Bytes(A::Count::floor(bytes.min(seconds.0 * roofline.memory.0))),
        seconds,
    };
    if plan.levers.flash {
        let widths = (letter(Symbol::KeyDim) + letter(Symbol::ValueDim)).real();
        let keys = model_keys::<A>(legal).part(Part::MeanKeys);
        let flops = Flops(A::quantity(2.0, Unit::FLOPS) * rows * keys * widths).part(Part::Flops);
        let generation = plan.flash_generation();
        let document = letter(Symbol::Document).real();
        let computed =
            roofline.flash_forward(flops, document, generation) * context_imbalance(legal);
        // No kernel takes less time than its tensors take over the memory bus once. The kernel's
        // rate was measured with that traffic, so that the two times are not added.
        let once = roofline.streaming(call.least_bytes(legal).part(Part::Moved));
        let forward = computed.max(once);
        let backward = number(2.5) / fitted.attention_backward();
        let backward = (computed * backward).max(once * number(2.0));
        let bytes = call.flash_bytes(keys / letter(Symbol::Sequence).real(), generation);
        return Operation {
            kernel: Kernel::Core,
            forward: work(flops, bytes[0], forward.part(Part::Core)),
            backward: work(flops * number(2.5), bytes[1], backward.part(Part::Core)),
        };
    }
    let s = letter(Symbol::Sequence);
    let scores = MatrixProduct {
        rows: s,
        columns: s,
        inner: letter(Symbol::KeyDim),
    };
    let values = MatrixProduct {
        rows: s,
        columns: letter(Symbol::ValueDim),
        inner: s,
    };
    let squares = rows / s.real();
    let flops = (scores.flops() + values.flops()) * squares;
    let products = (roofline.product_16(scores) + roofline.product_16(values)) * squares;
    let per_score = if model.dropout {
        number(2.0) * fitted.score_bytes()
    } else {
        fitted.score_bytes()
    };
    let seconds = products + roofline.streaming(per_score * rows * s.real());
    let bytes = call.standard_bytes(per_score);
    let forward = work(flops, bytes[0], seconds.part(Part::Core));
    Operation::new(Kernel::Core, forward, number(2.0))
}

/// Norms, residuals, dropout, rotary, activation functions, permuted tokens and casts: bytes
/// over the memory bus.
///
/// Per layer and forward, before fusion: 20 bytes for each element of the residual stream (24 with
/// dropout). Queries and keys add 4 each for the rotation. The activation function adds its reads
/// and writes.
pub(super) fn elementwise<A: Amount>(
    legal: &Legal,
    roofline: &Roofline<A>,
    products: &LayerProducts<A>,
    kind: LayerKind,
) -> Operation<A> {
    let moved = ElementwiseBytes::of(legal, products, kind);
    let streaming = |bytes: A| {
        let bytes = bytes.part(Part::Moved);
        Work::streaming(bytes, roofline.streaming(bytes).part(Part::Elementwise))
    };
    let dequantised = streaming(moved.dequantised);
    let rest = streaming(moved.total() - moved.dequantised);
    Operation {
        kernel: Kernel::Elementwise,
        forward: rest + dequantised,
        backward: rest * A::number(2.0) + dequantised,
    }
}

/// Bytes that the memory-bound kernels of a layer's forward move, by their place in the layer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ElementwiseBytes<A = f64> {
    /// Two norms, and two additions to the residual stream.
    pub(crate) stream: A,
    /// Rotation of queries and keys.
    pub(crate) rotation: A,
    /// Activation function of the MLP or the shared experts.
    pub(crate) activation: A,
    /// Activation function of the routed experts.
    pub(crate) routed: A,
    /// Permuting and unpermuting of tokens, half of the bytes each.
    pub(crate) permuted: A,
    /// Casts of the products' inputs to 8 bits or fewer.
    pub(crate) cast: A,
    /// Products with adapters, whose matrices are so narrow that their inputs and outputs take the
    /// time, and the addition of their outputs.
    pub(crate) adapters: A,
    /// Restoring 4-bit weights in 16 bits, in forward and once more in backward.
    pub(crate) dequantised: A,
}

impl<A: Amount> ElementwiseBytes<A> {
    /// Bytes of all kernels.
    pub(crate) fn total(&self) -> A {
        let moved = self.stream + self.rotation + self.activation + (self.routed + self.permuted);
        moved + self.cast + self.adapters + self.dequantised
    }

    /// The bytes of a layer of a kind with these products.
    pub(super) fn of(legal: &Legal, products: &LayerProducts<A>, kind: LayerKind) -> Self {
        let (plan, model, fitted) = (legal.plan, &legal.plan.model, legal.fitted);
        let letter = |symbol| legal.letter::<A::Count>(symbol).real();
        let bytes = |value| A::quantity(value, Unit::BYTES);
        let tensor = letter(Symbol::Tensor);
        let (tokens, outer) = (letter(Symbol::Tokens), letter(Symbol::OuterTokens));
        let per_element = bytes(if model.dropout { 24.0 } else { 20.0 });
        let inner: A::Count = match kind {
            LayerKind::Dense => legal.letter(Symbol::Ffn),
            LayerKind::Routed => legal.letter(Symbol::SharedFfn),
        };
        let traffic: A = fitted.kernel_traffic(plan.kernels());
        let copies = match kind {
            LayerKind::Dense => A::ZERO,
            LayerKind::Routed => letter(Symbol::Copies) * fitted.routed_traffic() * traffic,
        };
        let width = letter(Symbol::ExpertFfn) / letter(Symbol::ExpertTensor);
        let narrow = matches!(
            plan.levers.dtype,
            Dtype::Fp8 | Dtype::Fp8Block | Dtype::MxFp8 | Dtype::NvFp4
        );
        let cast = if narrow {
            let inputs = products
                .list()
                .map(|each| each.times * each.each.rows.real() * each.each.inner.real());
            inputs.fold(A::ZERO, |sum, input| sum + input) * fitted.cast_bytes()
        } else {
            A::ZERO
        };
        let gates = legal.letter::<A::Count>(Symbol::Gates) + A::Count::number(1);
        let rotated = A::leaf(Leaf::Symbol(Symbol::Rotated), rotated(model));
        let activation = bytes(2.0) * tokens * (inner * gates).real() / tensor * traffic;
        Self {
            stream: (outer * letter(Symbol::Hidden) * per_element * traffic).part(Part::Stream),
            rotation: (bytes(4.0) * tokens * rotated / tensor * traffic).part(Part::Rotation),
            activation: activation.part(Part::Activation),
            routed: (copies * bytes(4.0) * width).part(Part::RoutedActivation),
            permuted: (copies * bytes(8.0) * letter(Symbol::Hidden)).part(Part::Permuted),
            cast: cast.part(Part::Cast),
            adapters: adapter_bytes::<A>(legal, kind).part(Part::AdapterProducts),
            dequantised: dequantised_bytes::<A>(legal, kind).part(Part::Restored),
        }
    }
}

/// Bytes that a layer's adapters move in forward: each reads its input, writes its output, and adds it
/// to that of its matrix, which reads both and writes one.
fn adapter_bytes<A: Amount>(legal: &Legal, kind: LayerKind) -> A {
    let letter = |symbol| legal.letter::<A::Count>(symbol).real();
    let widths = adapted_widths(&legal.plan.model, &legal.tuning, kind)
        .map(|(rows, columns)| (rows + 4 * columns) as f64);
    let sum = A::leaf(Leaf::Symbol(Symbol::AdapterWidths), widths.sum());
    letter(Symbol::Element) * letter(Symbol::Tokens) * sum / letter(Symbol::Tensor)
}

/// Bytes that a forward reads and writes to restore a layer's 4-bit weights in 16 bits.
fn dequantised_bytes<A: Amount>(legal: &Legal, kind: LayerKind) -> A {
    let plan = legal.plan;
    if plan.tuning.tuned != Tuned::Qlora {
        return A::ZERO;
    }
    let frozen = RankParams::of_layer(legal, kind).total().frozen as f64;
    let frozen = A::leaf(Leaf::Symbol(Symbol::LayerParameters), frozen);
    // Half a byte is read, and 16 bits are written.
    let element = legal.letter::<A::Count>(Symbol::Element).real();
    frozen * (A::quantity(0.5, Unit::BYTES) + element)
}

/// Mean number, over the layers, of channels of queries and keys with rotary embeddings.
fn rotated(model: &Model) -> f64 {
    let channels = match model.mla {
        Some(mla) => model.heads * mla.rope + mla.rope,
        None => model.query_width() + model.kv_heads * model.head_dim,
    };
    channels as f64 * model.attention_share()
}

/// Looking up the embedding: 4 bytes of traffic for each element of the stream.
pub(super) fn embedding<A: Amount>(legal: &Legal, roofline: &Roofline<A>) -> Operation<A> {
    let letter = |symbol| legal.letter::<A::Count>(symbol).real();
    let four = A::quantity(4.0, Unit::BYTES);
    let bytes = four * letter(Symbol::OuterTokens) * letter(Symbol::Hidden);
    let seconds = roofline.streaming(bytes.part(Part::Moved));
    let work = Work::streaming(bytes, seconds.part(Part::Embedding));
    Operation::new(Kernel::Embedding, work, A::number(2.0))
}

/// Output head in 16 bit, and the passes of the loss over the logits. Each layer that predicts a
/// further token repeats them, with the projection that merges two streams.
pub(super) fn head<A: Amount>(legal: &Legal, roofline: &Roofline<A>) -> [Operation<A>; 2] {
    let letter = |symbol| legal.letter::<A::Count>(symbol);
    let (tokens, h) = (letter(Symbol::Tokens), letter(Symbol::Hidden));
    let words = letter(Symbol::LocalVocab);
    let logits = MatrixProduct {
        rows: tokens,
        columns: words,
        inner: h,
    };
    let merge = MatrixProduct {
        rows: letter(Symbol::OuterTokens),
        columns: h,
        inner: A::Count::number(2) * h,
    };
    let extra = letter(Symbol::ExtraHeads).real();
    let all = A::number(1.0) + extra;
    let seconds = roofline.product_16(logits) * all + roofline.product(merge) * extra;
    let products = Work {
        flops: logits.flops() * all + merge.flops() * extra,
        bytes: logits.bytes().scaled(all) + merge.bytes().scaled(extra),
        seconds: seconds.part(Part::Head),
    };
    let passes = legal.fitted.logit_bytes::<A>() * all;
    let bytes = passes * tokens.real() * words.real() / A::number(3.0);
    let seconds = roofline.streaming(bytes.part(Part::Moved));
    let loss = Work::streaming(bytes, seconds.part(Part::Loss));
    let backward = backward_products(legal.plan.trains_end(End::Head));
    [
        Operation::new(Kernel::Head, products, backward),
        Operation::new(Kernel::Loss, loss, A::number(2.0)),
    ]
}

/// Mean keys of a query under the causal mask, and under that of documents.
fn model_keys<A: Amount>(legal: &Legal) -> A {
    let document = legal.letter::<A::Count>(Symbol::Document);
    legal.plan.model.masked_keys(document)
}
