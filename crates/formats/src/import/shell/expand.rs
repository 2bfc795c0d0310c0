//! Expansion of words: quotes, variables, whole numbers, and the few commands with a known output.

use super::arithmetic::compute;
use super::environment::Variable;
use super::lexer;
use super::mark::Mark;
use super::state::Shell;

/// Deepest nesting of expansions.
const DEEPEST: usize = 16;

/// Treatment of quotes and blanks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Blanks of unquoted variables end a word.
    Words,
    /// Everything is one text.
    Text,
    /// One text, in which quotes are letters.
    Document,
}

/// The words of an expansion so far.
#[derive(Default)]
struct Fields {
    done: Vec<String>,
    current: Option<String>,
}

impl Fields {
    fn push(&mut self, text: &str) {
        self.current.get_or_insert_default().push_str(text);
    }

    fn end(&mut self) {
        self.done.extend(self.current.take());
    }

    /// A text whose blanks end words.
    fn push_split(&mut self, text: &str) {
        let mut is_first = !text.starts_with(char::is_whitespace);
        for word in text.split_whitespace() {
            if !is_first {
                self.end();
            }
            is_first = false;
            self.push(word);
        }
        if text.ends_with(char::is_whitespace) {
            self.end();
        }
    }
}

impl Shell<'_> {
    /// The words to which a word expands.
    pub(super) fn expand(&mut self, word: &str) -> Vec<String> {
        self.expansion(word, Mode::Words)
    }

    /// The text to which a word expands.
    pub(super) fn expand_text(&mut self, word: &str) -> String {
        self.expansion(word, Mode::Text).join(" ")
    }

    /// A here-document with its variables.
    pub(super) fn expand_document(&mut self, text: &str) -> String {
        self.expansion(text, Mode::Document).join(" ")
    }

    fn expansion(&mut self, word: &str, mode: Mode) -> Vec<String> {
        self.depth += 1;
        let mut fields = Fields::default();
        if self.depth <= DEEPEST && self.budget.take_items(1, word.len()) {
            self.scan(word, mode, &mut fields);
        }
        self.depth -= 1;
        fields.end();
        fields.done
    }

    fn scan(&mut self, word: &str, mode: Mode, fields: &mut Fields) {
        let letters: Vec<char> = word.chars().collect();
        let get = |at: usize| letters.get(at).copied();
        let text = |from: usize, to: usize| -> String {
            letters.get(from..to).unwrap_or_default().iter().collect()
        };
        let (mut at, mut is_quoted) = (0, false);
        while let Some(letter) = get(at).filter(|_| !self.budget.is_spent()) {
            let is_document = mode == Mode::Document;
            match letter {
                '\\' => {
                    let next = get(at + 1);
                    let is_special = matches!(next, Some('$' | '`' | '\\' | '\n'))
                        || next == Some('"') && !is_document;
                    if (is_quoted || is_document) && !is_special {
                        fields.push("\\");
                    }
                    if next != Some('\n') {
                        fields.push(&next.map(String::from).unwrap_or_default());
                    }
                    at += 2;
                    continue;
                }
                '\'' if !is_quoted && !is_document => {
                    let end = (at + 1..letters.len()).find(|at| get(*at) == Some('\''));
                    if let Some(end) = end {
                        fields.push(&text(at + 1, end));
                        at = end + 1;
                        continue;
                    }
                    fields.push("'");
                }
                '"' if !is_document => {
                    let closes =
                        is_quoted || (at + 1..letters.len()).any(|at| get(at) == Some('"'));
                    is_quoted = closes && !is_quoted;
                    fields.push(if closes { "" } else { "\"" });
                }
                '$' | '`' => {
                    if let Some((end, value)) = self.dollar(&letters, at) {
                        let splits = mode == Mode::Words && !is_quoted;
                        self.push(fields, value, splits, mode);
                        at = end;
                        continue;
                    }
                    fields.push(&letter.to_string());
                }
                _ => {
                    let from = at;
                    while get(at + 1).is_some_and(|next| !"\\'\"$`".contains(next)) {
                        at += 1;
                    }
                    fields.push(&text(from, at + 1));
                }
            }
            at += 1;
        }
    }

    fn push(&mut self, fields: &mut Fields, value: Variable, splits: bool, mode: Mode) {
        let words = if splits { value.count() } else { 0 };
        if !self.budget.take_items(words, value.units()) {
            return;
        }
        match value {
            Variable::Text(text) if splits => fields.push_split(&text),
            Variable::Text(text) => fields.push(&text),
            Variable::List(items) if mode != Mode::Words => fields.push(&items.join(" ")),
            Variable::List(items) => {
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

    /// The value of an expansion that begins with `$` or a back quote, and its end.
    fn dollar(&mut self, letters: &[char], at: usize) -> Option<(usize, Variable)> {
        let get = |at: usize| letters.get(at).copied();
        let text = |from: usize, to: usize| -> String {
            letters.get(from..to).unwrap_or_default().iter().collect()
        };
        if get(at) == Some('`') {
            let end = (at + 1..letters.len()).find(|at| get(*at) == Some('`'))?;
            return Some((end + 1, self.output(&text(at + 1, end))));
        }
        match get(at + 1)? {
            '(' | '{' => {
                let end = self.matching(letters, at + 1)?;
                let inner = text(at + 2, end);
                let value = if get(at + 1) == Some('{') {
                    self.parameter(&inner)
                } else if let Some(sum) = inner
                    .strip_prefix('(')
                    .and_then(|inner| inner.strip_suffix(')'))
                {
                    Variable::Text(self.sum(sum))
                } else {
                    self.output(&inner)
                };
                Some((end + 1, value))
            }
            letter if letter.is_ascii_alphabetic() || letter == '_' => {
                let is_name = |at: usize| {
                    get(at).is_some_and(|next| next.is_ascii_alphanumeric() || next == '_')
                };
                let end = (at + 1..).find(|at| !is_name(*at))?;
                Some((end, self.parameter(&text(at + 1, end))))
            }
            letter if letter.is_ascii_digit() || "@*#?$!-".contains(letter) => {
                Some((at + 2, self.parameter(&letter.to_string())))
            }
            _ => None,
        }
    }

    /// The place of the bracket that closes the one at a place.
    fn matching(&mut self, letters: &[char], from: usize) -> Option<usize> {
        let mut depth = 0_usize;
        let rest = letters.get(from..)?;
        let mut escaped = false;
        for (place, letter) in rest.iter().enumerate() {
            match letter {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '(' | '{' => depth += 1,
                ')' | '}' => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        self.budget.take(place);
                        return Some(from + place);
                    }
                }
                _ => {}
            }
        }
        self.budget.take(rest.len());
        None
    }

    /// The value of an expression, or the mark of an undefined variable in it.
    fn sum(&mut self, text: &str) -> String {
        let text = self.expand_text(text);
        if let Some(mark) = Mark::first(&text) {
            return mark.text();
        }
        let value = |name: &str| self.variables.text(name);
        if let Some(number) = compute(&text, &value, self.budget) {
            return number.to_string();
        }
        let mut names = text.split(|letter: char| !(letter.is_alphanumeric() || letter == '_'));
        let found = names.find_map(|name| match self.variables.text(name) {
            Some(value) if self.budget.take(value.len()) => Mark::first(value),
            Some(_) => None,
            None => super::name::is_name(name).then(|| Mark::Undefined(name.to_owned())),
        });
        found.unwrap_or(Mark::Undefined(text)).text()
    }

    /// The output of a command: of `echo` or a sum, else a mark.
    fn output(&mut self, text: &str) -> Variable {
        let tokens = lexer::tokens(text, self.budget);
        let is_simple = tokens
            .iter()
            .all(|(_, token)| matches!(token, lexer::Token::Word(_)));
        let words = lexer::words_of(tokens);
        let name = words.first().map(String::as_str).unwrap_or_default();
        let rest = words.get(1..).unwrap_or_default();
        let value = |this: &mut Self| -> String {
            let words = rest.iter().flat_map(|word| this.expand(word));
            let words: Vec<String> = words.collect();
            words.join(" ")
        };
        Variable::Text(match name {
            "echo" if is_simple => value(self).trim_start_matches("-n ").to_owned(),
            "expr" if is_simple => {
                let text = value(self);
                self.sum(&text)
            }
            _ => Mark::Undefined(name.to_owned()).text(),
        })
    }
}
