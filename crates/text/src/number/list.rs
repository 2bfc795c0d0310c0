//! Lists and ranges.

use super::{grouped, locale};

/// Numbers of a list that are written out.
const LISTED: usize = 8;

/// Names one after the other: `Megatron-LM, nanotron`.
#[must_use]
pub fn listed<T: AsRef<str>>(names: &[T]) -> String {
    joined(names, locale::list_separator())
}

/// Clauses one after the other, which may have commas: `TP 8, PP 2; 3 days`.
#[must_use]
pub fn clauses<T: AsRef<str>>(clauses: &[T]) -> String {
    joined(clauses, locale::clause_separator())
}

fn joined<T: AsRef<str>>(entries: &[T], separator: &str) -> String {
    let mut list = String::new();
    for (place, entry) in entries.iter().enumerate() {
        if place > 0 {
            list.push_str(separator);
        }
        list.push_str(entry.as_ref());
    }
    list
}

/// `1, 2, 4, 8…`
pub(crate) fn counts(values: &[u64]) -> String {
    let shown: Vec<String> = values.iter().take(LISTED).copied().map(grouped).collect();
    let list = listed(&shown);
    if values.len() > LISTED {
        locale::list_cut(&list)
    } else {
        list
    }
}

/// Two written numbers between which a value is: `59.1–66.2`.
#[must_use]
pub fn between(low: &str, high: &str) -> String {
    locale::range(low, high)
}
