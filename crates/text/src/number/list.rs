//! Lists and ranges.

use super::{locale, whole};

/// Numbers of a list that are written out.
const LISTED: usize = 8;

/// Names one after the other: `Megatron-LM, nanotron`.
#[must_use]
pub fn listed<T: AsRef<str>>(names: &[T]) -> String {
    let mut list = String::new();
    for name in names {
        add(&mut list, name.as_ref());
    }
    list
}

/// `1, 2, 4, 8…`
pub(crate) fn counts(values: &[u64]) -> String {
    let mut list = String::new();
    for &value in values.iter().take(LISTED) {
        add(&mut list, whole(value).text());
    }
    if values.len() > LISTED {
        locale::list_cut(&list)
    } else {
        list
    }
}

fn add(list: &mut String, entry: &str) {
    if !list.is_empty() {
        list.push_str(locale::list_separator());
    }
    list.push_str(entry);
}

/// Two written numbers between which a value is: `59.1–66.2`.
#[must_use]
pub fn between(low: &str, high: &str) -> String {
    locale::range(low, high)
}
