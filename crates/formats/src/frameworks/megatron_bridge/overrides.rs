//! `key=value` words as a document.

use crate::import::budget::{FIELD, ReadBudget};
use crate::import::imported::{ImportRefusal, TextPosition};
use crate::import::value::{DEEPEST, ParsedValue};
use crate::import::words::{self, insert};

/// Beginnings of the words that are overrides.
const TABLES: &[&str] = &[
    "model.",
    "train.",
    "ddp.",
    "optimizer.",
    "dataset.",
    "mixed_precision=",
    "comm_overlap.",
    "checkpoint.",
    "scheduler.",
    "dist.",
];

/// True of a word that is an override.
pub(crate) fn is_override(word: &str) -> bool {
    let word = bare(word);
    word.contains('=') && TABLES.iter().any(|table| word.starts_with(table))
}

/// A word without the quotes of a shell, and without the sign of an added key.
fn bare(word: &str) -> &str {
    let word = word.trim_start_matches(['\'', '"', '(']);
    word.trim_start_matches('+')
}

/// Reads the overrides of a text; comments and other words are left out.
///
/// # Errors
/// If they take too much work, or one is nested too deeply.
pub(crate) fn document(text: &str, budget: &ReadBudget) -> Result<ParsedValue, ImportRefusal> {
    let mut root = Vec::new();
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim_start().starts_with('#'));
    let words = lines.flat_map(|(line, text)| {
        let words = text.split_whitespace();
        words.map(move |word| (line, word))
    });
    for (line, word) in words.filter(|(_, word)| is_override(word)) {
        let Some((path, value)) = bare(word).split_once('=') else {
            continue;
        };
        let names = path.matches('.').count() + 1;
        if names > DEEPEST {
            return Err(ImportRefusal::TooDeep);
        }
        let at = || {
            Some(TextPosition {
                line: line + 1,
                column: 1,
            })
        };
        budget.charge(names * FIELD + word.len(), at)?;
        insert(&mut root, path, value_of(value, budget), budget);
        budget.charge(0, at)?;
    }
    if let Some(name) = recipe(text) {
        let name = ParsedValue::Text(name.to_owned());
        insert(&mut root, "recipe", name, budget);
    }
    Ok(ParsedValue::Fields(root))
}

/// The recipe that a command or a comment names, which the overrides change.
fn recipe(text: &str) -> Option<&str> {
    let mut words = text.split_whitespace();
    words.find(|word| *word == "--recipe")?;
    words.next()
}

/// The value of an override: YAML without the quotes of a shell.
fn value_of(text: &str, budget: &ReadBudget) -> ParsedValue {
    let text = text.trim_end_matches(['\'', '"', '\\', ')']);
    let text = text.trim_start_matches(['\'', '"']);
    // A layout of stages closes a bracket that is part of it.
    let opened = text.matches('(').count();
    let text = if opened > text.matches(')').count() {
        [text, ")"].concat()
    } else {
        text.to_owned()
    };
    words::value_of(&text, budget)
}
