//! Lines of a log, and the numbers in them.

use std::borrow::Cow;

use crate::import::budget::ReadBudget;
use crate::import::imported::ImportRefusal;
use crate::number;

/// Bytes of the shortest line that can contain a label and a number.
const SHORTEST: usize = 6;
/// Units of a line and of each of its letters, as every table searches it for labels. The longest
/// text of shortest lines takes a third of the budget.
const LINE: usize = 200;
const LETTER: usize = 8;

/// The lines of a text. A progress bar writes over its line: each of its states is a line. Lines keep
/// their ends: a number at the very end of a text may be cut.
///
/// # Errors
/// If they take too much work.
pub(super) fn lines<'a>(
    text: &'a str,
    budget: &ReadBudget,
) -> Result<impl Iterator<Item = &'a str>, ImportRefusal> {
    let lines = text.split_inclusive(['\n', '\r']);
    let units = lines.clone().filter(|line| line.len() >= SHORTEST);
    let units = units.map(|line| LINE + line.len() * LETTER);
    budget.charge(units.sum(), || None)?;
    Ok(lines)
}

/// A line without colours; `None` for comments, and for lines too short for a figure.
pub(super) fn plain(line: &str) -> Option<Cow<'_, str>> {
    let may_count = line.len() >= SHORTEST && !line.trim_start().starts_with('#');
    may_count.then(|| {
        if line.contains('[') {
            Cow::Owned(uncoloured(line))
        } else {
            Cow::Borrowed(line)
        }
    })
}

/// A line without codes of colours. Text copied from a terminal may lack the first character of a
/// code.
fn uncoloured(line: &str) -> String {
    let mut parts = line.split('[');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let behind =
            part.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == ';');
        let is_code = behind.len() < part.len() || plain.ends_with('\u{1b}');
        match behind.strip_prefix('m').filter(|_| is_code) {
            Some(rest) => plain.push_str(rest),
            None => plain.extend(["[", part]),
        }
    }
    plain
}

/// The text after each occurrence of a label that is not the end of a longer word.
pub(super) fn behind<'a>(line: &'a str, label: &'a str) -> impl Iterator<Item = &'a str> {
    line.match_indices(label).filter_map(move |(place, _)| {
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let before = line.get(..place)?;
        let rest = line.get(place + label.len()..)?;
        (!before.ends_with(is_part)).then_some(rest)
    })
}

/// The number after a label, with the rest of the text.
pub(super) fn number_after<'a>(line: &'a str, label: &'a str) -> Option<(f64, &'a str)> {
    behind(line, label).find_map(number)
}

/// The whole number above zero after a label, unless it may be cut.
pub(super) fn whole_after(line: &str, label: &str) -> Option<u64> {
    let numbers = behind(line, label).map(|rest| rest.trim_start_matches([' ', '.']));
    let mut numbers = numbers.filter_map(number);
    let (value, _) = numbers.find(|(_, rest)| !rest.is_empty())?;
    let is_whole = value.fract() == 0.0 && (1.0..=9e15).contains(&value);
    is_whole.then_some(value as u64)
}

/// The number at the beginning of a text, with the rest. It may have commas between thousands, or a
/// letter for thousands.
fn number(text: &str) -> Option<(f64, &str)> {
    let text = text.trim_start_matches([' ', '\'', '"', ':', '=']);
    let is_part = |letter: char| letter.is_ascii_digit() || ",.eE+-".contains(letter);
    let end = text.find(|letter| !is_part(letter)).unwrap_or(text.len());
    let (digits, rest) = text.split_at_checked(end)?;
    let value = number::read(&digits.replace(',', ""))?;
    let mut letters = rest.chars();
    let (unit, next) = (letters.next(), letters.next());
    let times = match unit {
        Some('K') => 1e3,
        Some('M') => 1e6,
        Some('B') => 1e9,
        _ => 1.0,
    };
    let is_unit = next.is_none_or(|next| !next.is_ascii_alphanumeric());
    let value = if is_unit { value * times } else { value };
    value.is_finite().then_some((value, rest))
}
