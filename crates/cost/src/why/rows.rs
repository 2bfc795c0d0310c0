//! Rows in which a tree is read: a number, and below it those that give it.
//!
//! A number that gives several others stands below each of them, and is opened once.

use std::collections::HashMap;

use super::tree::{Entry, words};
use crate::amount::{NodeId, Op, Unit};

/// Parts of a sum below this share of it are one row.
const SMALL: f64 = 1e-3;

/// The numbers that were opened, each with the path at which what is below it stands.
#[derive(Clone, Debug, Default)]
pub struct Opened(HashMap<NodeId, String>);

impl Opened {
    /// The path at which a number was opened before; `None` if it was not, or has nothing below it.
    /// From then on it is opened at `path`.
    pub fn open(&mut self, entry: &Entry, path: &str) -> Option<&str> {
        entry.op()?;
        let is_known = self.0.contains_key(&entry.id());
        let known = self.0.entry(entry.id());
        let known = known.or_insert_with(|| path.to_owned());
        is_known.then_some(known.as_str())
    }

    /// The path at which a number was opened.
    #[must_use]
    pub fn at(&self, entry: &Entry) -> Option<&str> {
        self.0.get(&entry.id()).map(String::as_str)
    }
}

/// A row of a tree.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// Levels below the first number.
    pub level: usize,
    /// Words from the first number to this one, with / between them; to the sum, of its small parts.
    pub path: String,
    /// The number.
    pub shown: Shown<'a>,
}

/// The number of a row.
#[derive(Clone, Debug)]
pub enum Shown<'a> {
    /// A number of the tree.
    Entry {
        /// Its word among those beside it.
        word: String,
        /// The number.
        entry: Entry<'a>,
        /// The number at the same path of another tree.
        other: Option<Entry<'a>>,
        /// The path at which its parts stand, if that is not here.
        known: Option<String>,
    },
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
/// read, beside the numbers at the same paths below `other`. A number is opened once. More than two
/// parts of a sum, each below a thousandth of it, are one row.
#[must_use]
pub fn rows<'a>(entry: &Entry<'a>, other: Option<Entry<'a>>, depth: usize) -> Vec<Row<'a>> {
    let mut reader = Reader {
        depth,
        opened: Opened::default(),
        rows: Vec::new(),
    };
    reader.opened.open(entry, "");
    reader.below(entry, other, 0, "");
    reader.rows
}

/// The reading of a tree.
struct Reader<'a> {
    depth: usize,
    opened: Opened,
    rows: Vec<Row<'a>>,
}

impl<'a> Reader<'a> {
    /// Adds the rows below a number that stands at a path.
    fn below(&mut self, entry: &Entry<'a>, other: Option<Entry<'a>>, level: usize, path: &str) {
        if level == self.depth {
            return;
        }
        let parts = beside(entry, other);
        let is_sum = entry.op() == Some(Op::Sum) && parts.len() > 2;
        let limit = entry.value().abs() * SMALL;
        let mut small = Vec::new();
        for (word, part, other) in parts {
            if is_sum && part.value().abs() < limit {
                small.push(part.value());
            } else {
                self.row(word, part, other, level, path);
            }
        }
        if !small.is_empty() {
            self.rows.push(Row {
                level,
                path: path.to_owned(),
                shown: Shown::Small {
                    parts: small.len(),
                    value: small.iter().sum(),
                    unit: entry.unit().unwrap_or(Unit::NONE),
                },
            });
        }
    }

    /// Adds the row of a part, and those below it.
    fn row(
        &mut self,
        word: String,
        part: Entry<'a>,
        other: Option<Entry<'a>>,
        level: usize,
        above: &str,
    ) {
        let path = joined(above, &word);
        let is_last = level + 1 == self.depth;
        let known = if is_last {
            self.opened.at(&part)
        } else {
            self.opened.open(&part, &path)
        };
        let known = known.map(str::to_owned);
        let is_open = known.is_none();
        self.rows.push(Row {
            level,
            path: path.clone(),
            shown: Shown::Entry {
                word,
                entry: part,
                other,
                known,
            },
        });
        if is_open {
            self.below(&part, other, level + 1, &path);
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

/// The numbers below one with their words, each beside the number of the same word below another.
#[must_use]
pub fn beside<'a>(
    entry: &Entry<'a>,
    other: Option<Entry<'a>>,
) -> Vec<(String, Entry<'a>, Option<Entry<'a>>)> {
    let others: HashMap<String, Entry> = other.iter().flat_map(words).collect();
    let pair = |(word, entry): (String, Entry<'a>)| {
        let other = others.get(&word).copied();
        (word, entry, other)
    };
    words(entry).into_iter().map(pair).collect()
}
