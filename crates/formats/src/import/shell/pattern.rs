//! Patterns of a shell, with `*` and `?`.

use crate::import::budget::ReadBudget;

/// Units of a letter that is compared singly.
const LETTER: usize = 4;
/// Longest text whose ends are matched.
const LONGEST: usize = 256;

/// True if a text matches a pattern. A pattern with a class in brackets gives `None`, as does one
/// for which the budget is too small.
pub(super) fn matches(text: &str, pattern: &str, budget: &ReadBudget) -> Option<bool> {
    // The parts between stars follow each other, each at the first place where it fits.
    if pattern.contains('[') || !budget.take(text.len() + pattern.len()) {
        return None;
    }
    let mut parts = pattern.split('*');
    let Some(mut rest) = behind(text, parts.next().unwrap_or_default()) else {
        return Some(false);
    };
    let Some(last) = parts.next_back() else {
        return Some(rest.is_empty());
    };
    for part in parts {
        match behind_first(rest, part, budget)? {
            Some(next) => rest = next,
            None => return Some(false),
        }
    }
    let letters = last.chars().count();
    let mut places = rest.char_indices().rev().map(|(place, _)| place);
    let start = match letters.checked_sub(1) {
        None => Some(rest.len()),
        Some(before) => places.nth(before),
    };
    let end = start.and_then(|start| rest.get(start..));
    Some(end.and_then(|end| behind(end, last)).is_some())
}

/// The text after a part at the beginning of a text, where `?` matches any letter.
fn behind<'a>(text: &'a str, part: &str) -> Option<&'a str> {
    let mut letters = text.chars();
    for letter in part.chars() {
        let other = letters.next()?;
        if letter != '?' && letter != other {
            return None;
        }
    }
    Some(letters.as_str())
}

/// The text after the first occurrence of a part; the outer `None` if the budget is too small.
fn behind_first<'a>(text: &'a str, part: &str, budget: &ReadBudget) -> Option<Option<&'a str>> {
    if !part.contains('?') {
        return Some(text.split_once(part).map(|(_, rest)| rest));
    }
    for (place, _) in text.char_indices() {
        if !budget.take(part.len().saturating_mul(LETTER)) {
            return None;
        }
        let rest = text.get(place..).and_then(|text| behind(text, part));
        if rest.is_some() {
            return Some(rest);
        }
    }
    Some(None)
}

/// A text without its end (`%`) or start (`#`) that matches: the shortest match, or the longest if
/// the pattern repeats the operator.
pub(super) fn remove(
    text: &str,
    pattern: &str,
    operator: char,
    budget: &ReadBudget,
) -> Option<String> {
    if text.len() > LONGEST || pattern.len() > LONGEST {
        return None;
    }
    let (is_longest, pattern) = match pattern.strip_prefix(operator) {
        Some(pattern) => (true, pattern),
        None => (false, pattern),
    };
    let mut places: Vec<usize> = text.char_indices().map(|(place, _)| place).collect();
    places.push(text.len());
    // The shortest part first.
    if (operator == '%') != is_longest {
        places.reverse();
    }
    for place in places {
        let (start, end) = text.split_at_checked(place)?;
        let (part, kept) = if operator == '%' {
            (end, start)
        } else {
            (start, end)
        };
        if matches(part, pattern, budget)? {
            return Some(kept.to_owned());
        }
    }
    Some(text.to_owned())
}

/// A text in which a plain part is replaced once, or everywhere if the operation begins with
/// another `/`.
pub(super) fn replace(text: &str, operation: &str) -> Option<String> {
    let (is_all, operation) = match operation.strip_prefix('/') {
        Some(operation) => (true, operation),
        None => (false, operation),
    };
    let (part, other) = operation.split_once('/').unwrap_or((operation, ""));
    if part.is_empty() || part.contains(['*', '?', '[', '#', '%']) || other.len() > LONGEST {
        return None;
    }
    let times = if is_all { text.len() } else { 1 };
    (text.len() <= LONGEST).then(|| text.replacen(part, other, times))
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
            ("a", "[ab]", None),
        ] {
            assert_eq!(
                matches(text, pattern, &budget),
                expected,
                "{text} {pattern}"
            );
        }
        let cut = |pattern, operator| remove("llama3-8b-base", pattern, operator, &budget);
        assert_eq!(cut("-*", '%').as_deref(), Some("llama3-8b"));
        assert_eq!(cut("%-*", '%').as_deref(), Some("llama3"));
        assert_eq!(cut("*-", '#').as_deref(), Some("8b-base"));
        assert_eq!(cut("#*-", '#').as_deref(), Some("base"));
        assert_eq!(replace("a-b-c", "-/_").as_deref(), Some("a_b-c"));
        assert_eq!(replace("a-b-c", "/-/").as_deref(), Some("abc"));
    }

    #[test]
    fn the_work_of_a_pattern_is_counted() {
        let text = "a".repeat(4_000);
        // Parts without a question mark take as many steps as there are letters.
        for pattern in ["*a*a*a*b", "a*ab", "*b*"] {
            let budget = ReadBudget::new();
            assert_eq!(matches(&text, pattern, &budget), Some(false), "{pattern}");
            assert!(budget.spent() < 3 * text.len(), "{pattern}");
        }
        let long = ["*", &"a".repeat(2_000), "b"].concat();
        let budget = ReadBudget::new();
        assert_eq!(matches(&text, &long, &budget), Some(false));
        assert!(budget.spent() < 3 * text.len());
        // Others are looked for place by place.
        let budget = ReadBudget::new();
        let long = ["*?", &"a".repeat(2_000), "b*"].concat();
        assert_eq!(matches(&text.repeat(8), &long, &budget), None);
        assert!(budget.is_spent());
    }
}
