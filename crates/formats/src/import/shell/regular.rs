//! Regular expressions of `[[ … =~ … ]]`, as far as launch scripts use them.

use super::mark;
use super::pattern::named;
use crate::import::budget::ReadBudget;

/// Units of a step.
const STEP: usize = 16;
/// Longest text that is searched.
const LONGEST: usize = 256;
/// Deepest nesting of groups and repetitions.
const DEEPEST: usize = 200;
/// Largest number of repetitions by a number.
const MOST: usize = 64;

#[derive(Clone, Debug)]
enum Piece {
    Start,
    End,
    One,
    Letter(char),
    Class {
        is_other: bool,
        ranges: Vec<(char, char)>,
    },
    Group {
        alternatives: Vec<Vec<Self>>,
        number: usize,
    },
    Repeat {
        piece: Box<Self>,
        least: usize,
        most: usize,
    },
}

/// A match: the text and those of its groups; empty if they depend on the order in which
/// alternatives are tried.
pub(super) type Groups = Vec<String>;

/// The groups of a regular expression in a text, `None` inside if it does not match; the outer
/// `None` if the expression is open or unusual, or the budget too small.
pub(super) fn search(text: &str, expression: &str, budget: &ReadBudget) -> Option<Option<Groups>> {
    let is_short = text.len() <= LONGEST && expression.len() <= LONGEST;
    let is_known = mark::is_known(text) && mark::is_known(expression);
    if !is_short || !is_known || !budget.take(STEP * (text.len() + expression.len())) {
        return None;
    }
    let letters: Vec<char> = expression.chars().collect();
    let mut reader = Reader {
        letters: &letters,
        at: 0,
        groups: 0,
        depth: 0,
    };
    let alternatives = reader.alternatives()?;
    if reader.at != letters.len() {
        return None;
    }
    let whole = Piece::Group {
        alternatives,
        number: 0,
    };
    let letters: Vec<char> = text.chars().collect();
    // With alternatives or optional parts the longest match may be another one.
    let is_plain = !expression.contains(['|', '?', '{']);
    for start in 0..=letters.len() {
        let mut matcher = Matcher {
            letters: &letters,
            groups: vec![None; reader.groups + 1],
            budget,
            depth: 0,
        };
        let pieces = std::slice::from_ref(&whole);
        if matcher.pieces(pieces, start, &mut |_, _| Some(true))? {
            let text = |range: &Option<(usize, usize)>| -> String {
                let (from, to) = range.unwrap_or_default();
                letters.get(from..to).unwrap_or_default().iter().collect()
            };
            let groups = matcher.groups.iter().filter(|_| is_plain);
            return Some(Some(groups.map(text).collect()));
        }
    }
    Some(None)
}

struct Reader<'t> {
    letters: &'t [char],
    at: usize,
    groups: usize,
    depth: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.letters.get(self.at).copied()
    }

    fn alternatives(&mut self) -> Option<Vec<Vec<Piece>>> {
        self.depth += 1;
        if self.depth > DEEPEST / 8 {
            return None;
        }
        let mut alternatives = vec![Vec::new()];
        while let Some(letter) = self.peek().filter(|letter| *letter != ')') {
            self.at += 1;
            let piece = match letter {
                '|' => {
                    alternatives.push(Vec::new());
                    continue;
                }
                '(' => {
                    self.groups += 1;
                    let number = self.groups;
                    let alternatives = self.alternatives()?;
                    if self.peek() != Some(')') {
                        return None;
                    }
                    self.at += 1;
                    Piece::Group {
                        alternatives,
                        number,
                    }
                }
                '^' => Piece::Start,
                '$' => Piece::End,
                '.' => Piece::One,
                '[' => self.class()?,
                '\\' => {
                    let letter = self.peek().filter(|letter| !letter.is_alphanumeric())?;
                    self.at += 1;
                    Piece::Letter(letter)
                }
                '*' | '+' | '?' | '{' => {
                    let piece = alternatives.last_mut()?.pop()?;
                    if matches!(piece, Piece::Start | Piece::End | Piece::Repeat { .. }) {
                        return None;
                    }
                    let (least, most) = match letter {
                        '*' => (0, usize::MAX),
                        '+' => (1, usize::MAX),
                        '?' => (0, 1),
                        _ => self.count()?,
                    };
                    Piece::Repeat {
                        piece: Box::new(piece),
                        least,
                        most,
                    }
                }
                letter => Piece::Letter(letter),
            };
            alternatives.last_mut()?.push(piece);
        }
        self.depth -= 1;
        Some(alternatives)
    }

    /// The numbers of `{2}`, `{2,}` or `{2,3}` behind the bracket.
    fn count(&mut self) -> Option<(usize, usize)> {
        let rest: String = self.letters.get(self.at..)?.iter().take(8).collect();
        let (inner, _) = rest.split_once('}')?;
        self.at += inner.len() + 1;
        let number = |text: &str| text.parse::<usize>().ok().filter(|number| *number <= MOST);
        match inner.split_once(',') {
            None => number(inner).map(|count| (count, count)),
            Some((least, "")) => Some((number(least)?, usize::MAX)),
            Some((least, most)) => Some((number(least)?, number(most)?)),
        }
    }

    fn class(&mut self) -> Option<Piece> {
        let is_other = self.peek() == Some('^');
        self.at += usize::from(is_other);
        let start = self.at;
        let mut ranges = Vec::new();
        loop {
            let letter = self.peek()?;
            self.at += 1;
            if letter == ']' && self.at > start + 1 {
                return Some(Piece::Class { is_other, ranges });
            }
            if letter == '[' && self.peek() == Some(':') {
                let rest: String = self.letters.get(self.at + 1..)?.iter().take(16).collect();
                let (name, _) = rest.split_once(":]")?;
                ranges.extend(named(name)?);
                self.at += name.len() + 3;
                continue;
            }
            // Quoted letters follow a backslash, which would be a letter of the class.
            if letter == '\\' || letter == '[' && matches!(self.peek(), Some('.' | '=')) {
                return None;
            }
            let is_range = self.peek() == Some('-')
                && self.letters.get(self.at + 1).is_some_and(|end| *end != ']');
            if !is_range {
                ranges.push((letter, letter));
                continue;
            }
            let last = *self.letters.get(self.at + 1)?;
            self.at += 2;
            let is_plain = |range: std::ops::RangeInclusive<char>| {
                range.contains(&letter) && range.contains(&last)
            };
            if !(is_plain('0'..='9') || is_plain('a'..='z') || is_plain('A'..='Z')) {
                return None;
            }
            ranges.push((letter, last));
        }
    }
}

struct Matcher<'t> {
    letters: &'t [char],
    groups: Vec<Option<(usize, usize)>>,
    budget: &'t ReadBudget,
    depth: usize,
}

/// The pieces that must match behind a piece; `None` if it takes too much work.
type Rest<'r, 't> = &'r mut dyn FnMut(&mut Matcher<'t>, usize) -> Option<bool>;

impl<'t> Matcher<'t> {
    fn pieces(&mut self, pieces: &[Piece], at: usize, rest: Rest<'_, 't>) -> Option<bool> {
        let Some((piece, behind)) = pieces.split_first() else {
            return rest(self, at);
        };
        self.depth += 1;
        if self.depth > DEEPEST || !self.budget.take(STEP) {
            return None;
        }
        let fits = self.piece(piece, at, &mut |matcher, at| {
            matcher.pieces(behind, at, rest)
        });
        self.depth -= 1;
        fits
    }

    fn piece(&mut self, piece: &Piece, at: usize, rest: Rest<'_, 't>) -> Option<bool> {
        let letter = self.letters.get(at).copied();
        match piece {
            Piece::Start => {
                if at == 0 {
                    rest(self, at)
                } else {
                    Some(false)
                }
            }
            Piece::End => {
                if at == self.letters.len() {
                    rest(self, at)
                } else {
                    Some(false)
                }
            }
            Piece::One => {
                if letter.is_some() {
                    rest(self, at + 1)
                } else {
                    Some(false)
                }
            }
            Piece::Letter(own) => {
                if letter == Some(*own) {
                    rest(self, at + 1)
                } else {
                    Some(false)
                }
            }
            Piece::Class { is_other, ranges } => {
                let fits = letter.is_some_and(|letter| {
                    let mut ranges = ranges.iter();
                    ranges.any(|(first, last)| (*first..=*last).contains(&letter)) != *is_other
                });
                if fits {
                    rest(self, at + 1)
                } else {
                    Some(false)
                }
            }
            Piece::Group {
                alternatives,
                number,
            } => {
                for pieces in alternatives {
                    let before = self.groups.clone();
                    let fits = self.pieces(pieces, at, &mut |matcher, end| {
                        let before = matcher.groups.get(*number).copied().flatten();
                        if let Some(group) = matcher.groups.get_mut(*number) {
                            *group = Some((at, end));
                        }
                        let fits = rest(matcher, end)?;
                        if !fits && let Some(group) = matcher.groups.get_mut(*number) {
                            *group = before;
                        }
                        Some(fits)
                    })?;
                    if fits {
                        return Some(true);
                    }
                    self.groups = before;
                }
                Some(false)
            }
            Piece::Repeat { piece, least, most } => self.repeat(piece, *least, *most, at, rest),
        }
    }

    fn repeat(
        &mut self,
        piece: &Piece,
        least: usize,
        most: usize,
        at: usize,
        rest: Rest<'_, 't>,
    ) -> Option<bool> {
        self.depth += 1;
        if self.depth > DEEPEST || !self.budget.take(STEP) {
            return None;
        }
        // The longest repetition first.
        let longer = most > 0
            && self.piece(piece, at, &mut |matcher, end| {
                if end == at {
                    return Some(false);
                }
                matcher.repeat(
                    piece,
                    least.saturating_sub(1),
                    most.saturating_sub(1),
                    end,
                    rest,
                )
            })?;
        self.depth -= 1;
        if longer {
            Some(true)
        } else if least == 0 {
            rest(self, at)
        } else {
            Some(false)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_match_as_in_a_shell() {
        let budget = ReadBudget::new();
        for (text, expression, expected) in [
            ("llama3-8b", "llama", Some(Some("llama"))),
            ("llama3-8b", "^llama[0-9]+-", Some(Some("llama3-"))),
            ("llama3-8b", "^[0-9]+$", Some(None)),
            ("128", "^[0-9]+$", Some(Some("128"))),
            ("llama3-8b", "([0-9]+)b$", Some(Some("8b 8"))),
            ("llama3-8b", "(7|8)b", Some(Some(""))),
            ("llama3-70b", "(7|8)b", Some(None)),
            ("ab", "a.?b{1,2}$", Some(Some(""))),
            ("a.b", "a\\.b", Some(Some("a.b"))),
            ("axb", "a\\.b", Some(None)),
            ("x1", "[[:alpha:]][[:digit:]]", Some(Some("x1"))),
            ("x", "^$", Some(None)),
            ("", "^$", Some(Some(""))),
            ("x", "(x", None),
            ("x", "*", None),
        ] {
            let found = search(text, expression, &budget);
            let found = found.map(|groups| groups.map(|groups| groups.join(" ")));
            let expected = expected.map(|groups| groups.map(str::to_owned));
            assert_eq!(found, expected, "{text} {expression}");
        }
    }

    #[test]
    fn the_work_of_an_expression_is_counted() {
        let budget = ReadBudget::new();
        let text = "a".repeat(200);
        let _ = search(&text, "^(a+)+b", &budget);
        let _ = search(&text, &"a*".repeat(100), &budget);
        let _ = search(&text, &"(".repeat(200), &budget);
    }
}
