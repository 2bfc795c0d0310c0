//! The full middle of a step, in which the same actions repeat: runs of them are skipped without
//! changing the result.
//!
//! Every action starts at the latest of a few times: when its rank is free, when its inputs have
//! arrived. As long as the same one is the latest each time, every repetition of a period shifts it
//! by the same time. So it is enough to find the number of periods after which another time becomes
//! the latest, and to go on from there. Ranks that differ little need many thousands of
//! micro-batches to reach one pace, and only a few such changes.

use super::action::Period;
use super::replay::{ActionTimes, Replay};

/// Relative error up to which two times are the same.
const SAME: f64 = 1e-12;

/// Periods that are examined even in a short middle. Most ranks differ so little that the other
/// periods can be skipped after these.
const FIRST: usize = 4;
/// Actions up to which the remaining periods run one by one: to examine them would take longer.
/// Chosen by `cargo bench --bench estimate`.
const SHORT: usize = 3_000;
/// Actions that are examined to find out how a middle continues. This number and the next are
/// chosen by `cargo bench --bench bounded`, as long as
/// `crates/cost/tests/all/schedule/extrapolate.rs` holds.
const PATIENCE: usize = 40_000;
/// Actions up to which the rest after [`PATIENCE`] runs one by one, which is quicker than to
/// examine it further. The first limit is for schedules that leave backward whole. The second is
/// for those that split it, as finding their order also takes time. A longer rest continues at the
/// pace of its slowest rank. With stages that differ by less than 1 %, the step is then off by less
/// than 0.1 %.
const MOST_LEFT: [usize; 2] = [700_000, 300_000];

/// Runs a period this many times more; returns false if the times may be too late.
pub(super) fn repeat(replay: &mut Replay, period: Period, times: usize) -> bool {
    let mut steady = Steady::new(replay, period, times);
    let actions = period.actions.len().max(1);
    for _ in 0..(PATIENCE / actions).max(8) {
        if steady.left == 0 {
            return true;
        }
        steady.run(replay);
        steady.skip_until_change(replay);
        steady.skip_even_periods(replay);
        if steady.seen >= FIRST && steady.left <= SHORT / actions {
            break;
        }
    }
    let most_left = MOST_LEFT[usize::from(replay.splits_backward())];
    if steady.left <= most_left / actions {
        run_all(replay, period, steady.left);
        return true;
    }
    steady.skip_at_slowest_pace(replay)
}

/// Runs a period this many times, action by action.
fn run_all(replay: &mut Replay, period: Period, times: usize) {
    for _ in 0..times {
        for &action in period.actions {
            replay.run(action, &mut |_| {});
        }
    }
}

struct Steady<'a> {
    period: Period<'a>,
    /// Periods that are still to run.
    left: usize,
    /// Periods that have been simulated action by action.
    seen: usize,
    /// The times of the latest period's actions. The shifts of each action from the period before
    /// are stored for the latest period and for the one before it.
    now: Vec<ActionTimes>,
    rates: Vec<f64>,
    rates_before: Vec<f64>,
    /// Seconds by which ranks' ends and lanes' outputs shift with each period.
    rank_rates: Vec<f64>,
    lane_rates: Vec<Option<f64>>,
    /// Seconds for which each rank is busy in a period.
    busy: Vec<f64>,
    /// Ranks' ends and outputs on their way, as of some periods ago.
    mark: Vec<f64>,
    since_mark: usize,
    patience: usize,
}

impl<'a> Steady<'a> {
    fn new(replay: &Replay, period: Period<'a>, times: usize) -> Self {
        let actions = period.actions.len();
        let ranks = replay.times().len();
        Self {
            period,
            left: times,
            seen: 0,
            now: Vec::with_capacity(actions),
            rates: vec![0.0; actions],
            rates_before: vec![0.0; actions],
            rank_rates: vec![0.0; ranks],
            lane_rates: vec![None; replay.lanes()],
            busy: vec![0.0; ranks],
            mark: state(replay),
            since_mark: 0,
            patience: 1,
        }
    }

    /// Runs one period and records its shift from the one before.
    fn run(&mut self, replay: &mut Replay) {
        std::mem::swap(&mut self.rates, &mut self.rates_before);
        let first = self.now.is_empty();
        let before: Vec<f64> = if first {
            replay.times().iter().map(|time| time.busy).collect()
        } else {
            Vec::new()
        };
        for (index, &action) in self.period.actions.iter().enumerate() {
            let ran = replay.run(action, &mut |_| {});
            if first {
                self.now.push(ran);
            } else {
                self.rates[index] = ran.end - self.now[index].end;
                self.now[index] = ran;
            }
        }
        if first {
            let busy = replay.times().iter().zip(before);
            self.busy = busy.map(|(time, before)| time.busy - before).collect();
        }
        self.left -= 1;
        self.seen += 1;
        self.since_mark += 1;
    }

    /// Skips the periods until an action waits for another input than now.
    fn skip_until_change(&mut self, replay: &mut Replay) {
        if self.seen < 3 || !self.moves_evenly(replay) {
            return;
        }
        let times = self.periods_until_change(replay).min(self.left);
        if times == 0 {
            return;
        }
        let ranks: Vec<f64> = scaled(&self.rank_rates, times);
        let busy = scaled(&self.busy, times);
        let lanes = &self.lane_rates;
        replay.pass_time(&ranks, &busy, |lane| {
            lanes[lane].unwrap_or_default() * times as f64
        });
        for (ran, rate) in self.now.iter_mut().zip(&self.rates) {
            ran.end += rate * times as f64;
        }
        self.left -= times;
        self.mark = state(replay);
        self.since_mark = 0;
    }

    /// True if each action and each output on its way shifts by the same time as a period before.
    /// Records that time.
    fn moves_evenly(&mut self, replay: &Replay) -> bool {
        let same = |one: f64, other: f64, at: f64| (one - other).abs() <= SAME * at;
        let mut rates = self.rates.iter().zip(&self.rates_before).zip(&self.now);
        if !rates.all(|((now, before), ran)| same(*now, *before, ran.end)) {
            return false;
        }
        self.lane_rates.fill(None);
        for ((&action, ran), &rate) in self.period.actions.iter().zip(&self.now).zip(&self.rates) {
            self.rank_rates[action.rank as usize] = rate;
            for lane in replay.targets(action).into_iter().flatten() {
                let known = self.lane_rates[lane].get_or_insert(rate);
                if !same(*known, rate, ran.end) {
                    return false;
                }
            }
        }
        let mut evenly = true;
        let (rates, earlier) = (&self.lane_rates, self.period.micro_batches);
        replay.on_their_way(earlier, &mut |lane, output, before| {
            let rate = rates[lane].unwrap_or_default();
            evenly &= before.is_some_and(|before| same(output - before, rate, output));
        });
        evenly
    }

    /// Number of times that the period can run before an action waits for another input.
    fn periods_until_change(&self, replay: &Replay) -> usize {
        let mut periods = f64::INFINITY;
        let mut rank_rates = self.rank_rates.clone();
        for ((&action, ran), &rate) in self.period.actions.iter().zip(&self.now).zip(&self.rates) {
            let arrival = |lane: Option<usize>| {
                lane.and_then(|lane| self.lane_rates[lane])
                    .unwrap_or_default()
            };
            let [one, other] = replay.sources(action).map(arrival);
            let rates = [rank_rates[action.rank as usize], one, other];
            let waited = ran.waited.into_iter().zip(rates);
            let (latest, its_rate) = waited
                .clone()
                .reduce(|one, other| if other.0 > one.0 { other } else { one })
                .unwrap_or_default();
            for (time, rate) in waited {
                let closing = rate - its_rate;
                if time.is_finite() && closing > 4.0 * SAME * ran.end {
                    periods = periods.min((latest - time) / closing);
                }
            }
            rank_rates[action.rank as usize] = rate;
        }
        // One less: by rounding, the last of these periods may be the one that changes.
        if periods.is_finite() {
            (periods.floor() as usize).saturating_sub(1)
        } else {
            usize::MAX
        }
    }

    /// Skips periods that repeat only in groups of several, once all ranks and outputs have shifted
    /// by the same time since the mark.
    fn skip_even_periods(&mut self, replay: &mut Replay) {
        if self.left == 0 || self.since_mark == 0 {
            return;
        }
        let now = state(replay);
        let shift = now[0] - self.mark[0];
        let is_even = now.len() == self.mark.len()
            && now
                .iter()
                .zip(&self.mark)
                .all(|(now, before)| (now - before - shift).abs() <= SAME * now.abs());
        if is_even {
            let times = self.left / self.since_mark;
            if times > 0 {
                self.pass_evenly(replay, shift * times as f64, times * self.since_mark);
            }
        } else if self.since_mark >= self.patience {
            // The mark is moved at ever longer distances, so that no period is missed (Brent 1980).
            self.mark = now;
            self.since_mark = 0;
            self.patience *= 2;
        }
    }

    /// Skips all remaining periods. All ranks advance at the pace of the rank that was slowest
    /// since the mark. Returns true if no period remained; else the result is not exact.
    fn skip_at_slowest_pace(&mut self, replay: &mut Replay) -> bool {
        if self.since_mark == 0 {
            self.run(replay);
        }
        if self.left == 0 {
            return true;
        }
        let ends = replay.times().iter().zip(&self.mark);
        let slowest = ends
            .map(|(time, before)| time.end - before)
            .fold(0.0, f64::max);
        let periods = self.left as f64 / self.since_mark as f64;
        self.pass_evenly(replay, slowest * periods, self.left);
        false
    }

    /// Advances time by the same seconds for all ranks and outputs.
    fn pass_evenly(&mut self, replay: &mut Replay, seconds: f64, periods: usize) {
        let ranks = vec![seconds; self.rank_rates.len()];
        let busy = scaled(&self.busy, periods);
        replay.pass_time(&ranks, &busy, |_| seconds);
        self.left -= periods;
        for ran in &mut self.now {
            ran.end += seconds;
        }
        self.mark = state(replay);
        self.since_mark = 0;
    }
}

/// Ranks' ends, and outputs on their way.
fn state(replay: &Replay) -> Vec<f64> {
    let mut state: Vec<f64> = replay.times().iter().map(|time| time.end).collect();
    replay.on_their_way(0, &mut |_, output, _| state.push(output));
    state
}

fn scaled(values: &[f64], times: usize) -> Vec<f64> {
    values.iter().map(|value| value * times as f64).collect()
}
