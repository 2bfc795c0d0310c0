//! The whole training run: days, money, energy, and what failures take.

use super::calibration as assumed;
use super::params::ModelParams;
use super::plan::Plan;
use super::state::checkpoint_bytes_per_parameter;
use super::units::{Bytes, BytesPerSecond, Flops, GB, Seconds};

/// A training run of many steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// Training tokens.
    pub tokens: u64,
    /// Optimizer steps.
    pub steps: u64,
    /// Days from start to end, failures included.
    pub days: f64,
    /// Share of the days in which training advances.
    pub goodput: f64,
    /// GPU-hours.
    pub gpu_hours: f64,
    /// Dollars.
    pub cost_usd: f64,
    /// Megawatt-hours.
    pub energy_mwh: f64,
    /// Bytes of one checkpoint.
    pub checkpoint: Bytes,
    /// Seconds between checkpoints that waste least.
    pub checkpoint_interval: Seconds,
}

/// Tokens for each parameter of a compute-optimal run (Hoffmann 2022, table 3).
pub const TOKENS_PER_PARAMETER: u64 = 20;

const SECONDS_PER_HOUR: f64 = 3_600.0;
const SECONDS_PER_DAY: f64 = 86_400.0;

impl Run {
    /// The run of a plan whose steps take `step`.
    #[must_use]
    pub fn of(plan: &Plan, step: Seconds) -> Self {
        let params = ModelParams::of(&plan.model).total;
        let tokens = tokens(plan, params);
        let tokens_per_step = (plan.global_batch() * plan.sequence()).max(1);
        let steps = tokens.div_ceil(tokens_per_step);
        let checkpoint = Bytes::product([checkpoint_bytes_per_parameter(&plan.levers), params]);
        let write = checkpoint / BytesPerSecond(plan.checkpoint_gb_s() * GB as f64);
        let cards = plan.cluster.gpus as f64;
        let between_failures = Seconds(plan.run.mtbf_hours * SECONDS_PER_HOUR / cards);
        let interval = checkpoint_interval(write, between_failures);
        let restart = Seconds(plan.run.restart_minutes * 60.0);
        let goodput = goodput(write, interval, between_failures, restart);
        let seconds = step.0 * steps as f64 / goodput;
        let gpu_hours = seconds / SECONDS_PER_HOUR * cards;
        let gpu = &plan.cluster.gpu;
        Self {
            tokens,
            steps,
            days: seconds / SECONDS_PER_DAY,
            goodput,
            gpu_hours,
            cost_usd: gpu_hours * gpu.price,
            energy_mwh: gpu_hours * gpu.watts * assumed::POWER_USAGE / 1e6,
            checkpoint,
            checkpoint_interval: interval,
        }
    }
}

/// Training tokens of a plan whose model has `params` parameters.
#[must_use]
pub fn tokens(plan: &Plan, params: u64) -> u64 {
    plan.run
        .tokens
        .unwrap_or_else(|| params.saturating_mul(TOKENS_PER_PARAMETER))
}

/// FLOPs of training `params` parameters on `tokens` tokens by the rule of thumb 6·N·D: two for
/// each parameter and token forward, four backward, attention left out (Kaplan 2020, section
/// 2.1).
///
/// ```
/// use shardwise::cost::run::training_flops;
/// // GPT-3: 6 · 175e9 · 300e9 = 3.15e23 (Brown 2020, table D.1, prints 3.14e23)
/// assert_eq!(training_flops(175_000_000_000, 300_000_000_000).0, 3.15e23);
/// ```
#[must_use]
pub fn training_flops(params: u64, tokens: u64) -> Flops {
    Flops(6.0 * params as f64 * tokens as f64)
}

/// The interval that wastes least when a checkpoint takes `write` and failures come every
/// `between_failures` on average: √(2δM) (Young 1974), with the higher-order terms of Daly
/// 2006, equation 37, and never above M.
///
/// ```
/// use shardwise::cost::{run::checkpoint_interval, units::Seconds};
/// // δ = 60 s, M = 3.1 h: Young √(2 · 60 · 11,160) = 1,157 s, Daly 17 s less the write
/// let interval = checkpoint_interval(Seconds(60.0), Seconds(11_160.0)).0;
/// assert!((interval - 1_117.0).abs() < 2.0, "{interval}");
/// ```
#[must_use]
pub fn checkpoint_interval(write: Seconds, between_failures: Seconds) -> Seconds {
    let (delta, mean) = (write.0, between_failures.0);
    if delta >= 2.0 * mean {
        return between_failures;
    }
    let ratio = (delta / (2.0 * mean)).sqrt();
    Seconds((2.0 * delta * mean).sqrt() * (1.0 + ratio / 3.0 + ratio * ratio / 9.0) - delta)
}

/// Share of time that is useful when `write` stops training at every `interval` and each
/// failure costs a restart and half an interval: 1 / (1 + δ/τ) · (1 − (τ/2 + δ + R)/M), kept
/// above a thousandth where the cluster fails faster than it restarts.
#[must_use]
pub fn goodput(
    write: Seconds,
    interval: Seconds,
    between_failures: Seconds,
    restart: Seconds,
) -> f64 {
    let (delta, tau, mean) = (write.0, interval.0, between_failures.0);
    let writing = 1.0 / (1.0 + delta / tau);
    let lost = (tau / 2.0 + delta + restart.0) / mean;
    (writing * (1.0 - lost)).max(0.001)
}
