//! The formula of a number in three rows: words over letters over values, column by column.

use cost::amount::Op;
use cost::why::{Entry, LinePart, parts};
use formats::number::Units;
use text::why_card as why;

/// Columns that a formula shows at most; the rest of a sum is an ellipsis.
const MOST: usize = 6;

/// A column of a formula.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Column {
    /// The sign in front of it.
    pub(super) sign: &'static str,
    /// Its letter or its name; empty where its value says all.
    pub(super) name: String,
    /// True if the name is a letter.
    pub(super) is_letter: bool,
    /// Its value.
    pub(super) value: String,
    /// The path of its line, which a press opens; none of numbers that have no line.
    pub(super) word: Option<String>,
}

/// The columns of the formula that gives a number, and the words in front of them, such as "the
/// larger of"; none of a number that no operation gives.
pub(super) fn columns(entry: &Entry, units: Units) -> Option<(&'static str, Vec<Column>)> {
    let op = entry.op()?;
    let parts = parts(entry);
    let count = parts.len();
    let shown = if count > MOST { MOST - 1 } else { count };
    let mut columns: Vec<Column> = parts
        .into_iter()
        .take(shown)
        .enumerate()
        .map(|(place, (word, part))| {
            let sign = if place == 0 { "" } else { sign(op) };
            column(sign, word, &part, units)
        })
        .collect();
    if shown < count {
        columns.push(Column {
            sign: sign(op),
            name: String::new(),
            is_letter: false,
            value: "…".to_owned(),
            word: None,
        });
    }
    Some((why::prefix(op), columns))
}

fn column(sign: &'static str, word: String, part: &LinePart, units: Units) -> Column {
    match part {
        LinePart::Entry(entry) => Column {
            sign,
            name: why::short(entry),
            is_letter: !why::letter(entry).is_empty(),
            value: why::written(entry, units),
            word: Some(word),
        },
        LinePart::Small { parts, value, unit } => Column {
            sign,
            name: text::why::small(*parts),
            is_letter: false,
            value: why::value(*value, *unit, units),
            word: None,
        },
    }
}

/// The sign between the numbers of an operation.
const fn sign(op: Op) -> &'static str {
    match op {
        Op::Sum | Op::Path => "+",
        Op::Product | Op::Rounded => "·",
        Op::Quotient | Op::Floor | Op::Ceil => "÷",
        Op::Difference => "−",
        Op::Power => "^",
        Op::Max | Op::Min | Op::Either => ",",
        Op::Log2 | Op::Root => "",
    }
}
