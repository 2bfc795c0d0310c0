//! Sweeps: one control varied from point to point, a second one from line to line, and the
//! estimate of each plan.
//!
//! Tests: `tests/all/sweep.rs`.

mod axes;
mod readings;

pub use axes::{AXES, SweepAxis, axis};
pub use readings::SweepReading;

use cost::convention::Conventions;
use cost::legal::{Legal, Reason};
use cost::memory::Verdict;
use cost::plan::Plan;
use cost::units::Bytes;
use cost::{Estimate, estimate_legal};

/// Largest number of points of a line.
const POINTS: usize = 20;
/// Largest number of lines.
const LINES: usize = 6;

/// A plan with two of its controls varied.
pub struct Sweep {
    /// The control that varies from point to point.
    across: &'static SweepAxis,
    /// The control that varies from line to line, if any.
    between: Option<&'static SweepAxis>,
    /// Values from point to point.
    values: Vec<f64>,
    /// Values from line to line; a single unused one without a second control.
    lines: Vec<f64>,
    /// Values that no plan of the sweep can have: from point to point, from line to line.
    left_out: [Vec<f64>; 2],
    base: Plan,
    /// Values of both axes in the plan for which the sweep was made.
    made_for: [f64; 2],
    conventions: Conventions,
    /// The check of values that is in progress; `None` once it is done.
    possible: Option<Possible>,
    points: Vec<Point>,
}

/// Values that some plan can have, among those checked so far.
struct Possible {
    values: Vec<bool>,
    /// For each line checked so far, true if some plan of it can exist.
    lines: Vec<bool>,
}

/// The result of one plan.
#[derive(Clone, Debug, PartialEq)]
pub enum Point {
    /// The plan can exist.
    Legal {
        /// A figure for each of [`SweepReading::ALL`].
        readings: [f64; SweepReading::COUNT],
        /// The verdict on the plan's memory.
        verdict: Verdict,
        /// Bytes that a process can allocate on the plan's GPU.
        capacity: Bytes,
    },
    /// The plan cannot exist; this is the first reason.
    Illegal(Reason),
}

impl Sweep {
    /// The control that varies from point to point.
    #[must_use]
    pub const fn across(&self) -> &'static SweepAxis {
        self.across
    }

    /// The control that varies from line to line, if any.
    #[must_use]
    pub const fn between(&self) -> Option<&'static SweepAxis> {
        self.between
    }

    /// Values from point to point.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Values from line to line; a single unused one without a second control.
    #[must_use]
    pub fn lines(&self) -> &[f64] {
        &self.lines
    }

    /// Values that no plan of the sweep can have: from point to point, from line to line.
    #[must_use]
    pub const fn left_out(&self) -> &[Vec<f64>; 2] {
        &self.left_out
    }

    /// A sweep without results yet: its values and lines are those that the axes offer.
    /// [`Sweep::estimate_next`] first removes those that no plan can have. If too many remain, it
    /// keeps those nearest to the plan's values.
    #[must_use]
    pub fn new(
        plan: &Plan,
        across: &'static SweepAxis,
        between: Option<&'static SweepAxis>,
        conventions: Conventions,
    ) -> Self {
        let between = between.filter(|between| between.key != across.key);
        let values = across.values(plan);
        Self {
            across,
            between,
            lines: between.map_or_else(|| vec![0.0], |axis| axis.values(plan)),
            left_out: [Vec::new(), Vec::new()],
            base: base(plan, across, between),
            made_for: now(plan, across, between),
            conventions,
            possible: Some(Possible {
                values: vec![false; values.len()],
                lines: Vec::new(),
            }),
            values,
            points: Vec::new(),
        }
    }

    /// A sweep with every point estimated.
    ///
    /// ```
    /// use cost::convention::Conventions;
    /// use formats::link;
    /// use search::sweep::{SweepReading, Sweep, axis};
    /// let (plan, _) = link::decode("#v=1&p=llama3-70b/h100x64&tp=8&pp=4");
    /// let sweep = Sweep::estimated(&plan, axis("m").unwrap(), axis("pp"), Conventions::default());
    /// // Twice as many micro-batches shrink the bubble: (p−1)/(m+p−1).
    /// let line = sweep.lines().iter().position(|&stages| stages == 4.0).unwrap();
    /// let [few, more] = [8.0, 16.0].map(|m| {
    ///     let place = sweep.values().iter().position(|&value| value == m).unwrap();
    ///     sweep.reading(line, place, SweepReading::Bubble).unwrap()
    /// });
    /// assert!(more < few);
    /// ```
    #[must_use]
    pub fn estimated(
        plan: &Plan,
        across: &'static SweepAxis,
        between: Option<&'static SweepAxis>,
        conventions: Conventions,
    ) -> Self {
        let mut sweep = Self::new(plan, across, between, conventions);
        while sweep.estimate_next() {}
        sweep
    }

    /// Does a small piece of work: checks the possible values of one more line, or estimates one
    /// more point. Returns false when all is done.
    pub fn estimate_next(&mut self) -> bool {
        if let Some(possible) = self.possible.take() {
            self.look_at_line(possible);
            return true;
        }
        let next = self.points.len();
        if next >= self.lines.len() * self.values.len() {
            return false;
        }
        let (line, place) = (next / self.values.len(), next % self.values.len());
        let plan = self.plan(line, place);
        let point = match Legal::check(&plan) {
            Ok(legal) => Point::of(&estimate_legal(&legal), self.conventions),
            Err(reasons) => Point::Illegal(first(reasons)),
        };
        self.points.push(point);
        true
    }

    /// True if the values and lines of the sweep are known.
    #[must_use]
    pub fn has_values(&self) -> bool {
        self.possible.is_none()
    }

    /// True if every point is estimated.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.has_values() && self.points.len() >= self.lines.len() * self.values.len()
    }

    /// True if this is also a sweep of that plan: the plan may differ only in the varied controls.
    // Inlined into its only caller, which also compares plans, so that this code is compiled once.
    #[inline]
    #[must_use]
    pub fn is_of(&self, plan: &Plan, conventions: Conventions) -> bool {
        self.conventions == conventions && self.base == base(plan, self.across, self.between)
    }

    /// True if a new sweep of this plan would have the same points. Either the plan is one of them,
    /// or it is the plan for which the sweep was made, which may have a value that no axis offers.
    #[must_use]
    pub fn suits(&self, plan: &Plan) -> bool {
        let (value, line) = self.place_of(plan);
        let is_there = line.is_some() && self.values.contains(&value);
        is_there || self.made_for == now(plan, self.across, self.between)
    }

    /// The plan at a point.
    #[must_use]
    pub fn plan(&self, line: usize, place: usize) -> Plan {
        let mut plan = self.base.clone();
        let value = |values: &[f64], at: usize| values.get(at).copied().unwrap_or_default();
        let between = self.between.map(|axis| (axis, value(&self.lines, line)));
        let across = (self.across, value(&self.values, place));
        for (axis, value) in ordered(across, between).into_iter().flatten() {
            axis.set(&mut plan, value);
        }
        plan
    }

    /// The result at a point, once it is estimated.
    #[must_use]
    pub fn point(&self, line: usize, place: usize) -> Option<&Point> {
        let is_there = place < self.values.len();
        let index = line * self.values.len() + place;
        self.points.get(index).filter(|_| is_there)
    }

    /// A figure of a point's plan, if the plan can exist.
    #[must_use]
    pub fn reading(&self, line: usize, place: usize, reading: SweepReading) -> Option<f64> {
        match self.point(line, place)? {
            Point::Legal { readings, .. } => readings.get(reading as usize).copied(),
            Point::Illegal(_) => None,
        }
    }

    /// The point with the best reading among those that fit, if any fits.
    #[must_use]
    pub fn best(&self, reading: SweepReading) -> Option<(usize, usize)> {
        let mut best = None;
        for (index, point) in self.points.iter().enumerate() {
            if let Point::Legal {
                readings, verdict, ..
            } = point
            {
                let merit = readings[reading as usize];
                let merit = if reading.is_gain() { merit } else { -merit };
                let is_better = best.is_none_or(|(other, _)| merit > other);
                if is_better && *verdict != Verdict::OutOfMemory {
                    best = Some((merit, index));
                }
            }
        }
        best.map(|(_, index)| (index / self.values.len(), index % self.values.len()))
    }

    /// Bytes that a process can allocate on the GPU, if they are the same at all points.
    #[must_use]
    pub fn capacity(&self) -> Option<Bytes> {
        let mut all = self.points.iter().filter_map(|point| match point {
            Point::Legal { capacity, .. } => Some(*capacity),
            Point::Illegal(_) => None,
        });
        let first = all.next()?;
        all.all(|capacity| capacity == first).then_some(first)
    }

    /// Position of the plan: its value from point to point, and its line if the sweep has it.
    #[must_use]
    pub fn place_of(&self, plan: &Plan) -> (f64, Option<usize>) {
        let line = match self.between {
            Some(between) => {
                let now = between.now(plan);
                self.lines.iter().position(|&value| value == now)
            }
            None => Some(0),
        };
        (self.across.now(plan), line)
    }

    /// Checks one more line; after the last one leaves out impossible values and keeps those near
    /// the plan.
    fn look_at_line(&mut self, mut possible: Possible) {
        let line = possible.lines.len();
        let mut is_possible = false;
        if line < self.lines.len() {
            for (place, known) in possible.values.iter_mut().enumerate() {
                // A point is not checked if its line and its value are both known to be possible.
                if !(is_possible && *known) && Legal::check(&self.plan(line, place)).is_ok() {
                    is_possible = true;
                    *known = true;
                }
            }
            possible.lines.push(is_possible);
            self.possible = Some(possible);
            return;
        }
        let [value, line] = self.made_for;
        self.left_out = [
            keep(&mut self.values, &possible.values, value, POINTS),
            keep(&mut self.lines, &possible.lines, line, LINES),
        ];
    }
}

impl Point {
    fn of(estimate: &Estimate, conventions: Conventions) -> Self {
        Self::Legal {
            readings: SweepReading::ALL.map(|reading| reading.of(estimate, conventions)),
            verdict: estimate.memory.verdict,
            capacity: estimate.memory.capacity,
        }
    }
}

/// The plan with the varied controls at fixed values, so that plans that differ only in them become
/// equal.
fn base(plan: &Plan, across: &SweepAxis, between: Option<&'static SweepAxis>) -> Plan {
    let mut base = plan.clone();
    base.hold_measured();
    for axis in [between, Some(across)].into_iter().flatten() {
        axis.fix(&mut base);
    }
    base
}

/// Both axes in the order in which they are set. The value from point to point may depend on that
/// from line to line. A preset is set first, as it sets other keys.
fn ordered<'a>(
    across: (&'a SweepAxis, f64),
    between: Option<(&'a SweepAxis, f64)>,
) -> [Option<(&'a SweepAxis, f64)>; 2] {
    let is_later = between.is_some_and(|(between, _)| !between.is_preset());
    if across.0.is_preset() && is_later {
        [Some(across), between]
    } else {
        [between, Some(across)]
    }
}

/// Values of both axes in a plan.
fn now(plan: &Plan, across: &SweepAxis, between: Option<&'static SweepAxis>) -> [f64; 2] {
    let line = between.map_or(0.0, |between| between.now(plan));
    [across.now(plan), line]
}

/// Keeps the possible values, at most `most` around the present one; returns the impossible ones.
fn keep(values: &mut Vec<f64>, is_possible: &[bool], now: f64, most: usize) -> Vec<f64> {
    let mut kept = Vec::new();
    let mut left_out = Vec::new();
    for (value, is_possible) in values.iter().zip(is_possible) {
        if *is_possible {
            kept.push(*value);
        } else {
            left_out.push(*value);
        }
    }
    let last = kept.len().saturating_sub(most);
    let start = axes::count_below(&kept, now)
        .saturating_sub(most / 2)
        .min(last);
    kept.truncate(start + most);
    kept.drain(..start);
    *values = kept;
    left_out
}

/// The most basic reason; there is always at least one.
fn first(reasons: Vec<Reason>) -> Reason {
    let mut reasons = reasons.into_iter();
    reasons.next().unwrap_or(Reason::OutOfRange { key: "p" })
}
