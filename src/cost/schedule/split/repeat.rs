//! Skips the middle of a long step, once what every rank does has begun to repeat itself.

use super::{BACKWARD, PASSES, Schedule, Walk, Walker};
use crate::cost::schedule::simulate::{SAME, Settled};

/// Micro-batches over which a walk looks for its period. Stages that differ by less than a
/// hundredth may take longer to fall into step, ZB-H2 most of all, whose ranks hold most; the
/// walk then goes on at the pace of the slowest rank, and the step is off by what the others
/// were still ahead: less than a thousandth.
const PATIENCE: usize = 512;

impl Walk<'_> {
    /// Walks to the end, but skips what repeats. Where ranks have not come to one pace by then,
    /// that of the slowest is no less than the one they come to, so that the times are never
    /// early.
    pub(in crate::cost::schedule) fn finish_quickly(mut self) -> Settled {
        let mut is_exact = true;
        let mut mark = self.ranks.clone();
        let mut patience = 1;
        let mut looking = true;
        while self.round(&mut |_| {}) {
            let since = self.ranks[0].done[0] - mark[0].done[0];
            if !looking || since == 0 || self.ranks[0].ran & 1 == 0 {
                continue;
            }
            let repeats = self.has_done_evenly(&mark, since);
            let is_even = repeats && self.has_moved_evenly(&mark, since);
            if is_even || repeats && since >= PATIENCE {
                self.skip(&mark, since);
                looking = false;
                is_exact = is_even;
            } else if since >= patience && since < PATIENCE {
                // The mark follows at ever longer distances, so that no period is missed
                // (Brent 1980).
                mark.copy_from_slice(&self.ranks);
                patience *= 2;
            }
        }
        Settled {
            times: self.times(),
            is_exact,
        }
    }

    /// Whether every rank has done the same number of blocks of each kind since the mark, and
    /// stands where it stood, so that the order of the blocks repeats.
    fn has_done_evenly(&self, mark: &[Walker], since: usize) -> bool {
        let stepwise = self.follows_steps();
        self.ranks.iter().zip(mark).all(|(now, before)| {
            (0..self.placement.chunks()).all(|chunk| {
                now.done[chunk] - before.done[chunk] == since
                    && now.done[BACKWARD + chunk] - before.done[BACKWARD + chunk] == since
                    && now.weights[chunk] - before.weights[chunk] == since
            }) && (!stepwise || now.steps.at_same_place(&before.steps))
        })
    }

    /// Whether every rank, and every output on its way, has moved on by the same time since
    /// the mark.
    fn has_moved_evenly(&self, mark: &[Walker], since: usize) -> bool {
        let shift = self.ranks[0].time.end - mark[0].time.end;
        let moved = |now: f64, before: f64| (now - before - shift).abs() <= SAME * now;
        self.ranks
            .iter()
            .zip(mark)
            .enumerate()
            .all(|(rank, (now, before))| {
                moved(now.time.end, before.time.end)
                    && (0..PASSES).all(|pass| {
                        let Some(source) = now.sources[pass].filter(|source| source.rank != rank)
                        else {
                            return true;
                        };
                        let coming = now.done[pass]..self.ranks[source.rank].done[source.pass];
                        coming.len() + since <= self.window
                            && coming.into_iter().all(|index| {
                                let out =
                                    |index| self.out[self.slot(source.rank, source.pass, index)];
                                index >= since && moved(out(index), out(index - since))
                            })
                    })
            })
    }

    /// Does again what was done since the mark, as often as no rank comes to its last blocks.
    fn skip(&mut self, mark: &[Walker], since: usize) {
        let stepwise = self.follows_steps();
        let mut left = usize::MAX;
        for walker in &self.ranks {
            for chunk in 0..self.placement.chunks() {
                left = left.min(self.total[chunk] - walker.done[chunk]);
            }
            if stepwise {
                left = left.min(walker.steps.steady());
            }
        }
        let times = left.saturating_sub(1) / since;
        // Before all ranks are at one pace the slowest sets it, to which all others come.
        let period = |(now, before): (&Walker, &Walker)| now.time.end - before.time.end;
        let slowest = self.ranks.iter().zip(mark).map(period).fold(0.0, f64::max);
        let (blocks, shift) = (times * since, slowest * times as f64);
        for (walker, before) in self.ranks.iter_mut().zip(mark) {
            for chunk in 0..self.placement.chunks() {
                walker.done[chunk] += blocks;
                walker.done[BACKWARD + chunk] += blocks;
                walker.weights[chunk] += blocks;
            }
            if stepwise {
                walker.steps.skip(blocks);
            }
            walker.time.end += shift;
            walker.time.busy += (walker.time.busy - before.time.busy) * times as f64;
        }
        for out in &mut self.out {
            *out += shift;
        }
        self.skipped = blocks;
    }

    /// Whether the order is one of steps.
    const fn follows_steps(&self) -> bool {
        matches!(
            self.pipeline.schedule,
            Schedule::DualPipe | Schedule::DualPipeV
        )
    }
}
