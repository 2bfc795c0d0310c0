//! One searcher's part of a space: groups of layouts by what they can reach at best, looked into
//! from the most promising on until none that is left can be good enough.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::bar::{Bar, is_worse};
use super::cuts::Order;
use super::judge::Judge;
use super::shared::{Known, Ran, Shared};
use super::space::Space;
use crate::cost::bound::Bounds;
use crate::cost::legal::Legal;
use crate::cost::plan::Plan;
use crate::cost::schedule::Pipeline;
use crate::cost::step::Runs;
use crate::cost::units::{Bytes, Seconds};
use crate::search::best::{Best, Counts, Cut, Found, Question, Score};

/// A searcher's part of a space.
pub struct Part {
    space: Space,
    question: Question,
    judge: Judge,
    /// Families that are still to be listed.
    families: Vec<Cut>,
    /// How many there were.
    all_families: usize,
    /// How stages can be run, by how many there are.
    orders: Vec<(u64, Vec<Order>)>,
    /// What is still to be looked into.
    groups: BinaryHeap<Group>,
    /// What became of the layouts so far.
    pub counts: Counts,
    /// The best so far.
    pub best: Best,
    scratch: Plan,
    known: Known,
    runs: Runs,
}

/// Layouts of one shape: all of them, or those whose stages are run in one way.
struct Group {
    /// The best score that any of them can have.
    least: Score,
    /// The least memory that any of them can need.
    peak: Bytes,
    /// How many they are.
    members: u64,
    cut: Cut,
    is_ordered: bool,
}

/// Families listed before the most promising group so far is looked into: the bar falls early, and
/// there is something to show.
const FAMILIES_A_LOOK: usize = 2;

impl Part {
    /// A searcher of every `of`-th family of a space from the `index`-th on.
    #[must_use]
    pub fn of(space: Space, question: &Question, index: usize, of: usize) -> Self {
        let families = scattered(&space.families(), index, of);
        Self {
            judge: Judge::of(space.plan(), question, &space.clusters()),
            question: question.clone(),
            all_families: families.len(),
            families,
            orders: Vec::new(),
            groups: BinaryHeap::new(),
            counts: Counts::default(),
            best: Best::of(space.plan(), question),
            scratch: space.scratch(),
            known: Known::default(),
            runs: Runs::default(),
            space,
        }
    }

    /// Works for a moment: lists some families or looks into a group. `false` where all is done.
    pub fn advance(&mut self, bar: &Bar) -> bool {
        let is_listing = !self.families.is_empty();
        for _ in 0..FAMILIES_A_LOOK {
            if let Some(family) = self.families.pop() {
                self.list_family(family, bar);
            }
        }
        self.look(bar) || is_listing
    }

    /// The layouts of this part that there are, as far as is known: those listed, and as many for
    /// each family that is not.
    #[must_use]
    pub fn expected(&self) -> u64 {
        let listed = (self.all_families - self.families.len()).max(1);
        let share = self.all_families as f64 / listed as f64;
        (self.counts.considered as f64 * share) as u64
    }

    fn list_family(&mut self, family: Cut, bar: &Bar) {
        let mut bounds = None;
        for shape in self.space.shapes(family) {
            let members = self.members(shape);
            if members == 0 {
                continue;
            }
            self.counts.considered += members;
            let (least, peak) = if self.question.prunes {
                let Some(least) = self.least(shape, &mut bounds) else {
                    self.counts.without_room += members;
                    continue;
                };
                least
            } else {
                ([0.0; 2], Bytes::ZERO)
            };
            if self.is_hopeless(least, peak, bar) {
                self.counts.too_slow += members;
                continue;
            }
            self.groups.push(Group {
                least,
                peak,
                members,
                cut: shape,
                is_ordered: false,
            });
        }
    }

    /// Whether no layout that reaches no more than this can be among the best.
    fn is_hopeless(&self, least: Score, peak: Bytes, bar: &Bar) -> bool {
        self.question.prunes && bar.is_beyond(least, peak)
    }

    /// How many layouts have a shape.
    fn members(&mut self, shape: Cut) -> u64 {
        let orders = self.orders(shape.pipeline).len();
        if orders == 0 {
            return 0;
        }
        shape.write_plainly(&mut self.scratch);
        (orders * self.space.shardings(&self.scratch).len()) as u64
    }

    fn orders(&mut self, pipeline: u64) -> &[Order] {
        let known = self
            .orders
            .iter()
            .position(|(stages, _)| *stages == pipeline);
        let place = known.unwrap_or_else(|| {
            let orders = self.space.orders(pipeline);
            self.orders.push((pipeline, orders));
            self.orders.len() - 1
        });
        &self.orders[place].1
    }

    /// The best score that a layout of a shape can have, and the least it can need; `None` where
    /// none has enough room or keeps a limit.
    fn least(&mut self, shape: Cut, bounds: &mut Option<Bounds>) -> Option<(Score, Bytes)> {
        let plan = &mut self.scratch;
        shape.write_plainly(plan);
        let legal = Legal::check(plan).ok()?;
        let bounds = bounds.get_or_insert_with(|| Bounds::of(&legal));
        let step = bounds.step(&legal);
        plan.layout.zero = self.space.most_sharded();
        let peak = bounds.memory(&Legal::check(plan).ok()?);
        self.judge.least(shape.gpus, step, peak)
    }

    /// Looks into the most promising group; `false` where none is left that could be good enough.
    fn look(&mut self, bar: &Bar) -> bool {
        let Some(group) = self.groups.pop() else {
            return false;
        };
        // No other group can reach more.
        if self.is_hopeless(group.least, Bytes::ZERO, bar) {
            let left = self.groups.drain().map(|group| group.members);
            self.counts.too_slow += group.members + left.sum::<u64>();
            return false;
        }
        if self.is_hopeless(group.least, group.peak, bar) {
            self.counts.too_slow += group.members;
            return true;
        }
        let kinds = Shared::kinds(&self.space, &self.scratch, group.cut);
        if let Some(shared) = Shared::of(&kinds) {
            if group.is_ordered {
                self.look_into(&group, &shared, bar);
            } else {
                self.divide(&group, &shared);
            }
        }
        true
    }

    /// Divides the layouts of a shape by how their stages are run, as that tells better what they
    /// can reach.
    fn divide(&mut self, group: &Group, shared: &Shared) {
        let orders = self.orders(group.cut.pipeline).to_vec();
        let members = group.members / orders.len() as u64;
        for order in orders {
            let cut = group.cut.ordered(order);
            let least = if self.question.prunes {
                let kinds = 0..shared.bounds.len();
                let scores = kinds.filter_map(|kind| self.least_of_kind(cut, shared, kind));
                scores.reduce(|one, other| if is_worse(one, other) { other } else { one })
            } else {
                Some(group.least)
            };
            match least {
                Some(least) => self.groups.push(Group {
                    least,
                    peak: group.peak,
                    members,
                    cut,
                    is_ordered: true,
                }),
                None => self.counts.too_slow += members,
            }
        }
    }

    /// The best score that layouts of a kind can have whose stages are run in one way; `None`
    /// where they miss a limit.
    fn least_of_kind(&mut self, cut: Cut, shared: &Shared, kind: usize) -> Option<Score> {
        cut.write(&mut self.scratch);
        let legal = Legal::check(&self.scratch).ok()?;
        let step = shared.bounds[kind].ordered_step(&legal);
        let (score, _) = self.judge.least(cut.gpus, step, Bytes::ZERO)?;
        Some(score)
    }

    /// Looks at every layout of a shape whose stages are run in one way.
    fn look_into(&mut self, group: &Group, shared: &Shared, bar: &Bar) {
        let kinds = 0..shared.costs.len();
        let least: Vec<Option<Score>> = kinds
            .map(|kind| self.least_of_kind(group.cut, shared, kind))
            .collect();
        // The ranks work alike wherever pieces cost the same.
        let mut ran: Vec<Option<Ran>> = shared.costs.iter().map(|_| None).collect();
        let mut in_flight = None;
        for &(sharding, kind) in shared.shardings {
            let is_hopeless = |peak: Bytes| {
                least[kind].is_none_or(|least| bar.is_beyond(least, peak)) && self.question.prunes
            };
            if is_hopeless(group.peak) {
                self.counts.too_slow += 1;
                continue;
            }
            let cut = group.cut.sharding(sharding);
            cut.write(&mut self.scratch);
            let Ok(legal) = Legal::check(&self.scratch) else {
                continue;
            };
            let in_flight = in_flight.get_or_insert_with(|| {
                let moments = self.known.moments(&Pipeline::of(&legal));
                shared.bounds[0].in_flight(&legal, moments)
            });
            let peak = self.judge.peak(&legal, in_flight);
            if !self.judge.leaves_room(peak) {
                self.counts.refused += 1;
                continue;
            }
            if is_hopeless(peak) {
                self.counts.too_slow += 1;
                continue;
            }
            self.counts.estimated += 1;
            let runs = &mut self.runs;
            let ran =
                ran[kind].get_or_insert_with(|| Ran::of(shared.costs[kind].clone(), &legal, runs));
            let step = self.judge.step(&ran.step(&legal));
            self.offer(cut, step, peak, bar);
        }
    }

    fn offer(&mut self, cut: Cut, step: Seconds, peak: Bytes, bar: &Bar) {
        let Some(score) = self.judge.score(cut.gpus, step, peak) else {
            return;
        };
        let found = Found {
            cut,
            score,
            step,
            peak,
        };
        if self.best.offer(found) {
            bar.lower(&self.best);
        }
    }

    /// Takes over what other searchers have found.
    pub fn hear(&mut self, found: impl IntoIterator<Item = Found>, bar: &Bar) {
        for found in found {
            self.best.offer(found);
        }
        bar.lower(&self.best);
    }
}

/// Every `of`-th of them from the `index`-th on, in an order that jumps all over the list:
/// neighbours resemble each other, and the first ones looked at should be of every kind.
fn scattered(families: &[Cut], index: usize, of: usize) -> Vec<Cut> {
    let count = families.len();
    // Near the golden section steps spread most evenly; without a common divisor they reach all.
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
    /// The most promising is the greatest; of two alike the one that is known better.
    fn cmp(&self, other: &Self) -> Ordering {
        let by_score = other.least[0].total_cmp(&self.least[0]);
        by_score
            .then(other.least[1].total_cmp(&self.least[1]))
            .then(self.is_ordered.cmp(&other.is_ordered))
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
