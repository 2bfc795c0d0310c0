//! The layouts of a group, one by one.
//!
//! Tests: `mod.rs`.

use super::super::candidates::Order;
use super::super::incumbent::is_worse;
use super::super::shared::{LazyStages, Shared};
use super::{Group, Incumbent, IsOver, Searcher};
use crate::framework;
use crate::optimize::{Candidate, FoundLayout, Score};
use cost::legal::Legal;
use cost::schedule::Pipeline;
use cost::units::{Bytes, Seconds};

impl Searcher {
    /// Examines the most promising group; returns false if no remaining group can be good enough.
    pub(super) fn look(&mut self, incumbent: &Incumbent, is_over: IsOver) -> bool {
        let Some(group) = self.groups.pop() else {
            return false;
        };
        // No other group can be better.
        if self.is_hopeless(Some(group.least), Bytes::ZERO, incumbent) {
            let left = self.groups.drain().map(|group| group.members);
            self.counts.too_slow += group.members + left.sum::<u64>();
            return false;
        }
        if self.is_hopeless(Some(group.least), group.peak, incumbent) {
            self.counts.too_slow += group.members;
            return true;
        }
        let kinds = Shared::kinds(&self.space, &self.scratch, group.candidate);
        if let Some(shared) = Shared::of(&kinds) {
            self.look_into(&group, &shared, incumbent, is_over);
        }
        true
    }

    /// Examines every schedule of a shape, the most promising first.
    fn look_into(
        &mut self,
        group: &Group,
        shared: &Shared,
        incumbent: &Incumbent,
        is_over: IsOver,
    ) {
        let mut orders: Vec<(Option<Score>, Candidate)> = Vec::new();
        for order in self.space.orders(group.candidate.pipeline).to_vec() {
            let candidate = group.candidate.ordered(order);
            if self.never_runs_in_order(candidate) {
                self.counts.not_run += self.members_in_order(candidate, shared);
            } else {
                let least = self.least_of_order(candidate, group.peak, shared);
                orders.push((least, candidate));
            }
        }
        let first = |least: Option<Score>| least.map_or(f64::INFINITY, |least| least[0]);
        orders.sort_by(|one, other| first(one.0).total_cmp(&first(other.0)));
        for (least, candidate) in orders {
            if self.is_hopeless(least, group.peak, incumbent) {
                self.counts.too_slow += self.members_in_order(candidate, shared);
            } else {
                self.look_at_each(candidate, group.peak, shared, incumbent, is_over);
            }
            if self.is_cut {
                return;
            }
        }
    }

    /// Number of layouts of a shape with the order of this one.
    fn members_in_order(&self, candidate: Candidate, shared: &Shared) -> u64 {
        let order = order_of(candidate);
        let there = shared.shardings.iter();
        let there = there.filter(|(sharding, _)| self.space.has(candidate, order, *sharding));
        there.count() as u64
    }

    /// True if the question's framework runs no layout of a shape with the order of this one.
    fn never_runs_in_order(&mut self, candidate: Candidate) -> bool {
        let Some(release) = self.question.release.filter(|_| self.question.prunes) else {
            return false;
        };
        candidate.write(&mut self.scratch);
        Legal::check(&self.scratch).is_ok_and(|legal| release.never_runs_in_order(&legal))
    }

    /// Lower bound on the score of a shape's layouts for one schedule at this memory or more.
    /// `None` if they miss a limit.
    fn least_of_order(
        &mut self,
        candidate: Candidate,
        peak: Bytes,
        shared: &Shared,
    ) -> Option<Score> {
        candidate.write(&mut self.scratch);
        let legal = Legal::check(&self.scratch).ok()?;
        let scores = shared.bounds.iter().filter_map(|bounds| {
            let step = bounds.ordered_step(&legal);
            self.scorer.least(candidate.gpus, step, peak)
        });
        scores.reduce(|one, other| if is_worse(one, other) { other } else { one })
    }

    /// Examines every layout of a shape for one schedule at this memory or more.
    fn look_at_each(
        &mut self,
        candidate: Candidate,
        least_peak: Bytes,
        shared: &Shared,
        incumbent: &Incumbent,
        is_over: IsOver,
    ) {
        // Layouts whose pieces cost the same have the same stages.
        let mut lazy: Vec<LazyStages> =
            shared.costs.iter().map(|_| LazyStages::default()).collect();
        let (mut in_flight_first, mut in_flight) = (None, None);
        let order = order_of(candidate);
        for &(sharding, kind) in shared.shardings {
            if !self.space.has(candidate, order, sharding) {
                continue;
            }
            let candidate = candidate.sharding(sharding);
            candidate.write(&mut self.scratch);
            let Ok(legal) = Legal::check(&self.scratch) else {
                continue;
            };
            let is_run = self.question.release.is_none_or(|release| {
                release.runs(&legal) && framework::runs_savings(self.space.plan(), legal.plan)
            });
            if !is_run {
                self.counts.not_run += 1;
                continue;
            }
            let (costs, bounds) = (&shared.costs[kind], &shared.bounds[kind]);
            let is_hopeless = |step: Seconds, peak: Bytes| {
                let least = self.scorer.least(candidate.gpus, step, peak);
                self.question.prunes && least.is_none_or(|least| incumbent.is_beyond(least, peak))
            };
            let least = bounds.sharded_step(costs, &legal);
            if is_hopeless(least, least_peak) {
                self.counts.too_slow += 1;
                continue;
            }
            let peaks = self.known.peaks(&Pipeline::of(&legal));
            let first =
                in_flight_first.get_or_insert_with(|| bounds.in_flight_first(&legal, peaks));
            // For most layouts that need too much memory, the first rank already does.
            let peak = self.scorer.least_peak(first.peak(&legal));
            if !self.scorer.leaves_room(peak) {
                self.counts.refused += 1;
                continue;
            }
            if is_hopeless(least, peak) {
                self.counts.too_slow += 1;
                continue;
            }
            let in_flight = in_flight.get_or_insert_with(|| bounds.in_flight(&legal, peaks));
            let peak = self.scorer.peak(&legal, in_flight);
            if !self.scorer.leaves_room(peak) {
                self.counts.refused += 1;
                continue;
            }
            let lazy = &mut lazy[kind];
            if is_hopeless(least, peak)
                || lazy
                    .earliest_step(costs, &legal, &self.cache)
                    .is_some_and(|least| is_hopeless(least, peak))
            {
                self.counts.too_slow += 1;
                continue;
            }
            self.counts.estimated += 1;
            let step = lazy.step(costs, &legal, &mut self.cache);
            let step = self.scorer.step(&step);
            self.offer(candidate, step, peak, incumbent);
            // A simulation of a long pipeline takes milliseconds.
            if is_over(&self.counts) {
                self.is_cut = true;
                return;
            }
        }
    }

    fn offer(&mut self, candidate: Candidate, step: Seconds, peak: Bytes, incumbent: &Incumbent) {
        let Some(score) = self.scorer.score(candidate.gpus, step, peak) else {
            return;
        };
        let found = FoundLayout {
            candidate,
            score,
            step,
            peak,
        };
        if self.best.offer(found) {
            incumbent.lower(&self.best);
        }
    }
}

/// The order of a layout's pipeline.
const fn order_of(candidate: Candidate) -> Order {
    (
        candidate.schedule,
        candidate.virtual_stages,
        candidate.division,
    )
}
