//! The parts of a figure in two plans, and the parts that a wrong prediction of it leaves out.
//!
//! Tests: below, `crates/cli/tests/all/properties/difference.rs`.

use std::collections::HashSet;

use super::tree::{Entry, Origin, words};
use crate::amount::{NodeId, Op};

/// Most parts into which sums are divided.
const MOST_PARTS: usize = 8;
/// Share of the figure from which a part that is a sum is divided.
const LARGE: f64 = 0.6;
/// Levels below the figure at which its parts are looked for.
const LEVELS: usize = 4;
/// Pairs of numbers that are compared in the search for settings that differ.
const MOST_PAIRS: usize = 20_000;
/// Difference between a prediction and a wrong way to work the figure out, as a share of the figure,
/// up to which the prediction counts as made in this way.
const NEAR: f64 = 0.03;
/// Factors by which people scale a whole figure.
const FACTORS: [f64; 4] = [2.0, 0.5, 4.0, 0.25];

/// The parts of a figure in two plans.
#[derive(Clone, Debug, Default)]
pub struct Difference<'a> {
    /// The parts, in the order of the figure's formula.
    pub parts: Vec<PairedPart<'a>>,
    /// True if the figure is the sum of the parts in both plans.
    pub are_summed: bool,
}

/// A part of a figure in two plans. One of them may lack it.
#[derive(Clone, Debug)]
pub struct PairedPart<'a> {
    /// Word of the part, below the number that has it.
    pub word: String,
    /// The part in the present plan.
    pub before: Option<Entry<'a>>,
    /// The part in the changed plan.
    pub after: Option<Entry<'a>>,
    /// The value beside which a change of the part counts: of a part of a sum the sum, of a factor
    /// the factor.
    beside: f64,
}

/// The way in which a prediction of a figure is wrong.
#[derive(Clone, Debug, PartialEq)]
pub enum Miss {
    /// It is the value of the present plan.
    AsNow,
    /// It is the value of the present plan times a factor.
    Scaled(f64),
    /// It is the value that the figure would have if these parts, by their indexes, did not change.
    Without(Vec<usize>),
    /// It is none of these.
    Other,
}

impl<'a> Difference<'a> {
    /// The parts of a figure that is zero where there is no number.
    ///
    /// Large parts that are sums are divided. Where one factor alone differs, its parts stand for
    /// those of the figure.
    #[must_use]
    pub fn of(before: Option<Entry<'a>>, after: Option<Entry<'a>>) -> Self {
        let figure = PairedPart::new(String::new(), before, after);
        let whole = figure.largest();
        let mut difference = Self {
            are_summed: figure.is_sum(),
            parts: figure.below(),
        };
        if figure.is_quotient() {
            difference.divide_first();
        }
        for _ in 0..LEVELS {
            let is_closer = if difference.are_summed {
                difference.divide(whole)
            } else {
                difference.follow(whole)
            };
            if !is_closer {
                break;
            }
        }
        difference
    }

    /// Divides the first part that is a sum and large beside the whole; `false` if there is none.
    fn divide(&mut self, whole: f64) -> bool {
        let is_large = |part: &PairedPart| part.is_sum() && part.largest() >= whole * LARGE;
        let Some(place) = self.parts.iter().position(is_large) else {
            return false;
        };
        let below = self.parts[place].below();
        if self.parts.len() + below.len() > MOST_PARTS + 1 {
            return false;
        }
        self.replace(place, below);
        true
    }

    /// Divides the first part if it is a sum: what a share consists of says more than its size.
    fn divide_first(&mut self) {
        let below = self.parts.first().filter(|part| part.is_sum());
        let below = below.map(PairedPart::below).unwrap_or_default();
        if (2..=MOST_PARTS).contains(&below.len()) {
            self.replace(0, below);
        }
    }

    /// Puts parts in the place of one.
    fn replace(&mut self, place: usize, below: Vec<PairedPart<'a>>) {
        let rest = self.parts.split_off(place + 1);
        self.parts.truncate(place);
        self.parts.extend(below);
        self.parts.extend(rest);
    }

    /// Puts the parts of the only part that differs in the place of all; `false` if there is none, if
    /// they are many, or if one is larger than the figure: that would be no part of it.
    fn follow(&mut self, whole: f64) -> bool {
        let mut differing = self.parts.iter().filter(|part| part.differs());
        let (Some(only), None) = (differing.next(), differing.next()) else {
            return false;
        };
        let below = only.below();
        let is_small = |part: &PairedPart| part.largest() <= whole;
        let are_parts = (2..=MOST_PARTS).contains(&below.len()) && below.iter().all(is_small);
        if are_parts {
            self.parts = below;
        }
        are_parts
    }

    /// The part whose value differs most, or of factors the one with the largest ratio; none if no
    /// part differs.
    #[must_use]
    pub fn largest_change(&self) -> Option<usize> {
        let weight = |place: &usize| {
            let part = &self.parts[*place];
            let beside = if self.are_summed { 1.0 } else { part.beside };
            part.change().abs() / beside
        };
        let places = (0..self.parts.len()).filter(|place| self.parts[*place].differs());
        places.max_by(|one, other| weight(one).total_cmp(&weight(other)))
    }

    /// The way in which a prediction is wrong that is further from the figure than a tolerance, as a
    /// share of the figure. `figure` is its value in both plans.
    #[must_use]
    pub fn miss(&self, prediction: f64, figure: [f64; 2], tolerance: f64) -> Miss {
        let [before, after] = figure;
        let scale = after.abs().max(before.abs());
        let mut nearest = (NEAR * scale, Miss::Other);
        let mut consider = |value: f64, miss: Miss| {
            let away = (prediction - value).abs();
            // What differs less from the figure than the tolerance explains nothing.
            if away < nearest.0 && (value - after).abs() > tolerance * after.abs() {
                nearest = (away, miss);
            }
        };
        consider(before, Miss::AsNow);
        let scaled = FACTORS.map(|factor| (before * factor, factor));
        for (value, factor) in scaled {
            consider(value, Miss::Scaled(factor));
        }
        if self.are_summed {
            for (place, part) in self.parts.iter().enumerate() {
                let without = after - part.change();
                consider(without, Miss::Without(vec![place]));
                for (other, second) in self.parts.iter().enumerate().skip(place + 1) {
                    let is_both = [part, second]
                        .iter()
                        .all(|part| part.change().abs() > tolerance * after.abs() / 2.0);
                    if is_both {
                        consider(without - second.change(), Miss::Without(vec![place, other]));
                    }
                }
            }
        }
        nearest.1
    }
}

impl<'a> PairedPart<'a> {
    fn new(word: String, before: Option<Entry<'a>>, after: Option<Entry<'a>>) -> Self {
        let mut part = Self {
            word,
            before,
            after,
            beside: 0.0,
        };
        part.beside = part.largest();
        part
    }

    /// The values in both plans, in SI units.
    #[must_use]
    pub fn values(&self) -> [f64; 2] {
        [self.before, self.after].map(|entry| entry.map_or(0.0, |entry| entry.value()))
    }

    /// By how much the part grows.
    #[must_use]
    pub fn change(&self) -> f64 {
        let [before, after] = self.values();
        after - before
    }

    /// True if the values differ.
    #[must_use]
    pub fn differs(&self) -> bool {
        let [before, after] = self.values();
        before != after
    }

    /// The number of the changed plan, or of the present one if that alone has it.
    #[must_use]
    pub fn entry(&self) -> Option<Entry<'a>> {
        self.after.or(self.before)
    }

    /// Numbers of the two plans that no operation gives, that stand at the same place below the part
    /// and differ: at most this many, each letter or name once.
    ///
    /// Results of a simulation are not among them.
    #[must_use]
    pub fn causes(&self, most: usize) -> Vec<[Entry<'a>; 2]> {
        let (Some(before), Some(after)) = (self.before, self.after) else {
            return Vec::new();
        };
        let mut causes: Vec<[Entry; 2]> = Vec::new();
        let mut seen: HashSet<[NodeId; 2]> = HashSet::new();
        let mut left = vec![[before, after]];
        while let Some(pair) = left.pop() {
            if causes.len() >= most || seen.len() >= MOST_PAIRS {
                break;
            }
            if !seen.insert(pair.map(|entry| entry.id())) {
                continue;
            }
            let [before, after] = pair;
            if is_cause(&pair) {
                let is_known = |known: &[Entry; 2]| known[1].word() == after.word();
                if !causes.iter().any(is_known) {
                    causes.push(pair);
                }
                continue;
            }
            let part = PairedPart::new(String::new(), Some(before), Some(after));
            // The first one is taken next.
            let below = part.below().into_iter().rev();
            let pairs = below.filter_map(|part| Some([part.before?, part.after?]));
            left.extend(pairs.filter(|[one, other]| counts(&before, one) || counts(&after, other)));
        }
        causes
    }

    /// The larger of the values.
    fn largest(&self) -> f64 {
        let [before, after] = self.values();
        before.abs().max(after.abs())
    }

    /// True if the part is a sum in the plans that have it.
    fn is_sum(&self) -> bool {
        let entries = [self.before, self.after].into_iter().flatten();
        let mut count = 0;
        let are_sums = entries
            .inspect(|_| count += 1)
            .all(|entry| matches!(entry.op(), Some(Op::Sum | Op::Path)));
        are_sums && count > 0
    }

    /// True if the part is a quotient in both plans.
    fn is_quotient(&self) -> bool {
        let is_quotient = |entry: &Entry| entry.op() == Some(Op::Quotient);
        self.before.as_ref().is_some_and(is_quotient)
            && self.after.as_ref().is_some_and(is_quotient)
    }

    /// The numbers below, in both plans by their words.
    fn below(&self) -> Vec<Self> {
        let words = |entry: &Option<Entry<'a>>| entry.as_ref().map(words).unwrap_or_default();
        let mut after = words(&self.after);
        let mut parts: Vec<Self> = Vec::new();
        for (word, before) in words(&self.before) {
            let place = after.iter().position(|(other, _)| *other == word);
            let after = place.map(|place| after.remove(place).1);
            parts.push(Self::new(word, Some(before), after));
        }
        let new = after.into_iter();
        parts.extend(new.map(|(word, after)| Self::new(word, None, Some(after))));
        if self.is_sum() {
            for part in &mut parts {
                part.beside = self.largest();
            }
        }
        parts
    }
}

/// True unless the number is a loser of a minimum or a maximum above it.
fn counts(above: &Entry, below: &Entry) -> bool {
    !matches!(above.op(), Some(Op::Min | Op::Max)) || above.value() == below.value()
}

/// True of numbers that differ, that no operation gives, and that no simulation gives.
fn is_cause([before, after]: &[Entry; 2]) -> bool {
    let is_given = |entry: &Entry| entry.origin().is_some_and(|leaf| leaf != Origin::Simulated);
    before.value() != after.value() && is_given(before) && is_given(after)
}
