//! The card of a figure's arithmetic on the page.

use cost::amount::{Leaf, Op, Unit};
use cost::plan::Word as _;
use cost::why::{Entry, Rests, Root};
use formats::number::Units;

use crate::number::{fixed, grouped, listed, percent};
use crate::paper::{less, more};
use crate::why::{self, bytes, decimals_of_four, operation, origin, trimmed};
use crate::why_names::names;

messages!("why_card");

/// Prefixes of bytes, each 1,024 times the one before.
const BINARY: [&str; 6] = ["", "Ki", "Mi", "Gi", "Ti", "Pi"];

/// A value with four significant digits; bytes in the reader's unit.
///
/// ```
/// use cost::amount::Unit;
/// use formats::number::Units;
/// use text::why_card::value;
/// assert_eq!(value(281_018_368.0, Unit::BYTES, Units::Gib), "268\u{a0}MiB");
/// assert_eq!(value(281_018_368.0, Unit::BYTES, Units::Gb), "281\u{a0}MB");
/// assert_eq!(value(0.25, Unit::SECONDS, Units::Gib), "250\u{a0}ms");
/// ```
#[must_use]
pub fn value(value: f64, unit: Unit, units: Units) -> String {
    if unit != Unit::BYTES || units == Units::Gb {
        return why::value(value, unit);
    }
    let mut left = value;
    let mut prefixes = BINARY.iter().peekable();
    while let Some(prefix) = prefixes.next() {
        if left.abs() < 999.95 || prefixes.peek().is_none() {
            return bytes(&trimmed(left, decimals_of_four(left.abs())), prefix);
        }
        left /= 1_024.0;
    }
    why::value(value, unit)
}

/// The value of a number with its unit.
#[must_use]
pub fn written(entry: &Entry, units: Units) -> String {
    value(entry.value(), entry.unit().unwrap_or(Unit::NONE), units)
}

/// True of figures that are shares, which stand in per cent.
#[must_use]
pub fn is_share(root: Root) -> bool {
    let is_loss = root.word().starts_with("loss.");
    is_loss
        || matches!(
            root,
            Root::Mfu
                | Root::Idle
                | Root::BelowPeak
                | Root::Goodput
                | Root::Writing
                | Root::Again
                | Root::Restarting
                | Root::BillAttention
        )
}

/// The value of a figure: shares in per cent.
#[must_use]
pub fn of_root(root: Root, entry: Option<&Entry>, units: Units) -> String {
    match entry {
        None => nothing().to_owned(),
        Some(entry) => value_of(
            root,
            entry.value(),
            entry.unit().unwrap_or(Unit::NONE),
            units,
        ),
    }
}

/// A value of a figure's kind: shares in per cent.
#[must_use]
pub fn value_of(root: Root, size: f64, unit: Unit, units: Units) -> String {
    if is_share(root) {
        percent(size)
    } else {
        value(size, unit, units)
    }
}

/// The difference of two values of a figure, with its sign; of shares in points.
#[must_use]
pub fn difference(root: Root, size: f64, unit: Unit, units: Units) -> String {
    with_sign(size, &size_of_difference(root, size.abs(), unit, units))
}

/// The size of a difference of two values of a figure; of shares in points.
#[must_use]
pub fn size_of_difference(root: Root, size: f64, unit: Unit, units: Units) -> String {
    if is_share(root) {
        points(&fixed(size * 100.0, 2))
    } else {
        value(size, unit, units)
    }
}

/// A difference with its sign.
#[must_use]
pub fn signed(size: f64, unit: Unit, units: Units) -> String {
    with_sign(size, &value(size.abs(), unit, units))
}

fn with_sign(size: f64, written: &str) -> String {
    if size < 0.0 {
        less(written)
    } else {
        more(written)
    }
}

/// A ratio of two values.
#[must_use]
pub fn ratio(ratio: f64) -> String {
    times(&fixed(ratio, 2))
}

/// The exact value of a number of bytes; nothing of others.
#[must_use]
pub fn exact(entry: &Entry) -> String {
    if entry.unit() == Some(Unit::BYTES) && entry.value().fract() == 0.0 {
        exact_bytes(&grouped(entry.value() as u64))
    } else {
        String::new()
    }
}

/// The letter of a number, if it has one.
#[must_use]
pub fn letter(entry: &Entry) -> &'static str {
    names(entry.node()).0
}

/// The name of a number without its letter.
#[must_use]
pub fn name(entry: &Entry) -> String {
    match names(entry.node()) {
        (_, "") => why::title(entry),
        (_, name) => name.to_owned(),
    }
}

/// The name of a number in a formula: its letter, or else its name; empty of plain numbers.
#[must_use]
pub fn short(entry: &Entry) -> String {
    match (letter(entry), entry.node().leaf) {
        ("", Some(Leaf::Number(_))) => String::new(),
        ("", _) => name(entry),
        (letter, _) => letter.to_owned(),
    }
}

/// The source of a leaf; of other numbers the sources of all below.
#[must_use]
pub fn source(entry: &Entry, rests: Rests) -> String {
    match entry.origin() {
        Some(leaf) => origin(leaf).to_owned(),
        None if rests == Rests::default() => origin(cost::why::Origin::Counted).to_owned(),
        None => listed(&sources(rests)),
    }
}

/// The sources on which a number rests, each with its count.
#[must_use]
pub fn sources(rests: Rests) -> Vec<String> {
    type Written = fn(u64) -> String;
    let all: [(u32, Written); 3] = [
        (rests.fitted, count_fitted),
        (rests.measured, count_measured),
        (rests.assumed, count_assumed),
    ];
    let some = all.into_iter().filter(|(count, _)| *count > 0);
    some.map(|(count, written)| written(u64::from(count)))
        .collect()
}

/// The operation that gives a number, with the count of its parts; empty of a leaf.
#[must_use]
pub fn operation_of(entry: &Entry) -> String {
    entry.op().map_or_else(String::new, |op| {
        operation_of_parts(operation(op), entry.below().count() as u64)
    })
}

/// Words in front of the numbers of an operation; empty where signs between them say it.
#[must_use]
pub fn prefix(op: Op) -> &'static str {
    match op {
        Op::Max => prefix_max(),
        Op::Min => prefix_min(),
        Op::Either => prefix_either(),
        Op::Log2 => prefix_log2(),
        Op::Root => prefix_root(),
        Op::Path => prefix_path(),
        Op::Ceil => prefix_ceil(),
        Op::Floor => prefix_floor(),
        Op::Rounded => prefix_rounded(),
        Op::Sum | Op::Product | Op::Quotient | Op::Difference | Op::Power => "",
    }
}

/// The source of a leaf in full: the constant, the data sheet, the setting.
#[must_use]
pub fn full_source(entry: &Entry) -> String {
    match (entry.node().leaf, entry.origin()) {
        (Some(Leaf::Constant(name)), Some(leaf)) => {
            listed(&[origin(leaf).to_owned(), constant_of(name)])
        }
        (_, Some(leaf)) => origin(leaf).to_owned(),
        _ => String::new(),
    }
}

/// The head of a card where each stage has the figure.
#[must_use]
pub fn title(root: Root, stage: Option<usize>) -> String {
    let name = why::root(root);
    match stage.filter(|_| root.is_of_stage()) {
        Some(stage) if root == Root::MemoryTotal => of_stage_total(stage as u64),
        Some(stage) => of_stage(name, stage as u64),
        None => name.to_owned(),
    }
}

/// The share of a figure, if it is a part of the step.
#[must_use]
pub fn is_part_of_step(root: Root) -> bool {
    root != Root::Step && root.word().starts_with("time.")
}

/// Sentence about the outcome of copying.
#[must_use]
pub fn copied_words(worked: bool) -> &'static str {
    if worked { copied() } else { not_copied() }
}
