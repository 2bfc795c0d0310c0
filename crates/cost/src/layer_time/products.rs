//! The matrix products of a layer, as one rank runs them.

use crate::amount::{Amount, Count, Part, Symbol};
use crate::legal::Legal;
use crate::operation::{Kernel, Operation, Work};
use crate::params::LayerKind;
use crate::roofline::{MatrixProduct, Roofline};
use crate::units::Seconds;

/// Products that a rank runs in one layer.
#[derive(Clone, Copy)]
pub(super) struct Products<A: Amount = f64> {
    kernel: Kernel,
    /// Shape of one of the products.
    pub(super) each: MatrixProduct<A::Count>,
    /// Number of the products; a mean if ranks differ.
    pub(super) times: A,
}

impl<A: Amount> Products<A> {
    /// The product once for each tile of its rows, of all tokens.
    fn tiled(self, legal: &Legal) -> Self {
        let tokens: A::Count = legal.letter(Symbol::Tokens);
        let rows = self.each.rows.larger(A::Count::number(1));
        if tokens == rows {
            return self;
        }
        Self {
            times: tokens.real() / rows.real(),
            ..self
        }
    }

    /// No product.
    fn none(kernel: Kernel) -> Self {
        product(kernel, A::Count::ZERO, A::Count::ZERO, A::Count::ZERO)
    }

    /// True of products with matrices that have no weights.
    pub(super) fn has_no_weights(&self) -> bool {
        self.each.columns == A::Count::ZERO || self.each.inner == A::Count::ZERO
    }

    /// The kind of kernel of the products.
    pub(super) const fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Seconds of all products in one pass.
    pub(super) fn seconds(&self, roofline: &Roofline<A>) -> Seconds<A> {
        (roofline.product(self.each) * self.times).part(part_of(self.kernel))
    }

    /// Forward, and a backward of this many products of the same size.
    pub(super) fn operation(&self, roofline: &Roofline<A>, backward: A) -> Operation<A> {
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
pub(super) fn backward_products<A: Amount>(is_trained: bool) -> A {
    A::number(if is_trained { 2.0 } else { 1.0 })
}

/// The matrix products of a layer, as one rank runs them on T = s·b/c tokens.
pub(super) struct LayerProducts<A: Amount = f64> {
    /// Products into q, k and v, and the output projection of the attention; with latent attention
    /// also products into the latents. With a linear mixer a share of each, and of the products
    /// into and out of the mixer.
    pub(super) attention: [Products<A>; 7],
    /// Products into and out of the dense MLP or the shared experts.
    pub(super) mlp: [Products<A>; 2],
    /// The router's product, and products into and out of the routed experts.
    pub(super) experts: [Products<A>; 3],
}

impl<A: Amount> LayerProducts<A> {
    /// Products of a layer of one kind.
    pub(super) fn of(legal: &Legal, kind: LayerKind) -> Self {
        let letter = |symbol| legal.letter::<A::Count>(symbol);
        let (width, rows) = match kind {
            LayerKind::Dense => (letter(Symbol::Ffn), letter(Symbol::TileTokens)),
            LayerKind::Routed => (letter(Symbol::SharedFfn), letter(Symbol::Tokens)),
        };
        let inner = (width / letter(Symbol::Tensor)).part(Part::MlpWidth);
        let h = letter(Symbol::Hidden);
        let experts = match kind {
            LayerKind::Dense => [Products::none(Kernel::Router); 3],
            LayerKind::Routed => expert_products(legal),
        };
        Self {
            attention: mixing_products(legal),
            mlp: [
                product(Kernel::MlpIn, rows, letter(Symbol::Gates) * inner, h).tiled(legal),
                product(Kernel::MlpOut, rows, h, inner).tiled(legal),
            ],
            experts,
        }
    }

    /// All products of the layer.
    pub(super) fn list(&self) -> impl Iterator<Item = &Products<A>> {
        let all = self.attention.iter().chain(&self.mlp).chain(&self.experts);
        all.filter(|products| !products.has_no_weights())
    }
}

/// One product of (rows × inner) with (inner × columns); none if a dimension is zero.
fn product<A: Amount>(
    kernel: Kernel,
    rows: A::Count,
    columns: A::Count,
    inner: A::Count,
) -> Products<A> {
    Products {
        kernel,
        each: MatrixProduct {
            rows,
            columns,
            inner,
        },
        times: A::number(1.0),
    }
}

/// Products of attention and of linear mixers, each with its mean number a layer.
fn mixing_products<A: Amount>(legal: &Legal) -> [Products<A>; 7] {
    let attention = legal.plan.model.attention_share();
    let share = |value| A::factor(Symbol::AttentionShare, value);
    let [one, two, three, four, five] = attention_products(legal).map(|product| Products {
        times: product.times * share(attention),
        ..product
    });
    let [into, out] = mixer_products(legal).map(|product| Products {
        times: product.times * share(1.0 - attention),
        ..product
    });
    [one, two, three, four, five, into, out]
}

/// Products into and out of a linear mixer; none without one.
fn mixer_products<A: Amount>(legal: &Legal) -> [Products<A>; 2] {
    let Some(mixer) = legal.plan.model.mixer else {
        return [Products::none(Kernel::Output); 2];
    };
    let tensor = legal.plan.layout.tensor;
    let values = mixer.values() / tensor;
    let keys = legal.mixer_key_heads_per_rank() * mixer.key_dim;
    let into = 2 * values + 2 * keys + mixer.gates() / tensor;
    let values = A::Count::letter(Symbol::MixerValues, values);
    let into = A::Count::letter(Symbol::MixerInput, into);
    let (tokens, h) = (legal.letter(Symbol::Tokens), legal.letter(Symbol::Hidden));
    [
        product(Kernel::Projections, tokens, into, h),
        product(Kernel::Output, tokens, h, values),
    ]
}

fn attention_products<A: Amount>(legal: &Legal) -> [Products<A>; 5] {
    let letter = |symbol| legal.letter::<A::Count>(symbol);
    let (tokens, h) = (letter(Symbol::Tokens), letter(Symbol::Hidden));
    let heads = letter(Symbol::Heads);
    let out = product(Kernel::Output, tokens, h, heads * letter(Symbol::ValueDim));
    let none = Products::none(Kernel::Output);
    let Some(mla) = legal.plan.model.mla else {
        let both = heads + A::Count::number(2) * letter(Symbol::KvHeads);
        let qkv = product(
            Kernel::Projections,
            tokens,
            both * letter(Symbol::HeadDim),
            h,
        );
        return [qkv, out, none, none, none];
    };
    let query = heads * letter(Symbol::KeyDim);
    // Every rank computes the latents of its tokens only.
    let outer = letter(Symbol::OuterTokens);
    let query_rank = if mla.query_rank > 0 {
        letter(Symbol::QueryRank)
    } else {
        h
    };
    let keys_and_values = heads * (letter(Symbol::Nope) + letter(Symbol::ValueDim));
    let kv_rank = letter(Symbol::KvRank);
    [
        product(Kernel::Latents, outer, letter(Symbol::QueryRank), h),
        product(Kernel::Projections, tokens, query, query_rank),
        product(Kernel::Latents, outer, kv_rank + letter(Symbol::Rope), h),
        product(Kernel::Projections, tokens, keys_and_values, kv_rank),
        out,
    ]
}

/// The router over a rank's own tokens, and one product for each matrix of each expert. All experts
/// of a rank run in one grouped kernel. The busiest rank sets the pace.
fn expert_products<A: Amount>(legal: &Legal) -> [Products<A>; 3] {
    let letter = |symbol| legal.letter::<A::Count>(symbol);
    let local = letter(Symbol::LocalExperts);
    let rows = (letter(Symbol::Copies) / local).larger(A::Count::number(1));
    let width = letter(Symbol::ExpertFfn) / letter(Symbol::ExpertTensor);
    let width = width.part(Part::MlpWidth);
    let h = letter(Symbol::Hidden);
    let times = local.real() * imbalance(legal);
    let grouped = |kernel: Kernel, columns: A::Count, inner: A::Count| Products {
        times,
        ..product(kernel, rows, columns, inner)
    };
    [
        product(
            Kernel::Router,
            letter(Symbol::OuterTokens),
            letter(Symbol::Experts),
            h,
        ),
        grouped(Kernel::ExpertsIn, letter(Symbol::Gates) * width, h),
        grouped(Kernel::ExpertsOut, h, width),
    ]
}

/// Load of the busiest expert rank over the mean.
pub(crate) fn imbalance<A: Amount>(legal: &Legal) -> A {
    A::factor(Symbol::Imbalance, legal.plan.imbalance())
}

/// The name of a kind of product.
const fn part_of(kernel: Kernel) -> Part {
    match kernel {
        Kernel::Latents => Part::Latents,
        Kernel::Projections => Part::Projections,
        Kernel::Output => Part::Output,
        Kernel::MlpIn => Part::MlpIn,
        Kernel::MlpOut => Part::MlpOut,
        Kernel::Router => Part::Router,
        Kernel::ExpertsIn => Part::ExpertsIn,
        Kernel::ExpertsOut => Part::ExpertsOut,
        _ => Part::Head,
    }
}
