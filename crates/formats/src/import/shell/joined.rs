//! The value of a variable after branches of which one runs.

use super::mark::{self, Mark};
use super::variable::Variable;
use crate::import::budget::{ITEM, ReadBudget};

/// The first items that two lists share.
pub(super) fn common(one: &[String], other: &[String]) -> Vec<String> {
    let pairs = one.iter().zip(other);
    let shared = pairs.take_while(|(one, other)| one == other);
    shared.map(|(one, _)| one.clone()).collect()
}

/// The result if one of two values holds: common first words are certain, each further word is
/// marked.
pub(super) fn joined(
    name: &str,
    one: Option<&Variable>,
    other: Option<&Variable>,
    cause: &str,
    budget: &ReadBudget,
) -> Variable {
    let values = || [one, other].into_iter().flatten();
    let is_array = values().any(|value| matches!(value, Variable::List(_)));
    let is_map = values().any(|value| matches!(value, Variable::Map(_)));
    let holds_words = is_array
        || values().any(|value| match value {
            Variable::Text(text) => text.contains(char::is_whitespace) || text.starts_with("--"),
            Variable::List(_) | Variable::Map(_) => true,
        });
    let count: usize = values().map(Variable::count).sum();
    let letters: usize = values().map(Variable::units).sum();
    // Units of the words, and of their marks.
    let each = cause.len() + ITEM;
    let is_left = budget.take_items(2 * count, count.saturating_mul(each) + 2 * letters);
    if !holds_words || is_map || !is_left {
        return Variable::Text(Mark::undecided(name, cause));
    }
    let words = |value: Option<&Variable>| value.map_or(Vec::new(), Variable::words);
    let (one, other) = (words(one), words(other));
    let maybe = |word: &String| {
        if !mark::is_known(word) {
            return word.clone();
        }
        let mark = Mark::Maybe {
            word: word.clone(),
            cause: cause.to_owned(),
        };
        mark.text()
    };
    let mut joined = common(&one, &other);
    let common = joined.len();
    // The values differ in more than their words.
    if one.len() == common && other.len() == common {
        return Variable::Text(Mark::undecided(name, cause));
    }
    joined.extend(one.iter().skip(common).map(maybe));
    joined.extend(other.iter().skip(common).map(maybe));
    if is_array {
        Variable::List(joined)
    } else {
        Variable::Text(joined.join(" "))
    }
}
