//! Rows in which a tree is read: a number, and below it those that give it.

use super::tree::{Entry, words};
use crate::amount::{Op, Unit};

/// Parts of a sum below this share of it are one row.
const SMALL: f64 = 1e-3;

/// A row of a tree.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// Levels below the first number.
    pub level: usize,
    /// Words from the first number to this one.
    pub path: Vec<String>,
    /// The number.
    pub shown: Shown<'a>,
}

/// The number of a row.
#[derive(Clone, Debug)]
pub enum Shown<'a> {
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

/// The rows of a number and of those at most `depth` levels below it, in the order in which they are
/// read. More than two parts of a sum, each below a thousandth of it, are one row.
#[must_use]
pub fn rows<'a>(entry: &Entry<'a>, depth: usize) -> Vec<Row<'a>> {
    let mut all = Vec::new();
    below(entry, 0, depth, &mut Vec::new(), &mut all);
    all
}

fn below<'a>(
    entry: &Entry<'a>,
    level: usize,
    depth: usize,
    path: &mut Vec<String>,
    all: &mut Vec<Row<'a>>,
) {
    if depth == 0 {
        return;
    }
    let parts = words(entry);
    let is_sum = entry.op() == Some(Op::Sum) && parts.len() > 2;
    let limit = entry.value().abs() * SMALL;
    let is_small = |part: &Entry| is_sum && part.value().abs() < limit;
    let small: Vec<f64> = parts
        .iter()
        .filter(|(_, part)| is_small(part))
        .map(|(_, part)| part.value())
        .collect();
    for (word, part) in parts {
        if is_small(&part) {
            continue;
        }
        path.push(word);
        all.push(Row {
            level,
            path: path.clone(),
            shown: Shown::Entry(part),
        });
        below(&part, level + 1, depth - 1, path, all);
        path.pop();
    }
    if !small.is_empty() {
        all.push(Row {
            level,
            path: path.clone(),
            shown: Shown::Small {
                parts: small.len(),
                value: small.iter().sum(),
                unit: entry.unit().unwrap_or(Unit::NONE),
            },
        });
    }
}
