//! The matrix products of a layer, as one rank runs them.

use crate::legal::Legal;
use crate::operation::{Kernel, Operation, Work};
use crate::params::LayerKind;
use crate::roofline::{MatrixProduct, Roofline};
use crate::units::Seconds;

/// Products that a rank runs in one layer.
#[derive(Clone, Copy)]
pub(super) struct Products {
    kernel: Kernel,
    /// Shape of one of the products.
    pub(super) each: MatrixProduct,
    /// Number of the products; a mean if ranks differ.
    pub(super) times: f64,
}

impl Products {
    /// The product once for each tile of `rows` of all `tokens`.
    fn repeated(self, tokens: u64, rows: u64) -> Self {
        Self {
            times: tokens as f64 / rows.max(1) as f64,
            ..self
        }
    }

    /// The kind of kernel of the products.
    pub(super) const fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Seconds of all products in one pass.
    pub(super) fn seconds(&self, roofline: &Roofline) -> Seconds {
        roofline.product(self.each) * self.times
    }

    /// Forward, and a backward of this many products of the same size.
    pub(super) fn operation(&self, roofline: &Roofline, backward: f64) -> Operation {
        let work = Work {
            flops: self.each.flops() * self.times,
            bytes: self.each.bytes().scaled(self.times),
            seconds: self.seconds(roofline),
        };
        Operation::new(self.kernel, work, backward)
    }
}

/// Products of a backward for each product of a forward: one for the gradient of the input, and one
/// for that of the weight if it is trained.
pub(super) const fn backward_products(is_trained: bool) -> f64 {
    if is_trained { 2.0 } else { 1.0 }
}

/// The matrix products of a layer, as one rank runs them on T = s·b/c tokens.
pub(super) struct LayerProducts {
    /// Products into q, k and v, and the output projection of the attention; with latent attention
    /// also products into the latents. With a linear mixer a share of each, and of the products
    /// into and out of the mixer.
    pub(super) attention: [Products; 7],
    /// Products into and out of the dense MLP or the shared experts.
    pub(super) mlp: [Products; 2],
    /// The router's product, and products into and out of the routed experts.
    pub(super) experts: [Products; 3],
}

impl LayerProducts {
    /// Products of a layer of one kind.
    pub(super) fn of(legal: &Legal, kind: LayerKind) -> Self {
        let (model, layout) = (&legal.plan.model, &legal.plan.layout);
        let (tokens, h) = (legal.tokens(), model.hidden);
        let (width, rows) = match kind {
            LayerKind::Dense => (model.ffn, legal.tile_tokens()),
            LayerKind::Routed => (model.moe.shared_width(), tokens),
        };
        let inner = width / layout.tensor;
        let experts = match kind {
            LayerKind::Dense => [product(Kernel::Router, 0, 0, 0); 3],
            LayerKind::Routed => expert_products(legal),
        };
        Self {
            attention: mixing_products(legal),
            mlp: [
                product(Kernel::MlpIn, rows, model.gates() * inner, h).repeated(tokens, rows),
                product(Kernel::MlpOut, rows, h, inner).repeated(tokens, rows),
            ],
            experts,
        }
    }

    /// All products of the layer.
    pub(super) fn list(&self) -> impl Iterator<Item = &Products> {
        let all = self.attention.iter().chain(&self.mlp).chain(&self.experts);
        all.filter(|products| products.each.columns * products.each.inner > 0)
    }
}

/// One product of (rows × inner) with (inner × columns); none if a dimension is zero.
const fn product(kernel: Kernel, rows: u64, columns: u64, inner: u64) -> Products {
    Products {
        kernel,
        each: MatrixProduct {
            rows,
            columns,
            inner,
        },
        times: 1.0,
    }
}

/// Products of attention and of linear mixers, each with its mean number a layer.
fn mixing_products(legal: &Legal) -> [Products; 7] {
    let share = legal.plan.model.attention_share();
    let [one, two, three, four, five] = attention_products(legal).map(|product| Products {
        times: product.times * share,
        ..product
    });
    let [into, out] = mixer_products(legal).map(|product| Products {
        times: product.times * (1.0 - share),
        ..product
    });
    [one, two, three, four, five, into, out]
}

/// Products into and out of a linear mixer; none without one.
fn mixer_products(legal: &Legal) -> [Products; 2] {
    let Some(mixer) = legal.plan.model.mixer else {
        return [product(Kernel::Output, 0, 0, 0); 2];
    };
    let tensor = legal.plan.layout.tensor;
    let (tokens, h) = (legal.tokens(), legal.plan.model.hidden);
    let values = mixer.values() / tensor;
    let keys = legal.mixer_key_heads_per_rank() * mixer.key_dim;
    let into = 2 * values + 2 * keys + mixer.gates() / tensor;
    [
        product(Kernel::Projections, tokens, into, h),
        product(Kernel::Output, tokens, h, values),
    ]
}

fn attention_products(legal: &Legal) -> [Products; 5] {
    let (model, tensor) = (&legal.plan.model, legal.plan.layout.tensor);
    let (tokens, h) = (legal.tokens(), model.hidden);
    let heads = model.heads / tensor;
    let out = product(Kernel::Output, tokens, h, heads * model.value_dim());
    let none = product(Kernel::Output, 0, 0, 0);
    let Some(mla) = model.mla else {
        let qkv = (heads + 2 * legal.kv_heads_per_rank()) * model.head_dim;
        let qkv = product(Kernel::Projections, tokens, qkv, h);
        return [qkv, out, none, none, none];
    };
    let query = heads * model.key_dim();
    // Every rank computes the latents of its tokens only.
    let outer = legal.outer_tokens();
    let query_rank = if mla.query_rank > 0 {
        mla.query_rank
    } else {
        h
    };
    let keys_and_values = heads * (mla.nope + mla.value);
    [
        product(Kernel::Latents, outer, mla.query_rank, h),
        product(Kernel::Projections, tokens, query, query_rank),
        product(Kernel::Latents, outer, mla.kv_rank + mla.rope, h),
        product(Kernel::Projections, tokens, keys_and_values, mla.kv_rank),
        out,
    ]
}

/// The router over a rank's own tokens, and one product for each matrix of each expert. All experts
/// of a rank run in one grouped kernel. The busiest rank sets the pace.
fn expert_products(legal: &Legal) -> [Products; 3] {
    let (plan, model) = (legal.plan, &legal.plan.model);
    let moe = &model.moe;
    let local = legal.local_experts();
    let rows = (legal.routed_copies() / local).max(1);
    let width = moe.ffn / plan.layout.expert_tensor;
    let times = local as f64 * plan.imbalance();
    let grouped = |kernel: Kernel, columns: u64, inner: u64| Products {
        kernel,
        each: MatrixProduct {
            rows,
            columns,
            inner,
        },
        times,
    };
    [
        product(
            Kernel::Router,
            legal.outer_tokens(),
            moe.experts,
            model.hidden,
        ),
        grouped(Kernel::ExpertsIn, model.gates() * width, model.hidden),
        grouped(Kernel::ExpertsOut, model.hidden, width),
    ]
}
