//! English words in texts of another language.
//!
//! Tests: by use, in `crates/cli/tests/all/languages.rs`, `src/panels/languages.rs`.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use cost::plan::Word;
use formats::catalog::{GPUS, MODELS};
use formats::export::{Framework, Target};
use formats::import::Format;
use formats::link::Key;
use search::asked::{ANY_FRAMEWORK, GoalWord};

/// Names that are the same in every language, beside those of [`names`]: kinds of links between GPUs
/// and of pictures, the program, and a method of training.
const SAME: &[&str] = &[
    "NVLink",
    "NeuronLink",
    "PCIe",
    "PNG",
    "SVG",
    "shardwise",
    "gpu",
    "ppo",
];

/// The English words of a text in another language: all words of ASCII letters, except names and the
/// words of `passed`, which the text may repeat. The letters of the pseudo-language `en-XA` have
/// accents.
#[must_use]
pub fn english(text: &str, passed: &str) -> Vec<String> {
    static NAMES: LazyLock<BTreeSet<String>> = LazyLock::new(names);
    let passed_words: Vec<&str> = parts(passed).collect();
    let is_name = |chunk: &&str| {
        let is_option = chunk.trim_start_matches('(').starts_with("--");
        is_option || chunk.starts_with("#v=1") || passed.contains(chunk)
    };
    let chunks = text.split_whitespace().filter(|chunk| !is_name(chunk));
    let words = chunks
        .flat_map(parts)
        .filter(|word| !passed_words.contains(word) && !NAMES.contains(&word.to_ascii_lowercase()));
    words.map(str::to_owned).collect()
}

/// Names of the program: keys, words and names of its vocabularies and of the catalogue.
fn names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut add = |text: &str| names.extend(parts(text).map(str::to_ascii_lowercase));
    SAME.iter().for_each(|name| add(name));
    for key in Key::all() {
        add(key.name());
        key.values().words().iter().for_each(|word| add(word));
    }
    for entry in MODELS {
        add(entry.model.preset);
        add(entry.name);
    }
    for entry in GPUS {
        add(entry.gpu.preset);
        add(entry.name);
    }
    let vocabularies = [
        Target::WORDS,
        Format::WORDS,
        Framework::WORDS,
        GoalWord::WORDS,
        &[ANY_FRAMEWORK],
    ];
    vocabularies.concat().into_iter().for_each(&mut add);
    let formats = Format::ALL.iter().copied();
    formats.filter_map(Format::program).for_each(&mut add);
    // Symbols of the units in which links have numbers; those that are words are translated.
    let units = Key::all().map(Key::unit);
    let is_symbol = |unit: &&str| unit.contains(char::is_uppercase);
    units.filter(is_symbol).for_each(add);
    names
}

/// Words of three ASCII letters or more, without digits, accents and underscores in them.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .filter(|part| part.len() > 2 && part.chars().all(|letter| letter.is_ascii_alphabetic()))
}
