//! Kernels beside a layer's products: the attention core, memory-bound kernels, the model's two
//! ends.

use super::products::{LayerProducts, backward_products};
use super::scan::scan;
use crate::attention::AttentionCall;
use crate::legal::Legal;
use crate::operation::{Kernel, Operation, Work};
use crate::params::{LayerKind, RankParams, adapted_widths};
use crate::plan::{ContextKind, Dtype, End, Layout, Model, Tuned};
use crate::roofline::{MatrixProduct, Roofline};
use crate::units::{Bytes, Flops, Seconds};

/// Time of the attention core on the slowest rank, relative to the mean. Of c contiguous pieces
/// under a causal mask the last has (2c − 1)/c times the mean. Pieces in pairs, an early one with a
/// late one, are even (Brandon 2023, Striped Attention, arXiv 2311.09431, section 2; Llama 3 2024,
/// arXiv 2407.21783, section 3.3.2), and so are heads that an all-to-all divides.
fn context_imbalance(layout: &Layout) -> f64 {
    if layout.context_balanced || layout.context_kind == ContextKind::AllToAll {
        return 1.0;
    }
    2.0 - 1.0 / layout.context as f64
}

/// The core of a layer: that of attention, that of a linear mixer, or the mean over the layers of a
/// model with both.
pub(super) fn core(legal: &Legal, roofline: &Roofline) -> Operation {
    let attention = attention(legal, roofline);
    let Some(linear) = scan(legal, roofline) else {
        return attention;
    };
    let share = legal.plan.model.attention_share();
    let mean = |one: Work, other: Work| one * share + other * (1.0 - share);
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
fn attention(legal: &Legal, roofline: &Roofline) -> Operation {
    let (plan, model, fitted) = (legal.plan, &legal.plan.model, legal.fitted);
    let heads = model.heads / plan.layout.tensor;
    let rows = legal.tokens() as f64 * heads as f64;
    let call = AttentionCall::of(legal);
    // Bytes beyond those that the memory can deliver in the kernel's time come from the cache.
    let work = |flops: Flops, bytes: f64, seconds: Seconds| Work {
        flops,
        bytes: Bytes(bytes.min(seconds.0 * roofline.memory.0) as u64),
        seconds,
    };
    if plan.levers.flash {
        let widths = (model.key_dim() + model.value_dim()) as f64;
        let keys = legal.mean_keys();
        let flops = Flops(2.0 * rows * keys * widths);
        let generation = plan.flash_generation();
        let computed = roofline.flash_forward(flops, legal.document(), generation)
            * context_imbalance(&plan.layout);
        // No kernel takes less time than its tensors take over the memory bus once. The kernel's
        // rate was measured with that traffic, so that the two times are not added.
        let once = roofline.streaming(call.least_bytes(legal));
        let forward = computed.max(once);
        let backward = (computed * (2.5 / fitted.attention_backward)).max(once * 2.0);
        let bytes = call.flash_bytes(keys / legal.sequence as f64, generation);
        return Operation {
            kernel: Kernel::Core,
            forward: work(flops, bytes[0], forward),
            backward: work(flops * 2.5, bytes[1], backward),
        };
    }
    let s = legal.sequence;
    let scores = MatrixProduct {
        rows: s,
        columns: s,
        inner: model.key_dim(),
    };
    let values = MatrixProduct {
        rows: s,
        columns: model.value_dim(),
        inner: s,
    };
    let squares = rows / s as f64;
    let flops = (scores.flops() + values.flops()) * squares;
    let products = (roofline.product_16(scores) + roofline.product_16(values)) * squares;
    let per_score = if model.dropout {
        2.0 * fitted.score_bytes
    } else {
        fitted.score_bytes
    };
    let seconds = products + roofline.streaming(per_score * rows * s as f64);
    let bytes = call.standard_bytes(per_score);
    Operation::new(Kernel::Core, work(flops, bytes[0], seconds), 2.0)
}

/// Norms, residuals, dropout, rotary, activation functions, permuted tokens and casts: bytes
/// over the memory bus.
///
/// Per layer and forward, before fusion: 20 bytes for each element of the residual stream (24 with
/// dropout). Queries and keys add 4 each for the rotation. The activation function adds its reads
/// and writes.
pub(super) fn elementwise(
    legal: &Legal,
    roofline: &Roofline,
    products: &LayerProducts,
    kind: LayerKind,
) -> Operation {
    let moved = ElementwiseBytes::of(legal, products, kind);
    let streaming = |bytes: f64| Work::streaming(bytes, roofline.streaming(bytes));
    let dequantised = streaming(moved.dequantised);
    let rest = streaming(moved.total() - moved.dequantised);
    Operation {
        kernel: Kernel::Elementwise,
        forward: rest + dequantised,
        backward: rest * 2.0 + dequantised,
    }
}

/// Bytes that the memory-bound kernels of a layer's forward move, by their place in the layer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ElementwiseBytes {
    /// Two norms, and two additions to the residual stream.
    pub(crate) stream: f64,
    /// Rotation of queries and keys.
    pub(crate) rotation: f64,
    /// Activation function of the MLP or the shared experts.
    pub(crate) activation: f64,
    /// Activation function of the routed experts.
    pub(crate) routed: f64,
    /// Permuting and unpermuting of tokens, half of the bytes each.
    pub(crate) permuted: f64,
    /// Casts of the products' inputs to 8 bits or fewer.
    pub(crate) cast: f64,
    /// Products with adapters, whose matrices are so narrow that their inputs and outputs take the
    /// time, and the addition of their outputs.
    pub(crate) adapters: f64,
    /// Restoring 4-bit weights in 16 bits, in forward and once more in backward.
    pub(crate) dequantised: f64,
}

impl ElementwiseBytes {
    /// Bytes of all kernels.
    pub(crate) fn total(&self) -> f64 {
        let moved = self.stream + self.rotation + self.activation + (self.routed + self.permuted);
        moved + self.cast + self.adapters + self.dequantised
    }

    /// The bytes of a layer of a kind with these products.
    pub(super) fn of(legal: &Legal, products: &LayerProducts, kind: LayerKind) -> Self {
        let (plan, model, fitted) = (legal.plan, &legal.plan.model, legal.fitted);
        let tensor = plan.layout.tensor as f64;
        let (tokens, outer) = (legal.tokens() as f64, legal.outer_tokens() as f64);
        let per_element = if model.dropout { 24.0 } else { 20.0 };
        let inner = match kind {
            LayerKind::Dense => model.ffn,
            LayerKind::Routed => model.moe.shared_width(),
        };
        let traffic = fitted.kernel_traffic(plan.kernels());
        let copies = match kind {
            LayerKind::Dense => 0.0,
            LayerKind::Routed => legal.routed_copies() as f64 * fitted.routed_traffic * traffic,
        };
        let width = model.moe.ffn as f64 / plan.layout.expert_tensor as f64;
        let narrow = matches!(
            plan.levers.dtype,
            Dtype::Fp8 | Dtype::Fp8Block | Dtype::MxFp8 | Dtype::NvFp4
        );
        let cast: f64 = if narrow {
            let inputs = products
                .list()
                .map(|each| each.times * each.each.rows as f64 * each.each.inner as f64);
            inputs.sum::<f64>() * fitted.cast_bytes
        } else {
            0.0
        };
        Self {
            stream: outer * model.hidden as f64 * per_element * traffic,
            rotation: 4.0 * tokens * rotated(model) / tensor * traffic,
            activation: 2.0 * tokens * (inner * (model.gates() + 1)) as f64 / tensor * traffic,
            routed: copies * 4.0 * width,
            permuted: copies * 8.0 * model.hidden as f64,
            cast,
            adapters: adapter_bytes(legal, kind),
            dequantised: dequantised_bytes(legal, kind),
        }
    }
}

/// Bytes that a layer's adapters move in forward: each reads its input, writes its output, and adds it
/// to that of its matrix, which reads both and writes one.
fn adapter_bytes(legal: &Legal, kind: LayerKind) -> f64 {
    let plan = legal.plan;
    let element = plan.levers.dtype.element_bytes() as f64;
    let widths = adapted_widths(&plan.model, &legal.tuning, kind)
        .map(|(rows, columns)| (rows + 4 * columns) as f64);
    let sum: f64 = widths.sum();
    element * legal.tokens() as f64 * sum / plan.layout.tensor as f64
}

/// Bytes that a forward reads and writes to restore a layer's 4-bit weights in 16 bits.
fn dequantised_bytes(legal: &Legal, kind: LayerKind) -> f64 {
    let plan = legal.plan;
    if plan.tuning.tuned != Tuned::Qlora {
        return 0.0;
    }
    let frozen = RankParams::of_layer(legal, kind).total().frozen as f64;
    // Half a byte is read, and 16 bits are written.
    frozen * (0.5 + plan.levers.dtype.element_bytes() as f64)
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
pub(super) fn embedding(legal: &Legal, roofline: &Roofline) -> Operation {
    let bytes = 4.0 * legal.outer_tokens() as f64 * legal.plan.model.hidden as f64;
    let work = Work::streaming(bytes, roofline.streaming(bytes));
    Operation::new(Kernel::Embedding, work, 2.0)
}

/// Output head in 16 bit, and the passes of the loss over the logits. Each layer that predicts a
/// further token repeats them, with the projection that merges two streams.
pub(super) fn head(legal: &Legal, roofline: &Roofline) -> [Operation; 2] {
    let (model, tensor) = (&legal.plan.model, legal.plan.layout.tensor);
    let (tokens, h) = (legal.tokens(), model.hidden);
    let words = model.vocab.div_ceil(tensor);
    let logits = MatrixProduct {
        rows: tokens,
        columns: words,
        inner: h,
    };
    let merge = MatrixProduct {
        rows: legal.outer_tokens(),
        columns: h,
        inner: 2 * h,
    };
    let extra = model.multi_token_layers as f64;
    let products = Work {
        flops: logits.flops() * (1.0 + extra) + merge.flops() * extra,
        bytes: logits.bytes().scaled(1.0 + extra) + merge.bytes().scaled(extra),
        seconds: roofline.product_16(logits) * (1.0 + extra) + roofline.product(merge) * extra,
    };
    let passes = legal.fitted.logit_bytes * (1.0 + extra);
    let bytes = passes * tokens as f64 * words as f64 / 3.0;
    let loss = Work::streaming(bytes, roofline.streaming(bytes));
    [
        Operation::new(
            Kernel::Head,
            products,
            backward_products(legal.plan.trains_end(End::Head)),
        ),
        Operation::new(Kernel::Loss, loss, 2.0),
    ]
}
