//! Documents over each other.

use crate::import::budget::{COMPARED, ReadBudget};
use crate::import::value::ParsedValue;

/// A document with the fields of another one in place of those of the same names. Dashes in names
/// count as underscores.
pub(super) fn merged(under: ParsedValue, over: ParsedValue, budget: &ReadBudget) -> ParsedValue {
    match (under, over) {
        (ParsedValue::Fields(mut fields), ParsedValue::Fields(over)) => {
            for (name, value) in over {
                // Each name is compared.
                if !budget.take(fields.len() * COMPARED + name.len()) {
                    break;
                }
                match fields.iter_mut().find(|(known, _)| is_same(known, &name)) {
                    Some((_, known)) => {
                        let under = std::mem::replace(known, ParsedValue::Null);
                        *known = merged(under, value, budget);
                    }
                    None => fields.push((name, value)),
                }
            }
            ParsedValue::Fields(fields)
        }
        (_, over) => over,
    }
}

fn is_same(one: &str, other: &str) -> bool {
    let letter = |byte: u8| if byte == b'-' { b'_' } else { byte };
    let mut pairs = one.bytes().zip(other.bytes());
    one.len() == other.len() && pairs.all(|(one, other)| letter(one) == letter(other))
}
