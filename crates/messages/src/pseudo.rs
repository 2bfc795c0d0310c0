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
        pattern: pieces(&message.pattern, pseudo),
        ..message.clone()
    };
    Catalogue {
        messages: source.messages.iter().map(message).collect(),
        found: source.found.clone(),
    }
}

fn pieces(pattern: &[Piece], pseudo: Pseudo) -> Vec<Piece> {
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => Piece::Text(other_letters(text, pseudo)),
        Piece::Shown(place) => Piece::Shown(*place),
        Piece::Choice { by, variants } => Piece::Choice {
            by: *by,
            variants: variants
                .iter()
                .map(|(key, pattern)| (*key, pieces(pattern, pseudo)))
                .collect(),
        },
    };
    pattern.iter().map(piece).collect()
}

const PLAIN: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ACCENTED: &str = "áƀçđéƒĝĥíĵķłɱñóƥɋřšťúṽŵẋýžÁƁÇĐÉƑĜĤÍĴĶŁṀÑÓƤɊŘŠŤÚṼŴẊÝŽ";
const ARABIC: &str = "ابتثجحخدذرزسشصضطظعغفقكلمنهابتثجحخدذرزسشصضطظعغفقكلمنه";

/// The text with other letters; the accented one is a third longer.
fn other_letters(text: &str, pseudo: Pseudo) -> String {
    let alphabet = match pseudo {
        Pseudo::Accented => ACCENTED,
        Pseudo::RightToLeft => ARABIC,
    };
    let mut out = String::new();
    let mut letters = 0;
    for letter in text.chars() {
        let place = PLAIN.chars().position(|plain| plain == letter);
        let other = place.and_then(|place| alphabet.chars().nth(place));
        out.push(other.unwrap_or(letter));
        if let (Some(other), Pseudo::Accented) = (other, pseudo) {
            letters += 1;
            // One letter in three stands twice.
            if letters % 3 == 2 {
                out.extend(other.to_lowercase());
            }
        }
    }
    out
}
