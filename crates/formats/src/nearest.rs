//! The names that are nearest to a text.

/// Largest number of names that are offered.
pub(crate) const FEW: usize = 3;
/// Longest name that is compared.
const LONGEST: usize = 48;

/// The first of the names that differ least from a text, unless all are far from it.
pub(crate) fn nearest(
    text: &str,
    names: impl Iterator<Item = &'static str>,
) -> Option<&'static str> {
    // A third of the letters may be wrong, and at least one.
    let mut least = (text.len() / 3).max(1);
    let mut found = None;
    for name in names {
        let distance = distance(text.as_bytes(), name.as_bytes());
        if distance < least || (distance == least && found.is_none()) {
            (least, found) = (distance, Some(name));
        }
    }
    found
}

/// At most three of the names, the nearest to a text first, without those that are far from it.
///
/// ```
/// use formats::nearest::nearest_few;
/// let names = ["h100", "h100-pcie", "h200", "b200"];
/// assert_eq!(nearest_few("h1000", names.into_iter()), ["h100", "h200"]);
/// assert_eq!(nearest_few("h10", names.into_iter()), ["h100", "h100-pcie"]);
/// assert!(nearest_few("tpu", names.into_iter()).is_empty());
/// ```
pub fn nearest_few(text: &str, names: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut near = all_near(text, names.map(|name| (name, name)));
    near.truncate(FEW);
    near
}

/// The values of all names that are near to a text, the nearest first.
pub(crate) fn all_near<T>(text: &str, names: impl Iterator<Item = (&'static str, T)>) -> Vec<T> {
    let most = (text.len() / 2).max(1);
    let begins = |name: &str| {
        let beginning = name.get(..text.len());
        !text.is_empty() && beginning.is_some_and(|beginning| beginning.eq_ignore_ascii_case(text))
    };
    // Longer names that begin with the text come first.
    let rank = |(name, value): (&str, T)| {
        let distance = distance(text.as_bytes(), name.as_bytes());
        let begins = begins(name);
        (begins || distance <= most).then_some(((!begins, distance), value))
    };
    let mut near: Vec<((bool, usize), T)> = names.filter_map(rank).collect();
    near.sort_by_key(|(rank, _)| *rank);
    near.into_iter().map(|(_, value)| value).collect()
}

/// Edit distance: letters to insert, remove or replace to change one name into the other
/// (Levenshtein 1966). The case of letters does not count.
fn distance(one: &[u8], other: &[u8]) -> usize {
    if one.len() > LONGEST || other.len() > LONGEST {
        return usize::MAX;
    }
    // Distances of the letters read so far from each beginning of the other name.
    let mut row: [usize; LONGEST + 1] = std::array::from_fn(|length| length);
    for (read, letter) in one.iter().enumerate() {
        let mut corner = row[0];
        row[0] = read + 1;
        for (place, wanted) in other.iter().enumerate() {
            let exchanged = corner + usize::from(!letter.eq_ignore_ascii_case(wanted));
            corner = row[place + 1];
            row[place + 1] = exchanged.min(corner + 1).min(row[place] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_letters() {
        let distance = |one: &str, other: &str| distance(one.as_bytes(), other.as_bytes());
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "mfu"), 3);
        assert_eq!(distance("mfu", "mfu"), 0);
        assert_eq!(distance(&"m".repeat(400), "mfu"), usize::MAX);
    }

    #[test]
    fn what_is_like_nothing_has_no_nearest() {
        let names = || ["mfu", "hfu", "time.step_s"].into_iter();
        assert_eq!(nearest("mfa", names()), Some("mfu"));
        assert_eq!(nearest("time.steps", names()), Some("time.step_s"));
        assert_eq!(nearest("colour", names()), None);
    }
}
