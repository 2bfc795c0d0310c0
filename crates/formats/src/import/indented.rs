//! YAML whose brackets and quotes reach over lines, indented as its parser wants it.
//!
//! By the specification such lines are indented deeper than the block around them, which PyYAML does
//! not ask for. Where the parser finds one that is not, the line gets blanks, which mean nothing
//! inside brackets and quotes, and the text is read again.
//!
//! Tests: `crates/formats/tests/all/yaml.rs`.

use std::borrow::Cow;
use std::collections::BTreeSet;

use saphyr_parser::{Marker, ScanError};

use super::imported::{ImportRefusal, TextPosition};

/// Blanks before a line: more than blocks of real files have.
const BLANKS: usize = 64;

/// A text with the lines that have got blanks.
pub(super) struct IndentedText<'a> {
    text: &'a str,
    indented: Cow<'a, str>,
    /// Numbers of the lines, counted from one.
    lines: BTreeSet<usize>,
}

impl<'a> IndentedText<'a> {
    /// A text whose lines are as they were written.
    pub(super) const fn of(text: &'a str) -> Self {
        Self {
            text,
            indented: Cow::Borrowed(text),
            lines: BTreeSet::new(),
        }
    }

    /// The text for the parser.
    pub(super) fn indented(&self) -> &str {
        &self.indented
    }

    /// The last line that has got blanks.
    pub(super) fn last(&self) -> Option<TextPosition> {
        let line = *self.lines.last()?;
        Some(TextPosition { line, column: 1 })
    }

    /// Indents the lines of which the parser says that they are not; returns false if there are
    /// none.
    pub(super) fn indent(&mut self, error: &ScanError) -> bool {
        let line = error.marker().line();
        let lines = match error.info() {
            "invalid indentation" | "invalid indentation in flow construct" => line..line + 1,
            // The place is that of the first quote.
            "invalid indentation in quoted scalar" => {
                let quoted = quoted(&self.indented, error.marker().index());
                line + 1..line + 1 + quoted.matches('\n').count()
            }
            _ => return false,
        };
        let before = self.lines.len();
        self.lines.extend(lines);
        if self.lines.len() == before {
            return false;
        }
        let mut indented = String::with_capacity(self.text.len() + BLANKS * self.lines.len());
        for (number, line) in self.text.split_inclusive('\n').enumerate() {
            if self.lines.contains(&(number + 1)) {
                indented.extend(std::iter::repeat_n(' ', BLANKS));
            }
            indented.push_str(line);
        }
        self.indented = Cow::Owned(indented);
        true
    }

    /// The refusal for a fault, with its place in the text as it was written.
    pub(super) fn refusal(&self, error: &ScanError) -> ImportRefusal {
        // The scanner also limits brackets, far beyond our limit.
        if error.info().contains("recursion limit") {
            return ImportRefusal::TooDeep;
        }
        let mut at = position(error.marker());
        if self.lines.contains(&at.line) {
            at.column = at.column.saturating_sub(BLANKS).max(1);
        }
        ImportRefusal::Syntax {
            said: error.info().to_owned(),
            at: Some(at),
        }
    }
}

/// The place of a mark, both counted from one.
pub(super) fn position(at: &Marker) -> TextPosition {
    TextPosition {
        line: at.line(),
        column: at.col() + 1,
    }
}

/// The text from the quote at a place, counted in characters, to the one that closes it.
fn quoted(text: &str, place: usize) -> &str {
    let start = text
        .char_indices()
        .nth(place)
        .map_or(text.len(), |(at, _)| at);
    let text = text.get(start..).unwrap_or_default();
    let mut letters = text.char_indices().peekable();
    let Some((_, quote)) = letters.next() else {
        return text;
    };
    while let Some((end, letter)) = letters.next() {
        let is_doubled = |next: &(usize, char)| quote == '\'' && next.1 == quote;
        if letter == '\\' && quote == '"' {
            letters.next();
        } else if letter == quote && letters.next_if(is_doubled).is_none() {
            return text.get(..end).unwrap_or_default();
        }
    }
    text
}
