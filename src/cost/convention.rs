//! What a published TFLOP/s or MFU counts: one step, several numbers.

use super::params::ModelParams;
use super::plan::Model;
use super::units::Flops;
use super::utilisation::model_flops_per_token;

/// Which FLOPs of a step a published figure counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Convention {
    /// Forward and backward once, attention without its causal mask, the output head but not
    /// the input embedding (Chowdhery 2022, appendix B): the MFU that reports show.
    NonCausal,
    /// The same with only the half of attention that the causal mask leaves
    /// (Megatron-Bridge's performance summaries).
    Causal,
    /// As [`Convention::NonCausal`], the input embedding counted as if it were multiplied
    /// (torchtitan's metrics until 2024: 6 N of all parameters).
    AllParameters,
    /// Layers run four times instead of three, as full recompute does: HFU. For GPT shapes
    /// 96·B·s·L·h²·(1 + s/6h + V/16Lh) a step (Narayanan 2021, equation 3).
    FullRecompute,
}

/// FLOPs of a token, forward and backward, by what a figure counts.
///
/// ```
/// use shardwise::{catalog, cost::convention::{Convention, flops_per_token}};
/// let gpt = catalog::model("gpt3-175b").unwrap();
/// let (s, h, l, v) = (2_048.0, 12_288.0, 96.0, gpt.vocab as f64);
/// let narayanan = 96.0 * l * h * h * (1.0 + s / (6.0 * h) + v / (16.0 * l * h));
/// let ours = flops_per_token(&gpt, 2_048, Convention::FullRecompute).0;
/// assert!((ours / narayanan - 1.0).abs() < 1e-12);
/// ```
#[must_use]
pub fn flops_per_token(model: &Model, sequence: u64, convention: Convention) -> Flops {
    let all = model_flops_per_token(model, sequence).0;
    let attention = all - 6.0 * ModelParams::of(model).multiplied as f64;
    let table = 6.0 * model.vocab as f64 * model.hidden as f64;
    Flops(match convention {
        Convention::NonCausal => all,
        Convention::Causal => all - attention / 2.0,
        // A tied table is counted once already, as the head.
        Convention::AllParameters if model.tied => all,
        Convention::AllParameters => all + table,
        Convention::FullRecompute => (all - table) * 4.0 / 3.0 + table,
    })
}
