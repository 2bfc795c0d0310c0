//! Commands of a script. Faults do not stop it: misplaced tokens are skipped.

use std::rc::Rc;

use super::lexer::{Token, tokens};
use crate::import::budget::ReadBudget;

/// Deepest nesting of commands that is read.
const DEEPEST: usize = 24;

/// A command.
#[derive(Clone, Debug)]
pub(super) enum ShellCommand {
    /// A program with its words, and its here-documents.
    Simple {
        words: Vec<String>,
        documents: Vec<(String, bool)>,
    },
    /// Commands, each with true if it runs when the previous one succeeds (`&&`), and false when it
    /// fails (`||`).
    Chain {
        first: Box<Self>,
        rest: Vec<(bool, Self)>,
    },
    /// Commands of a pipe.
    Pipe(Vec<Self>),
    /// Branches with their conditions, and the last one.
    If {
        arms: Vec<(Vec<Self>, Vec<Self>)>,
        otherwise: Vec<Self>,
    },
    /// Branches with their patterns.
    Case {
        word: String,
        arms: Vec<(Vec<String>, Vec<Self>)>,
    },
    /// A loop over words.
    For {
        name: String,
        words: Vec<String>,
        body: Vec<Self>,
    },
    /// A loop on a condition.
    While {
        condition: Vec<Self>,
        body: Vec<Self>,
        is_until: bool,
    },
    /// Commands in brackets.
    Group(Vec<Self>),
    /// A function.
    Function { name: String, body: Rc<[Self]> },
}

/// Reads the commands of a text, each with the line in which it begins, and the last line that was
/// read.
pub(super) fn parse(text: &str, budget: &ReadBudget) -> (Vec<(usize, ShellCommand)>, usize) {
    let (lines, tokens): (Vec<usize>, Vec<Token>) = tokens(text, budget).into_iter().unzip();
    let end = lines.last().copied().unwrap_or(1);
    let mut parser = Parser {
        tokens,
        lines,
        at: 0,
        depth: 0,
    };
    let mut commands = Vec::new();
    while parser.at < parser.tokens.len() {
        let before = parser.at;
        commands.extend(parser.list_with_lines(&[]));
        if parser.at == before {
            parser.at += 1;
        }
    }
    (commands, end)
}

struct Parser {
    tokens: Vec<Token>,
    /// The line of each token.
    lines: Vec<usize>,
    at: usize,
    depth: usize,
}

impl Parser {
    fn word(&self) -> Option<&str> {
        match self.tokens.get(self.at) {
            Some(Token::Word(word)) => Some(word),
            _ => None,
        }
    }

    fn operator(&self) -> Option<&'static str> {
        match self.tokens.get(self.at) {
            Some(Token::Operator(operator)) => Some(operator),
            _ => None,
        }
    }

    fn take_word(&mut self, word: &str) -> bool {
        let is_there = self.word() == Some(word);
        self.at += usize::from(is_there);
        is_there
    }

    fn take_operator(&mut self, operator: &str) -> bool {
        let is_there = self.operator() == Some(operator);
        self.at += usize::from(is_there);
        is_there
    }

    fn skip_lines(&mut self) {
        while matches!(self.tokens.get(self.at), Some(Token::Line)) || self.operator() == Some(";")
        {
            self.at += 1;
        }
    }

    /// Commands up to one of these words, which is not taken.
    fn list(&mut self, ends: &[&str]) -> Vec<ShellCommand> {
        let commands = self.list_with_lines(ends).into_iter();
        commands.map(|(_, command)| command).collect()
    }

    fn list_with_lines(&mut self, ends: &[&str]) -> Vec<(usize, ShellCommand)> {
        let mut commands: Vec<(usize, ShellCommand)> = Vec::new();
        self.depth += 1;
        while let Some(token) = self.tokens.get(self.at) {
            match token {
                Token::Line | Token::Operator(";" | "&") => self.at += 1,
                Token::Document { text, is_expanded } => {
                    let document = (text.clone(), *is_expanded);
                    self.at += 1;
                    attach(commands.last_mut().map(|(_, command)| command), document);
                }
                Token::Operator(end) if ends.contains(end) => break,
                Token::Operator(";;" | ";&" | ";;&" | ")") if self.depth > 1 => break,
                Token::Word(word) if ends.contains(&word.as_str()) => break,
                _ if self.depth > DEEPEST => self.at += 1,
                _ => {
                    let before = self.at;
                    let line = self.lines.get(before).copied().unwrap_or_default();
                    commands.extend(self.chain().map(|command| (line, command)));
                    if self.at == before {
                        self.at += 1;
                    }
                }
            }
        }
        self.depth -= 1;
        commands
    }

    fn chain(&mut self) -> Option<ShellCommand> {
        let first = self.pipe()?;
        let mut rest = Vec::new();
        while let Some(operator) = self
            .operator()
            .filter(|found| matches!(*found, "&&" | "||"))
        {
            self.at += 1;
            self.skip_lines();
            rest.extend(self.pipe().map(|next| (operator == "&&", next)));
        }
        Some(if rest.is_empty() {
            first
        } else {
            ShellCommand::Chain {
                first: Box::new(first),
                rest,
            }
        })
    }

    fn pipe(&mut self) -> Option<ShellCommand> {
        let first = self.command()?;
        let mut commands = vec![first];
        while matches!(self.operator(), Some("|" | "|&")) {
            self.at += 1;
            self.skip_lines();
            commands.extend(self.command());
        }
        if commands.len() == 1 {
            commands.pop()
        } else {
            Some(ShellCommand::Pipe(commands))
        }
    }

    fn command(&mut self) -> Option<ShellCommand> {
        if self.take_operator("(") {
            let body = self.list(&[")"]);
            self.take_operator(")");
            return Some(ShellCommand::Group(body));
        }
        let word = self.word()?.to_owned();
        let is_function = matches!(self.tokens.get(self.at + 1), Some(Token::Operator("(")))
            && matches!(self.tokens.get(self.at + 2), Some(Token::Operator(")")))
            && super::name::is_name(&word.replace('-', "_"));
        if is_function {
            self.at += 3;
            return Some(self.function(word));
        }
        match word.as_str() {
            "if" => Some(self.conditional()),
            "case" => Some(self.cases()),
            "for" | "select" => Some(self.repeat()),
            "while" | "until" => {
                self.at += 1;
                let condition = self.list(&["do"]);
                let body = self.body();
                let is_until = word == "until";
                Some(ShellCommand::While {
                    condition,
                    body,
                    is_until,
                })
            }
            "function" => {
                self.at += 1;
                let name = self.word().unwrap_or_default().to_owned();
                self.at += 1;
                if self.take_operator("(") {
                    self.take_operator(")");
                }
                Some(self.function(name))
            }
            "{" => {
                self.at += 1;
                let body = self.list(&["}"]);
                self.take_word("}");
                Some(ShellCommand::Group(body))
            }
            // A misplaced keyword.
            "then" | "do" | "done" | "fi" | "esac" | "else" | "elif" | "}" => {
                self.at += 1;
                None
            }
            "[[" => Some(self.double_test()),
            _ => Some(self.simple()),
        }
    }

    fn function(&mut self, name: String) -> ShellCommand {
        self.skip_lines();
        self.depth += 1;
        let body = if self.depth > DEEPEST {
            None
        } else {
            self.command()
        };
        self.depth -= 1;
        let body = body.into_iter().collect();
        ShellCommand::Function { name, body }
    }

    fn conditional(&mut self) -> ShellCommand {
        let (mut arms, mut otherwise) = (Vec::new(), Vec::new());
        while self.take_word("if") || self.take_word("elif") {
            let condition = self.list(&["then", "fi"]);
            self.take_word("then");
            let body = self.list(&["elif", "else", "fi"]);
            arms.push((condition, body));
            if self.word() == Some("if") {
                break;
            }
        }
        if self.take_word("else") {
            otherwise = self.list(&["fi"]);
        }
        self.take_word("fi");
        ShellCommand::If { arms, otherwise }
    }

    fn cases(&mut self) -> ShellCommand {
        self.at += 1;
        let word = self.word().unwrap_or_default().to_owned();
        self.at += 1;
        self.skip_lines();
        self.take_word("in");
        let mut arms = Vec::new();
        loop {
            self.skip_lines();
            self.take_operator("(");
            let mut patterns = Vec::new();
            while let Some(pattern) = self.word() {
                if pattern == "esac" {
                    break;
                }
                patterns.push(pattern.to_owned());
                self.at += 1;
                self.take_operator("|");
            }
            if patterns.is_empty() || !self.take_operator(")") {
                break;
            }
            arms.push((patterns, self.list(&["esac"])));
            self.at += usize::from(matches!(self.operator(), Some(";;" | ";&" | ";;&")));
        }
        self.take_word("esac");
        ShellCommand::Case { word, arms }
    }

    fn repeat(&mut self) -> ShellCommand {
        self.at += 1;
        let name = self.word().unwrap_or_default().to_owned();
        self.at += usize::from(!name.is_empty());
        let mut words = Vec::new();
        while let Some(token) = self.tokens.get(self.at) {
            match token {
                Token::Word(word) if word == "do" => break,
                Token::Word(word) if word == "in" && words.is_empty() => {}
                Token::Word(word) => words.push(word.clone()),
                Token::Document { .. } => break,
                _ => {}
            }
            self.at += 1;
        }
        let body = self.body();
        ShellCommand::For { name, words, body }
    }

    fn body(&mut self) -> Vec<ShellCommand> {
        self.take_word("do");
        let body = self.list(&["done"]);
        self.take_word("done");
        body
    }

    /// A test in double brackets, in which operators are words.
    fn double_test(&mut self) -> ShellCommand {
        let mut words = Vec::new();
        while let Some(token) = self.tokens.get(self.at) {
            match token {
                Token::Word(word) => words.push(word.clone()),
                Token::Operator(operator) => words.push((*operator).to_owned()),
                Token::Line | Token::Document { .. } => break,
            }
            self.at += 1;
            if words.last().is_some_and(|word| word == "]]") {
                break;
            }
        }
        ShellCommand::Simple {
            words,
            documents: Vec::new(),
        }
    }

    /// A program with its words, without redirections.
    fn simple(&mut self) -> ShellCommand {
        let mut words: Vec<String> = Vec::new();
        while let Some(token) = self.tokens.get(self.at) {
            match token {
                Token::Word(word) => words.push(word.clone()),
                Token::Operator("<<" | "<<-") => {}
                Token::Operator(
                    ">" | ">>" | "<" | "&>" | "&>>" | ">&" | "<&" | "<>" | ">|" | "<<<",
                ) => {
                    // The file of the redirection.
                    self.at += 1;
                }
                _ => break,
            }
            self.at += 1;
        }
        ShellCommand::Simple {
            words,
            documents: Vec::new(),
        }
    }
}

/// Attaches a here-document to the last simple command of a list.
fn attach(mut last: Option<&mut ShellCommand>, document: (String, bool)) {
    while let Some(command) = last {
        match command {
            ShellCommand::Simple { documents, .. } => {
                documents.push(document);
                return;
            }
            ShellCommand::Chain { rest, .. } => last = rest.last_mut().map(|(_, command)| command),
            // The first command of a pipe reads the document: `cat <<EOF | sbatch`.
            ShellCommand::Pipe(commands) => last = commands.first_mut(),
            ShellCommand::Group(commands) => last = commands.last_mut(),
            _ => return,
        }
    }
}
