//! Rows in which a tree is read: a number, and below it those that give it.
//!
//! A number that gives several others stands below each of them, and is opened once.

use std::collections::HashMap;

use super::opened::{Part, joined, parts};
use super::tree::{Entry, words};
use crate::amount::NodeId;

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
    /// Words from the first number to this one, with / between them.
    pub path: String,
    /// Its word among those beside it.
    pub word: String,
    /// The number.
    pub part: Part<'a>,
    /// The number at the same path of another tree.
    pub other: Option<Entry<'a>>,
    /// The path at which its parts stand, if that is not here.
    pub known: Option<String>,
}

/// The rows of a number and of those at most `depth` levels below it, in the order in which they are
/// read ([`parts`]), beside the numbers at the same paths below `other`. A number is opened once.
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
        let others = by_word(other);
        for (word, part) in parts(entry) {
            let other = others.get(&word).copied();
            self.row(word, part, other, level, path);
        }
    }

    /// Adds the row of a part, and those below it.
    fn row(
        &mut self,
        word: String,
        part: Part<'a>,
        other: Option<Entry<'a>>,
        level: usize,
        above: &str,
    ) {
        let path = joined(above, &word);
        let known = match part {
            Part::Entry(entry) if level + 1 == self.depth => self.opened.at(&entry),
            Part::Entry(entry) => self.opened.open(&entry, &path),
            Part::Small { .. } => None,
        };
        let known = known.map(str::to_owned);
        let opens = known.is_none();
        self.rows.push(Row {
            level,
            path: path.clone(),
            word,
            part,
            other,
            known,
        });
        if let (Part::Entry(entry), true) = (part, opens) {
            self.below(&entry, other, level + 1, &path);
        }
    }
}

/// The numbers below one with their words, each beside the number of the same word below another.
#[must_use]
pub fn beside<'a>(
    entry: &Entry<'a>,
    other: Option<Entry<'a>>,
) -> Vec<(String, Entry<'a>, Option<Entry<'a>>)> {
    let others = by_word(other);
    let pair = |(word, entry): (String, Entry<'a>)| {
        let other = others.get(&word).copied();
        (word, entry, other)
    };
    words(entry).into_iter().map(pair).collect()
}

/// The numbers below one, by their words.
fn by_word(entry: Option<Entry>) -> HashMap<String, Entry> {
    entry.iter().flat_map(words).collect()
}
