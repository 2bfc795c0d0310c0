//! Patterns of a shell, with `*`, `?` and classes in brackets. A backslash stands before letters
//! that mean themselves.

use super::mark;
use crate::import::budget::ReadBudget;

/// Units of a letter that is compared singly.
const LETTER: usize = 4;
/// Longest text whose parts are matched.
const LONGEST: usize = 256;

/// A part of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    /// Any letters.
    Any,
    /// Any letter.
    One,
    /// A letter.
    Letter(char),
    /// A letter of a class, or any other one.
    Class {
        is_other: bool,
        ranges: Vec<(char, char)>,
    },
}

impl Piece {
    fn fits(&self, letter: char) -> bool {
        match self {
            Self::Any | Self::One => true,
            Self::Letter(own) => *own == letter,
            Self::Class { is_other, ranges } => {
                let mut ranges = ranges.iter();
                ranges.any(|(first, last)| (*first..=*last).contains(&letter)) != *is_other
            }
        }
    }
}

/// Where the parts of a text that a pattern replaces stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    First,
    Everywhere,
    Start,
    End,
}

/// True if a text matches a pattern; `None` if one of them is open, or the budget too small.
pub(super) fn matches(text: &str, pattern: &str, budget: &ReadBudget) -> Option<bool> {
    let (letters, pieces) = (letters(text, budget)?, pieces(pattern, budget)?);
    fits(&letters, &pieces, budget)
}

fn letters(text: &str, budget: &ReadBudget) -> Option<Vec<char>> {
    let is_left = mark::is_known(text) && budget.take(LETTER * text.len());
    is_left.then(|| text.chars().collect())
}

/// The parts of a pattern; `None` for one with alternatives, or with an open part.
fn pieces(pattern: &str, budget: &ReadBudget) -> Option<Vec<Piece>> {
    let letters = letters(pattern, budget)?;
    let mut pieces = Vec::new();
    let mut at = 0;
    while let Some(letter) = letters.get(at).copied() {
        let next = letters.get(at + 1).copied();
        at += 1;
        match letter {
            '\\' => {
                pieces.push(Piece::Letter(next.unwrap_or('\\')));
                at += 1;
            }
            '@' | '!' | '+' | '*' | '?' if next == Some('(') => return None,
            '*' if pieces.last() == Some(&Piece::Any) => {}
            '*' => pieces.push(Piece::Any),
            '?' => pieces.push(Piece::One),
            '[' => match class(letters.get(at..).unwrap_or_default())? {
                Some((piece, length)) => {
                    pieces.push(piece);
                    at += length;
                }
                None => pieces.push(Piece::Letter('[')),
            },
            letter => pieces.push(Piece::Letter(letter)),
        }
    }
    Some(pieces)
}

/// The class behind a bracket, and its length; the inner `None` if it does not end. The outer
/// `None` stands for a class whose letters depend on the language.
fn class(letters: &[char]) -> Option<Option<(Piece, usize)>> {
    let is_other = matches!(letters.first(), Some('!' | '^'));
    let start = usize::from(is_other);
    let mut ranges = Vec::new();
    let mut at = start;
    loop {
        let Some(letter) = letters.get(at).copied() else {
            return Some(None);
        };
        if letter == ']' && at > start {
            return Some(Some((Piece::Class { is_other, ranges }, at + 1)));
        }
        if letter == '[' && letters.get(at + 1) == Some(&':') {
            let rest: String = letters.get(at + 2..)?.iter().take(16).collect();
            let (name, _) = rest.split_once(":]")?;
            ranges.extend(named(name)?);
            at += name.len() + 4;
            continue;
        }
        if letter == '[' && matches!(letters.get(at + 1), Some('.' | '=')) {
            return None;
        }
        let (first, next) = single(letters, at)?;
        at = next;
        let is_range =
            letters.get(at) == Some(&'-') && letters.get(at + 1).is_some_and(|end| *end != ']');
        if !is_range {
            ranges.push((first, first));
            continue;
        }
        let (last, next) = single(letters, at + 1)?;
        at = next;
        // The order of other letters depends on the language.
        let is_plain =
            |range: std::ops::RangeInclusive<char>| range.contains(&first) && range.contains(&last);
        if !(is_plain('0'..='9') || is_plain('a'..='z') || is_plain('A'..='Z')) {
            return None;
        }
        ranges.push((first, last));
    }
}

/// A letter of a class, behind a backslash or not, and the place after it.
fn single(letters: &[char], at: usize) -> Option<(char, usize)> {
    match letters.get(at).copied()? {
        '\\' => Some((letters.get(at + 1).copied()?, at + 2)),
        letter => Some((letter, at + 1)),
    }
}

/// The letters of a class with a name.
pub(super) fn named(name: &str) -> Option<Vec<(char, char)>> {
    let (digits, lower, upper) = (('0', '9'), ('a', 'z'), ('A', 'Z'));
    Some(match name {
        "digit" => vec![digits],
        "lower" => vec![lower],
        "upper" => vec![upper],
        "alpha" => vec![lower, upper],
        "alnum" => vec![digits, lower, upper],
        "xdigit" => vec![digits, ('a', 'f'), ('A', 'F')],
        "space" => vec![(' ', ' '), ('\t', '\r')],
        "blank" => vec![(' ', ' '), ('\t', '\t')],
        _ => return None,
    })
}

/// True if letters match; `None` if the budget is too small.
fn fits(letters: &[char], pieces: &[Piece], budget: &ReadBudget) -> Option<bool> {
    if !budget.take(LETTER + letters.len() + pieces.len()) {
        return None;
    }
    let fit = |letters: &[char], pieces: &[Piece]| {
        let mut pairs = letters.iter().zip(pieces);
        pairs.all(|(letter, piece)| piece.fits(*letter))
    };
    // The parts between stars follow each other, each at the first place where it fits.
    let mut parts = pieces.split(|piece| *piece == Piece::Any);
    let first = parts.next().unwrap_or_default();
    let Some(last) = parts.next_back() else {
        return Some(letters.len() == first.len() && fit(letters, first));
    };
    let Some(inner) = letters.len().checked_sub(first.len() + last.len()) else {
        return Some(false);
    };
    let (start, rest) = letters.split_at_checked(first.len())?;
    let (mut rest, end) = rest.split_at_checked(inner)?;
    if !fit(start, first) || !fit(end, last) {
        return Some(false);
    }
    for part in parts {
        match place_of(part, rest, budget)? {
            Some(place) => rest = rest.get(place + part.len()..).unwrap_or_default(),
            None => return Some(false),
        }
    }
    Some(true)
}

/// The first place where a part fits; the outer `None` if the budget is too small.
fn place_of(part: &[Piece], letters: &[char], budget: &ReadBudget) -> Option<Option<usize>> {
    let plain: Option<String> = part
        .iter()
        .map(|piece| match piece {
            Piece::Letter(letter) => Some(*letter),
            _ => None,
        })
        .collect();
    if let Some(plain) = plain {
        if !budget.take(LETTER * letters.len()) {
            return None;
        }
        let text: String = letters.iter().collect();
        let place = text.find(&plain);
        return Some(place.and_then(|place| Some(text.get(..place)?.chars().count())));
    }
    for (place, window) in letters.windows(part.len()).enumerate() {
        if !budget.take(part.len().saturating_mul(LETTER)) {
            return None;
        }
        let mut pairs = window.iter().zip(part);
        if pairs.all(|(letter, piece)| piece.fits(*letter)) {
            return Some(Some(place));
        }
    }
    Some(None)
}

/// A text without its end or start that matches: the shortest match, or the longest.
pub(super) fn remove(
    text: &str,
    pattern: &str,
    is_end: bool,
    is_longest: bool,
    budget: &ReadBudget,
) -> Option<String> {
    if text.len() > LONGEST || pattern.len() > LONGEST {
        return None;
    }
    let (letters, pieces) = (letters(text, budget)?, pieces(pattern, budget)?);
    let mut places: Vec<usize> = (0..=letters.len()).collect();
    // The shortest part first.
    if is_end != is_longest {
        places.reverse();
    }
    for place in places {
        let (start, end) = letters.split_at_checked(place)?;
        let (part, kept) = if is_end { (end, start) } else { (start, end) };
        if fits(part, &pieces, budget)? {
            return Some(kept.iter().collect());
        }
    }
    Some(text.to_owned())
}

/// A text in which the longest parts that match are replaced.
pub(super) fn replace(
    text: &str,
    pattern: &str,
    other: &str,
    place: Place,
    budget: &ReadBudget,
) -> Option<String> {
    if text.len() > LONGEST || pattern.len() > LONGEST || other.len() > LONGEST {
        return None;
    }
    let (letters, pieces) = (letters(text, budget)?, pieces(pattern, budget)?);
    if pieces.is_empty() && matches!(place, Place::First | Place::Everywhere) {
        return Some(text.to_owned());
    }
    let mut replaced = String::new();
    let mut at = 0;
    let mut is_done = false;
    while at < letters.len() || at == 0 && letters.is_empty() {
        let may = !is_done && (place != Place::Start || at == 0);
        let mut ends: Vec<usize> = if may {
            (at..=letters.len()).rev().collect()
        } else {
            Vec::new()
        };
        if place == Place::End {
            ends.truncate(1);
        }
        let mut found = None;
        for end in ends {
            if fits(letters.get(at..end)?, &pieces, budget)? {
                found = Some(end);
                break;
            }
        }
        match found {
            Some(end) => {
                if !budget.take(other.len()) {
                    return None;
                }
                replaced.push_str(other);
                is_done = place != Place::Everywhere;
                if end == at {
                    replaced.extend(letters.get(at));
                }
                at = end.max(at + 1);
            }
            None => {
                replaced.extend(letters.get(at));
                at += 1;
            }
        }
    }
    if place == Place::End && !is_done && fits(&[], &pieces, budget)? {
        replaced.push_str(other);
    }
    Some(replaced)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_and_cut() {
        let budget = ReadBudget::new();
        for (text, pattern, expected) in [
            ("llama3-8b", "llama*8?", Some(true)),
            ("llama3-8b", "*70b", Some(false)),
            ("llama3-8b", "llama3-8b", Some(true)),
            ("llama3-8b", "llama3", Some(false)),
            ("llama3-8b", "l*a*?-*b", Some(true)),
            ("llama3-8b", "*?3-8b*", Some(true)),
            ("llama3-8b", "*?-7*", Some(false)),
            ("aab", "*ab", Some(true)),
            ("ab", "ab*ab", Some(false)),
            ("é-é", "?*-?", Some(true)),
            ("é", "??", Some(false)),
            ("", "*", Some(true)),
            ("", "**", Some(true)),
            ("a", "", Some(false)),
            ("a", "[ab]", Some(true)),
            ("c", "[ab]", Some(false)),
            ("c", "[!ab]", Some(true)),
            ("7b", "[0-9]b", Some(true)),
            ("x", "[[:digit:]x]", Some(true)),
            ("]", "[]]", Some(true)),
            ("[a", "[a", Some(true)),
            ("ab", "a\\*", Some(false)),
            ("a*", "a\\*", Some(true)),
            ("a", "[a-Z]", None),
            ("a", "@(a|b)", None),
        ] {
            assert_eq!(
                matches(text, pattern, &budget),
                expected,
                "{text} {pattern}"
            );
        }
        let cut = |pattern, is_end, is_longest| {
            remove("llama3-8b-base", pattern, is_end, is_longest, &budget)
        };
        assert_eq!(cut("-*", true, false).as_deref(), Some("llama3-8b"));
        assert_eq!(cut("-*", true, true).as_deref(), Some("llama3"));
        assert_eq!(cut("*-", false, false).as_deref(), Some("8b-base"));
        assert_eq!(cut("*-", false, true).as_deref(), Some("base"));
        for (pattern, other, place, expected) in [
            ("-", "_", Place::First, "a_b-c"),
            ("-", "", Place::Everywhere, "abc"),
            ("-*", "x", Place::First, "ax"),
            ("[a-c]", "x", Place::Everywhere, "x-x-x"),
            ("a", "x", Place::Start, "x-b-c"),
            ("b", "x", Place::Start, "a-b-c"),
            ("c", "x", Place::End, "a-b-x"),
            ("?-c", "x", Place::End, "a-x"),
        ] {
            let replaced = replace("a-b-c", pattern, other, place, &budget);
            assert_eq!(replaced.as_deref(), Some(expected), "{pattern} {place:?}");
        }
    }

    #[test]
    fn the_work_of_a_pattern_is_counted() {
        let text = "a".repeat(40_000);
        for pattern in ["*a*a*a*b", "a*ab", "*b*"] {
            let budget = ReadBudget::new();
            assert_eq!(matches(&text, pattern, &budget), Some(false), "{pattern}");
            assert!(budget.spent() < 40 * text.len(), "{pattern}");
        }
        let budget = ReadBudget::new();
        let long = ["*", &"a".repeat(20_000), "b"].concat();
        assert_eq!(matches(&text, &long, &budget), Some(false));
        assert!(budget.spent() < 40 * text.len());
        // Others are looked for place by place.
        let budget = ReadBudget::new();
        let long = ["*?", &"a".repeat(20_000), "b*"].concat();
        assert_eq!(matches(&text, &long, &budget), None);
        assert!(budget.is_spent());
    }
}
