//! One searcher's share of a space. Groups of layouts are sorted by their bounds and examined from
//! the most promising on, until no remaining group can be good enough.
//!
//! Tests: below, and `tests/memory.rs`.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::incumbent::{Incumbent, is_worse};
use super::scorer::Scorer;
use super::shared::{Known, LazyStages, Shared};
use super::space::Space;
use crate::framework;
use crate::optimize::{Best, Candidate, Counts, FoundLayout, Recomputed, Score, SearchQuestion};
use cost::bound::Bounds;
use cost::legal::Legal;
use cost::plan::Plan;
use cost::schedule::Pipeline;
use cost::step::StageTimeCache;
use cost::units::{Bytes, Seconds};

/// Groups that a searcher holds before it lists another family, about 15 MB.
const MOST_GROUPS: usize = 100_000;

/// A best-first search of a share of a space.
pub struct Searcher {
    space: Space,
    question: SearchQuestion,
    scorer: Scorer,
    /// The searcher's share of the families: a position, and the number of shares.
    share: (usize, usize),
    /// Sizes of the cluster whose families are not listed yet, the next one last.
    clusters: Vec<u64>,
    /// Number of clusters at the start.
    all_clusters: usize,
    /// Families of the cluster that is being listed.
    families: Vec<Candidate>,
    /// Number of families at the start.
    all_families: usize,
    /// True if the latest piece of work listed a family, or no family was left.
    has_just_listed: bool,
    /// Shapes that are not examined yet: at most `most_groups` and those of one family.
    groups: BinaryHeap<Group>,
    /// Number of groups above which no family is listed.
    most_groups: usize,
    /// Counts of the layouts so far.
    pub counts: Counts,
    /// The best layouts so far.
    pub best: Best,
    scratch: Plan,
    known: Known,
    cache: StageTimeCache,
}

/// The layouts of one shape.
struct Group {
    /// Lower bound on the score of the group's layouts.
    least: Score,
    /// Lower bound on the memory of the group's layouts.
    peak: Bytes,
    /// Number of layouts in the group.
    members: u64,
    candidate: Candidate,
}

impl Searcher {
    /// A searcher of every `of`-th family of a space from the `index`-th on.
    #[must_use]
    pub fn of(space: Space, question: &SearchQuestion, index: usize, of: usize) -> Self {
        let mut clusters = space.clusters().to_vec();
        if question.goal.wants_few_gpus() {
            // Once the smallest clusters suffice, all larger ones are excluded.
            clusters.reverse();
        } else {
            clusters = scattered(&clusters, 0, 1);
        }
        Self {
            scorer: Scorer::of(space.plan(), question, space.clusters()),
            question: question.clone(),
            share: (index, of.max(1)),
            all_clusters: clusters.len(),
            clusters,
            all_families: 0,
            families: Vec::new(),
            has_just_listed: false,
            groups: BinaryHeap::new(),
            most_groups: MOST_GROUPS,
            counts: Counts::default(),
            best: Best::of(space.plan(), question),
            scratch: space.scratch(),
            known: Known::default(),
            cache: StageTimeCache::default(),
            space,
        }
    }

    /// Does a short piece of work: in turn it lists a family and examines the most promising group
    /// so far. So the score to beat falls early, and there are layouts to show. If many groups
    /// wait, they are examined before another family is listed. Returns false if all is done.
    pub fn advance(&mut self, incumbent: &Incumbent) -> bool {
        self.has_just_listed = !self.has_just_listed && self.groups.len() < self.most_groups;
        if self.has_just_listed
            && let Some(family) = self.next_family()
        {
            self.list_family(family, incumbent);
            return true;
        }
        self.look(incumbent) || !self.families.is_empty() || !self.clusters.is_empty()
    }

    /// The next family of the present cluster, or of the next cluster with families.
    fn next_family(&mut self) -> Option<Candidate> {
        while self.families.is_empty() {
            let gpus = self.clusters.pop()?;
            // Small clusters have few families, so their first families are spread over the
            // searchers.
            let (index, of) = self.share;
            let index = (index + self.clusters.len()) % of;
            self.families = scattered(&self.space.families(gpus), index, of);
            self.all_families = self.families.len();
        }
        self.families.pop()
    }

    /// The estimated number of layouts of the share: those listed, and the same mean number for
    /// each other family.
    #[must_use]
    pub fn expected(&self) -> u64 {
        let open = self.families.len() as f64 / self.all_families.max(1) as f64;
        let listed = (self.all_clusters - self.clusters.len()) as f64 - open;
        // Before any family is listed, no estimate is possible.
        let share = self.all_clusters as f64 / listed.max(f64::MIN_POSITIVE);
        (self.counts.considered as f64 * share.max(1.0)) as u64
    }

    fn list_family(&mut self, family: Candidate, incumbent: &Incumbent) {
        let shapes = self.space.shapes(family);
        let shapes: Vec<(Candidate, u64)> = shapes
            .map(|shape| (shape, self.space.members(shape)))
            .collect();
        let Some(&(first, _)) = shapes.first() else {
            return;
        };
        first.write_plainly(&mut self.scratch);
        let Ok(legal) = Legal::check(&self.scratch) else {
            return;
        };
        let members: u64 = shapes.iter().map(|(_, members)| members).sum();
        let of_family = members * self.space.rungs().count() as u64;
        self.counts.considered += of_family;
        if !self.question.prunes {
            return self.list_all(&shapes);
        }
        if never_runs(&self.question, &legal) {
            self.counts.not_run += of_family;
            return;
        }
        // The number of GPUs alone may exclude the family's layouts. Else the bound of the family
        // without recomputation may, as recomputation never makes a step shorter.
        if self.is_too_slow(family.gpus, Seconds::ZERO, incumbent)
            || self.is_too_slow(family.gpus, Bounds::of(&legal).step(&legal), incumbent)
        {
            self.counts.too_slow += of_family;
            return;
        }
        let rungs: Vec<Recomputed> = self.space.rungs().collect();
        for recompute in rungs {
            let (least, most) = (recompute.least(), recompute.most());
            let Some((bounds, step)) = self.bounds_of(first, least) else {
                continue;
            };
            if self.is_too_slow(family.gpus, step, incumbent) {
                self.counts.too_slow += members;
                continue;
            }
            let of_memory = (most != least).then(|| self.bounds_of(first, most));
            let bounds = of_memory.flatten().map_or(bounds, |(bounds, _)| bounds);
            for &(shape, members) in &shapes {
                let shape = Candidate { recompute, ..shape };
                self.list_shape(shape, members, &bounds, step, incumbent);
            }
        }
    }

    /// Bounds of a shape that recomputes this, and the least step; the same for any number of
    /// stages: with more stages each has fewer layers, and proportionally more micro-batches.
    fn bounds_of(&mut self, shape: Candidate, recompute: Recomputed) -> Option<(Bounds, Seconds)> {
        Candidate { recompute, ..shape }.write_plainly(&mut self.scratch);
        let legal = Legal::check(&self.scratch).ok()?;
        let bounds = Bounds::of(&legal);
        Some((bounds, bounds.step(&legal)))
    }

    /// Lists every shape as possibly the best.
    fn list_all(&mut self, shapes: &[(Candidate, u64)]) {
        for recompute in self.space.rungs() {
            let groups = shapes.iter().map(|&(shape, members)| Group {
                least: [0.0; 2],
                peak: Bytes::ZERO,
                members,
                candidate: Candidate { recompute, ..shape },
            });
            self.groups.extend(groups);
        }
    }

    fn list_shape(
        &mut self,
        candidate: Candidate,
        members: u64,
        bounds: &Bounds,
        step: Seconds,
        incumbent: &Incumbent,
    ) {
        let kept = Candidate {
            recompute: candidate.recompute.most(),
            ..candidate
        };
        kept.write_plainly(&mut self.scratch);
        self.scratch.layout.zero = self.space.most_sharded();
        let Ok(legal) = Legal::check(&self.scratch) else {
            return;
        };
        if never_runs(&self.question, &legal) {
            self.counts.not_run += members;
            return;
        }
        let peak = self.scorer.least_peak(bounds.memory(&legal));
        if !self.scorer.leaves_room(peak) {
            self.counts.without_room += members;
            return;
        }
        match self.scorer.least(candidate.gpus, step, peak) {
            Some(least) if !self.is_hopeless(Some(least), peak, incumbent) => {
                self.groups.push(Group {
                    least,
                    peak,
                    members,
                    candidate,
                });
            }
            _ => self.counts.too_slow += members,
        }
    }

    /// True if layouts with at least this step are too slow, whatever their memory.
    fn is_too_slow(&self, gpus: u64, step: Seconds, incumbent: &Incumbent) -> bool {
        let least = self.scorer.least(gpus, step, Bytes::ZERO);
        self.is_hopeless(least, Bytes::ZERO, incumbent)
    }

    /// True if no layout with at least this score and this peak can be among the best; a score of
    /// `None` misses a limit.
    fn is_hopeless(&self, least: Option<Score>, peak: Bytes, incumbent: &Incumbent) -> bool {
        self.question.prunes && least.is_none_or(|least| incumbent.is_beyond(least, peak))
    }

    /// Examines the most promising group; returns false if no remaining group can be good enough.
    fn look(&mut self, incumbent: &Incumbent) -> bool {
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
            self.look_into(&group, &shared, incumbent);
        }
        true
    }

    /// Examines every schedule of a shape, the most promising first.
    fn look_into(&mut self, group: &Group, shared: &Shared, incumbent: &Incumbent) {
        let orders = self.space.orders(group.candidate.pipeline).to_vec();
        let orders = orders.into_iter().map(|order| {
            let candidate = group.candidate.ordered(order);
            (
                self.least_of_order(candidate, group.peak, shared),
                candidate,
            )
        });
        let mut orders: Vec<(Option<Score>, Candidate)> = orders.collect();
        let first = |least: Option<Score>| least.map_or(f64::INFINITY, |least| least[0]);
        orders.sort_by(|one, other| first(one.0).total_cmp(&first(other.0)));
        for (least, candidate) in orders {
            if self.is_hopeless(least, group.peak, incumbent) {
                let order = (
                    candidate.schedule,
                    candidate.virtual_stages,
                    candidate.division,
                );
                let there = shared.shardings.iter();
                let there =
                    there.filter(|(sharding, _)| self.space.has(candidate, order, *sharding));
                self.counts.too_slow += there.count() as u64;
            } else {
                self.look_at_each(candidate, group.peak, shared, incumbent);
            }
        }
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
    ) {
        // Layouts whose pieces cost the same have the same stages.
        let mut lazy: Vec<LazyStages> =
            shared.costs.iter().map(|_| LazyStages::default()).collect();
        let (mut in_flight_first, mut in_flight) = (None, None);
        let order = (
            candidate.schedule,
            candidate.virtual_stages,
            candidate.division,
        );
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

    /// Merges the layouts that other searchers have found.
    pub fn take_found(
        &mut self,
        found: impl IntoIterator<Item = FoundLayout>,
        incumbent: &Incumbent,
    ) {
        for found in found {
            self.best.offer(found);
        }
        incumbent.lower(&self.best);
    }
}

/// True if no layout runs in the question's framework that differs from this plan only in its
/// sharding and in the order of its pipeline.
fn never_runs(question: &SearchQuestion, legal: &Legal) -> bool {
    let release = question.release;
    release.is_some_and(|release| release.never_runs(legal))
}

/// Every `of`-th family from the `index`-th on, in a scattered order. Neighbours resemble each
/// other, and the first families examined should be of every kind.
fn scattered<T: Copy>(families: &[T], index: usize, of: usize) -> Vec<T> {
    let count = families.len();
    // Steps near the golden section spread most evenly; without a common divisor they reach all
    // families.
    let start = count * 5 / 8 + 1;
    let is_coprime = |&step: &usize| gcd(step, count) == 1;
    let step = (start..).find(is_coprime).unwrap_or(1);
    let places = (index..count).step_by(of.max(1));
    places.map(|place| families[place * step % count]).collect()
}

const fn gcd(one: usize, other: usize) -> usize {
    if other == 0 {
        one
    } else {
        gcd(other, one % other)
    }
}

impl Ord for Group {
    /// The most promising is the greatest.
    fn cmp(&self, other: &Self) -> Ordering {
        let by_score = other.least[0].total_cmp(&self.least[0]);
        by_score.then(other.least[1].total_cmp(&self.least[1]))
    }
}

impl PartialOrd for Group {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Group {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Group {}

#[cfg(test)]
mod tests {
    use super::{MOST_GROUPS, Searcher, Space};
    use crate::optimize::{Constraints, Incumbent, Objective, SearchQuestion};
    use formats::link;

    /// Searches with this number of groups at most, before each family that is listed. Returns the
    /// searcher, the most groups that it held, and the most that a family added.
    fn searched(question: &SearchQuestion, most_groups: usize) -> (Searcher, usize, usize) {
        let (plan, _) = link::decode("#v=1&p=llama3-8b/h100x16&gbs=64");
        let space = Space::of(&plan, &Constraints::of(&plan));
        let incumbent = Incumbent::of(&plan, question);
        let mut searcher = Searcher::of(space, question, 0, 1);
        searcher.most_groups = most_groups;
        let (mut most, mut added) = (0, 0);
        loop {
            let before = searcher.groups.len();
            if !searcher.advance(&incumbent) {
                return (searcher, most, added);
            }
            most = most.max(searcher.groups.len());
            added = added.max(searcher.groups.len().saturating_sub(before));
        }
    }

    #[test]
    fn few_groups_are_held_and_the_same_layouts_are_found() {
        for prunes in [true, false] {
            let question = SearchQuestion {
                prunes,
                ..SearchQuestion::of(Objective::Fastest)
            };
            let (all, without_limit, _) = searched(&question, MOST_GROUPS);
            let (few, most, added) = searched(&question, 10);
            assert!(most < 10 + added, "{most} groups, {added} of a family");
            assert!(most < without_limit / 2, "{most} of {without_limit}");
            assert_eq!(few.best.found(), all.best.found());
            assert_eq!(few.counts.considered, all.counts.considered);
        }
    }
}
