//! Activations as a list: the tensors that each operation keeps.
//!
//! The code that lists operations for [`super::Activations`] in bytes lists them here in tensors.

use super::head::HeadActivations;
use super::layer::operations;
use super::mixing::MixingWidths;
use super::operation::{OperationMemory, OperationName};
use super::quantity::{SIZES, Size, Tensors};
use super::sizes::Sizes;
use super::{Activations, PlacedLayers};
use crate::amount::Symbol;
use crate::legal::{Layers, Legal};
use crate::params::LayerKind;
use crate::plan::{Norm, OffloadModule, WordSet};
use crate::units::Bytes;

/// Every operation of a plan's layers and head.
pub struct OperationList {
    /// Operations of a layer without routed experts.
    dense: Vec<OperationMemory<Tensors>>,
    /// Operations of a layer with routed experts; none in a dense model.
    routed: Vec<OperationMemory<Tensors>>,
    /// Operations of a layer of each kind of which nothing is trained; none if the plan has none.
    frozen: [Vec<OperationMemory<Tensors>>; 2],
    /// The end of the model.
    pub head: HeadActivations<Tensors>,
    /// The residual stream: all that full recompute keeps of a layer. Its gradient is alive
    /// throughout a layer's backward.
    pub stream: Tensors,
    /// Dropout mask of the embedding.
    pub embedding: Tensors,
    /// Parts of a layer that an offload moves; the empty set stands for all.
    moving: WordSet<OffloadModule>,
}

/// Bytes of a layer at the peak of its backward.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LayerMoment {
    /// The operation whose backward runs.
    pub at: OperationName,
    /// Bytes that it and the operations before it keep.
    pub below: Tensors,
    /// Bytes that the operations after it kept and have freed.
    pub given_back: Tensors,
    /// The part of `below` that an offload of the layer has moved to the host and fetched again.
    pub fetched: Tensors,
    /// The part of `given_back` that an offload leaves on the GPU.
    pub given_back_of_rest: Tensors,
    /// Bytes that selective recompute has restored.
    pub remade: Tensors,
    /// Bytes that exist only while the operation runs, the gradient of the residual stream
    /// included.
    pub scratch: Tensors,
}

/// A product of named numbers, divided by another number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Product {
    /// The numbers.
    pub factors: Vec<Factor>,
    /// The divisor of their product, which is rounded up.
    pub over: Option<Factor>,
}

/// A number in a formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Factor {
    /// Meaning of the number.
    pub symbol: Symbol,
    /// Value of the number in this plan.
    pub value: f64,
}

impl OperationList {
    /// Lists the operations of a legal plan.
    #[must_use]
    pub fn of(legal: &Legal) -> Self {
        let sizes = Sizes::of(legal);
        let [dense, routed] = layers(legal, &sizes);
        let frozen = legal.of_frozen_layers();
        Self {
            dense,
            routed,
            frozen: frozen
                .map_or_else(Default::default, |legal| layers(&legal, &Sizes::of(&legal))),
            head: HeadActivations::of(legal, &sizes),
            stream: sizes.stream,
            embedding: sizes.mask,
            moving: legal.plan.levers.offload_modules,
        }
    }

    /// True if an offload of a layer moves what this operation keeps.
    #[must_use]
    pub fn moves(&self, operation: OperationName) -> bool {
        operation.moves(self.moving)
    }

    fn operations(&self, kind: LayerKind, is_trained: bool) -> &[OperationMemory<Tensors>] {
        match (kind, is_trained) {
            (LayerKind::Dense, true) => &self.dense,
            (LayerKind::Routed, true) => &self.routed,
            (kind, false) => &self.frozen[kind as usize],
        }
    }

    /// Bytes that each operation of a layer keeps; operations of one name are added up.
    #[must_use]
    pub fn kept(&self, kind: LayerKind, is_trained: bool) -> Vec<(OperationName, Tensors)> {
        let mut all: Vec<(OperationName, Tensors)> = Vec::new();
        for operation in self.operations(kind, is_trained) {
            match all.iter_mut().find(|(name, _)| *name == operation.name) {
                Some((_, saved)) => *saved += operation.saved,
                None => all.push((operation.name, operation.saved)),
            }
        }
        all
    }

    /// Tensors that a layer's weight gradients still read once its input gradients are done.
    #[must_use]
    pub fn deferred(&self, kind: LayerKind) -> Tensors {
        let mut all = Tensors::default();
        for operation in self.operations(kind, true) {
            all += operation.deferred;
        }
        all
    }

    /// The moment of a layer's backward at which it holds most.
    #[must_use]
    pub fn moment(&self, kind: LayerKind, is_trained: bool) -> LayerMoment {
        let list = self.operations(kind, is_trained);
        let (mut below, mut early) = (Tensors::default(), Tensors::default());
        let mut fetched = Tensors::default();
        let mut fullest = (Bytes::ZERO, LayerMoment::default());
        for (index, operation) in list.iter().enumerate() {
            below += operation.saved;
            if self.moves(operation.name) {
                fetched += operation.saved;
            }
            early += operation.remade_early;
            let mut remade = operation.remade;
            if operation.remade_early.bytes > Bytes::ZERO {
                remade += early;
            }
            let held = below.bytes + remade.bytes + operation.transient.bytes;
            if held > fullest.0 {
                let (mut given_back, mut of_rest) = (Tensors::default(), Tensors::default());
                for later in &list[index + 1..] {
                    given_back += later.saved;
                    if !self.moves(later.name) {
                        of_rest += later.saved;
                    }
                }
                let moment = LayerMoment {
                    at: operation.name,
                    below,
                    given_back,
                    fetched,
                    given_back_of_rest: of_rest,
                    remade,
                    scratch: operation.transient + self.stream,
                };
                fullest = (held, moment);
            }
        }
        fullest.1
    }
}

/// The operations of a dense layer and of a routed one; none of the latter in a dense model.
fn layers(legal: &Legal, sizes: &Sizes<Tensors>) -> [Vec<OperationMemory<Tensors>>; 2] {
    let list = |kind| {
        let mut list = Vec::new();
        operations(legal, sizes, kind, &mut |operation| list.push(operation));
        list
    };
    let routed = match legal.plan.model.moe.experts {
        0 => Vec::new(),
        _ => list(LayerKind::Routed),
    };
    [list(LayerKind::Dense), routed]
}

/// Layers of a virtual stage that keep all activations on the GPU, layers whose activations move to
/// the host, and the number of layers that keep only their input.
pub type Resident = (Layers, Layers, u64);

/// The layers of a virtual stage of which something is trained, and those of which nothing is but
/// that have a backward, by the place of their activations.
#[must_use]
pub fn resident(legal: &Legal, virtual_stage: u64) -> [Resident; 2] {
    PlacedLayers::of(legal, virtual_stage)
        .map(|placed| (placed.resident, placed.away, placed.inputs))
}

/// The point of a virtual stage's backward at which it holds most.
#[must_use]
pub fn scene(legal: &Legal, activations: &Activations, virtual_stage: u64) -> super::BackwardPoint {
    activations.fullest(legal, virtual_stage).1
}

/// A plain number in a formula.
#[must_use]
pub const fn number(value: u64) -> Factor {
    factor(Symbol::Number, value)
}

/// A named number in a formula.
#[must_use]
pub const fn factor(symbol: Symbol, value: u64) -> Factor {
    Factor {
        symbol,
        value: value as f64,
    }
}

/// A number that a plan's shape settles.
#[must_use]
pub fn of_plan(legal: &Legal, symbol: Symbol) -> Factor {
    let (plan, model) = (legal.plan, &legal.plan.model);
    let (layout, moe) = (&plan.layout, &model.moe);
    let widths = MixingWidths::of(legal);
    let value = match symbol {
        Symbol::Element => plan.levers.dtype.element_bytes(),
        Symbol::Tokens => legal.tokens(),
        Symbol::TileTokens => legal.tile_tokens(),
        Symbol::OuterTokens => legal.outer_tokens(),
        Symbol::Sequence => legal.sequence,
        Symbol::Hidden => model.hidden,
        Symbol::QkvWidth => widths.qkv,
        Symbol::QueryValueWidth => widths.query_value,
        Symbol::OutputWidth => widths.output,
        Symbol::StateWidth => widths.states,
        Symbol::Heads => widths.heads,
        Symbol::ValueDim => model.value_dim(),
        Symbol::LatentWidth => widths.latents,
        Symbol::Gates => model.gates(),
        Symbol::Ffn => model.ffn,
        Symbol::SharedFfn => moe.shared_width(),
        Symbol::ExpertFfn => moe.ffn,
        Symbol::Tensor => layout.tensor,
        Symbol::ExpertTensor => layout.expert_tensor,
        Symbol::Copies => Bytes(legal.routed_copies()).scaled(plan.imbalance()).0,
        Symbol::Experts => moe.experts,
        Symbol::PerToken => moe.per_token,
        Symbol::Vocab => model.vocab,
        Symbol::Rank => plan.tuning.rank,
        _ => 1,
    };
    factor(symbol, value)
}

/// A sum of tensors as products of a plan's numbers.
#[must_use]
pub fn formula(legal: &Legal, tensors: &Tensors) -> Vec<Product> {
    let model = &legal.plan.model;
    let element = legal.plan.levers.dtype.element_bytes();
    let mut sum = Vec::new();
    for (size, (&times, symbols)) in tensors.times.iter().zip(&MADE_OF).enumerate() {
        if times == 0 {
            continue;
        }
        let each = match (size, model.norm) {
            (NORM_COPIES, _) => element + 4,
            (NORM_STATISTICS, Norm::Layer) | (PERMUTATION | STATES, _) => 8,
            (NORM_STATISTICS | LOG_SUMS | ROUTING_WEIGHTS, _) => 4,
            (SCORES, _) if model.dropout => 2 * element + 1,
            (SCORES, _) => element,
            (LATENTS | SCORE_SCRATCH, _) => 2,
            (ROUTER_SCORES, _) => 9,
            _ => 1,
        };
        let mut product = Product::default();
        if each * times != 1 {
            product.factors.push(number(each * times));
        }
        // A model with attention and linear mixers has no single width of a head.
        let symbols: &[Symbol] = match size {
            ATTENTION if model.mixer.is_some() => &OUTPUT,
            BYTE_ATTENTION if model.mixer.is_some() => &BYTE_OUTPUT,
            _ => symbols,
        };
        for &symbol in symbols {
            let factor = of_plan(legal, symbol);
            if !matches!(symbol, Symbol::Tensor | Symbol::ExpertTensor) {
                product.factors.push(factor);
            } else if factor.value > 1.0 {
                product.over = Some(factor);
            }
        }
        sum.push(product);
    }
    sum
}

const NORM_COPIES: usize = Size::NormCopies as usize;
const NORM_STATISTICS: usize = Size::NormStatistics as usize;
const ATTENTION: usize = Size::Attention as usize;
const BYTE_ATTENTION: usize = Size::ByteAttention as usize;
const STATES: usize = Size::States as usize;
const LATENTS: usize = Size::Latents as usize;
const LOG_SUMS: usize = Size::LogSums as usize;
const SCORES: usize = Size::Scores as usize;
const SCORE_SCRATCH: usize = Size::ScoreScratch as usize;
const ROUTER_SCORES: usize = Size::RouterScores as usize;
const PERMUTATION: usize = Size::Permutation as usize;
const ROUTING_WEIGHTS: usize = Size::RoutingWeights as usize;

/// Factors of the output of attention and linear mixers.
const OUTPUT: [Symbol; 3] = [Symbol::Element, Symbol::Tokens, Symbol::OutputWidth];

/// Factors of this output where a product keeps it in 8 bits.
const BYTE_OUTPUT: [Symbol; 2] = [Symbol::Tokens, Symbol::OutputWidth];

/// Factors of each size, in the order of [`Size`], the divisor last.
static MADE_OF: [&[Symbol]; SIZES] = {
    use Symbol::{
        Copies, Element, ExpertFfn, ExpertTensor, Experts, Ffn, Gates, Heads, Hidden, LatentWidth,
        OuterTokens, PerToken, QkvWidth, QueryValueWidth, Rank, Sequence, SharedFfn, StateWidth,
        Tensor, TileTokens, Tokens, ValueDim, Vocab,
    };
    [
        &[Element, OuterTokens, Hidden],
        &[Element, Tokens, Hidden],
        &[OuterTokens, Hidden],
        &[OuterTokens],
        &[OuterTokens, Hidden],
        &[Element, Tokens, QkvWidth],
        &[Element, Tokens, QueryValueWidth],
        &[Element, Tokens, Heads, ValueDim],
        &[Tokens, StateWidth],
        &[Element, OuterTokens, LatentWidth],
        &[Heads, Tokens],
        &[Heads, Tokens, Sequence],
        &[Element, Heads, Tokens, Sequence],
        &[Element, Tokens, Gates, Ffn, Tensor],
        &[Element, Tokens, Ffn, Tensor],
        &[Element, TileTokens, Gates, Ffn, Tensor],
        &[Element, TileTokens, Ffn, Tensor],
        &[Element, Tokens, Gates, SharedFfn, Tensor],
        &[Element, Tokens, SharedFfn, Tensor],
        &[Element, Copies, Gates, ExpertFfn, ExpertTensor],
        &[Element, Copies, ExpertFfn, ExpertTensor],
        &[Element, Copies, Hidden],
        &[OuterTokens, Experts],
        &[OuterTokens, PerToken],
        &[Copies],
        &[OuterTokens, Hidden],
        &[Tokens, QkvWidth],
        &[Tokens, Heads, ValueDim],
        &[Tokens, Gates, Ffn, Tensor],
        &[Tokens, Gates, SharedFfn, Tensor],
        &[Copies, Gates, ExpertFfn, ExpertTensor],
        &[Tokens, Ffn, Tensor],
        &[Tokens, SharedFfn, Tensor],
        &[Copies, ExpertFfn, ExpertTensor],
        &[Copies, Hidden],
        &[Element, Tokens, Rank],
        &[Tokens, Vocab],
        &[Tokens, Vocab, Tensor],
        &[Tokens, Hidden, Tensor],
    ]
};

impl Product {
    /// Value of the product.
    ///
    /// ```
    /// use cost::activations::breakdown::{Product, factor, number};
    /// use cost::amount::Symbol;
    /// // 2·T·V/t: 16-bit logits of 8,192 tokens and 128,256 words on 8 ranks
    /// let factors = vec![number(2), factor(Symbol::Tokens, 8_192), factor(Symbol::Vocab, 128_256)];
    /// let over = Some(factor(Symbol::Tensor, 8));
    /// assert_eq!(Product { factors, over }.value(), 262_668_288.0);
    /// ```
    #[must_use]
    pub fn value(&self) -> f64 {
        let product: f64 = self.factors.iter().map(|factor| factor.value).product();
        product / self.over.map_or(1.0, |over| over.value)
    }
}
