//! One searcher's part of a space: it lists its shapes by what they can reach at best, and looks
//! into them from the most promising on until none that is left can be good enough.

use std::sync::Mutex;

use super::cut::Cut;
use super::found::{Best, Found};
use super::goal::{Goal, Margin, Score, WORST};
use super::judge::Judge;
use super::space::{Order, Sharding, Space};
use crate::cost::bound::Bounds;
use crate::cost::legal::Legal;
use crate::cost::memory::Known;
use crate::cost::plan::{Plan, ZeroStage};
use crate::cost::schedule::RankTime;
use crate::cost::step::{Costs, Stages, StepTime};
use crate::cost::units::{Bytes, Seconds};

/// What became of the layouts of a space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All that there are.
    pub considered: u64,
    /// Of these, passed over together because none of them leaves enough room.
    pub without_room: u64,
    /// Passed over together because none of them can be good enough.
    pub too_slow: u64,
    /// Checked one by one and found to need too much room.
    pub refused: u64,
    /// Estimated in full.
    pub estimated: u64,
}

/// What a search asks.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// What makes a layout good.
    pub goal: Goal,
    /// The room that it must leave.
    pub margin: Margin,
    /// How many layouts are wanted.
    pub keep: usize,
    /// Whether whole groups of layouts are passed over by their bounds. Without, each is looked
    /// at, and the answer is the same.
    pub prunes: bool,
}

/// The score that a layout must not exceed to be among the best, as far as all searchers know.
#[derive(Debug)]
pub struct Bar(Mutex<Score>);

/// Layouts with the same family and the same number of stages.
struct Shape {
    cut: Cut,
    /// The best score that any of them can have.
    least: Score,
    /// How many they are.
    members: u64,
}

/// A searcher's part of a space.
pub struct Part<'a> {
    space: &'a Space<'a>,
    question: &'a Question,
    judge: Judge,
    /// How stages can be run, by how many there are.
    orders: Vec<(u64, Vec<Order>)>,
    shapes: Vec<Shape>,
    /// Shapes that were looked into.
    done: usize,
    /// What became of the layouts so far.
    pub counts: Counts,
    /// The best so far.
    pub best: Best,
    scratch: Plan,
    known: Known,
}

impl Default for Bar {
    fn default() -> Self {
        Self(Mutex::new(WORST))
    }
}

impl Bar {
    /// The score now.
    #[must_use]
    pub fn get(&self) -> Score {
        self.0.lock().map_or(WORST, |score| *score)
    }

    /// Lowers it to this score, if that is lower.
    pub fn lower(&self, score: Score) {
        if let Ok(mut bar) = self.0.lock()
            && is_worse(*bar, score)
        {
            *bar = score;
        }
    }
}

impl Question {
    /// The twenty best by a goal that leave as much room as the model may err by.
    #[must_use]
    pub const fn of(goal: Goal) -> Self {
        Self {
            goal,
            margin: Margin::Band,
            keep: 20,
            prunes: true,
        }
    }
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
            shapes: Vec::new(),
            done: 0,
            counts: Counts::default(),
            best: Best::new(question.keep),
            scratch: space.scratch(),
            known: Known::default(),
        }
    }

    /// Lists the shapes of every `of`-th family from the `index`-th on, the most promising first.
    pub fn list(&mut self, index: u64, of: u64) {
        let mut place = 0;
        self.space.families(|family| {
            if place % of == index {
                self.list_family(family);
            }
            place += 1;
        });
        self.shapes.sort_by(|one, other| {
            let by_first = one.least[0].total_cmp(&other.least[0]);
            by_first.then(one.least[1].total_cmp(&other.least[1]))
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
                Some(least) => self.shapes.push(Shape {
                    cut: shape,
                    least,
                    members,
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
        let known = self.orders.iter().position(|(stages, _)| *stages == pipeline);
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

    /// Looks into the next shape; `false` where none is left that could be good enough.
    pub fn advance(&mut self, bar: &Bar) -> bool {
        let Some(shape) = self.shapes.get(self.done) else {
            return false;
        };
        if self.question.prunes && is_worse(shape.least, bar.get()) {
            let left = self.shapes[self.done..].iter();
            self.counts.too_slow += left.map(|shape| shape.members).sum::<u64>();
            self.done = self.shapes.len();
            return false;
        }
        let cut = shape.cut;
        self.done += 1;
        self.look_into(cut, bar);
        true
    }

    /// Looks at every layout of a shape.
    fn look_into(&mut self, shape: Cut, bar: &Bar) {
        let mut plain = self.scratch.clone();
        shape.write_plainly(&mut plain);
        let shardings = self.space.shardings(&plain);
        // One plan for each way in which pieces cost differently.
        let mut kinds = vec![plain];
        let shardings = shardings.into_iter().map(|sharding| {
            if sharding.0 != ZeroStage::Three {
                return (sharding, 0);
            }
            let mut plan = kinds[0].clone();
            shape.sharding(sharding).write_plainly(&mut plan);
            kinds.push(plan);
            (sharding, kinds.len() - 1)
        });
        let shardings = shardings.collect();
        let Some(shared) = Shared::of(&kinds, shardings) else {
            return;
        };
        for index in 0..self.orders(shape.pipeline).len() {
            let order = self.orders(shape.pipeline)[index];
            self.look_at_order(shape.ordered(order), &shared, bar);
        }
    }

    /// Looks at every layout of a shape whose stages are run in one way.
    fn look_at_order(&mut self, cut: Cut, shared: &Shared, bar: &Bar) {
        let mut plan = self.scratch.clone();
        cut.write(&mut plan);
        let Ok(legal) = Legal::check(&plan) else {
            return;
        };
        // The ranks work alike wherever pieces cost the same.
        let mut kinds: Vec<Option<Ran>> = shared.costs.iter().map(|_| None).collect();
        let mut in_flight = None;
        let least: Vec<Option<Score>> = shared
            .bounds
            .iter()
            .map(|bounds| {
                let step = bounds.ordered_step(&legal);
                self.judge.least(cut.gpus, step, Bytes::ZERO)
            })
            .collect();
        for &(sharding, kind) in &shared.shardings {
            let is_hopeless = least[kind].is_none_or(|least| is_worse(least, bar.get()));
            if self.question.prunes && is_hopeless {
                self.counts.too_slow += 1;
                continue;
            }
            let cut = cut.sharding(sharding);
            let mut plan = plan.clone();
            cut.write(&mut plan);
            let Ok(legal) = Legal::check(&plan) else {
                continue;
            };
            let in_flight = in_flight
                .get_or_insert_with(|| shared.bounds[0].in_flight(&legal, &mut self.known));
            let peak = self.judge.peak(&legal, in_flight);
            if !self.judge.leaves_room(peak) {
                self.counts.refused += 1;
                continue;
            }
            self.counts.estimated += 1;
            let ran = kinds[kind]
                .get_or_insert_with(|| Ran::of(shared.costs[kind].clone(), &legal));
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

/// What all layouts of a shape share.
struct Shared<'a> {
    /// What can be sharded, and of which kind such layouts are.
    shardings: Vec<(Sharding, usize)>,
    /// What the pieces of a step cost, by kind: all alike unless weights are sharded.
    costs: Vec<Costs<'a>>,
    /// What no layout of a kind can beat.
    bounds: Vec<Bounds>,
}

impl<'a> Shared<'a> {
    /// Of plans with the first kind of pieces and each further one; `None` where one of them
    /// cannot exist.
    fn of(kinds: &'a [Plan], shardings: Vec<(Sharding, usize)>) -> Option<Self> {
        let legals: Option<Vec<Legal>> = kinds.iter().map(|plan| Legal::check(plan).ok()).collect();
        let legals = legals?;
        let costs: Vec<Costs> = legals.iter().map(Costs::of).collect();
        let bounds = costs.iter().zip(&legals);
        let bounds = bounds.map(|(costs, legal)| Bounds::made_of(costs, legal));
        Some(Self {
            shardings,
            bounds: bounds.collect(),
            costs,
        })
    }
}

/// The stages of an order, and when each rank works.
struct Ran<'a> {
    stages: Stages<'a>,
    times: Vec<RankTime>,
}

impl<'a> Ran<'a> {
    fn of(costs: Costs<'a>, legal: &Legal) -> Self {
        let stages = Stages::made_of(costs, legal);
        let times = stages.run();
        Self { stages, times }
    }

    fn step(&self, legal: &Legal) -> StepTime {
        self.stages.step(legal, &self.times)
    }
}

fn is_worse(one: Score, other: Score) -> bool {
    one[0] > other[0] || one[0] == other[0] && one[1] > other[1]
}
