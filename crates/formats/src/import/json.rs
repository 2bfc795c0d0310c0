//! JSON into a value, as Python's `json` reads it: with `NaN` and `Infinity`, which programs of the
//! field write, with whole numbers of any length, and of fields with one name the last.
//!
//! `serde_json` refuses these words, and a half of a surrogate pair. `jiter`, which reads them, brings
//! parsers of floats and of long numbers into the page's worker.
//!
//! Source of the syntax and of the words of faults: `json/decoder.py` and `json/scanner.py` of
//! Python 3.14.
//!
//! Tests: `crates/formats/tests/all/json.rs`.

use super::imported::{ImportRefusal, place};
use super::value::{DEEPEST, ParsedValue};
use crate::number;

/// Reads JSON.
///
/// # Errors
/// If the text is no JSON, or nested too deeply.
pub fn parse(text: &str) -> Result<ParsedValue, ImportRefusal> {
    let mut reader = JsonReader { text, rest: text };
    let value = reader.value(0)?;
    if reader.next().is_some() {
        return Err(reader.fault("Extra data"));
    }
    Ok(value)
}

/// A text, and the part of it that is not read yet.
struct JsonReader<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> JsonReader<'a> {
    /// A fault at the present place.
    fn fault(&self, said: &str) -> ImportRefusal {
        self.fault_before(self.rest, said)
    }

    /// A fault at the place behind which this is the rest.
    fn fault_before(&self, rest: &str, said: &str) -> ImportRefusal {
        ImportRefusal::Syntax {
            said: said.to_owned(),
            at: Some(place(self.text, self.text.len() - rest.len())),
        }
    }

    /// The first byte after blanks, which are passed.
    fn next(&mut self) -> Option<u8> {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
        self.rest.bytes().next()
    }

    /// Passes a word; returns false if it is not next.
    fn take(&mut self, word: &str) -> bool {
        let rest = self.rest.strip_prefix(word);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Passes this number of bytes, and returns them.
    fn split(&mut self, bytes: usize) -> &'a str {
        let (before, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        self.rest = rest;
        before
    }

    fn value(&mut self, depth: usize) -> Result<ParsedValue, ImportRefusal> {
        if depth > DEEPEST {
            return Err(ImportRefusal::TooDeep);
        }
        match self.next() {
            Some(b'{') => self.fields(depth),
            Some(b'[') => self.list(depth),
            Some(b'"') => self.string().map(ParsedValue::Text),
            _ => self.word(),
        }
    }

    /// A value without quotes or brackets.
    fn word(&mut self) -> Result<ParsedValue, ImportRefusal> {
        for word in ["NaN", "Infinity", "-Infinity"] {
            if self.take(word) {
                return Ok(ParsedValue::Number(word.to_owned()));
            }
        }
        if self.take("null") {
            return Ok(ParsedValue::Null);
        }
        if self.take("true") {
            return Ok(ParsedValue::Switch(true));
        }
        if self.take("false") {
            return Ok(ParsedValue::Switch(false));
        }
        let length = number_length(self.rest).ok_or_else(|| self.fault("Expecting value"))?;
        Ok(number(self.split(length)))
    }

    fn list(&mut self, depth: usize) -> Result<ParsedValue, ImportRefusal> {
        self.split(1);
        let mut items = Vec::new();
        if self.next() == Some(b']') {
            self.split(1);
            return Ok(ParsedValue::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            if self.ends(']')? {
                return Ok(ParsedValue::List(items));
            }
        }
    }

    fn fields(&mut self, depth: usize) -> Result<ParsedValue, ImportRefusal> {
        self.split(1);
        let mut fields = Vec::new();
        if self.next() == Some(b'}') {
            self.split(1);
            return Ok(ParsedValue::Fields(fields));
        }
        loop {
            if self.next() != Some(b'"') {
                return Err(self.fault("Expecting property name enclosed in double quotes"));
            }
            let name = self.string()?;
            self.next();
            if !self.take(":") {
                return Err(self.fault("Expecting ':' delimiter"));
            }
            fields.push((name, self.value(depth + 1)?));
            if self.ends('}')? {
                return Ok(ParsedValue::of_fields(fields));
            }
        }
    }

    /// Passes a comma, or the end of a list or of fields; returns true at the end.
    fn ends(&mut self, end: char) -> Result<bool, ImportRefusal> {
        self.next();
        if self.take(",") {
            return Ok(false);
        }
        let rest = self.rest.strip_prefix(end);
        self.rest = rest.ok_or_else(|| self.fault("Expecting ',' delimiter"))?;
        Ok(true)
    }

    /// The text in quotes, without them.
    fn string(&mut self) -> Result<String, ImportRefusal> {
        let start = self.rest;
        self.split(1);
        let mut text = String::new();
        loop {
            let is_end = |letter: char| letter == '"' || letter == '\\' || letter < ' ';
            let Some(end) = self.rest.find(is_end) else {
                return Err(self.fault_before(start, "Unterminated string"));
            };
            text.push_str(self.split(end));
            match self.rest.bytes().next() {
                Some(b'"') => {
                    self.split(1);
                    return Ok(text);
                }
                Some(b'\\') => text.push(self.escape()?),
                _ => return Err(self.fault("Invalid control character")),
            }
        }
    }

    /// The character of an escape. Half of a surrogate pair is none that a text can have.
    fn escape(&mut self) -> Result<char, ImportRefusal> {
        let start = self.rest;
        let invalid = |reader: &Self| reader.fault_before(start, "Invalid \\escape");
        self.split(1);
        let letter = match self.rest.chars().next() {
            Some(quoted @ ('"' | '\\' | '/')) => quoted,
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => {
                let first = self.unit();
                let first = first.ok_or_else(|| self.fault("Invalid \\uXXXX escape"))?;
                return Ok(self.joined(first));
            }
            _ => return Err(invalid(self)),
        };
        self.split(1);
        Ok(letter)
    }

    /// The 16 bits of `uXXXX`.
    fn unit(&mut self) -> Option<u16> {
        let digits = self.rest.strip_prefix('u')?.get(..4)?;
        let is_digit = |digit: u8| digit.is_ascii_hexdigit();
        let unit = digits.bytes().all(is_digit).then_some(digits)?;
        let unit = u16::from_str_radix(unit, 16).ok()?;
        self.split(5);
        Some(unit)
    }

    /// The character that begins with these 16 bits, with those of a second escape if it follows.
    fn joined(&mut self, first: u16) -> char {
        let behind = self.rest;
        if (0xD800..0xDC00).contains(&first) && self.take("\\") {
            let second = self.unit();
            let pair = second.and_then(|second| char::decode_utf16([first, second]).next()?.ok());
            if let Some(letter) = pair {
                return letter;
            }
            self.rest = behind;
        }
        char::from_u32(first.into()).unwrap_or(char::REPLACEMENT_CHARACTER)
    }
}

/// Bytes of the number at the beginning of a text.
fn number_length(text: &str) -> Option<usize> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let behind = |from: usize| text.get(from..).unwrap_or_default();
    let mut length = usize::from(text.starts_with('-'));
    length += match digits(behind(length)) {
        0 => return None,
        _ if behind(length).starts_with('0') => 1,
        whole => whole,
    };
    if let Some(decimals) = behind(length).strip_prefix('.') {
        let decimals = digits(decimals);
        length += if decimals > 0 { 1 + decimals } else { 0 };
    }
    if let Some(exponent) = behind(length).strip_prefix(['e', 'E']) {
        let sign = usize::from(exponent.starts_with(['+', '-']));
        let power = digits(exponent.get(sign..).unwrap_or_default());
        length += if power > 0 { 1 + sign + power } else { 0 };
    }
    Some(length)
}

/// A number. One beyond all floats stays as it is written.
fn number(text: &str) -> ParsedValue {
    if let Ok(whole) = text.parse() {
        return ParsedValue::Whole(whole);
    }
    match number::read(text).filter(|number| number.is_finite()) {
        Some(number) => ParsedValue::of_number(number),
        None => ParsedValue::Number(text.to_owned()),
    }
}
