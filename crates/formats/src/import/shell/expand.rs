//! Expansion of words: quotes, variables, whole numbers, and the output of commands.

use super::braces::braces;
use super::lexer;
use super::mark::{self, Mark};
use super::output::unescaped;
use super::scan::Scanner;
use super::split::Separators;
use super::state::{Shell, Status};
use crate::import::budget::ReadBudget;

/// Deepest nesting of expansions.
const DEEPEST: usize = 16;

/// Treatment of quotes and blanks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Separators of unquoted variables end a word.
    Words,
    /// Everything is one text.
    Text,
    /// One text, in which quotes are letters.
    Document,
    /// A pattern, in which a backslash stands before quoted letters.
    Pattern,
    /// A regular expression, in which a backslash stands before quoted letters that it would
    /// interpret.
    Regular,
}

/// The value of an expansion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// A text.
    Text(String),
    /// Items, as `$@`.
    Items(Vec<String>),
    /// Items that quotes join, as `$*`.
    Joined(Vec<String>),
    /// A word that is expanded in place.
    Word(String),
}

/// The words of an expansion so far.
struct Fields<'b> {
    done: Vec<String>,
    current: Option<String>,
    mode: Mode,
    separators: Separators,
    /// True if quotes are around nothing but an array without items.
    is_gone: bool,
    budget: &'b ReadBudget,
}

impl Fields<'_> {
    fn push(&mut self, text: &str) {
        self.current.get_or_insert_default().push_str(text);
    }

    /// Adds quoted letters.
    fn push_quoted(&mut self, text: &str) {
        let is_escaped = match self.mode {
            Mode::Pattern => |letter: char| "*?[]\\-!^@+()|".contains(letter),
            Mode::Regular => |letter: char| "\\.^$*+?()[]{}|".contains(letter),
            Mode::Words | Mode::Text | Mode::Document => return self.push(text),
        };
        let current = self.current.get_or_insert_default();
        for (part, is_mark) in mark::parts(text) {
            if is_mark {
                current.push_str(part);
                continue;
            }
            for letter in part.chars() {
                if is_escaped(letter) {
                    current.push('\\');
                }
                current.push(letter);
            }
        }
    }

    fn end(&mut self) {
        self.done.extend(self.current.take());
    }

    /// A text whose separators end words.
    fn push_split(&mut self, text: &str) {
        let words = mark::words(text).count();
        if !self.budget.take_items(words, 0) {
            return;
        }
        let mut is_after_blank = false;
        for (part, is_mark) in mark::parts(text) {
            if is_mark {
                self.push(&mark::unquoted(part));
                is_after_blank = false;
                continue;
            }
            for letter in part.chars() {
                if self.separators.is_blank(letter) {
                    is_after_blank |= self.current.is_some();
                    self.end();
                } else if self.separators.ends_word(letter) {
                    if self.current.is_none() && !is_after_blank {
                        self.push("");
                    }
                    self.end();
                    is_after_blank = false;
                } else {
                    self.current.get_or_insert_default().push(letter);
                    is_after_blank = false;
                }
            }
        }
    }
}

/// True for the first letter of a quote, an expansion or a mark.
fn begins_expansion(letter: char) -> bool {
    "\\'\"$`<>\u{1}".contains(letter)
}

impl Shell<'_> {
    /// The words to which a word expands.
    pub(super) fn expand(&mut self, word: &str) -> Vec<String> {
        if !word.contains('{') {
            return self.expansion(word, Mode::Words);
        }
        let words = braces(word, self.budget);
        let words = words.iter();
        words
            .flat_map(|word| self.expansion(word, Mode::Words))
            .collect()
    }

    /// The text to which a word expands.
    pub(super) fn expand_text(&mut self, word: &str) -> String {
        self.expansion(word, Mode::Text).join(" ")
    }

    /// A here-document with its variables.
    pub(super) fn expand_document(&mut self, text: &str) -> String {
        self.expansion(text, Mode::Document).join(" ")
    }

    /// A pattern with its variables; quoted letters follow a backslash.
    pub(super) fn expand_pattern(&mut self, word: &str) -> String {
        self.expansion(word, Mode::Pattern).join(" ")
    }

    /// A regular expression with its variables; quoted letters follow a backslash.
    pub(super) fn expand_regular(&mut self, word: &str) -> String {
        self.expansion(word, Mode::Regular).join(" ")
    }

    fn expansion(&mut self, word: &str, mode: Mode) -> Vec<String> {
        if !word.is_empty() && !word.contains(begins_expansion) {
            let is_kept = self.budget.take_items(1, word.len());
            return is_kept.then(|| word.to_owned()).into_iter().collect();
        }
        self.depth += 1;
        let mut fields = Fields {
            done: Vec::new(),
            current: None,
            mode,
            separators: Separators::of(self.state.variables.text("IFS")),
            is_gone: false,
            budget: self.budget,
        };
        if self.depth <= DEEPEST && self.budget.take_items(1, 2 * word.len()) {
            let letters: Vec<char> = word.chars().collect();
            self.scan(&letters, mode == Mode::Document, &mut fields);
        } else {
            fields.push(&Mark::undefined("…"));
        }
        self.depth -= 1;
        fields.end();
        fields.done
    }

    /// Adds the expansion of letters, which are inside double quotes or not.
    fn scan(&mut self, letters: &[char], is_quoted: bool, fields: &mut Fields) {
        let budget = self.budget;
        let mut scan = Scanner::new(letters, 0, budget);
        let is_document = fields.mode == Mode::Document;
        while let Some(letter) = scan.peek(0).filter(|_| !budget.is_spent()) {
            let from = scan.at;
            match letter {
                '\\' => {
                    let next = scan.peek(1);
                    let is_special = matches!(next, Some('$' | '`' | '\\' | '\n'))
                        || next == Some('"') && !is_document;
                    let next = next.map(String::from).unwrap_or_default();
                    if is_quoted && !is_special {
                        fields.push_quoted("\\");
                        fields.push_quoted(&next);
                    } else if next != "\n" {
                        fields.push_quoted(&next);
                    }
                    scan.at += 2;
                }
                '\'' if !is_quoted && scan.quoted('\'') => {
                    let inner = scan.slice(from + 1, scan.at - 1);
                    fields.push_quoted(&inner);
                }
                '"' if !is_document && scan.quoted('"') => {
                    let inner = letters.get(from + 1..scan.at - 1).unwrap_or_default();
                    let outer = std::mem::take(&mut fields.is_gone);
                    self.scan(inner, true, fields);
                    if !std::mem::replace(&mut fields.is_gone, outer) {
                        fields.push("");
                    }
                }
                '$' if !is_quoted && scan.peek(1) == Some('\'') => {
                    scan.at += 1;
                    if scan.escaped() {
                        let inner = scan.slice(from + 2, scan.at - 1);
                        let text = unescaped(&inner).unwrap_or_else(|| Mark::undefined("$'"));
                        fields.push_quoted(&text);
                    } else {
                        fields.push("$'");
                    }
                }
                // A text to be translated.
                '$' if !is_quoted && scan.peek(1) == Some('"') => scan.at += 1,
                '<' | '>' if !is_quoted && scan.peek(1) == Some('(') => {
                    scan.at += 1;
                    scan.bracketed(false);
                    let inner = scan.slice(from + 2, scan.at.saturating_sub(1));
                    let name = inner.split_whitespace().next().unwrap_or("<(");
                    fields.push(&Mark::undefined(name));
                }
                '$' | '`' => match self.dollar(&mut scan, is_quoted) {
                    Some(value) => self.push(fields, value, is_quoted),
                    None => {
                        scan.at = from + 1;
                        let letter = letter.to_string();
                        if is_quoted {
                            fields.push_quoted(&letter);
                        } else {
                            fields.push(&letter);
                        }
                    }
                },
                _ => {
                    // Quotes without an end are letters.
                    scan.at = from;
                    scan.letter();
                    while scan.peek(0).is_some_and(|next| !begins_expansion(next)) {
                        scan.at += 1;
                    }
                    let text = scan.slice(from, scan.at);
                    if is_quoted {
                        fields.push_quoted(&text);
                    } else {
                        fields.push(&text);
                    }
                }
            }
        }
    }

    fn push(&mut self, fields: &mut Fields, value: Value, is_quoted: bool) {
        let splits = fields.mode == Mode::Words && !is_quoted;
        match value {
            Value::Word(word) => {
                self.depth += 1;
                if self.depth <= DEEPEST && self.budget.take_items(1, word.len()) {
                    let letters: Vec<char> = word.chars().collect();
                    self.scan(&letters, is_quoted, fields);
                }
                self.depth -= 1;
            }
            Value::Text(text) if !self.budget.take(text.len()) => drop(text),
            Value::Text(text) if splits => fields.push_split(&text),
            Value::Text(text) if is_quoted => fields.push_quoted(&text),
            Value::Text(text) => fields.push(&text),
            Value::Items(items) | Value::Joined(items)
                if !self
                    .budget
                    .take_items(items.len(), items.iter().map(String::len).sum()) =>
            {
                drop(items);
            }
            Value::Joined(items) if !splits => {
                let between = match self.state.variables.text("IFS") {
                    Some(text) => text.chars().next().map(String::from).unwrap_or_default(),
                    None => String::from(" "),
                };
                fields.push_quoted(&items.join(&between));
            }
            Value::Items(items) if fields.mode != Mode::Words => {
                fields.push_quoted(&items.join(" "));
            }
            Value::Items(items) | Value::Joined(items) => {
                fields.is_gone |= items.is_empty() && fields.current.is_none();
                for (place, item) in items.iter().enumerate() {
                    if place > 0 {
                        fields.end();
                    }
                    if splits {
                        fields.push_split(item);
                    } else {
                        fields.push(item);
                    }
                }
            }
        }
    }

    /// The value of an expansion that begins with `$` or a back quote, and passes it; `None` if
    /// there is none.
    fn dollar(&mut self, scan: &mut Scanner, is_quoted: bool) -> Option<Value> {
        let from = scan.at;
        if scan.peek(0) == Some('`') {
            let is_whole = scan.back_quoted();
            let inner = scan.slice(from + 1, scan.at - 1);
            return is_whole.then(|| Value::Text(self.output(&inner.replace("\\`", "`"))));
        }
        match scan.peek(1)? {
            bracket @ ('(' | '{') => {
                scan.at += 1;
                if !scan.bracketed(is_quoted) {
                    return None;
                }
                let inner = scan.slice(from + 2, scan.at - 1);
                if bracket == '{' {
                    return Some(self.parameter(&inner));
                }
                let sum = inner.strip_prefix('(');
                let sum = sum.and_then(|inner| inner.strip_suffix(')'));
                Some(Value::Text(match sum {
                    Some(sum) => self.sum(sum),
                    None => self.output(&inner),
                }))
            }
            letter if letter.is_ascii_alphabetic() || letter == '_' => {
                scan.at += 1;
                while scan
                    .peek(0)
                    .is_some_and(|next| next.is_ascii_alphanumeric() || next == '_')
                {
                    scan.at += 1;
                }
                let name = scan.slice(from + 1, scan.at);
                Some(self.parameter(&name))
            }
            letter if letter.is_ascii_digit() || "@*#?$!-".contains(letter) => {
                scan.at += 2;
                Some(self.parameter(&letter.to_string()))
            }
            _ => None,
        }
    }

    /// The value of an expression, or the mark of an undefined variable in it.
    fn sum(&mut self, text: &str) -> String {
        let text = self.expand_text(text);
        self.number_text(&text)
    }

    /// The output of commands, without the ends of lines after it.
    fn output(&mut self, text: &str) -> String {
        let mut output = String::new();
        let outer = self.state.output.take();
        let is_quiet = std::mem::replace(&mut self.is_quiet, true);
        let status = self.subshell(|shell| {
            shell.state.output = Some(String::new());
            shell.state.ends_on_failure = false;
            let scripts = shell.scripts;
            let status = match lexer::words(text, shell.budget).as_slice() {
                [file] if text.trim_start().starts_with('<') => {
                    shell.file_text(file);
                    Status::OK
                }
                _ => shell.script(text),
            };
            shell.scripts = scripts;
            output = shell.state.output.take().unwrap_or_default();
            status
        });
        self.state.output = outer;
        self.is_quiet = is_quiet;
        self.state.status = Some(status.clone());
        self.substituted = Some(status);
        output.truncate(output.trim_end_matches('\n').len());
        output
    }

    /// Prints a file, as `$(<FILE)` does.
    fn file_text(&mut self, file: &str) {
        let file = self.expand_text(file);
        self.tool("cat", &[file]);
    }
}
