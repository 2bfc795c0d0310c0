//! The JSON that we write: estimates and frameworks' files, in the command and in the page.
//!
//! Tests: `crates/cli/tests/all/reports.rs`.

use std::borrow::Cow;
use std::fmt;

use crate::excerpt::is_acted_on;
use crate::number::digits;

/// A value of JSON.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// Nothing.
    Null,
    /// True or false.
    Switch(bool),
    /// A whole number.
    Whole(u64),
    /// Any other number: twelve significant digits, at least one of them behind the point.
    Number(f64),
    /// A number by its digits.
    Digits(Cow<'static, str>),
    /// A constant text.
    Word(&'static str),
    /// Any text.
    Text(String),
    /// A list.
    List(Vec<Self>),
    /// Fields in their order.
    Fields(Vec<(&'static str, Self)>),
    /// Fields in their order, whose names are values.
    Named(Vec<(String, Self)>),
}

impl Json {
    /// The JSON of a value that may be missing.
    pub(crate) fn or_null<T>(value: Option<T>, json: impl FnOnce(T) -> Self) -> Self {
        value.map_or(Self::Null, json)
    }

    /// The text, two spaces a level.
    ///
    /// ```
    /// use formats::json::Json;
    /// let object = Json::Fields(vec![("mfu", Json::Number(0.5)), ("reasons", Json::List(vec![]))]);
    /// assert_eq!(object.text(), "{\n  \"mfu\": 0.5,\n  \"reasons\": []\n}");
    /// ```
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text, 0);
        text
    }

    fn write(&self, text: &mut String, depth: usize) {
        match self {
            Self::Null => text.push_str("null"),
            Self::Switch(true) => text.push_str("true"),
            Self::Switch(false) => text.push_str("false"),
            Self::Whole(number) => text.push_str(&number.to_string()),
            // JSON has no numbers that are not finite.
            Self::Number(number) if !number.is_finite() => text.push_str("null"),
            Self::Number(number) => {
                let digits = digits(*number);
                text.push_str(&digits);
                // A reader that distinguishes floats from whole numbers finds the same kind each
                // time.
                if !digits.bytes().any(|byte| byte == b'.' || byte == b'e') {
                    text.push_str(".0");
                }
            }
            Self::Digits(digits) => text.push_str(digits),
            Self::Word(word) => text.push_str(&quoted(word)),
            Self::Text(words) => text.push_str(&quoted(words)),
            Self::List(items) => {
                let parts = items.iter().map(|item| (None, item));
                write_inside(text, depth, ['[', ']'], parts);
            }
            Self::Fields(fields) => {
                let parts = fields.iter().map(|(name, value)| (Some(*name), value));
                write_inside(text, depth, ['{', '}'], parts);
            }
            Self::Named(fields) => {
                let parts = fields.iter();
                let parts = parts.map(|(name, value)| (Some(name.as_str()), value));
                write_inside(text, depth, ['{', '}'], parts);
            }
        }
    }
}

impl fmt::Display for Json {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text())
    }
}

/// Writes the entries inside brackets, a line each.
fn write_inside<'a>(
    text: &mut String,
    depth: usize,
    [open, close]: [char; 2],
    parts: impl Iterator<Item = (Option<&'a str>, &'a Json)>,
) {
    text.push(open);
    let mut is_empty = true;
    for (name, value) in parts {
        text.push_str(if is_empty { "\n" } else { ",\n" });
        is_empty = false;
        text.push_str(&"  ".repeat(depth + 1));
        if let Some(name) = name {
            text.push_str(&quoted(name));
            text.push_str(": ");
        }
        value.write(text, depth + 1);
    }
    if !is_empty {
        text.push('\n');
        text.push_str(&"  ".repeat(depth));
    }
    text.push(close);
}

/// A string in double quotes with the escapes that JSON, TOML and YAML share.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\u{2028}' | '\u{2029}' => escape(&mut quoted, letter),
            letter if is_acted_on(letter) => escape(&mut quoted, letter),
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

/// A JSON text of another writer, with escapes for the characters on which a terminal acts. Only
/// strings can contain them; line breaks stay.
#[must_use]
pub fn escaped(json: &str) -> String {
    let mut escaped = String::new();
    for letter in json.chars() {
        if is_acted_on(letter) && letter != '\n' {
            escape(&mut escaped, letter);
        } else {
            escaped.push(letter);
        }
    }
    escaped
}

/// Appends `\u` and four hexadecimal digits.
fn escape(text: &mut String, letter: char) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let code = u32::from(letter) as usize;
    text.push_str("\\u");
    for shift in [12, 8, 4, 0] {
        text.push(char::from(DIGITS[code >> shift & 15]));
    }
}
