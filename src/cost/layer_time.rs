//! Seconds of computing in one layer and in the model's two ends, on one rank.

use super::calibration as fitted;
use super::legal::Legal;
use super::plan::{Module, Recompute};
use super::roofline::{MatrixProduct, Roofline};
use super::units::{Flops, Seconds};

/// Time of one piece of the model for one micro-batch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Compute {
    /// Forward.
    pub forward: Seconds,
    /// Backward, for inputs and weights.
    pub backward: Seconds,
    /// What recomputation adds to backward.
    pub recompute: Seconds,
}

/// Time of a transformer layer, and of what only the first and last stage run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelCompute {
    /// One layer, with the recomputation that the plan asks of every layer.
    pub layer: Compute,
    /// What one fully recomputed layer adds instead.
    pub full_recompute: Seconds,
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
        let products = LayerProducts::of(legal);
        let dense: Seconds = products
            .all()
            .map(|product| roofline.product(product))
            .into_iter()
            .sum();
        let attention = attention(legal, roofline);
        let elementwise = elementwise(legal, roofline);
        let launch = Seconds(fitted::LAUNCH_SECONDS * fitted::LAUNCHES_PER_LAYER);
        let forward = (dense + attention.forward + elementwise).smooth_max(launch);
        let backward =
            (dense * 2.0 + attention.backward + elementwise * 2.0).smooth_max(launch * 2.0);
        let recompute = selective(legal, roofline, &products, attention, elementwise, forward);
        Self {
            layer: Compute {
                forward,
                backward,
                recompute,
            },
            full_recompute: forward * fitted::FULL_RECOMPUTE,
            embedding: embedding(legal, roofline),
            head: head(legal, roofline),
            attention_forward: attention.forward,
        }
    }
}

/// The matrix products of a layer, as one rank runs them on T = s·b/c tokens.
struct LayerProducts {
    qkv: MatrixProduct,
    projection: MatrixProduct,
    fc1: MatrixProduct,
    fc2: MatrixProduct,
}

impl LayerProducts {
    fn of(legal: &Legal) -> Self {
        let (model, tensor) = (&legal.plan.model, legal.plan.layout.tensor);
        let (m, h) = (legal.tokens(), model.hidden);
        let heads = model.heads / tensor;
        let (query, inner) = (heads * model.head_dim, model.ffn / tensor);
        let qkv = query + 2 * legal.kv_heads_per_rank() * model.head_dim;
        Self {
            qkv: MatrixProduct { m, n: qkv, k: h },
            projection: MatrixProduct { m, n: h, k: query },
            fc1: MatrixProduct {
                m,
                n: model.gates() * inner,
                k: h,
            },
            fc2: MatrixProduct { m, n: h, k: inner },
        }
    }

    fn all(&self) -> [MatrixProduct; 4] {
        [self.qkv, self.projection, self.fc1, self.fc2]
    }
}

/// The attention core: two products, softmax and what it writes.
///
/// With Flash Attention only the causal half is computed, and backward is 2.5 times the FLOPs
/// (Dao 2022, appendix B). Without, the whole square is, and every score crosses the memory bus.
fn attention(legal: &Legal, roofline: &Roofline) -> Compute {
    let (plan, model) = (legal.plan, &legal.plan.model);
    let heads = model.heads / plan.layout.tensor;
    let rows = legal.tokens() as f64 * heads as f64;
    if plan.levers.flash {
        let flops = Flops(4.0 * rows * model.mean_keys(legal.sequence) * model.head_dim as f64);
        let generation = plan.flash_generation();
        let forward = roofline.flash_forward(flops, legal.sequence, generation);
        return Compute {
            forward,
            backward: forward * (2.5 / fitted::ATTENTION_BACKWARD),
            recompute: Seconds::ZERO,
        };
    }
    let s = legal.sequence;
    let scores = MatrixProduct {
        m: s,
        n: s,
        k: model.head_dim,
    };
    let values = MatrixProduct {
        m: s,
        n: model.head_dim,
        k: s,
    };
    let squares = rows / s as f64;
    let products = (roofline.product_16(scores) + roofline.product_16(values)) * squares;
    let dropout = if model.dropout {
        fitted::SCORE_DROPOUT_BYTES
    } else {
        0.0
    };
    let forward = products + roofline.streaming((fitted::SCORE_BYTES + dropout) * rows * s as f64);
    Compute {
        forward,
        backward: forward * 2.0,
        recompute: Seconds::ZERO,
    }
}

/// Norms, residuals, dropout, rotary and activation function: bytes over the memory bus.
///
/// Per layer and forward, before fusion: 20 bytes an element of the residual stream (24 with
/// dropout), 4 of queries and keys for the rotation, reading and writing the activation.
fn elementwise(legal: &Legal, roofline: &Roofline) -> Seconds {
    let (plan, model) = (legal.plan, &legal.plan.model);
    let tensor = plan.layout.tensor as f64;
    let (tokens, outer) = (legal.tokens() as f64, legal.outer_tokens() as f64);
    let per_element = if model.dropout { 24.0 } else { 20.0 };
    let rotated = (model.query_width() + model.kv_heads * model.head_dim) as f64;
    let bytes = outer * model.hidden as f64 * per_element
        + 4.0 * tokens * rotated / tensor
        + 2.0 * tokens * (model.ffn * (model.gates() + 1)) as f64 / tensor;
    roofline.streaming(bytes * fitted::kernel_traffic(plan.kernels()))
}

/// What selective recompute adds to one layer's backward.
fn selective(
    legal: &Legal,
    roofline: &Roofline,
    products: &LayerProducts,
    attention: Compute,
    elementwise: Seconds,
    forward: Seconds,
) -> Seconds {
    let levers = &legal.plan.levers;
    if levers.recompute != Recompute::Selective {
        return Seconds::ZERO;
    }
    let modules = levers.modules;
    if modules.contains(Module::Ops) {
        return forward * fitted::OPS_RECOMPUTE;
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
    if modules.contains(Module::Mlp) {
        time += roofline.product(products.fc1) + elementwise * 0.3;
    }
    time
}

fn embedding(legal: &Legal, roofline: &Roofline) -> Compute {
    let bytes = 4.0 * legal.outer_tokens() as f64 * legal.plan.model.hidden as f64;
    Compute {
        forward: roofline.streaming(bytes),
        backward: roofline.streaming(2.0 * bytes),
        recompute: Seconds::ZERO,
    }
}

/// Output head in 16 bit, and the passes of the loss over the logits.
fn head(legal: &Legal, roofline: &Roofline) -> Compute {
    let (model, tensor) = (&legal.plan.model, legal.plan.layout.tensor);
    let words = model.vocab.div_ceil(tensor);
    let product = MatrixProduct {
        m: legal.tokens(),
        n: words,
        k: model.hidden,
    };
    let product = roofline.product_16(product);
    let loss = roofline.streaming(fitted::LOGIT_BYTES * legal.tokens() as f64 * words as f64);
    Compute {
        forward: product + loss * (1.0 / 3.0),
        backward: product * 2.0 + loss * (2.0 / 3.0),
        recompute: Seconds::ZERO,
    }
}
