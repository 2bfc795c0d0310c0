//! Lines of a card: a figure's arithmetic with the numbers that a reader has opened.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::tree::{Entry, words};
use crate::amount::{Op, Unit};

/// Parts of a sum below this share of it are one line.
const SMALL: f64 = 1e-3;

/// The word of small parts together.
const REST: &str = "rest";

/// A number below a figure, or the small parts of a sum together.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    /// Words from the figure to the number, with / between them.
    pub path: String,
    /// Levels below the figure, from 1.
    pub level: usize,
    /// Place among the numbers of the same level below one number, from 1, and their count.
    pub place: [usize; 2],
    /// True if the numbers below it are lines, too.
    pub is_open: bool,
    /// The number.
    pub part: Part<'a>,
    /// The operation on the number and its siblings.
    pub within: Option<Op>,
    /// Its share of the sum that it is a part of.
    pub share: Option<f64>,
}

/// The number of a line.
#[derive(Clone, Copy, Debug)]
pub enum Part<'a> {
    /// A number of the tree.
    Entry(Entry<'a>),
    /// Parts of a sum that are small together.
    Small {
        /// The number of parts.
        parts: usize,
        /// Their sum.
        value: f64,
        /// Unit of the sum.
        unit: Unit,
    },
}

impl Line<'_> {
    /// True if numbers stand below that of the line.
    #[must_use]
    pub fn can_open(&self) -> bool {
        matches!(self.part, Part::Entry(entry) if entry.op().is_some())
    }

    /// The value, in SI units, and its unit.
    #[must_use]
    pub fn value(&self) -> (f64, Unit) {
        match self.part {
            Part::Entry(entry) => (entry.value(), entry.unit().unwrap_or(Unit::NONE)),
            Part::Small { value, unit, .. } => (value, unit),
        }
    }
}

/// The numbers below one, each with its word; those of a sum from the largest to the smallest, and
/// those of a chain in the order of time. Parts below a thousandth of their sum are the last one.
#[must_use]
pub fn parts<'a>(entry: &Entry<'a>) -> Vec<(String, Part<'a>)> {
    let mut all = words(entry);
    let is_sum = entry.op() == Some(Op::Sum);
    if is_sum {
        let size = |entry: &Entry| entry.value().abs();
        all.sort_by(|(_, one), (_, other)| {
            size(other)
                .partial_cmp(&size(one))
                .unwrap_or(Ordering::Equal)
        });
    }
    let limit = entry.value().abs() * SMALL;
    let is_small = |part: &Entry| is_sum && part.value().abs() < limit;
    let small: Vec<f64> = all
        .iter()
        .filter(|(_, part)| is_small(part))
        .map(|(_, part)| part.value())
        .collect();
    let together = small.len() > 1;
    let mut parts: Vec<(String, Part)> = all
        .into_iter()
        .filter(|(_, part)| !(together && is_small(part)))
        .map(|(word, part)| (word, Part::Entry(part)))
        .collect();
    if together {
        let small = Part::Small {
            parts: small.len(),
            value: small.iter().sum(),
            unit: entry.unit().unwrap_or(Unit::NONE),
        };
        parts.push((REST.to_owned(), small));
    }
    parts
}

/// The lines below a figure, of which those at these paths are open.
#[must_use]
pub fn lines<'a>(figure: &Entry<'a>, open: &BTreeSet<String>) -> Vec<Line<'a>> {
    let mut all = Vec::new();
    below(figure, "", 1, open, &mut all);
    all
}

fn below<'a>(
    entry: &Entry<'a>,
    path: &str,
    level: usize,
    open: &BTreeSet<String>,
    all: &mut Vec<Line<'a>>,
) {
    let is_sum = matches!(entry.op(), Some(Op::Sum | Op::Path));
    let parts = parts(entry);
    let count = parts.len();
    for (place, (word, part)) in parts.into_iter().enumerate() {
        let value = match part {
            Part::Entry(entry) => entry.value(),
            Part::Small { value, .. } => value,
        };
        let path = joined(path, &word);
        let is_open = matches!(part, Part::Entry(_)) && open.contains(&path);
        all.push(Line {
            path: path.clone(),
            level,
            place: [place + 1, count],
            is_open,
            part,
            within: entry.op(),
            share: is_sum.then(|| value / entry.value()),
        });
        if let (true, Part::Entry(entry)) = (is_open, part) {
            below(&entry, &path, level + 1, open, all);
        }
    }
}

/// The path of a word below another path.
#[must_use]
pub fn joined(path: &str, word: &str) -> String {
    if path.is_empty() {
        word.to_owned()
    } else {
        [path, "/", word].concat()
    }
}

/// Paths that are open at first: from the figure down to the largest part of each number, as long as
/// there are at most this many lines.
#[must_use]
pub fn opened_at_first(figure: &Entry, most: usize) -> BTreeSet<String> {
    let mut open = BTreeSet::new();
    let (mut here, mut path) = (*figure, String::new());
    let mut count = parts(figure).len();
    loop {
        let below = parts(&here).into_iter();
        let entries = below.filter_map(|(word, part)| match part {
            Part::Entry(entry) if entry.op().is_some() => Some((word, entry)),
            _ => None,
        });
        // The size of a factor says nothing of its weight: the first of the same unit counts as the
        // largest.
        let is_sum = here.op() == Some(Op::Sum);
        let is_like = |part: &Entry| part.unit() == here.unit();
        let largest = entries.reduce(|one, other| {
            let is_larger = if is_sum {
                other.1.value().abs() > one.1.value().abs()
            } else {
                is_like(&other.1) && !is_like(&one.1)
            };
            if is_larger { other } else { one }
        });
        let Some((word, next)) = largest else {
            return open;
        };
        count += parts(&next).len();
        if count > most {
            return open;
        }
        path = joined(&path, &word);
        open.insert(path.clone());
        here = next;
    }
}
