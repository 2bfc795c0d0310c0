//! Failures of a cluster: the mean time between them, the checkpoint interval, and the goodput.
//!
//! Tests: `tests/all/papers/run.rs`.

use super::amount::{Amount, Count, Leaf, Part, Symbol, Unit};
use super::params::ModelParams;
use super::plan::Plan;
use super::state::checkpoint_bytes_per_parameter;
use super::units::{Bytes, BytesPerSecond, GB, Seconds};

/// Failures of a cluster and the checkpoints against them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Failures<A: Amount = f64> {
    /// Mean time between failures of any GPU of the cluster, M.
    pub between: Seconds<A>,
    /// Bytes of one checkpoint.
    pub checkpoint: Bytes<A::Count>,
    /// Time in which a checkpoint is written, δ; training waits for it.
    pub write: Seconds<A>,
    /// From a failure to training again, R.
    pub restart: Seconds<A>,
}

/// A run's time by use at one checkpoint interval, as shares of one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shares<A: Amount = f64> {
    /// Training that counts.
    pub useful: A,
    /// Writing checkpoints.
    pub writing: A,
    /// Work that failures undo and that is done again, half an interval and one write each.
    pub again: A,
    /// Restarting.
    pub restarting: A,
}

impl Shares {
    /// All four shares, in the order of the fields.
    #[must_use]
    pub const fn all(&self) -> [f64; 4] {
        [self.useful, self.writing, self.again, self.restarting]
    }
}

/// 3,600 seconds an hour.
pub(super) fn seconds_per_hour<A: Amount>() -> A {
    A::quantity(3_600.0, Unit::SECONDS.over(Unit::HOURS))
}

impl<A: Amount> Failures<A> {
    /// Failures of a plan's cluster; each GPU fails by itself, so that a cluster of n fails n
    /// times as often.
    ///
    /// ```
    /// use cost::failures::Failures;
    /// use formats::catalog;
    /// let mut plan = catalog::plan("llama3-405b", "h100", 16_384).unwrap();
    /// plan.run.mtbf_hours = 50_000.0;
    /// let failures: Failures = Failures::of(&plan);
    /// // 50,000 h / 16,384 GPUs = 3.05 h; Llama 3 had 419 unexpected interruptions in 54 days, one
    /// // every 3.09 h (Llama 3 2024, table 5)
    /// assert!((failures.between.0 / 3_600.0 - 50_000.0 / 16_384.0).abs() < 1e-9);
    /// assert!((failures.between.0 / 3_600.0 - 54.0 * 24.0 / 419.0).abs() < 0.05);
    /// // 2 bytes of weights, 4 of master weights, 8 of moments: 14 · 405.9e9 = 5.7 TB
    /// assert!((failures.checkpoint.0 as f64 / (14.0 * 405.9e9) - 1.0).abs() < 1e-3);
    /// ```
    #[must_use]
    pub fn of(plan: &Plan) -> Self {
        let params = ModelParams::of_plan(plan).trained;
        let params = A::Count::letter(Symbol::TrainedParameters, params);
        let each = A::Count::bytes(checkpoint_bytes_per_parameter(&plan.levers));
        let checkpoint = Bytes(Bytes::product([each, params]).0.part(Part::Checkpoint));
        let letter = |symbol, value| A::leaf(Leaf::Symbol(symbol), value);
        let gpus = A::Count::letter(Symbol::Gpus, plan.cluster.gpus).real();
        let hours = letter(Symbol::MeanTimeBetweenFailures, plan.run.mtbf_hours);
        let of_one = (hours * seconds_per_hour()).part(Part::GpuBetweenFailures);
        let between = of_one / gpus;
        let rate = letter(Symbol::CheckpointRate, plan.checkpoint_gb_s() * GB as f64);
        Self {
            between: Seconds(between).part(Part::BetweenFailures),
            checkpoint,
            write: (checkpoint / BytesPerSecond(rate)).part(Part::Write),
            restart: Seconds(letter(Symbol::RestartTime, plan.run.restart_minutes * 60.0)),
        }
    }

    /// The interval that wastes least with higher-order terms (Daly 2006), as
    /// [`checkpoint_interval`] computes it.
    #[must_use]
    pub fn daly(&self) -> Seconds<A> {
        checkpoint_interval(self.write, self.between)
    }

    /// Share of time that is useful at this interval, as [`goodput`].
    #[must_use]
    pub fn goodput(&self, interval: Seconds<A>) -> A {
        goodput(self.write, interval, self.between, self.restart)
    }

    /// [`Self::young`] as numbers of either kind.
    pub(super) fn first_order(&self) -> Seconds<A> {
        Seconds((A::number(2.0) * self.write.0 * self.between.0).root())
    }

    /// [`Self::shares`] as numbers of either kind.
    pub(super) fn shares_at(&self, interval: Seconds<A>) -> Shares<A> {
        let [one, two] = [1.0, 2.0].map(A::number);
        let useful = self.goodput(interval).part(Part::Goodput);
        let cycle = (interval.0 + self.write.0).part(Part::Cycle);
        let running = interval.0 / cycle;
        let running = running.part(Part::Writing);
        let half = (interval.0 / two).part(Part::HalfInterval);
        let again = (half + self.write.0).part(Part::Undone);
        let lost = (running - useful.min(running)).part(Part::Lost);
        let cost = (again + self.restart.0).part(Part::FailureCost);
        let of_lost = |seconds: A| lost * seconds / cost;
        Shares {
            useful,
            writing: {
                let writing = (one - running).part(Part::WritingShare);
                writing.min((one - useful).part(Part::NotUseful))
            },
            again: of_lost(again),
            restarting: of_lost(self.restart.0),
        }
    }
}

impl Failures {
    /// The interval that wastes least to first order: √(2δM) (Young 1974).
    ///
    /// ```
    /// use cost::{failures::Failures, units::{Bytes, Seconds}};
    /// let [between, write, restart] = [10_000.0, 50.0, 600.0].map(Seconds);
    /// let failures = Failures { between, checkpoint: Bytes::ZERO, write, restart };
    /// // √(2 · 50 s · 10,000 s) = 1,000 s
    /// assert_eq!(failures.young(), Seconds(1_000.0));
    /// ```
    #[must_use]
    pub fn young(&self) -> Seconds {
        self.first_order()
    }

    /// Shares of the days at this interval. They sum to 1; where the cluster fails faster than it
    /// restarts, losses are cut to the time there is.
    ///
    /// ```
    /// use cost::failures::Failures;
    /// use cost::units::{Bytes, Seconds};
    /// let [between, write, restart] = [10_000.0, 50.0, 600.0].map(Seconds);
    /// let failures = Failures { between, checkpoint: Bytes::ZERO, write, restart };
    /// let shares = failures.shares(Seconds(950.0));
    /// // Written 50 s of every 1,000 s; of the rest 525 s and 600 s are lost every 10,000 s.
    /// assert!((shares.writing - 0.05).abs() < 1e-12);
    /// assert!((shares.again - 0.95 * 0.0525).abs() < 1e-12);
    /// assert!((shares.restarting - 0.95 * 0.06).abs() < 1e-12);
    /// assert!((shares.useful - failures.goodput(Seconds(950.0))).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn shares(&self, interval: Seconds) -> Shares {
        self.shares_at(interval)
    }

    /// Checkpoint intervals around Daly's optimum, with the share of time that each wastes. They go
    /// from a 32nd of the optimum to 32 times it, in steps of a quarter of a doubling.
    #[must_use]
    pub fn waste_curve(&self) -> Vec<(Seconds, f64)> {
        let mut interval = self.daly() * (1.0 / 32.0);
        let mut curve = Vec::new();
        for _ in 0..=40 {
            curve.push((interval, 1.0 - self.goodput(interval)));
            interval = interval * QUARTER_OF_A_DOUBLING;
        }
        curve
    }
}

/// 2^¼.
const QUARTER_OF_A_DOUBLING: f64 = 1.189_207_115_002_721;

/// The interval that wastes least when a checkpoint takes `write` and failures come every
/// `between_failures` on average. It is √(2δM) (Young 1974), with the higher-order terms of Daly
/// 2006, equation 37, and never above M.
///
/// ```
/// use cost::{failures::checkpoint_interval, units::Seconds};
/// // δ = 60 s, M = 3.1 h: Young √(2 · 60 · 11,160) = 1,157 s, Daly 17 s less the write
/// let interval = checkpoint_interval(Seconds(60.0), Seconds(11_160.0)).0;
/// assert!((interval - 1_117.0).abs() < 2.0, "{interval}");
/// ```
#[must_use]
pub fn checkpoint_interval<A: Amount>(
    write: Seconds<A>,
    between_failures: Seconds<A>,
) -> Seconds<A> {
    let (delta, mean) = (write.0, between_failures.0);
    let [one, two, three, nine] = [1.0, 2.0, 3.0, 9.0].map(A::number);
    if delta >= two * mean {
        return between_failures;
    }
    let ratio = (delta / (two * mean)).root().part(Part::DalyRatio);
    let more = (one + ratio / three + (ratio * ratio).part(Part::RatioSquared) / nine)
        .part(Part::HigherOrder);
    let first = (two * delta * mean).root().part(Part::FirstOrder);
    Seconds(first * more - delta).part(Part::Interval)
}

/// Share of time that is useful when `write` stops training at every `interval` and each failure
/// costs a restart and half an interval. It is 1 / (1 + δ/τ) · (1 − (τ/2 + δ + R)/M). It stays
/// above 0.1 % even if the cluster fails faster than it restarts.
///
/// ```
/// use cost::{failures::goodput, units::Seconds};
/// let [write, interval, between, restart] = [60.0, 1_140.0, 12_300.0, 600.0].map(Seconds);
/// // 1,140 of 1,200 s are training: 0.95. A failure takes 570 + 60 + 600 of 12,300 s: 0.1.
/// assert!((goodput(write, interval, between, restart) - 0.95 * 0.9).abs() < 1e-12);
/// ```
#[must_use]
pub fn goodput<A: Amount>(
    write: Seconds<A>,
    interval: Seconds<A>,
    between_failures: Seconds<A>,
    restart: Seconds<A>,
) -> A {
    let (delta, tau, mean) = (write.0, interval.0, between_failures.0);
    let [one, two] = [1.0, 2.0].map(A::number);
    let cycle = (one + (delta / tau).part(Part::WriteRatio)).part(Part::CycleRatio);
    let writing = (one / cycle).part(Part::Writing);
    let half = (tau / two).part(Part::HalfInterval);
    let cost = (half + delta + restart.0).part(Part::FailureCost);
    let lost = (cost / mean).part(Part::Lost);
    let least = A::number(0.001);
    let useful = writing * (one - lost).part(Part::Surviving);
    if useful > least { useful } else { least }
}
