//! Words and operators of a script. A word keeps its quotes, which expansion needs.
//!
//! Faults do not stop it: a quote without an end is a letter.

use crate::import::budget::{ITEM, ReadBudget};

/// A part of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A word as written; an array with its brackets is one word.
    Word(String),
    /// An operator.
    Operator(&'static str),
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
const OPERATORS: [&str; 24] = [
    ";;&", "<<<", "<<-", "&>>", ";;", ";&", "&&", "||", "|&", "&>", ">>", ">&", "<&", "<>", ">|",
    "<<", "<(", ">(", ";", "&", "|", "<", ">", "(",
];

/// A place in a text that is being cut into tokens.
pub(super) struct Lexer<'a> {
    letters: Vec<char>,
    at: usize,
    /// The first letter of the latest token.
    start: usize,
    /// Number of the line up to which lines were counted.
    line: usize,
    counted: usize,
    budget: &'a ReadBudget,
    /// Ends of here-documents that begin after this line. The first flag of each is true if its
    /// variables are expanded, the second if its lines lose their tabs.
    documents: Vec<(String, bool, bool)>,
    /// True for each kind of quote if no closing quote follows.
    lacks: [bool; 2],
    /// Number of letters examined in quotes and brackets, times their nesting.
    work: usize,
    depth: usize,
}

/// Deepest nesting of quotes and brackets that is followed.
const DEEPEST: usize = 16;

/// Units of a token: its word, and the room of its command.
const TOKEN: usize = 2 * ITEM;

/// Cuts a text, as far as the budget lasts; each token with its line.
pub(super) fn tokens(text: &str, budget: &ReadBudget) -> Vec<(usize, Token)> {
    let mut tokens = Vec::new();
    if !budget.take(text.len().saturating_mul(2)) {
        return tokens;
    }
    let mut lexer = Lexer::of(text, budget);
    while let Some(token) = lexer.next() {
        if !budget.take(TOKEN) {
            break;
        }
        let line = lexer.line();
        let is_line = token == Token::Line;
        tokens.push((line, token));
        if is_line {
            lexer.read_documents(line, &mut tokens);
        }
    }
    tokens
}

/// The words of a text, without operators.
pub(super) fn words(text: &str, budget: &ReadBudget) -> Vec<String> {
    words_of(tokens(text, budget))
}

/// The words among tokens.
pub(super) fn words_of(tokens: Vec<(usize, Token)>) -> Vec<String> {
    let words = tokens.into_iter().filter_map(|(_, token)| match token {
        Token::Word(word) => Some(word),
        _ => None,
    });
    words.collect()
}

impl<'a> Lexer<'a> {
    fn of(text: &str, budget: &'a ReadBudget) -> Self {
        Self {
            letters: text.replace("\r\n", "\n").chars().collect(),
            at: 0,
            start: 0,
            line: 1,
            counted: 0,
            budget,
            documents: Vec::new(),
            lacks: [false; 2],
            work: 0,
            depth: 0,
        }
    }

    /// The line of the latest token.
    fn line(&mut self) -> usize {
        let passed = self.letters.get(self.counted..self.start);
        let ends = passed.unwrap_or_default().iter();
        self.line += ends.filter(|letter| **letter == '\n').count();
        self.counted = self.start;
        self.line
    }

    fn peek(&self, ahead: usize) -> Option<char> {
        self.letters.get(self.at.saturating_add(ahead)).copied()
    }

    fn starts(&self, text: &str) -> bool {
        let mut letters = text.chars().enumerate();
        letters.all(|(ahead, letter)| self.peek(ahead) == Some(letter))
    }

    fn slice(&self, from: usize, to: usize) -> String {
        let letters = self.letters.get(from..to.min(self.letters.len()));
        letters.unwrap_or_default().iter().collect()
    }

    /// Skips blanks, comments and continued lines; returns true if a line ends.
    fn skip(&mut self) -> bool {
        while let Some(letter) = self.peek(0) {
            match letter {
                '\n' => {
                    self.at += 1;
                    return true;
                }
                // Comments between continued lines do not end the command.
                '\\' if self.continues() => {
                    while self.is_comment_ahead() {
                        self.skip_line();
                        self.at += 1;
                    }
                }
                '#' => self.skip_line(),
                space if space.is_whitespace() => self.at += 1,
                _ => return false,
            }
        }
        false
    }

    /// Takes a step inside quotes or brackets; returns false if the text has too many of them.
    fn step(&mut self) -> bool {
        self.work += 1;
        let most = self.letters.len().saturating_mul(8);
        self.budget.take(1) && self.work <= most && self.depth <= DEEPEST
    }

    /// True if only blanks precede a comment.
    fn is_comment_ahead(&self) -> bool {
        let rest = self.letters.get(self.at..).unwrap_or_default();
        let mut rest = rest.iter();
        rest.find(|letter| !matches!(letter, ' ' | '\t')) == Some(&'#')
    }

    fn skip_line(&mut self) {
        while self.peek(0).is_some_and(|letter| letter != '\n') {
            self.at += 1;
        }
    }

    /// Skips a backslash at the end of a line, with blanks or a comment after it.
    fn continues(&mut self) -> bool {
        let mut end = self.at + 1;
        let get = |at: usize| self.letters.get(at).copied();
        while matches!(get(end), Some(' ' | '\t')) {
            end += 1;
        }
        let is_comment = end > self.at + 1 && get(end) == Some('#');
        if is_comment {
            while get(end).is_some_and(|letter| letter != '\n') {
                end += 1;
            }
        }
        let ends = matches!(get(end), None | Some('\n'));
        if ends {
            self.at = end + 1;
        }
        ends
    }

    fn next(&mut self) -> Option<Token> {
        loop {
            if self.skip() {
                return Some(Token::Line);
            }
            self.peek(0)?;
            self.start = self.at;
            // A list in brackets as a value, such as ([0]*3+[1]*58).
            let is_value = self.starts("([");
            if !is_value && let Some(operator) = self.operator() {
                self.at += operator.len();
                if matches!(operator, "<<" | "<<-") {
                    self.expect_document(operator == "<<-");
                }
                return Some(Token::Operator(operator));
            }
            let from = self.at;
            self.word();
            if self.at == from {
                self.at += 1;
            }
            let word = self.slice(from, self.at);
            // The number of the redirected file.
            let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
            if !is_number || !matches!(self.peek(0), Some('<' | '>')) {
                return Some(Token::Word(word));
            }
        }
    }

    fn operator(&self) -> Option<&'static str> {
        if self.peek(0) == Some(')') {
            return Some(")");
        }
        OPERATORS.into_iter().find(|operator| self.starts(operator))
    }

    /// Goes to the end of a word.
    fn word(&mut self) {
        let from = self.at;
        while let Some(letter) = self.peek(0) {
            match letter {
                '\\' => {
                    let here = self.at;
                    if self.continues() {
                        // The end of the word; the next call skips the line.
                        self.at = here;
                        return;
                    }
                    self.at += 2;
                }
                '\'' | '"' => self.quoted(letter),
                '`' => self.until('`'),
                '$' if matches!(self.peek(1), Some('(' | '{')) => {
                    self.at += 1;
                    self.bracketed();
                }
                '(' if self.at == from || self.is_array(from) => self.bracketed(),
                space if space.is_whitespace() => return,
                ';' | '&' | '|' | '<' | '>' | '(' | ')' => return,
                _ => self.at += 1,
            }
        }
    }

    /// True if `NAME=` or `NAME+=` precedes this bracket.
    fn is_array(&self, from: usize) -> bool {
        let before = self.slice(from, self.at);
        let name = before.strip_suffix('=');
        let name = name.map(|name| name.strip_suffix('+').unwrap_or(name));
        name.is_some_and(super::name::is_name)
    }

    /// Skips a quoted part, or only the quote if it has no end.
    fn quoted(&mut self, quote: char) {
        let which = usize::from(quote == '"');
        let here = self.at;
        self.at += 1;
        if self.lacks.get(which) == Some(&true) {
            return;
        }
        self.depth += 1;
        while let Some(letter) = self.peek(0) {
            if !self.step() {
                break;
            }
            match letter {
                '\\' if quote == '"' => self.at += 2,
                '$' if quote == '"' && matches!(self.peek(1), Some('(')) => {
                    self.at += 1;
                    self.bracketed();
                }
                _ => {
                    self.at += 1;
                    if letter == quote {
                        self.depth -= 1;
                        return;
                    }
                }
            }
        }
        self.depth -= 1;
        self.at = here + 1;
        if let Some(lacks) = self.lacks.get_mut(which) {
            *lacks = true;
        }
    }

    fn until(&mut self, end: char) {
        let here = self.at;
        self.at += 1;
        while let Some(letter) = self.peek(0) {
            if !self.step() {
                break;
            }
            self.at += if letter == '\\' { 2 } else { 1 };
            if letter == end {
                return;
            }
        }
        self.at = here + 1;
    }

    /// Skips a part in brackets, with brackets and quotes inside.
    fn bracketed(&mut self) {
        let here = self.at;
        let mut depth = 0_usize;
        let mut is_start = true;
        self.depth += 1;
        while let Some(letter) = self.peek(0) {
            if !self.step() {
                break;
            }
            match letter {
                '\\' => self.at += 1,
                '(' | '{' => depth += 1,
                ')' | '}' => depth = depth.saturating_sub(1),
                '\'' | '"' => {
                    let quote = self.at;
                    self.quoted(letter);
                    self.at = self.at.max(quote + 1) - 1;
                }
                '#' if is_start => {
                    let from = self.at;
                    self.skip_line();
                    self.budget.take(self.at - from);
                    self.at -= 1;
                }
                _ => {}
            }
            is_start = letter.is_whitespace() || letter == '\\';
            self.at += 1;
            if depth == 0 {
                self.depth -= 1;
                return;
            }
        }
        self.depth -= 1;
        self.at = here + 1;
    }

    /// Records the word that ends a here-document.
    fn expect_document(&mut self, loses_tabs: bool) {
        while matches!(self.peek(0), Some(' ' | '\t')) {
            self.at += 1;
        }
        let from = self.at;
        self.word();
        let word = self.slice(from, self.at);
        let end: String = word
            .chars()
            .filter(|letter| !matches!(letter, '\'' | '"' | '\\'))
            .collect();
        if !end.is_empty() {
            self.documents.push((end.clone(), end == word, loses_tabs));
        }
    }

    /// Reads the here-documents that begin after a line.
    fn read_documents(&mut self, line: usize, tokens: &mut Vec<(usize, Token)>) {
        for (end, is_expanded, loses_tabs) in std::mem::take(&mut self.documents) {
            let mut text = String::new();
            while self.at < self.letters.len() {
                let from = self.at;
                self.skip_line();
                let row = self.slice(from, self.at);
                self.at += 1;
                let cut = row.trim_start_matches('\t');
                let row = if loses_tabs { cut } else { &row };
                if row.trim_end() == end {
                    break;
                }
                text.push_str(row);
                text.push('\n');
            }
            tokens.push((line, Token::Document { text, is_expanded }));
        }
    }
}
