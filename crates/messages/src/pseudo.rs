//! Pseudo-languages: the source with other letters, to show what is not translated and what is cut
//! off.
//!
//! Tests: `tests.rs`.

use crate::message::{Catalogue, Message, Piece};

/// A pseudo-language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pseudo {
    /// Letters with accents, a third more of them.
    Accented,
    /// Arabic letters, from right to left.
    RightToLeft,
}

impl Pseudo {
    /// All pseudo-languages.
    pub const ALL: [Self; 2] = [Self::Accented, Self::RightToLeft];

    /// The tag, as Android's pseudo-locales have it.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Accented => "en-XA",
            Self::RightToLeft => "ar-XB",
        }
    }
}

pub(crate) fn is_pseudo(tag: &str) -> bool {
    Pseudo::ALL.iter().any(|pseudo| pseudo.tag() == tag)
}

/// The source in a pseudo-language.
#[must_use]
pub fn pseudo(source: &Catalogue, pseudo: Pseudo) -> Catalogue {
    let message = |message: &Message| Message {
        pattern: pattern(message, pseudo),
        ..message.clone()
    };
    Catalogue {
        messages: source.messages.iter().map(message).collect(),
        found: source.found.clone(),
    }
}

/// Subject of marks, units and lists. Its letters have accents, so that units can be read, and no
/// unit is longer, so that numbers have their usual width.
const LOCALE: &str = "locale";

/// Marks of the language from right to left. A number with other marks was not written in it.
const MARKS: [(&str, &str); 4] = [
    ("decimal-mark", "٫"),
    ("group-mark", "٬"),
    ("list-separator", "، "),
    ("clause-separator", "؛ "),
];

fn pattern(message: &Message, pseudo: Pseudo) -> Vec<Piece> {
    let pattern = &message.pattern;
    if message.subject != LOCALE {
        return match pseudo {
            Pseudo::Accented => pieces(pattern, longer),
            Pseudo::RightToLeft => pieces(pattern, |text| with_marks(&letters(text, ARABIC))),
        };
    }
    let mut marks = MARKS.iter().filter(|_| pseudo == Pseudo::RightToLeft);
    match marks.find(|(name, _)| *name == message.name) {
        Some((_, mark)) => vec![Piece::Text((*mark).to_owned())],
        None => pieces(pattern, |text| letters(text, ACCENTED)),
    }
}

fn pieces(pattern: &[Piece], written: fn(&str) -> String) -> Vec<Piece> {
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => Piece::Text(written(text)),
        Piece::Shown(place) => Piece::Shown(*place),
        Piece::Choice { by, variants } => Piece::Choice {
            by: *by,
            variants: variants
                .iter()
                .map(|(key, pattern)| (*key, pieces(pattern, written)))
                .collect(),
        },
    };
    pattern.iter().map(piece).collect()
}

const PLAIN: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ACCENTED: &str = "áƀçđéƒĝĥíĵķłɱñóƥɋřšťúṽŵẋýžÁƁÇĐÉƑĜĤÍĴĶŁṀÑÓƤɊŘŠŤÚṼŴẊÝŽ";
const ARABIC: &str = "ابتثجحخدذرزسشصضطظعغفقكلمنهابتثجحخدذرزسشصضطظعغفقكلمنه";

/// The text with the letters of another alphabet.
fn letters(text: &str, alphabet: &str) -> String {
    text.chars()
        .map(|letter| other(letter, alphabet).unwrap_or(letter))
        .collect()
}

/// The text with the marks of the language from right to left in its numbers.
fn with_marks(text: &str) -> String {
    let all: Vec<char> = text.chars().collect();
    let is_digit = |place: usize| all.get(place).is_some_and(char::is_ascii_digit);
    let mark = |(place, letter): (usize, &char)| {
        let is_inside = place > 0 && is_digit(place - 1) && is_digit(place + 1);
        match letter {
            '.' if is_inside => '٫',
            ',' if is_inside => '٬',
            letter => *letter,
        }
    };
    all.iter().enumerate().map(mark).collect()
}

/// The text with accents, a third longer.
fn longer(text: &str) -> String {
    let mut out = String::new();
    let mut letters = 0;
    for letter in text.chars() {
        let accented = other(letter, ACCENTED);
        out.push(accented.unwrap_or(letter));
        if let Some(accented) = accented {
            letters += 1;
            // One letter in three stands twice.
            if letters % 3 == 2 {
                out.extend(accented.to_lowercase());
            }
        }
    }
    out
}

/// The letter of an alphabet for a letter; none for a character that is no letter of English.
fn other(letter: char, alphabet: &str) -> Option<char> {
    let place = PLAIN.chars().position(|plain| plain == letter)?;
    alphabet.chars().nth(place)
}
