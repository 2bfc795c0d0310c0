//! The standard streams of the command, without characters on which a terminal would act.
//!
//! The output repeats texts of strangers: names of files and options, cells of a spreadsheet,
//! titles of lessons.
//!
//! Tests: `tests/all/printed.rs`.

use std::io::{self, StderrLock, StdoutLock, Write};

use formats::excerpt::is_acted_on;
use formats::json::escaped;
use serde_json::Value;

/// A stream of text in which spaces replace the characters on which a terminal acts. Line breaks and
/// tabs stay.
#[derive(Debug)]
pub struct Printed<W> {
    stream: W,
    /// Bytes of an incomplete character or line break.
    begun: Vec<u8>,
}

/// The standard output.
#[must_use]
pub fn stdout() -> Printed<StdoutLock<'static>> {
    Printed::of(io::stdout().lock())
}

/// The standard error.
#[must_use]
pub fn stderr() -> Printed<StderrLock<'static>> {
    Printed::of(io::stderr().lock())
}

/// JSON as printed: with escapes for characters on which a terminal would act.
#[must_use]
pub fn json(value: &Value) -> String {
    escaped(&format!("{value:#}"))
}

impl<W> Printed<W> {
    const fn of(stream: W) -> Self {
        let begun = Vec::new();
        Self { stream, begun }
    }
}

impl<W: Write> Write for Printed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut text = std::mem::take(&mut self.begun);
        text.extend_from_slice(bytes);
        self.begun = text.split_off(text.len() - begun(&text));
        let mut shown = String::new();
        let text = String::from_utf8_lossy(&text);
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            let ends_line = letter == '\r' && letters.peek() == Some(&'\n');
            let is_kept = ends_line || matches!(letter, '\n' | '\t') || !is_acted_on(letter);
            shown.push(if is_kept { letter } else { ' ' });
        }
        self.stream.write_all(shown.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// Number of bytes at the end of a text that belong to an incomplete character, or to the possible
/// first half of a line break.
fn begun(text: &[u8]) -> usize {
    if text.ends_with(b"\r") {
        return 1;
    }
    let last = text.utf8_chunks().last();
    let end = last.map_or(&[][..], |last| last.invalid());
    let is_begun = str::from_utf8(end).is_err_and(|error| error.error_len().is_none());
    if is_begun { end.len() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_whole_wherever_they_are_cut() {
        let text = "a\u{1b}[31m é\u{202e}…\u{9b}1\tx\ry\r\n\u{2067}z\n";
        let expected = "a [31m é … 1\tx y\r\n z\n";
        for size in 1..=text.len() {
            let mut printed = Printed::of(Vec::new());
            for part in text.as_bytes().chunks(size) {
                printed.write_all(part).expect("a list takes all");
            }
            let shown = String::from_utf8(printed.stream).expect("UTF-8");
            assert_eq!(shown, expected, "{size}");
        }
        let mut printed = Printed::of(Vec::new());
        printed
            .write_all(b"a\x9b1\xff\n")
            .expect("a list takes all");
        assert_eq!(printed.stream, "a\u{fffd}1\u{fffd}\n".as_bytes());
    }
}
