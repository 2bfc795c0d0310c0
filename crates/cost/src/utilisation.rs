//! MFU and HFU: the share of the peak that the counted FLOPs reach.
//!
//! Tests: `tests/all/papers/utilisation.rs`.

use std::ops::Range;

use super::amount::{Amount, Count, Leaf, Part, Symbol};
use super::legal::{Layers, Legal};
use super::model_flops::{
    Convention, attention_flops_of_layers, attention_flops_per_token, causal_flops_per_token,
    flops_per_token, flops_with, unmasked_keys,
};
use super::params::{LayerKind, LayerParams, ModelParams};
use super::plan::{Dtype, End, Model, Module, Plan, Recompute};
use super::units::{Flops, FlopsPerSecond, Seconds};

/// Utilisation of the GPUs in a step.
///
/// No share is above 1. Three definitions count FLOPs that no kernel runs: masked scores, and
/// products with the input embedding. Such FLOPs count only as far as the GPUs could have run them
/// at their peak in addition to the others. Padding does not count, and a token meets the keys of a
/// sample of mean length. [`Utilisation::by_formula`] gives the MFU with all of
/// them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Utilisation {
    /// Model FLOPs over what the GPUs' peak could do in a step (Chowdhery 2022, appendix B).
    pub mfu: f64,
    /// Hardware FLOPs utilization (HFU): like `mfu`, with recomputed FLOPs counted.
    pub hfu: f64,
    /// The MFU with only the part of attention that the causal mask leaves.
    pub causal_mfu: f64,
    /// The MFU with the input embedding counted as if it were multiplied.
    pub all_parameters_mfu: f64,
    /// The MFU by its formula, without that limit. It is above 1 on sequences so long that
    /// attention, with its masked scores, is most of the work.
    pub by_formula: f64,
    /// The dense peak to which all shares are relative.
    pub peak: FlopsPerSecond,
    /// The GPU's dense 16-bit peak.
    pub peak_16_bit: FlopsPerSecond,
    /// Tokens per second and GPU, without padding.
    pub tokens_per_second: f64,
}

impl Utilisation {
    /// Utilisation of a legal plan whose step takes `step`.
    ///
    /// ```
    /// use cost::{legal::Legal, units::Seconds, utilisation::Utilisation};
    /// use formats::catalog;
    /// let mut plan = catalog::plan("llama3-8b", "h100", 8).unwrap();
    /// (plan.batch.global, plan.batch.sequence) = (Some(64), Some(8_192));
    /// let legal = Legal::check(&plan).unwrap();
    /// // 64 · 8,192 tokens in 8 seconds on 8 GPUs
    /// let utilisation = Utilisation::of(&legal, Seconds(8.0));
    /// assert_eq!(utilisation.tokens_per_second, 8_192.0);
    /// // 6 FLOPs for each of 7.505 B multiplied weights, and 12·L·h·s of attention
    /// let per_token = 6.0 * 7_504_658_432.0 + 12.0 * 32.0 * 4_096.0 * 8_192.0;
    /// // Over the peak of 989 TFLOP/s: 48 % (Chowdhery 2022, appendix B)
    /// assert!((utilisation.mfu - 8_192.0 * per_token / 989e12).abs() < 1e-12);
    /// assert!((utilisation.mfu - 0.48).abs() < 0.001);
    /// ```
    #[must_use]
    pub fn of(legal: &Legal, step: Seconds) -> Self {
        let plan = legal.plan;
        let peak = plan.cluster.gpu.peak(plan.levers.dtype);
        let tokens_per_second = token_rate(plan, step);
        let keys = plan.model.unmasked_keys(plan.sample());
        let frozen = saved_flops_per_token(plan, keys);
        let masked = saved_flops_per_token(plan, plan.model.mean_keys(plan.sample()));
        let model = counted_flops(plan, frozen);
        let repeated = recomputed_flops_per_token(legal, unmasked_attention(legal));
        let counted =
            |what, saved: Flops| flops_per_token(&plan.model, plan.sample(), what) + saved * -1.0;
        let share = |flops: Flops| share_of(tokens_per_second, flops, peak);
        let within = |flops: Flops| share(flops).min(1.0);
        Self {
            mfu: within(model),
            hfu: within(model + repeated),
            causal_mfu: within(counted(Convention::Causal, masked)),
            all_parameters_mfu: within(counted(Convention::AllParameters, frozen)),
            by_formula: share(model),
            peak,
            peak_16_bit: plan.cluster.gpu.peak(Dtype::Bf16),
            tokens_per_second,
        }
    }
}

/// Tokens a second and GPU, without padding.
pub(crate) fn token_rate<A: Amount>(plan: &Plan, step: Seconds<A>) -> A {
    let tokens = plan.step_tokens::<A::Count>().real();
    let gpus = A::Count::letter(Symbol::Gpus, plan.cluster.gpus).real();
    (tokens / step.0 / gpus).part(Part::TokenRate)
}

/// Share of a peak that these FLOPs of a token need at this rate of tokens.
fn share_of<A: Amount>(tokens_per_second: A, flops: Flops<A>, peak: FlopsPerSecond<A>) -> A {
    (tokens_per_second * flops.0).part(Part::ModelRate) / peak.0
}

/// Model FLOPs of a token without those that a run with frozen weights saves.
fn counted_flops<A: Amount>(plan: &Plan, saved: Flops) -> Flops<A> {
    let keys = unmasked_keys::<A>(&plan.model, plan.sample());
    let mut all = flops_with(&plan.model, keys);
    if saved.0 != 0.0 {
        all = all.part(Part::AllModelFlops);
    }
    let saved = A::leaf(Leaf::Symbol(Symbol::SavedFlops), saved.0);
    Flops(all.0 - saved).part(Part::TokenFlops)
}

/// Model FLOPs utilisation of a plan whose step takes `step`, as [`Utilisation::mfu`] has it.
pub(crate) fn mfu<A: Amount>(plan: &Plan, step: Seconds<A>) -> A {
    let saved = saved_flops_per_token(plan, plan.model.unmasked_keys(plan.sample()));
    let peak = plan.cluster.gpu.peak_rate::<A>(plan.levers.dtype);
    let share = share_of(token_rate(plan, step), counted_flops(plan, saved), peak);
    let one = A::number(1.0);
    if share > one { one } else { share }
}

/// Share of the peak that a step of a legal plan needs if it takes `step`, for the FLOPs that its
/// kernels cannot skip. They exclude masked scores and include recomputation. Above 1 no GPU can be
/// as fast.
#[must_use]
pub fn least_share(legal: &Legal, step: Seconds) -> f64 {
    let (plan, model) = (legal.plan, &legal.plan.model);
    let keys = model.mean_keys(plan.sample());
    let repeated = recomputed_flops_per_token(legal, attention_flops_per_token(model, keys));
    let frozen = saved_flops_per_token(plan, keys);
    let flops = causal_flops_per_token(model, plan.sample()) + frozen * -1.0 + repeated;
    let tokens = plan.tokens_per_step() as f64;
    let peak = plan.cluster.gpu.peak(plan.levers.dtype).0;
    flops.0 * tokens / (step.0 * plan.cluster.gpus as f64 * peak)
}

/// The part that an MFU leaves unused of the attainable MFU and of the peak.
///
/// ```
/// use cost::utilisation::Waste;
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
    /// Additional training for the same cost at the attainable MFU: attainable/mfu − 1.
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

    /// The peak in three shares. They are what the run uses, what it would also use at the
    /// attainable MFU, and the rest, which is not attainable.
    ///
    /// ```
    /// use cost::utilisation::Waste;
    /// let shares = Waste::shares_of_peak(0.25, 0.5);
    /// assert_eq!(shares, [0.25, 0.25, 0.5]); // 0.5 − 0.25, 1 − 0.5
    /// // above what counts as attainable, nothing is lost against it
    /// assert_eq!(Waste::shares_of_peak(0.75, 0.5), [0.75, 0.0, 0.25]);
    /// ```
    #[must_use]
    pub fn shares_of_peak(mfu: f64, attainable: f64) -> [f64; 3] {
        let lost = (attainable - mfu).max(0.0);
        [mfu, lost, (1.0 - mfu - lost).max(0.0)]
    }
}

/// Model FLOPs of a token that a run with frozen weights saves: those of their gradients, and the
/// whole backward of first layers that no gradient reaches. A query meets `keys` keys.
fn saved_flops_per_token(plan: &Plan, keys: f64) -> Flops {
    if !plan.has_frozen() {
        return Flops::default();
    }
    let model = &plan.model;
    let (all, trained) = (ModelParams::of(model).multiplied, plan.trained_layers());
    let head = model.vocab * model.hidden * (1 + model.multi_token_layers);
    let layers = |range: Range<u64>| multiplied(model, Layers::of_range(model, range));
    let frozen = if plan.tuning.is_frozen() {
        all - head
    } else {
        layers(0..trained.start) + layers(trained.end..model.layers)
    };
    let frozen = frozen + if plan.trains_end(End::Head) { 0 } else { head };
    let skipped = plan.skipped_layers();
    let backward = if skipped == 0 {
        Flops::default()
    } else {
        // Attention has two FLOPs in backward for each in forward.
        let attention = attention_flops_of_layers(model, 0..skipped, keys) * 2.0;
        Flops(2.0 * layers(0..skipped) as f64) + attention
    };
    Flops(2.0 * frozen as f64) + backward
}

/// Weights of these layers that enter a matrix product for every token; in a model with a linear mixer
/// those of mean layers.
fn multiplied(model: &Model, layers: Layers) -> u64 {
    let of = |kind| LayerParams::of(model, kind).multiplied(model) * kind.of(layers);
    of(LayerKind::Dense) + of(LayerKind::Routed)
}

/// Attention FLOPs of a token without the causal mask.
fn unmasked_attention(legal: &Legal) -> Flops {
    let model = &legal.plan.model;
    attention_flops_per_token(model, model.unmasked_keys(legal.plan.sample()))
}

/// FLOPs of a token that backward runs a second time; `attention` are the FLOPs of its attention's
/// forward.
fn recomputed_flops_per_token(legal: &Legal, attention: Flops) -> Flops {
    let (plan, model) = (legal.plan, &legal.plan.model);
    let modules = plan.levers.modules;
    let dense = LayerParams::of(model, LayerKind::Dense);
    let routed = LayerParams::of(model, LayerKind::Routed);
    let products = |layers: Layers| Flops(2.0 * multiplied(model, layers) as f64);
    let sum = |layers: &dyn Fn(u64) -> Layers| {
        let stages = 0..legal.virtual_stages;
        stages.fold(Layers::default(), |sum, stage| sum + layers(stage))
    };
    let dense_layers = model.layers - model.routed_before(model.layers);
    let is_tiled = plan.levers.mlp_tiles > 1;
    let tiles = if is_tiled {
        Flops(2.0 * ((dense.fc1 + dense.fc2) * dense_layers) as f64)
    } else {
        Flops::default()
    };
    let by_levers = match plan.levers.recompute {
        Recompute::None => Flops::default(),
        Recompute::Full => {
            let again = sum(&|stage| legal.recomputed_by_backward(stage).with_backward());
            let all = model.layers + model.multi_token_layers;
            products(again) + attention * (again.total() as f64 / all as f64)
        }
        // Every second plain product and all grouped ones; the attention core's output is kept.
        Recompute::Selective if modules.contains(Module::Ops) => {
            let layers = sum(&|stage| legal.by_backward(stage).with_backward());
            let experts = routed.multiplied(model) - routed.matrices();
            let grouped = Flops(2.0 * experts as f64 * layers.routed as f64);
            products(layers) * 0.5 + grouped * 0.5
        }
        Recompute::Selective => {
            let core = modules.contains(Module::Core) && !plan.levers.flash;
            let core = if core { attention } else { Flops::default() };
            let mlp = if modules.contains(Module::Mlp) && !is_tiled {
                dense.fc1 * dense_layers
            } else {
                0
            };
            core + Flops(2.0 * mlp as f64)
        }
    };
    by_levers + tiles
}
