//! The whole training run: days, money, energy, and goodput.
//!
//! Tests: `tests/all/papers/run.rs`.

use std::f64::consts::SQRT_2;

use super::amount::{Amount, Count, Leaf, Part, Symbol, Unit};
use super::calibration as assumed;
use super::failures::{Failures, seconds_per_hour};
use super::params::ModelParams;
use super::plan::{Plan, limits};
use super::units::{Flops, Seconds};

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
    /// Failures, and the checkpoints against them.
    pub failures: Failures,
    /// Seconds between checkpoints that waste least: Daly's.
    pub checkpoint_interval: Seconds,
}

/// Tokens for each parameter of a compute-optimal run (Hoffmann 2022, table 3).
pub const TOKENS_PER_PARAMETER: u64 = 20;

/// Tokens of a usual run from a trained model ([`super::plan::Tuning::starts_from_trained`]), whatever
/// its size: 1,875 steps of 16 samples of at most 512 tokens (Dettmers 2023, appendix B.2, adapters of
/// models of 7 and 13 B parameters). Preferences do not grow with the model either: Rafailov 2023,
/// section 6, has 170,000 dialogues.
pub const FINE_TUNING_TOKENS: u64 = 1_875 * 16 * 512;

/// The figures of a run that follow from its step.
pub(crate) struct RunFigures<A: Amount> {
    /// Optimizer steps.
    pub(crate) steps: A::Count,
    /// Share of the time in which training advances.
    pub(crate) goodput: A,
    /// Days from start to end.
    pub(crate) days: A,
    /// GPU-hours.
    pub(crate) gpu_hours: A,
    /// Dollars.
    pub(crate) cost: A,
    /// Megawatt-hours.
    pub(crate) energy: A,
    /// Tokens of the run.
    pub(crate) tokens: A::Count,
    /// Failures, and the checkpoints against them.
    pub(crate) failures: Failures<A>,
    /// The time between checkpoints that wastes least.
    pub(crate) interval: Seconds<A>,
}

impl<A: Amount> RunFigures<A> {
    /// The figures of a plan with steps of this time.
    pub(crate) fn of(plan: &Plan, step: Seconds<A>) -> Self {
        let letter = |symbol, value| A::leaf(Leaf::Symbol(symbol), value);
        let params = ModelParams::of(&plan.model).total;
        let tokens = run_tokens::<A::Count>(plan, params);
        let each = plan.step_tokens::<A::Count>();
        let steps = tokens.over(each).part(Part::Steps);
        let failures = Failures::<A>::of(plan);
        let interval = failures.daly();
        let goodput = failures.goodput(interval).part(Part::Goodput);
        let training = (step.0 * steps.real()).part(Part::Training);
        let seconds = (training / goodput).part(Part::RunTime);
        let gpus = A::Count::letter(Symbol::Gpus, plan.cluster.gpus).real();
        let hours = (seconds / seconds_per_hour()).part(Part::RunHours);
        let gpu_hours = (hours * gpus).part(Part::GpuHours);
        let seconds_per_day = A::quantity(86_400.0, Unit::SECONDS.over(Unit::DAYS));
        let gpu = &plan.cluster.gpu;
        let watts = letter(Symbol::Watts, gpu.watts);
        let usage = letter(Symbol::PowerUsage, assumed::POWER_USAGE);
        let watt_hours = Unit::WATTS.times(Unit::HOURS).over(Unit::MEGAWATT_HOURS);
        Self {
            steps,
            goodput,
            days: seconds / seconds_per_day,
            gpu_hours,
            cost: gpu_hours * letter(Symbol::Price, gpu.price),
            energy: {
                let energy = (gpu_hours * watts * usage).part(Part::WattHours);
                energy / A::quantity(1e6, watt_hours)
            },
            tokens,
            failures,
            interval,
        }
    }
}

impl Run {
    /// The run of a plan with steps of this time.
    ///
    /// ```
    /// use cost::{run::Run, units::Seconds};
    /// use formats::catalog;
    /// let mut plan = catalog::plan("llama3-8b", "h100", 64).unwrap();
    /// (plan.batch.global, plan.batch.sequence) = (Some(512), Some(8_192));
    /// plan.run.tokens = Some(1_000 * 512 * 8_192);
    /// plan.cluster.gpu.price = 2.0;
    /// let run = Run::of(&plan, Seconds(3.6));
    /// assert_eq!(run.steps, 1_000);
    /// // 1,000 steps of 3.6 s are an hour; failures stretch it by 1/goodput
    /// assert!((run.gpu_hours * run.goodput - 64.0).abs() < 1e-9);
    /// assert!((run.cost_usd * run.goodput - 64.0 * 2.0).abs() < 1e-9);
    /// ```
    #[must_use]
    pub fn of(plan: &Plan, step: Seconds) -> Self {
        let figures = RunFigures::of(plan, step);
        let params = ModelParams::of(&plan.model).total;
        Self {
            tokens: tokens(plan, params),
            steps: figures.steps,
            days: figures.days,
            goodput: figures.goodput,
            gpu_hours: figures.gpu_hours,
            cost_usd: figures.cost,
            energy_mwh: figures.energy,
            failures: figures.failures,
            checkpoint_interval: figures.interval,
        }
    }
}

/// Training tokens of a plan whose model has `params` parameters.
///
/// ```
/// use cost::run::tokens;
/// let (plan, _) = formats::link::decode("#v=1&p=llama3-8b/rtx4090x1&ft=qlora");
/// // 1,875 steps of 16 samples of at most 512 tokens (Dettmers 2023, appendix B.2)
/// assert_eq!(tokens(&plan, 8_030_261_248), 15_360_000);
/// ```
#[must_use]
pub fn tokens(plan: &Plan, params: u64) -> u64 {
    plan.run
        .tokens
        .unwrap_or_else(|| usual_tokens(plan, params))
}

/// The tokens of [`tokens`] as a letter, with the definition of those of a compute-optimal run.
pub(crate) fn run_tokens<C: Count>(plan: &Plan, params: u64) -> C {
    let value = tokens(plan, params);
    if plan.run.tokens.is_some() || plan.tuning.starts_from_trained() {
        return C::letter(Symbol::RunTokens, value);
    }
    C::defined(Symbol::RunTokens, value, || {
        C::number(TOKENS_PER_PARAMETER) * C::letter(Symbol::ModelParameters, params)
    })
}

/// Tokens of a usual run of a plan whose model has `params` parameters: of a compute-optimal one, or
/// of a run from a trained model.
#[must_use]
pub const fn usual_tokens(plan: &Plan, params: u64) -> u64 {
    if plan.tuning.starts_from_trained() {
        FINE_TUNING_TOKENS
    } else {
        params.saturating_mul(TOKENS_PER_PARAMETER)
    }
}

/// Tokens for each parameter of a plan's model in a usual run.
#[must_use]
pub fn usual_ratio(plan: &Plan) -> f64 {
    let params = ModelParams::of(&plan.model).total;
    usual_tokens(plan, params) as f64 / params.max(1) as f64
}

/// Tokens for each parameter of a plan's run.
///
/// ```
/// use formats::catalog;
/// use cost::run::tokens_per_parameter;
/// let mut plan = catalog::plan("llama3-8b", "h100", 64).unwrap();
/// assert!((tokens_per_parameter(&plan) - 20.0).abs() < 1e-9);
/// // Llama 3 8B (2024) was trained on 15 T tokens: nearly a hundred times as many.
/// plan.run.tokens = Some(15_000_000_000_000);
/// assert!((tokens_per_parameter(&plan) / 1_868.0 - 1.0).abs() < 1e-3);
/// ```
#[must_use]
pub fn tokens_per_parameter(plan: &Plan) -> f64 {
    let params = ModelParams::of(&plan.model).total;
    tokens(plan, params) as f64 / params.max(1) as f64
}

/// Sets a plan's training tokens to this ratio to its parameters, rounded to a whole number and
/// kept within the limits of a plan.
pub fn set_tokens_per_parameter(plan: &mut Plan, ratio: f64) {
    let params = ModelParams::of(&plan.model).total;
    let tokens = (params as f64 * ratio).round() as u64;
    let (least, most) = (*limits::TOKENS.start(), *limits::TOKENS.end());
    plan.hold_measured();
    plan.run.tokens = Some(tokens.clamp(least, most));
}

/// Tokens for each parameter at a step of a scale on which four steps double them; step 0 is the
/// usual run of a plan.
///
/// ```
/// use cost::run::ratio_at;
/// let plan = formats::catalog::plan("llama3-8b", "h100", 64).unwrap();
/// assert_eq!([0, 4, -8].map(|step| ratio_at(&plan, step)), [20.0, 40.0, 5.0]);
/// assert!(ratio_at(&plan, 27) > 2_000.0);
/// ```
#[must_use]
pub fn ratio_at(plan: &Plan, step: i32) -> f64 {
    const QUARTERS: [f64; 4] = [1.0, 1.189_207_115_002_721, SQRT_2, 1.681_792_830_507_429];
    let quarter = QUARTERS[step.rem_euclid(4) as usize];
    usual_ratio(plan) * 2.0_f64.powi(step.div_euclid(4)) * quarter
}

/// FLOPs of training `params` parameters on `tokens` tokens by the rule of thumb 6·N·D. Each
/// parameter and token takes two FLOPs forward and four backward; attention is left out (Kaplan
/// 2020, section 2.1).
///
/// ```
/// use cost::run::training_flops;
/// // GPT-3: 6 · 175e9 · 300e9 = 3.15e23 (Brown 2020, table D.1, prints 3.14e23)
/// assert_eq!(training_flops(175_000_000_000, 300_000_000_000).0, 3.15e23);
/// ```
#[must_use]
pub fn training_flops(params: u64, tokens: u64) -> Flops {
    Flops(6.0 * params as f64 * tokens as f64)
}
