//! The bill of the lessons: the memory of a model of N parameters, by the formulas on paper.
//!
//! Tests: `crates/cli/tests/all/properties/corners.rs`.

use super::amount::{Amount, Count, Part, Symbol, Unit};
use super::legal::Legal;
use super::model_flops::{flops_with, unmasked_keys};
use super::params::ModelParams;
use super::plan::Plan;
use super::run::run_tokens;
use super::units::{Bytes, Flops, GB, Seconds};

/// Bytes that mixed-precision training with Adam keeps for each parameter: 16-bit weights and
/// gradients, 32-bit master weights, momentum and variance (Rajbhandari 2020, section 3.1).
pub const BYTES_PER_PARAMETER: [u64; 5] = [2, 2, 4, 4, 4];

/// The needs of a model before a layout is chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bill<A: Amount = f64> {
    /// Parameters, N.
    pub params: A::Count,
    /// Each of [`BYTES_PER_PARAMETER`] times N.
    pub parts: [Bytes<A::Count>; 5],
    /// Bytes of all parts: 16 N.
    pub state: Bytes<A::Count>,
    /// Memory of one GPU as sold, in the lessons' decimal gigabytes.
    pub gpu_memory: Bytes<A::Count>,
    /// Least number of GPUs that can hold the state alone.
    pub least_gpus: A::Count,
    /// Activations of one sequence with nothing recomputed, all layers, all GPUs of a model
    /// together: s·h·(34 + 5·a·s/h)·L. Flash Attention removes the second term (Korthikanti 2022,
    /// equation 1).
    pub activations: Bytes<A::Count>,
    /// 6·N·D, with the parameters that a token passes.
    pub flops: Flops<A>,
    /// FLOPs of attention, which `flops` leaves out, as a share of `flops`.
    pub attention: A,
    /// Time of `flops` on all GPUs at their whole peak.
    pub at_peak: Seconds<A>,
    /// Time of `flops` at the plan's MFU, in seconds: model FLOPs, attention included, at the
    /// plan's speed.
    pub at_pace: Seconds<A>,
}

impl Bill {
    /// The bill of a plan's model, on its GPUs, at this pace in tokens a second and GPU.
    #[must_use]
    pub fn of(legal: &Legal, tokens_per_second: f64) -> Self {
        Self::of_numbers(legal, tokens_per_second)
    }
}

impl<A: Amount> Bill<A> {
    /// The bill as numbers of either kind.
    pub(super) fn of_numbers(legal: &Legal, tokens_per_second: A) -> Self {
        let letter = |symbol, value| A::Count::letter(symbol, value);
        let Plan {
            model,
            cluster,
            levers,
            ..
        } = legal.plan;
        let all = ModelParams::of(model);
        let params = letter(Symbol::ModelParameters, all.total);
        let active = letter(Symbol::ActiveParameters, all.active).real();
        let gpu_memory = (cluster.gpu.hbm_gib * GB as f64) as u64;
        let gpu_memory = Bytes(letter(Symbol::SoldMemory, gpu_memory));
        let tokens = run_tokens::<A::Count>(legal.plan, all.total).real();
        let six = A::quantity(6.0, Unit::FLOPS);
        let flops = Flops(six * active * tokens);
        let gpus = letter(Symbol::Gpus, cluster.gpus).real();
        let each = |bytes: u64| Bytes::product([A::Count::bytes(bytes), params]);
        let state = each(BYTES_PER_PARAMETER.iter().sum());
        let keys = unmasked_keys::<A>(model, legal.plan.sample());
        let counted = flops_with(model, keys).part(Part::TokenFlops);
        let peak = cluster.gpu.peak_rate::<A>(levers.dtype);
        let heads = if levers.flash { 0 } else { model.heads };
        Self {
            params,
            parts: BYTES_PER_PARAMETER.map(each),
            state,
            gpu_memory,
            least_gpus: state.0.over(gpu_memory.0),
            activations: kept(
                letter(Symbol::Sequence, legal.sequence),
                letter(Symbol::Hidden, model.hidden),
                letter(Symbol::AllHeads, heads),
                letter(Symbol::AllLayers, model.layers),
            ),
            flops,
            // Less than nothing where the embedding, which is not multiplied, has more FLOPs.
            attention: counted.0 / (six * active) + A::number(-1.0),
            at_peak: Seconds(flops.0 / (peak.0 * gpus)),
            at_pace: Seconds(tokens / (tokens_per_second * gpus)),
        }
    }
}

/// 16 bytes for each parameter.
///
/// ```
/// use cost::{bill::state, units::Bytes};
/// // 7 B, 70 B and 405 B parameters: 112, 1,120 and 6,480 GB
/// let gb = |params: u64| state(params).0 / 1_000_000_000;
/// assert_eq!([7, 70, 405].map(|billions| gb(billions * 1_000_000_000)), [112, 1_120, 6_480]);
/// ```
#[must_use]
pub fn state(params: u64) -> Bytes {
    Bytes::product([BYTES_PER_PARAMETER.iter().sum(), params])
}

/// The least number of GPUs that can hold these bytes.
///
/// ```
/// use cost::{bill::{gpus_for, state}, units::{Bytes, GB}};
/// // 2, 14 and 81 GPUs of 80 GB for 7 B, 70 B and 405 B parameters
/// let gpus = |params: u64| gpus_for(state(params * 1_000_000_000), Bytes(80 * GB));
/// assert_eq!([7, 70, 405].map(gpus), [2, 14, 81]);
/// ```
#[must_use]
pub fn gpus_for(bytes: Bytes, gpu_memory: Bytes) -> u64 {
    bytes.0.div_ceil(gpu_memory.0.max(1))
}

/// Activations of one sequence of `sequence` tokens through `layers` layers: s·h·(34 + 5·a·s/h)·L
/// bytes; `heads` is 0 if no scores are kept.
///
/// ```
/// use cost::bill::activations;
/// // GPT-3: 2,048 · (34 · 12,288 + 5 · 96 · 2,048) · 96 = 275 GB a sequence
/// let gb = activations(2_048, 12_288, 96, 96).0 as f64 / 1e9;
/// assert!((gb - 275.4).abs() < 0.1, "{gb}");
/// ```
#[must_use]
pub fn activations(sequence: u64, hidden: u64, heads: u64, layers: u64) -> Bytes {
    kept(sequence, hidden, heads, layers)
}

fn kept<C: Count>(sequence: C, hidden: C, heads: C, layers: C) -> Bytes<C> {
    let linear = Bytes::product([C::bytes(34), sequence, hidden, layers]);
    linear + Bytes::product([C::bytes(5), heads, sequence, sequence, layers])
}
