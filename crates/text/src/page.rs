//! Texts of the page's own HTML, which stand there before the program runs.

messages!("page");

/// The text of an element, by the name in its attribute `data-text`.
///
/// ```
/// assert_eq!(text::page::named("try-again"), Some("Try again"));
/// ```
#[must_use]
pub fn named(name: &str) -> Option<&'static str> {
    find(name, "")
}
