//! Messages as texts for the running program.
//!
//! Control characters begin the parts that are not text: `SHOWN` and a letter stand for an argument,
//! `CHOICE` and a letter begin a choice, `VARIANT` and its key begin a variant, `END` ends a choice.
//! Letters count from a space on. `text::language` reads them.
//!
//! Tests: `tests.rs`.

use crate::files::SOURCE;
use crate::message::{Catalogue, Key, Message, Piece};
use crate::plural;

/// Begins an argument.
const SHOWN: char = '\u{1}';
/// Begins a choice.
const CHOICE: char = '\u{2}';
/// Begins a variant.
const VARIANT: char = '\u{3}';
/// Ends a choice.
const END: char = '\u{4}';

/// The control characters as Rust constants, for the program that reads encoded messages.
#[must_use]
pub fn control_characters() -> String {
    let characters = [
        ("SHOWN", SHOWN),
        ("CHOICE", CHOICE),
        ("VARIANT", VARIANT),
        ("END", END),
    ];
    let constant = |(name, character)| format!("const {name}: char = {character:?};\n");
    characters.map(constant).concat()
}

/// The text of a message for the running program.
pub(crate) fn encode(pattern: &[Piece]) -> String {
    let mut text = String::new();
    add(pattern, &mut text);
    text
}

fn add(pattern: &[Piece], out: &mut String) {
    for piece in pattern {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Shown(place) => out.extend([SHOWN, letter(*place)]),
            Piece::Choice { by, variants } => {
                out.extend([CHOICE, letter(*by)]);
                for (key, pattern) in variants {
                    out.extend([VARIANT, key_letter(*key)]);
                    add(pattern, out);
                }
                out.push(END);
            }
        }
    }
}

/// The letter of a position.
fn letter(place: usize) -> char {
    char::from(b' ' + place as u8)
}

fn key_letter(key: Key) -> char {
    match key {
        Key::Plural(category) => category,
        Key::Digit(digit) => char::from(b'0' + digit),
        Key::Case(place) => char::from(b'A' + place as u8),
        Key::Default => '*',
    }
}

/// The file of a language that the program loads: its tag, its direction, its plural rule and the
/// fingerprint of the source, then a line for each message of the source, and the fingerprint once
/// more, which a file that is cut off lacks. The line of a message that the language lacks is empty,
/// and that of a text of nothing has the character 4 alone.
#[must_use]
pub fn language_file(tag: &str, source: &Catalogue, messages: &Catalogue) -> String {
    let direction = if is_right_to_left(tag) { "rtl" } else { "ltr" };
    let plain = || plural::rule(SOURCE).unwrap_or_default();
    // Pseudo-languages have the plural forms of the source.
    let rule = if crate::pseudo::is_pseudo(tag) {
        plain()
    } else {
        plural::rule(tag).unwrap_or_else(plain)
    };
    let line = |message: &Message| {
        let found = messages.find(&message.subject, &message.name);
        found.map_or_else(String::new, |found| match encode(&found.pattern) {
            text if text.is_empty() => END.to_string(),
            text => text,
        })
    };
    let head = [
        tag.to_owned(),
        direction.to_owned(),
        rule,
        source.fingerprint(),
    ];
    let lines = source.messages.iter().map(line);
    let end = [source.fingerprint()];
    let lines = head.into_iter().chain(lines).chain(end);
    lines.collect::<Vec<_>>().join("\n")
}

/// True for languages that are written from right to left.
fn is_right_to_left(tag: &str) -> bool {
    let language: Option<unic_langid::LanguageIdentifier> = tag.parse().ok();
    language.is_some_and(|language| {
        language.character_direction() == unic_langid::CharacterDirection::RTL
    })
}
