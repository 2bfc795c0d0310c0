//! Model FLOPs of a token, by the convention of a published figure.
//!
//! Tests: `tests/all/papers/utilisation.rs`.

use std::ops::Range;

use crate::amount::{Amount, Count, Part, Symbol, Unit};
use crate::params::ModelParams;
use crate::plan::Model;
use crate::units::Flops;

/// The FLOPs of a step that a published figure counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Convention {
    /// Forward and backward once, attention without its causal mask, the output head but not the
    /// input embedding (Chowdhery 2022, appendix B). Reports show this MFU. In a layer with a
    /// sliding window only the window counts.
    NonCausal,
    /// Forward and backward once, with only the part of attention that the causal mask leaves: half
    /// of it without a window (Megatron-Bridge's performance summaries).
    Causal,
    /// [`Convention::NonCausal`] with the input embedding counted as if it were multiplied
    /// (torchtitan's metrics until 2024: 6 N of all parameters).
    AllParameters,
    /// Layers run four times instead of three, as full recompute does: HFU. For GPT shapes
    /// 96·B·s·L·h²·(1 + s/6h + V/16Lh) a step (Narayanan 2021, equation 3).
    FullRecompute,
}

/// FLOPs of a token, forward and backward, by the convention of a figure.
///
/// ```
/// use formats::catalog;
/// use cost::model_flops::{Convention, flops_per_token};
/// let gpt = catalog::model("gpt3-175b").unwrap();
/// let (s, h, l, v) = (2_048.0, 12_288.0, 96.0, gpt.vocab as f64);
/// let narayanan = 96.0 * l * h * h * (1.0 + s / (6.0 * h) + v / (16.0 * l * h));
/// let ours = flops_per_token(&gpt, 2_048, Convention::FullRecompute).0;
/// assert!((ours / narayanan - 1.0).abs() < 1e-12);
/// ```
#[must_use]
pub fn flops_per_token(model: &Model, sequence: u64, convention: Convention) -> Flops {
    let all = model_flops_per_token(model, sequence).0;
    let table = 6.0 * model.vocab as f64 * model.hidden as f64;
    Flops(match convention {
        Convention::NonCausal => all,
        Convention::Causal => causal_flops_per_token(model, sequence).0,
        // A tied table is counted once already, as the head.
        Convention::AllParameters if model.tied => all,
        Convention::AllParameters => all + table,
        Convention::FullRecompute => (all - table) * 4.0 / 3.0 + table,
    })
}

/// Model FLOPs of a token, forward and backward. Each multiplied weight takes 6: the output head
/// counts, the input embedding does not. Attention takes 12·L·a·dₕ·s, counted without its causal
/// mask (Narayanan 2021, appendix; Chowdhery 2022, appendix B). A layer with a sliding window has
/// the window in place of s.
///
/// ```
/// use formats::catalog;
/// use cost::model_flops::model_flops_per_token;
/// let llama = catalog::model("llama3-8b").unwrap();
/// // 4.74e14 for one sequence of 8,192 tokens (DGX Cloud benchmarking notes)
/// let sequence = model_flops_per_token(&llama, 8_192).0 * 8_192.0;
/// assert!((sequence / 4.74e14 - 1.0).abs() < 2e-3);
/// ```
#[must_use]
pub fn model_flops_per_token(model: &Model, sequence: u64) -> Flops {
    flops_with(model, model.unmasked_keys(sequence))
}

/// Model FLOPs of a token, with only the part of attention that the causal mask leaves.
///
/// ```
/// use cost::model_flops::{causal_flops_per_token, model_flops_per_token};
/// use formats::catalog;
/// let gpt = catalog::model("gpt3-175b").unwrap();
/// let (s, h, l) = (2_048.0, 12_288.0, 96.0);
/// let masked = model_flops_per_token(&gpt, 2_048).0 - causal_flops_per_token(&gpt, 2_048).0;
/// // The mask hides half of 12·L·h·s: 1.3 % of GPT-3's FLOPs
/// assert_eq!(masked, 6.0 * l * h * s);
/// assert!((masked / model_flops_per_token(&gpt, 2_048).0 - 0.0135).abs() < 5e-5);
/// ```
#[must_use]
pub fn causal_flops_per_token(model: &Model, sequence: u64) -> Flops {
    flops_with(model, model.mean_keys(sequence))
}

/// Model FLOPs of a token whose query meets this many keys in a layer.
pub(crate) fn flops_with<A: Amount>(model: &Model, keys: A) -> Flops<A> {
    let multiplied = ModelParams::of(model).multiplied;
    let multiplied = A::Count::letter(Symbol::Multiplied, multiplied).real();
    let weights = A::quantity(6.0, Unit::FLOPS) * multiplied;
    let attention = attention_flops_per_token(model, keys) * A::number(3.0);
    Flops(weights).part(Part::WeightFlops) + attention.part(Part::AttentionFlops)
}

/// Keys that a query meets without the causal mask, in the mean of the layers.
pub(crate) fn unmasked_keys<A: Amount>(model: &Model, sequence: u64) -> A {
    let sample = A::Count::letter(Symbol::Sample, sequence);
    model.all_keys::<A>(sample).part(Part::UnmaskedKeys)
}

/// FLOPs of a token's attention, forward, with `keys` keys in each layer: 4·L·a·dₕ for each key.
/// With latent attention keys and values differ in width. Layers with a linear mixer count its
/// convolution and scan instead, which do not depend on the sequence.
pub(crate) fn attention_flops_per_token<A: Amount>(model: &Model, keys: A) -> Flops<A> {
    of_layers(model, model.attention_layers(), model.linear_layers(), keys)
}

/// [`attention_flops_per_token`] of the layers of a range.
pub(crate) fn attention_flops_of_layers(model: &Model, layers: Range<u64>, keys: f64) -> Flops {
    let linear = model.linear_before(layers.end) - model.linear_before(layers.start);
    of_layers(model, layers.end - layers.start - linear, linear, keys)
}

fn of_layers<A: Amount>(model: &Model, layers: u64, linear: u64, keys: A) -> Flops<A> {
    let letter = A::Count::letter;
    let widths =
        letter(Symbol::KeyDim, model.key_dim()) + letter(Symbol::ValueDim, model.value_dim());
    let widths = widths.part(Part::HeadWidths);
    let layers = letter(Symbol::AttentionLayers, layers);
    let heads = letter(Symbol::AllHeads, model.heads);
    let two = A::quantity(2.0, Unit::FLOPS);
    let attention = Flops(two * (layers * heads * widths).real() * keys);
    match model.mixer {
        None => attention,
        Some(mixer) => {
            let each = A::quantity(mixer.flops_per_token(), Unit::FLOPS);
            attention + Flops(each * letter(Symbol::LinearLayers, linear).real())
        }
    }
}
