//! Words and operators of a script. A word keeps its quotes, which expansion needs.
//!
//! Faults do not stop it: a quote without an end is a letter.

use super::scan::Scanner;
use crate::import::budget::{ITEM, ReadBudget};

/// A part of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A word as written; an array with its brackets is one word.
    Word(String),
    /// An operator.
    Operator(&'static str),
    /// The number of the file that the redirection behind it opens.
    Descriptor(String),
    /// An expression in `((…))`.
    Arithmetic(String),
    /// The end of a line.
    Line,
    /// A here-document.
    Document {
        /// The text of the document.
        text: String,
        /// True if variables in the document are expanded.
        is_expanded: bool,
    },
}

/// Operators, the longest first.
const OPERATORS: [&str; 22] = [
    ";;&", "<<<", "<<-", "&>>", ";;", ";&", "&&", "||", "|&", "&>", ">>", ">&", "<&", "<>", ">|",
    "<<", ";", "&", "|", "<", ">", "(",
];

/// A here-document that begins after the present line.
struct Expected {
    /// The word that ends it.
    end: String,
    is_expanded: bool,
    loses_tabs: bool,
    /// The place of its token.
    token: usize,
}

/// A place in a text that is being cut into tokens.
struct Lexer<'a> {
    scan: Scanner<'a>,
    /// Number of letters.
    length: usize,
    /// The first letter of the latest token.
    start: usize,
    /// Number of the line up to which lines were counted.
    line: usize,
    counted: usize,
    documents: Vec<Expected>,
    /// True after the operator of a regular expression.
    is_regular: bool,
}

/// Units of a token: its word, and the room of its command.
const TOKEN: usize = 2 * ITEM;

/// Cuts a text, as far as the budget lasts; each token with its line.
pub(super) fn tokens(text: &str, budget: &ReadBudget) -> Vec<(usize, Token)> {
    tokens_of(text, TOKEN, budget)
}

/// Cuts a text; `units` are those of each token.
fn tokens_of(text: &str, units: usize, budget: &ReadBudget) -> Vec<(usize, Token)> {
    let mut tokens = Vec::new();
    if !budget.take(text.len().saturating_mul(2)) {
        return tokens;
    }
    let letters: Vec<char> = text.replace("\r\n", "\n").chars().collect();
    let mut lexer = Lexer {
        scan: Scanner::new(&letters, 0, budget),
        length: letters.len(),
        start: 0,
        line: 1,
        counted: 0,
        documents: Vec::new(),
        is_regular: false,
    };
    while let Some(token) = lexer.next() {
        if !budget.take(units) {
            break;
        }
        let line = lexer.line();
        lexer.is_regular = matches!(&token, Token::Word(word) if word == "=~");
        let token = match token {
            Token::Operator("<<" | "<<-") => {
                lexer.expect_document(token == Token::Operator("<<-"), tokens.len());
                Token::Document {
                    text: String::new(),
                    is_expanded: false,
                }
            }
            token => token,
        };
        let is_line = token == Token::Line;
        tokens.push((line, token));
        if is_line {
            lexer.read_documents(&mut tokens);
        }
    }
    tokens
}

/// The words of a text, without operators.
pub(super) fn words(text: &str, budget: &ReadBudget) -> Vec<String> {
    let tokens = tokens_of(text, ITEM, budget).into_iter();
    let words = tokens.filter_map(|(_, token)| match token {
        Token::Word(word) => Some(word),
        _ => None,
    });
    words.collect()
}

impl Lexer<'_> {
    /// The line of the latest token.
    fn line(&mut self) -> usize {
        let passed = self.scan.slice(self.counted, self.start);
        self.line += passed.matches('\n').count();
        self.counted = self.start;
        self.line
    }

    /// Skips blanks, comments and continued lines; returns true if a line ends.
    fn skip(&mut self) -> bool {
        while let Some(letter) = self.scan.peek(0) {
            match letter {
                '\n' => {
                    self.scan.at += 1;
                    return true;
                }
                // Comments between continued lines do not end the command.
                '\\' if self.continues() => {
                    while self.is_comment_ahead() {
                        self.scan.skip_line();
                        self.scan.at += 1;
                    }
                }
                '#' => self.scan.skip_line(),
                space if space.is_whitespace() => self.scan.at += 1,
                _ => return false,
            }
        }
        false
    }

    /// True if only blanks precede a comment.
    fn is_comment_ahead(&self) -> bool {
        let mut ahead = 0;
        while matches!(self.scan.peek(ahead), Some(' ' | '\t')) {
            ahead += 1;
        }
        self.scan.peek(ahead) == Some('#')
    }

    /// Skips a backslash at the end of a line, with blanks or a comment after it.
    fn continues(&mut self) -> bool {
        let mut end = 1;
        while matches!(self.scan.peek(end), Some(' ' | '\t')) {
            end += 1;
        }
        if end > 1 && self.scan.peek(end) == Some('#') {
            while self.scan.peek(end).is_some_and(|letter| letter != '\n') {
                end += 1;
            }
        }
        let ends = matches!(self.scan.peek(end), None | Some('\n'));
        if ends {
            self.scan.at += end + 1;
        }
        ends
    }

    fn next(&mut self) -> Option<Token> {
        if self.skip() {
            return Some(Token::Line);
        }
        self.scan.peek(0)?;
        self.start = self.scan.at;
        let from = self.scan.at;
        if self.is_regular {
            self.regular();
        } else if let Some(text) = self.arithmetic() {
            return Some(Token::Arithmetic(text));
        }
        // A list in brackets as a value, such as ([0]*3+[1]*58).
        let is_value = self.scan.starts("([")
            && self
                .scan
                .peek(2)
                .is_some_and(|next| next != '[' && !next.is_whitespace());
        if self.scan.at == from
            && !is_value
            && let Some(operator) = self.operator()
        {
            self.scan.at += operator.len();
            return Some(Token::Operator(operator));
        }
        if self.scan.at == from {
            self.word();
        }
        if self.scan.at == from {
            self.scan.at += 1;
        }
        let word = self.scan.slice(from, self.scan.at);
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        Some(
            if is_number && matches!(self.scan.peek(0), Some('<' | '>')) {
                Token::Descriptor(word)
            } else {
                Token::Word(word)
            },
        )
    }

    /// Passes `((…))`; what is in brackets twice, but not together, is a command.
    fn arithmetic(&mut self) -> Option<String> {
        if !self.scan.starts("((") {
            return None;
        }
        let from = self.scan.at;
        self.scan.at += 1;
        let is_closed = self.scan.bracketed(false) && self.scan.peek(0) == Some(')');
        let text = self.scan.slice(from + 2, self.scan.at - 1);
        self.scan.at = if is_closed { self.scan.at + 1 } else { from };
        is_closed.then_some(text)
    }

    fn operator(&self) -> Option<&'static str> {
        if self.scan.peek(0) == Some(')') {
            return Some(")");
        }
        // The output of a command as a file is a word.
        if self.is_process() {
            return None;
        }
        OPERATORS
            .into_iter()
            .find(|operator| self.scan.starts(operator))
    }

    fn is_process(&self) -> bool {
        self.scan.starts("<(") || self.scan.starts(">(")
    }

    /// Goes to the end of a regular expression, in which brackets are letters.
    fn regular(&mut self) {
        while let Some(letter) = self.scan.peek(0) {
            match letter {
                '\\' => self.scan.at += 2,
                '\'' | '"' => {
                    self.scan.quoted(letter);
                }
                '(' => {
                    self.scan.bracketed(false);
                }
                '$' if matches!(self.scan.peek(1), Some('(' | '{')) => {
                    self.scan.at += 1;
                    self.scan.bracketed(false);
                }
                space if space.is_whitespace() => return,
                _ => self.scan.at += 1,
            }
        }
    }

    /// Goes to the end of a word.
    fn word(&mut self) {
        let from = self.scan.at;
        while let Some(letter) = self.scan.peek(0) {
            match letter {
                '\\' => {
                    // The next line continues the word.
                    let is_joined = self.scan.peek(1) == Some('\n')
                        && self.scan.peek(2).is_some_and(|next| !next.is_whitespace())
                        && self.scan.at > from;
                    let here = self.scan.at;
                    if !is_joined && self.continues() {
                        // The end of the word; the next call skips the line.
                        self.scan.at = here;
                        return;
                    }
                    self.scan.at += 2;
                }
                '\'' | '"' => {
                    self.scan.quoted(letter);
                }
                '`' => {
                    self.scan.back_quoted();
                }
                '$' if matches!(self.scan.peek(1), Some('(' | '{')) => {
                    self.scan.at += 1;
                    self.scan.bracketed(false);
                }
                '$' if self.scan.peek(1) == Some('\'') => {
                    self.scan.at += 1;
                    self.scan.escaped();
                }
                // A pattern in brackets.
                '@' | '+' | '?' | '*' if self.scan.peek(1) == Some('(') => {
                    self.scan.at += 1;
                    self.scan.bracketed(false);
                }
                '(' if self.scan.at == from || self.is_array(from) => {
                    self.scan.bracketed(false);
                }
                '<' | '>' if self.scan.at == from && self.is_process() => {
                    self.scan.at += 1;
                    self.scan.bracketed(false);
                }
                space if space.is_whitespace() => return,
                ';' | '&' | '|' | '<' | '>' | '(' | ')' => return,
                _ => self.scan.letter(),
            }
        }
    }

    /// True if `NAME=` or `NAME+=` precedes this bracket.
    fn is_array(&self, from: usize) -> bool {
        let before = self.scan.slice(from, self.scan.at);
        let name = before.strip_suffix('=');
        let name = name.map(|name| name.strip_suffix('+').unwrap_or(name));
        name.is_some_and(super::name::is_name)
    }

    /// Records the word that ends a here-document.
    fn expect_document(&mut self, loses_tabs: bool, token: usize) {
        while matches!(self.scan.peek(0), Some(' ' | '\t')) {
            self.scan.at += 1;
        }
        let from = self.scan.at;
        self.word();
        let word = self.scan.slice(from, self.scan.at);
        let end: String = word
            .chars()
            .filter(|letter| !matches!(letter, '\'' | '"' | '\\'))
            .collect();
        if !end.is_empty() {
            self.documents.push(Expected {
                is_expanded: end == word,
                end,
                loses_tabs,
                token,
            });
        }
    }

    /// Reads the here-documents that begin after a line.
    fn read_documents(&mut self, tokens: &mut [(usize, Token)]) {
        for expected in std::mem::take(&mut self.documents) {
            let mut text = String::new();
            while self.scan.at < self.length {
                let from = self.scan.at;
                self.scan.skip_line();
                let row = self.scan.slice(from, self.scan.at);
                self.scan.at += 1;
                let cut = row.trim_start_matches('\t');
                let row = if expected.loses_tabs { cut } else { &row };
                if row.trim_end() == expected.end {
                    break;
                }
                text.push_str(row);
                text.push('\n');
            }
            if let Some((_, token)) = tokens.get_mut(expected.token) {
                *token = Token::Document {
                    text,
                    is_expanded: expected.is_expanded,
                };
            }
        }
    }
}
