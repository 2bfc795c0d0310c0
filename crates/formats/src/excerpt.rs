//! An untrusted text, shortened for a message.

/// Characters of such a text that are repeated, the ellipsis included.
const LONGEST: usize = 60;

/// The beginning of a text, as a message repeats it. An ellipsis follows where the text is cut.
/// Spaces replace control characters, on which a terminal would act.
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
    let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
    let letters = text.chars().map(plain);
    if text.chars().nth(most).is_none() {
        return letters.collect();
    }
    letters.take(most.saturating_sub(1)).chain(['…']).collect()
}
