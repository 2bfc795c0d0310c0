//! One searcher's part of a space: groups of layouts by what they can reach at best, looked into
//! from the most promising on until none that is left can be good enough.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::cut::Cut;
use super::found::{Best, Found};
use super::goal::Score;
use super::judge::Judge;
use super::question::{Bar, Counts, Question, is_worse};
use super::shared::{Known, Ran, Shared};
use super::space::{Order, Space};
use crate::cost::bound::Bounds;
use crate::cost::legal::Legal;
use crate::cost::plan::Plan;
use crate::cost::schedule::Pipeline;
use crate::cost::step::Runs;
use crate::cost::units::{Bytes, Seconds};

/// A searcher's part of a space.
pub struct Part<'a> {
    space: &'a Space<'a>,
    question: &'a Question,
    judge: Judge,
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
    /// How many they are.
    members: u64,
    cut: Cut,
    is_ordered: bool,
}

impl<'a> Part<'a> {
    /// A searcher that has listed nothing yet.
    #[must_use]
    pub fn of(space: &'a Space<'a>, question: &'a Question) -> Self {
        Self {
            space,
            question,
            judge: Judge::of(space.plan(), question, &space.clusters()),
            orders: Vec::new(),
            groups: BinaryHeap::new(),
            counts: Counts::default(),
            best: Best::new(question.keep),
            scratch: space.scratch(),
            known: Known::default(),
            runs: Runs::default(),
        }
    }

    /// Lists every `of`-th family from the `index`-th on.
    pub fn list(&mut self, index: u64, of: u64) {
        let mut place = 0;
        self.space.families(|family| {
            if place % of == index {
                self.list_family(family);
            }
            place += 1;
        });
    }

    fn list_family(&mut self, family: Cut) {
        let mut bounds = None;
        self.space.shapes(family, |shape| {
            let members = self.members(shape);
            self.counts.considered += members;
            if members == 0 {
                return;
            }
            let least = if self.question.prunes {
                self.least(shape, &mut bounds)
            } else {
                Some([0.0; 2])
            };
            match least {
                Some(least) => self.groups.push(Group {
                    least,
                    members,
                    cut: shape,
                    is_ordered: false,
                }),
                None => self.counts.without_room += members,
            }
        });
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

    /// The best score that a layout of a shape can have; `None` where none has enough room or
    /// keeps a limit.
    fn least(&mut self, shape: Cut, bounds: &mut Option<Bounds>) -> Option<Score> {
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
    pub fn advance(&mut self, bar: &Bar) -> bool {
        let Some(group) = self.groups.pop() else {
            return false;
        };
        if self.question.prunes && is_worse(group.least, bar.get()) {
            let left = self.groups.drain().map(|group| group.members);
            self.counts.too_slow += group.members + left.sum::<u64>();
            return false;
        }
        let kinds = Shared::kinds(self.space, &self.scratch, group.cut);
        if let Some(shared) = Shared::of(&kinds) {
            if group.is_ordered {
                self.look_into(group.cut, &shared, bar);
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
        self.judge.least(cut.gpus, step, Bytes::ZERO)
    }

    /// Looks at every layout of a shape whose stages are run in one way.
    fn look_into(&mut self, cut: Cut, shared: &Shared, bar: &Bar) {
        let kinds = 0..shared.costs.len();
        let least: Vec<Option<Score>> = kinds
            .map(|kind| self.least_of_kind(cut, shared, kind))
            .collect();
        // The ranks work alike wherever pieces cost the same.
        let mut ran: Vec<Option<Ran>> = shared.costs.iter().map(|_| None).collect();
        let mut in_flight = None;
        for &(sharding, kind) in shared.shardings {
            let is_hopeless = least[kind].is_none_or(|least| is_worse(least, bar.get()));
            if self.question.prunes && is_hopeless {
                self.counts.too_slow += 1;
                continue;
            }
            let cut = cut.sharding(sharding);
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
        let is_among_best = self.best.offer(Found {
            cut,
            score,
            step,
            peak,
        });
        if is_among_best && let Some(worst) = self.best.worst() {
            bar.lower(worst);
        }
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
