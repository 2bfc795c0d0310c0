//! An untrusted text, shortened for a message.

/// Largest number of characters of an excerpt, the ellipsis included.
const LONGEST: usize = 60;

/// True of a character on which a terminal acts instead of showing it: a control, or one that turns
/// the direction of the text around it (Unicode 16, UAX 9: marks, embeddings, overrides, isolates).
#[must_use]
pub const fn is_acted_on(letter: char) -> bool {
    matches!(
        letter,
        '\0'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{61c}'
            | '\u{200e}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
    )
}

/// An untrusted text in one line, with spaces instead of the characters on which a terminal acts.
///
/// ```
/// use formats::excerpt::plain;
/// assert_eq!(plain("a\u{1b}[31m\u{202e}b\n"), "a [31m b ");
/// ```
#[must_use]
pub fn plain(text: &str) -> String {
    text.chars().map(shown).collect()
}

const fn shown(letter: char) -> char {
    if is_acted_on(letter) { ' ' } else { letter }
}

/// The beginning of a text for a message. An ellipsis follows if the text is cut. Spaces replace
/// the characters on which a terminal would act.
///
/// ```
/// use formats::excerpt::excerpt;
/// assert_eq!(excerpt("tp = 8"), "tp = 8");
/// assert_eq!(excerpt("a\u{1b}[31m"), "a [31m");
/// assert_eq!(excerpt(&"8".repeat(61)), ["8".repeat(59), "…".to_owned()].concat());
/// ```
#[must_use]
pub fn excerpt(text: &str) -> String {
    excerpt_within(text, LONGEST)
}

/// The beginning of a text, as [`excerpt`] returns it, with at most `most` characters. The ellipsis
/// counts as one of them.
#[must_use]
pub fn excerpt_within(text: &str, most: usize) -> String {
    if text.chars().nth(most).is_none() {
        return plain(text);
    }
    let letters = text.chars().map(shown);
    letters.take(most.saturating_sub(1)).chain(['…']).collect()
}
