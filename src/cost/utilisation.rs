//! FLOPs that count, and what share of the peak they are: MFU and HFU.

use super::convention::{Convention, flops_per_token};
use super::legal::Legal;
use super::params::{LayerKind, LayerParams, ModelParams};
use super::plan::{Dtype, Model, Module, Recompute};
use super::units::{Flops, FlopsPerSecond, Seconds};

/// How well a step uses the cards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Utilisation {
    /// Model FLOPs over what the cards' peak could do in a step (Chowdhery 2022, appendix B).
    pub mfu: f64,
    /// The same with recomputed FLOPs counted (hardware FLOPs).
    pub hfu: f64,
    /// The MFU with only the half of attention that the causal mask leaves.
    pub causal_mfu: f64,
    /// The MFU with the input embedding counted as if it were multiplied.
    pub all_parameters_mfu: f64,
    /// The dense peak that all of them are measured against.
    pub peak: FlopsPerSecond,
    /// The card's dense 16-bit peak.
    pub peak_16_bit: FlopsPerSecond,
    /// Tokens per second and card.
    pub tokens_per_second: f64,
}

impl Utilisation {
    /// Utilisation of a legal plan whose step takes `step`.
    #[must_use]
    pub fn of(legal: &Legal, step: Seconds) -> Self {
        let plan = legal.plan;
        let peak = plan.cluster.gpu.peak(plan.levers.dtype);
        let tokens = (plan.global_batch() * legal.sequence) as f64;
        let tokens_per_second = tokens / step.0 / plan.cluster.gpus as f64;
        let model = model_flops_per_token(&plan.model, legal.sequence);
        let repeated = recomputed_flops_per_token(legal);
        let counted = |what| flops_per_token(&plan.model, legal.sequence, what);
        let share = |flops: Flops| tokens_per_second * flops.0 / peak.0;
        Self {
            mfu: share(model),
            hfu: share(model + repeated),
            causal_mfu: share(counted(Convention::Causal)),
            all_parameters_mfu: share(counted(Convention::AllParameters)),
            peak,
            peak_16_bit: plan.cluster.gpu.peak(Dtype::Bf16),
            tokens_per_second,
        }
    }
}

/// What an MFU leaves unused, against what was attainable and against the peak.
///
/// ```
/// use shardwise::cost::utilisation::Waste;
/// let waste = Waste::of(0.35, 0.50);
/// // 1 − 0.35/0.50: 30 % of the money bought nothing that the attainable MFU would not have
/// assert!((waste.of_attainable - 0.30).abs() < 1e-12);
/// // 0.50/0.35 − 1: 43 % more training for the same money
/// assert!((waste.more_training - 0.428_571).abs() < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waste {
    /// Share of the cost that the attainable MFU would have saved: 1 − mfu/attainable.
    pub of_attainable: f64,
    /// Training that the same cost would have bought besides: attainable/mfu − 1.
    pub more_training: f64,
    /// Share of the peak that is paid for and not used: 1 − mfu.
    pub of_peak: f64,
}

impl Waste {
    /// Waste of a run at `mfu` where `attainable` was possible; both above zero.
    #[must_use]
    pub fn of(mfu: f64, attainable: f64) -> Self {
        Self {
            of_attainable: 1.0 - mfu / attainable,
            more_training: attainable / mfu - 1.0,
            of_peak: 1.0 - mfu,
        }
    }
}

/// Model FLOPs of a token, forward and backward: 6 for each multiplied weight (the output head
/// counted, the input embedding not) and 12·L·a·e·s of attention, counted without its causal
/// mask (Narayanan 2021, appendix; Chowdhery 2022, appendix B).
///
/// ```
/// use shardwise::{catalog, cost::utilisation::model_flops_per_token};
/// let llama = catalog::model("llama3-8b").unwrap();
/// // 4.74e14 for one sequence of 8,192 tokens (DGX Cloud benchmarking notes)
/// let sequence = model_flops_per_token(&llama, 8_192).0 * 8_192.0;
/// assert!((sequence / 4.74e14 - 1.0).abs() < 2e-3);
/// ```
#[must_use]
pub fn model_flops_per_token(model: &Model, sequence: u64) -> Flops {
    let weights = 6.0 * ModelParams::of(model).multiplied as f64;
    Flops(weights) + attention_flops_per_token(model, sequence) * 3.0
}

/// FLOPs of a token's attention, forward, without the causal mask: 4·L·a·e·s; with latent
/// attention keys and values differ in width.
fn attention_flops_per_token(model: &Model, sequence: u64) -> Flops {
    let layers = model.layers + model.multi_token_layers;
    let widths = model.key_dim() + model.value_dim();
    Flops(2.0 * (layers * model.heads * widths) as f64 * sequence as f64)
}

/// FLOPs of a token that backward runs a second time.
fn recomputed_flops_per_token(legal: &Legal) -> Flops {
    let (plan, model) = (legal.plan, &legal.plan.model);
    let layers = (model.layers + model.multi_token_layers) as f64;
    let attention = attention_flops_per_token(model, legal.sequence);
    let modules = plan.levers.modules;
    let dense = LayerParams::of(model, LayerKind::Dense);
    let head = model.vocab * model.hidden;
    let matrices = ModelParams::of(model).multiplied.saturating_sub(head);
    let forward = Flops(2.0 * matrices as f64) + attention;
    match plan.levers.recompute {
        Recompute::None => Flops::default(),
        Recompute::Full => {
            let recomputed: u64 = (0..legal.virtual_stages)
                .map(|stage| legal.recomputed_layers(stage).total())
                .sum();
            forward * (recomputed as f64 / layers)
        }
        Recompute::Selective if modules.contains(Module::Ops) => forward * 0.5,
        Recompute::Selective => {
            let core = modules.contains(Module::Core) && !plan.levers.flash;
            let core = if core { attention } else { Flops::default() };
            let mlp = if modules.contains(Module::Mlp) {
                dense.fc1 * (model.layers - model.routed_before(model.layers))
            } else {
                0
            };
            core + Flops(2.0 * mlp as f64)
        }
    }
}
