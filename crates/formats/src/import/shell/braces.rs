//! Words with braces: `{1..8}` and `a{b,c}`.

use super::mark;
use super::scan::Scanner;
use crate::import::budget::{ITEM, ReadBudget};

/// Largest number of words from one.
const MOST_WORDS: usize = 4_096;
/// Deepest nesting of braces.
const DEEPEST: usize = 8;

/// The words of a word with braces.
pub(super) fn braces(word: &str, budget: &ReadBudget) -> Vec<String> {
    let mut words = Vec::new();
    expand(word, 0, &mut words, budget);
    words
}

fn expand(word: &str, depth: usize, words: &mut Vec<String>, budget: &ReadBudget) {
    let is_left = words.len() < MOST_WORDS && depth < DEEPEST;
    let parts = if word.contains('{') && is_left && budget.take(2 * word.len()) {
        parts(word, budget)
    } else {
        None
    };
    let Some((before, items, after)) = parts else {
        if budget.take(ITEM) {
            words.push(word.to_owned());
        }
        return;
    };
    for item in items {
        if !budget.take_items(1, word.len()) {
            return;
        }
        let word = [before.as_str(), &item, &after].concat();
        expand(&word, depth + 1, words, budget);
    }
}

/// A word cut at its first braces that hold several items.
fn parts(word: &str, budget: &ReadBudget) -> Option<(String, Vec<String>, String)> {
    let letters: Vec<char> = word.chars().collect();
    let mut scan = Scanner::new(&letters, 0, budget);
    while let Some(letter) = scan.peek(0) {
        if letter == '{' {
            let from = scan.at;
            if let Some((end, items)) = items(&letters, from, budget) {
                let (before, after) = (scan.slice(0, from), scan.slice(end + 1, letters.len()));
                return Some((before, items, after));
            }
            scan.at = from + 1;
        } else {
            pass(&mut scan, letter);
        }
    }
    None
}

/// Passes a letter, or a part in quotes or brackets.
fn pass(scan: &mut Scanner, letter: char) {
    match letter {
        '\\' => scan.at += 2,
        '\'' | '"' => {
            scan.quoted(letter);
        }
        '`' => {
            scan.back_quoted();
        }
        '$' if matches!(scan.peek(1), Some('(' | '{')) => {
            scan.at += 1;
            scan.bracketed(false);
        }
        _ => scan.letter(),
    }
}

/// The items of the braces at a place, and the place of the closing one.
fn items(letters: &[char], from: usize, budget: &ReadBudget) -> Option<(usize, Vec<String>)> {
    let mut scan = Scanner::new(letters, from + 1, budget);
    let mut items = Vec::new();
    let (mut start, mut depth) = (from + 1, 0_usize);
    while let Some(letter) = scan.peek(0) {
        match letter {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            '}' => {
                items.push(scan.slice(start, scan.at));
                let end = scan.at;
                let items = match items.as_slice() {
                    [one] => range(one)?,
                    _ => items,
                };
                return Some((end, items));
            }
            ',' if depth == 0 => {
                items.push(scan.slice(start, scan.at));
                start = scan.at + 1;
            }
            _ => {}
        }
        if matches!(letter, '{' | '}' | ',') {
            scan.at += 1;
        } else {
            pass(&mut scan, letter);
        }
    }
    None
}

/// The items of `FIRST..LAST` or `FIRST..LAST..STEP`.
fn range(text: &str) -> Option<Vec<String>> {
    let mut parts = text.split("..");
    let (first, last) = (parts.next()?, parts.next()?);
    let step = parts.next();
    if parts.next().is_some() || !mark::is_known(text) {
        return None;
    }
    let step = step
        .map_or(Some(1), |step| step.parse::<i64>().ok())?
        .checked_abs()?
        .max(1);
    let digits = |text: &str| text.trim_start_matches(['-', '+']).len();
    let is_padded = |text: &str| {
        let digits = text.trim_start_matches('-');
        digits.len() > 1 && digits.starts_with('0')
    };
    let width = if is_padded(first) || is_padded(last) {
        digits(first).max(digits(last))
    } else {
        0
    };
    let numbers = (first.parse::<i64>(), last.parse::<i64>());
    let (from, to, is_letter) = match numbers {
        (Ok(first), Ok(last)) => (first, last, false),
        _ => {
            let letter = |text: &str| {
                let mut letters = text.chars();
                let letter = letters.next().filter(char::is_ascii_alphabetic)?;
                letters
                    .next()
                    .is_none()
                    .then_some(i64::from(u32::from(letter)))
            };
            (letter(first)?, letter(last)?, true)
        }
    };
    let count = to.checked_sub(from)?.checked_abs()? / step;
    let count = usize::try_from(count)
        .ok()
        .filter(|count| *count < MOST_WORDS)?;
    let step = if to < from { -step } else { step };
    let mut items = Vec::new();
    let mut item = from;
    for _ in 0..=count {
        items.push(if is_letter {
            char::from_u32(u32::try_from(item).ok()?)?.to_string()
        } else if item < 0 {
            std::format!("-{:0width$}", item.unsigned_abs())
        } else {
            std::format!("{item:0width$}")
        });
        item = item.checked_add(step)?;
    }
    Some(items)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_give_several_words() {
        for (word, expected) in [
            ("{1..4}", "1 2 3 4"),
            ("{4..1}", "4 3 2 1"),
            ("{1..9..4}", "1 5 9"),
            ("{08..11}", "08 09 10 11"),
            ("{a..c}", "a b c"),
            ("a{1,2}b{3,4}", "a1b3 a1b4 a2b3 a2b4"),
            ("{a,{b,c}}d", "ad bd cd"),
            ("{1}", "{1}"),
            ("{}", "{}"),
            ("{,a}x", "x ax"),
            ("'{1,2}'", "'{1,2}'"),
            ("${A:-{1,2}}", "${A:-{1,2}}"),
            ("{x}{1,2}", "{x}1 {x}2"),
            ("{1..$N}", "{1..$N}"),
        ] {
            let words = braces(word, &ReadBudget::new());
            assert_eq!(words.join(" "), expected, "{word}");
        }
    }
}
