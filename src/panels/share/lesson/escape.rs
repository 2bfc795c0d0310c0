//! Escaping of texts in HTML.
//!
//! Tests: `tests.rs`.

/// Adds an attribute to an open tag; its value is escaped, so that it cannot end the attribute.
pub(super) fn push_attribute(name: &str, value: &str, html: &mut String) {
    html.push(' ');
    html.push_str(name);
    html.push_str("=\"");
    html.push_str(&escaped(value));
    html.push('"');
}

/// The escaped text, for HTML content or an attribute's value.
fn escaped(text: &str) -> String {
    let mut html = String::new();
    for letter in text.chars() {
        match letter {
            '&' => html.push_str("&amp;"),
            '"' => html.push_str("&quot;"),
            '<' => html.push_str("&lt;"),
            letter => html.push(letter),
        }
    }
    html
}
