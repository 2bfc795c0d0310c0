//! Patterns of a shell, with `*` and `?`.

/// Longest text whose ends are matched.
const LONGEST: usize = 256;

/// True if a text matches a pattern. A pattern with a class in brackets gives `None`.
pub(super) fn matches(text: &str, pattern: &str) -> Option<bool> {
    if pattern.contains('[') {
        return None;
    }
    let (text, pattern): (Vec<char>, Vec<char>) =
        (text.chars().collect(), pattern.chars().collect());
    let (mut at, mut place) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while at < text.len() {
        match pattern.get(place) {
            Some('*') => {
                star = Some((place, at));
                place += 1;
            }
            Some(letter) if *letter == '?' || text.get(at) == Some(letter) => {
                at += 1;
                place += 1;
            }
            _ => {
                let Some((back, from)) = star else {
                    return Some(false);
                };
                star = Some((back, from + 1));
                (place, at) = (back + 1, from + 1);
            }
        }
    }
    let rest = pattern.get(place..).unwrap_or_default();
    Some(rest.iter().all(|letter| *letter == '*'))
}

/// A text without its end (`%`) or start (`#`) that matches: the shortest, or the longest where the
/// pattern repeats the operator.
pub(super) fn remove(text: &str, pattern: &str, operator: char) -> Option<String> {
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
        if matches(part, pattern)? {
            return Some(kept.to_owned());
        }
    }
    Some(text.to_owned())
}

/// A text in which a plain part is replaced once, or everywhere where the operation begins with
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
        assert_eq!(matches("llama3-8b", "llama*8?"), Some(true));
        assert_eq!(matches("llama3-8b", "*70b"), Some(false));
        assert_eq!(matches("", "*"), Some(true));
        assert_eq!(matches("a", "[ab]"), None);
        let cut = |pattern, operator| remove("llama3-8b-base", pattern, operator);
        assert_eq!(cut("-*", '%').as_deref(), Some("llama3-8b"));
        assert_eq!(cut("%-*", '%').as_deref(), Some("llama3"));
        assert_eq!(cut("*-", '#').as_deref(), Some("8b-base"));
        assert_eq!(cut("#*-", '#').as_deref(), Some("base"));
        assert_eq!(replace("a-b-c", "-/_").as_deref(), Some("a_b-c"));
        assert_eq!(replace("a-b-c", "/-/").as_deref(), Some("abc"));
    }
}
