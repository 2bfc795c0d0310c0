//! Seconds of computing in one layer and in the model's two ends, on one rank.

mod kernels;

pub use kernels::KernelTime;

use super::legal::Legal;
use super::params::LayerKind;
use super::plan::{Dtype, Model, Module, Recompute};
use super::roofline::{MatrixProduct, Roofline};
use super::units::{Flops, Seconds};

/// Time of one piece of the model for one micro-batch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Compute {
    /// Forward.
    pub forward: Seconds,
    /// Backward, for inputs and weights.
    pub backward: Seconds,
    /// The part of backward that makes weight gradients, which some schedules put off.
    pub weight: Seconds,
    /// What selective recomputation adds to backward.
    pub recompute: Seconds,
    /// What it would add to run the whole of forward again.
    pub full_recompute: Seconds,
}

/// Time of a transformer layer of each kind, and of what only the first and last stage run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelCompute {
    /// A layer without routed experts.
    pub dense: Compute,
    /// A layer with them.
    pub routed: Compute,
    /// Looking up the embedding.
    pub embedding: Compute,
    /// Output head and loss.
    pub head: Compute,
    /// The attention core's forward, under which context-parallel exchange can hide.
    pub attention_forward: Seconds,
}

impl ModelCompute {
    /// Times the pieces of a legal plan.
    #[must_use]
    pub fn of(legal: &Legal, roofline: &Roofline) -> Self {
        let attention = attention(legal, roofline);
        let dense = layer(legal, roofline, attention, LayerKind::Dense);
        let routed = if legal.plan.model.moe.experts > 0 {
            layer(legal, roofline, attention, LayerKind::Routed)
        } else {
            dense
        };
        Self {
            dense,
            routed,
            embedding: embedding(legal, roofline),
            head: head(legal, roofline),
            attention_forward: attention.forward,
        }
    }
}

/// Times one layer of a kind.
fn layer(legal: &Legal, roofline: &Roofline, attention: Compute, kind: LayerKind) -> Compute {
    let kernels = LayerKernels::of(legal, roofline, attention, kind);
    let forward = kernels.forward();
    Compute {
        forward,
        backward: kernels.backward(),
        weight: kernels.matrices,
        recompute: selective(legal, roofline, &kernels, forward),
        full_recompute: forward * legal.fitted.full_recompute,
    }
}

/// What a layer's kernels take, by what they do.
struct LayerKernels {
    products: LayerProducts,
    /// All products of a forward.
    matrices: Seconds,
    attention: Compute,
    elementwise: Seconds,
    /// The host's time to launch a forward's kernels.
    launch: Seconds,
}

impl LayerKernels {
    fn of(legal: &Legal, roofline: &Roofline, attention: Compute, kind: LayerKind) -> Self {
        let products = LayerProducts::of(legal, kind);
        let elementwise = elementwise(legal, roofline, &products, kind);
        Self {
            matrices: products.list().map(|each| each.seconds(roofline)).sum(),
            products,
            attention,
            elementwise,
            launch: launch(legal, kind),
        }
    }

    fn forward(&self) -> Seconds {
        (self.matrices + self.attention.forward + self.elementwise).smooth_max(self.launch)
    }

    fn backward(&self) -> Seconds {
        (self.matrices * 2.0 + self.attention.backward + self.elementwise * 2.0)
            .smooth_max(self.launch * 2.0)
    }
}

/// The host's time to launch the kernels of one layer's forward, below which the card waits.
/// Routed layers launch many more, and wait for the host to learn who sends how much; graphs
/// and fused permutation save that as tuned software does with the exchange.
fn launch(legal: &Legal, kind: LayerKind) -> Seconds {
    let fitted = legal.fitted;
    let routed = match kind {
        LayerKind::Dense => 0.0,
        LayerKind::Routed => {
            fitted.routed_launch * fitted.launches_left(legal.plan.stack.moe_software)
        }
    };
    Seconds(fitted.layer_launch + routed)
}

/// Products that a rank runs in one layer.
#[derive(Clone, Copy)]
struct Products {
    each: MatrixProduct,
    /// How many of them.
    times: f64,
}

impl Products {
    fn seconds(&self, roofline: &Roofline) -> Seconds {
        roofline.product(self.each) * self.times
    }
}

/// The matrix products of a layer, as one rank runs them on T = s·b/c tokens.
struct LayerProducts {
    /// Into q, k and v, and out of the attention; with latent attention also into the latents.
    attention: [Products; 5],
    /// Into and out of the dense MLP or the shared experts.
    mlp: [Products; 2],
    /// The router, and into and out of the routed experts.
    experts: [Products; 3],
}

impl LayerProducts {
    fn of(legal: &Legal, kind: LayerKind) -> Self {
        let (model, layout) = (&legal.plan.model, &legal.plan.layout);
        let (tokens, h) = (legal.tokens(), model.hidden);
        let inner = match kind {
            LayerKind::Dense => model.ffn,
            LayerKind::Routed => model.moe.shared_width(),
        } / layout.tensor;
        let experts = match kind {
            LayerKind::Dense => [product(0, 0, 0); 3],
            LayerKind::Routed => expert_products(legal),
        };
        Self {
            attention: attention_products(legal),
            mlp: [
                product(tokens, model.gates() * inner, h),
                product(tokens, h, inner),
            ],
            experts,
        }
    }

    fn list(&self) -> impl Iterator<Item = &Products> {
        let all = self.attention.iter().chain(&self.mlp).chain(&self.experts);
        all.filter(|products| products.each.n * products.each.k > 0)
    }
}

/// One product of (m × k) with (k × n); none where a dimension is nought.
const fn product(m: u64, n: u64, k: u64) -> Products {
    Products {
        each: MatrixProduct { m, n, k },
        times: 1.0,
    }
}

fn attention_products(legal: &Legal) -> [Products; 5] {
    let (model, tensor) = (&legal.plan.model, legal.plan.layout.tensor);
    let (tokens, h) = (legal.tokens(), model.hidden);
    let heads = model.heads / tensor;
    let out = product(tokens, h, heads * model.value_dim());
    let none = product(0, 0, 0);
    let Some(mla) = model.mla else {
        let qkv = (heads + 2 * legal.kv_heads_per_rank()) * model.head_dim;
        return [product(tokens, qkv, h), out, none, none, none];
    };
    let query = heads * model.key_dim();
    // Every rank makes the latents of its own tokens only.
    let outer = legal.outer_tokens();
    [
        product(outer, mla.query_rank, h),
        product(
            tokens,
            query,
            if mla.query_rank > 0 {
                mla.query_rank
            } else {
                h
            },
        ),
        product(outer, mla.kv_rank + mla.rope, h),
        product(tokens, heads * (mla.nope + mla.value), mla.kv_rank),
        out,
    ]
}

/// The router over a rank's own tokens, and one product an expert for each of its matrices, all
/// experts of a rank in one grouped kernel. The busiest rank sets the pace.
fn expert_products(legal: &Legal) -> [Products; 3] {
    let (plan, model) = (legal.plan, &legal.plan.model);
    let moe = &model.moe;
    let local = legal.local_experts();
    let m = (legal.routed_copies() / local).max(1);
    let width = moe.ffn / plan.layout.expert_tensor;
    let times = local as f64 * plan.imbalance();
    let grouped = |n: u64, k: u64| Products {
        each: MatrixProduct { m, n, k },
        times,
    };
    [
        product(legal.outer_tokens(), moe.experts, model.hidden),
        grouped(model.gates() * width, model.hidden),
        grouped(model.hidden, width),
    ]
}

/// The attention core: two products, softmax and what it writes.
///
/// With Flash Attention only the causal half is computed, and backward is 2.5 times the FLOPs
/// (Dao 2022, appendix B). Without, the whole square is, and every score crosses the memory bus.
fn attention(legal: &Legal, roofline: &Roofline) -> Compute {
    let (plan, model, fitted) = (legal.plan, &legal.plan.model, legal.fitted);
    let heads = model.heads / plan.layout.tensor;
    let rows = legal.tokens() as f64 * heads as f64;
    if plan.levers.flash {
        let widths = (model.key_dim() + model.value_dim()) as f64;
        let flops = Flops(2.0 * rows * model.mean_keys(legal.sequence) * widths);
        let generation = plan.flash_generation();
        let forward = roofline.flash_forward(flops, legal.sequence, generation);
        return Compute {
            forward,
            backward: forward * (2.5 / fitted.attention_backward),
            ..Compute::default()
        };
    }
    let s = legal.sequence;
    let scores = MatrixProduct {
        m: s,
        n: s,
        k: model.key_dim(),
    };
    let values = MatrixProduct {
        m: s,
        n: model.value_dim(),
        k: s,
    };
    let squares = rows / s as f64;
    let products = (roofline.product_16(scores) + roofline.product_16(values)) * squares;
    let dropout = if model.dropout {
        fitted.score_bytes
    } else {
        0.0
    };
    let forward = products + roofline.streaming((fitted.score_bytes + dropout) * rows * s as f64);
    Compute {
        forward,
        backward: forward * 2.0,
        ..Compute::default()
    }
}

/// Norms, residuals, dropout, rotary, activation functions, permuted tokens and casts: bytes
/// over the memory bus.
///
/// Per layer and forward, before fusion: 20 bytes an element of the residual stream (24 with
/// dropout), 4 of queries and keys for the rotation, reading and writing the activation.
fn elementwise(
    legal: &Legal,
    roofline: &Roofline,
    products: &LayerProducts,
    kind: LayerKind,
) -> Seconds {
    let (plan, model, fitted) = (legal.plan, &legal.plan.model, legal.fitted);
    let tensor = plan.layout.tensor as f64;
    let (tokens, outer) = (legal.tokens() as f64, legal.outer_tokens() as f64);
    let per_element = if model.dropout { 24.0 } else { 20.0 };
    let inner = match kind {
        LayerKind::Dense => model.ffn,
        LayerKind::Routed => model.moe.shared_width(),
    };
    let plain = outer * model.hidden as f64 * per_element
        + 4.0 * tokens * rotated(model) / tensor
        + 2.0 * tokens * (inner * (model.gates() + 1)) as f64 / tensor;
    let routed = match kind {
        LayerKind::Dense => 0.0,
        LayerKind::Routed => {
            let width = model.moe.ffn as f64 / plan.layout.expert_tensor as f64;
            legal.routed_copies() as f64 * (8.0 * model.hidden as f64 + 4.0 * width)
        }
    };
    let narrow = matches!(
        plan.levers.dtype,
        Dtype::Fp8 | Dtype::Fp8Block | Dtype::MxFp8 | Dtype::NvFp4
    );
    let cast: f64 = if narrow {
        let inputs = products
            .list()
            .map(|each| each.times * (each.each.m * each.each.k) as f64);
        inputs.sum::<f64>() * fitted.cast_bytes
    } else {
        0.0
    };
    let kernels = plain + routed * fitted.routed_traffic;
    roofline.streaming(kernels * fitted.kernel_traffic(plan.kernels()) + cast)
}

/// Channels of queries and keys that are rotated by their place.
fn rotated(model: &Model) -> f64 {
    let channels = match model.mla {
        Some(mla) => model.heads * mla.rope + mla.rope,
        None => model.query_width() + model.kv_heads * model.head_dim,
    };
    channels as f64
}

/// What selective recompute adds to one layer's backward.
fn selective(
    legal: &Legal,
    roofline: &Roofline,
    kernels: &LayerKernels,
    forward: Seconds,
) -> Seconds {
    let &LayerKernels {
        ref products,
        attention,
        elementwise,
        ..
    } = kernels;
    let levers = &legal.plan.levers;
    if levers.recompute != Recompute::Selective {
        return Seconds::ZERO;
    }
    let modules = levers.modules;
    let is_routed = products.experts[1].each.n > 0;
    if modules.contains(Module::Ops) {
        return forward * legal.fitted.ops_recompute;
    }
    let mut time = Seconds::ZERO;
    // Flash Attention recomputes the scores in its own backward anyway, and keeps its output.
    if modules.contains(Module::Core) && !levers.flash {
        time += attention.forward;
    }
    if modules.contains(Module::Norm) {
        // Two norms of about ten memory-bound operations a layer.
        time += elementwise * 0.2;
    }
    if modules.contains(Module::Mlp) && !is_routed {
        time += products.mlp[0].seconds(roofline) + elementwise * 0.3;
    }
    if modules.contains(Module::Moe) && is_routed {
        let experts = products.experts.iter().chain(&products.mlp);
        let inner: Seconds = experts
            .filter(|each| each.each.n * each.each.k > 0)
            .map(|each| each.seconds(roofline))
            .sum();
        time += inner + elementwise * 0.5;
    }
    if modules.contains(Module::MoeActivation) && is_routed {
        time += elementwise * 0.15;
    }
    if modules.contains(Module::MlaUp) && legal.plan.model.mla.is_some() {
        let up = [1, 3].map(|place| products.attention[place].seconds(roofline));
        time += up.into_iter().sum();
    }
    time * legal.fitted.full_recompute
}

fn embedding(legal: &Legal, roofline: &Roofline) -> Compute {
    let bytes = 4.0 * legal.outer_tokens() as f64 * legal.plan.model.hidden as f64;
    Compute {
        forward: roofline.streaming(bytes),
        backward: roofline.streaming(2.0 * bytes),
        ..Compute::default()
    }
}

/// Output head in 16 bit, and the passes of the loss over the logits; once more, with the
/// projection that merges two streams, for each layer that predicts a further token.
fn head(legal: &Legal, roofline: &Roofline) -> Compute {
    let ([logits, merge], extra) = head_products(legal);
    let products = roofline.product_16(logits) * (1.0 + extra) + roofline.product(merge) * extra;
    let passes = legal.fitted.logit_bytes * (1.0 + extra);
    let loss = roofline.streaming(passes * logits.m as f64 * logits.n as f64);
    Compute {
        forward: products + loss * (1.0 / 3.0),
        backward: products * 2.0 + loss * (2.0 / 3.0),
        weight: products,
        ..Compute::default()
    }
}

/// The products of the head: the logits of each token, and where further tokens are predicted
/// the merging of two streams; and how many of those there are.
fn head_products(legal: &Legal) -> ([MatrixProduct; 2], f64) {
    let (model, tensor) = (&legal.plan.model, legal.plan.layout.tensor);
    let h = model.hidden;
    let logits = MatrixProduct {
        m: legal.tokens(),
        n: model.vocab.div_ceil(tensor),
        k: h,
    };
    let merge = MatrixProduct {
        m: legal.outer_tokens(),
        n: h,
        k: 2 * h,
    };
    ([logits, merge], model.multi_token_layers as f64)
}
