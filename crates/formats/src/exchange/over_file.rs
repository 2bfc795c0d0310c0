//! The options of a command that changes those of a file that it names.
//!
//! Tests: `crates/formats/tests/all/import_programs.rs`.

use crate::import::budget::{COMPARED, FIELD, ReadBudget};
use crate::import::shell::{Launch, plain};
use crate::import::{ImportRefusal, ParsedValue, Sources, yaml};

/// The options of a file that a command names, with those of the command in their place, and the words
/// of the command as the field `command`. With the name of the file if it was not given.
///
/// # Errors
/// If the file cannot be parsed, or takes too much work.
pub(super) fn over_file(
    options: ParsedValue,
    launch: &Launch,
    sources: &Sources,
    budget: &ReadBudget,
) -> Result<(ParsedValue, Option<String>), ImportRefusal> {
    let letters: usize = launch.words.iter().map(String::len).sum();
    budget.charge(FIELD * launch.words.len() + letters, || None)?;
    let words: Vec<String> = launch.words.iter().map(|word| plain(word)).collect();
    let named = named(&options, &words);
    let given = named.as_deref().and_then(|name| sources.find(name));
    let (mut fields, absent) = match (given, named) {
        (Some(text), _) => match yaml::parse(text, budget)? {
            ParsedValue::Fields(fields) => (fields, None),
            _ => (Vec::new(), None),
        },
        (None, named) => (Vec::new(), named),
    };
    if let ParsedValue::Fields(options) = options {
        change(&mut fields, options, budget)?;
    }
    let words = words.into_iter().map(ParsedValue::Text).collect();
    fields.push((String::from("command"), ParsedValue::List(words)));
    Ok((ParsedValue::Fields(fields), absent))
}

/// The file that an option or a word of a command names.
fn named(options: &ParsedValue, words: &[String]) -> Option<String> {
    let option = ["config", "config_path"].into_iter().find_map(|name| {
        let value = options.at(name)?;
        value.text().map(str::to_owned)
    });
    let is_yaml = |word: &&String| word.ends_with(".yaml") || word.ends_with(".yml");
    option.or_else(|| words.iter().find(is_yaml).cloned())
}

/// Sets fields in place of earlier ones.
fn change(
    fields: &mut Vec<(String, ParsedValue)>,
    others: Vec<(String, ParsedValue)>,
    budget: &ReadBudget,
) -> Result<(), ImportRefusal> {
    for (name, value) in others {
        budget.charge(COMPARED * (fields.len() + 1), || None)?;
        let place = fields.iter().position(|(known, _)| *known == name);
        match (place.and_then(|place| fields.get_mut(place)), value) {
            (Some((_, ParsedValue::Fields(inner))), ParsedValue::Fields(value)) => {
                change(inner, value, budget)?;
            }
            (Some((_, before)), value) => *before = value,
            (None, value) => fields.push((name, value)),
        }
    }
    Ok(())
}
