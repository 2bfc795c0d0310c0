//! Commands of a script. Faults do not stop it: misplaced tokens are skipped.

use super::lexer::{Token, tokens};
use super::syntax::{
    CaseArm, CaseEnd, CountLoop, ForLoop, InputSource, OutputTarget, Redirects, ShellCommand,
};
use crate::import::budget::ReadBudget;

/// Deepest nesting of commands that is read.
const DEEPEST: usize = 24;

/// The commands of a text.
pub(super) struct Parsed {
    /// Each command with the line in which it begins.
    pub(super) commands: Vec<(usize, ShellCommand)>,
    /// The last line that was read.
    pub(super) end: usize,
    /// The number after that of the last simple command.
    pub(super) sites: usize,
}

/// Reads the commands of a text; simple commands are numbered from `sites`.
pub(super) fn parse(text: &str, sites: usize, budget: &ReadBudget) -> Parsed {
    let (lines, tokens): (Vec<usize>, Vec<Token>) = tokens(text, budget).into_iter().unzip();
    let end = lines.last().copied().unwrap_or(1);
    let mut parser = Parser {
        tokens,
        lines,
        at: 0,
        depth: 0,
        sites,
    };
    let mut commands = Vec::new();
    while parser.at < parser.tokens.len() {
        let before = parser.at;
        commands.extend(parser.list_with_lines(&[]));
        if parser.at == before {
            parser.at += 1;
        }
    }
    Parsed {
        commands,
        end,
        sites: parser.sites,
    }
}

struct Parser {
    tokens: Vec<Token>,
    /// The line of each token.
    lines: Vec<usize>,
    at: usize,
    depth: usize,
    sites: usize,
}

impl Parser {
    fn token(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn word(&self) -> Option<&str> {
        match self.token() {
            Some(Token::Word(word)) => Some(word),
            _ => None,
        }
    }

    fn operator(&self) -> Option<&'static str> {
        match self.token() {
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
        while matches!(self.token(), Some(Token::Line)) || self.operator() == Some(";") {
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
        while let Some(token) = self.token() {
            match token {
                Token::Line | Token::Operator(";") => self.at += 1,
                Token::Operator("&") => {
                    self.at += 1;
                    if let Some((line, command)) = commands.pop() {
                        commands.push((line, ShellCommand::Background(Box::new(command))));
                    }
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
        let mut is_negated = false;
        let mut is_timed = false;
        loop {
            if self.take_word("!") {
                is_negated = !is_negated;
            } else if self.take_word("time") || is_timed && self.take_word("-p") {
                is_timed = true;
            } else {
                break;
            }
        }
        let mut commands = vec![self.redirected()?];
        while matches!(self.operator(), Some("|" | "|&")) {
            self.at += 1;
            self.skip_lines();
            commands.extend(self.redirected());
        }
        let command = if commands.len() == 1 {
            commands.pop()?
        } else {
            ShellCommand::Pipe(commands)
        };
        Some(if is_negated {
            ShellCommand::Not(Box::new(command))
        } else {
            command
        })
    }

    /// A command with the redirections behind it.
    fn redirected(&mut self) -> Option<ShellCommand> {
        let command = self.command()?;
        let mut redirects = Redirects::default();
        while self.redirect(&mut redirects) {}
        Some(with(command, redirects))
    }

    fn command(&mut self) -> Option<ShellCommand> {
        if self.take_operator("(") {
            let body = self.list(&[")"]);
            self.take_operator(")");
            return Some(ShellCommand::Subshell(body));
        }
        if let Some(Token::Arithmetic(text)) = self.token() {
            let text = text.clone();
            self.at += 1;
            return Some(ShellCommand::Arithmetic(text));
        }
        let Some(word) = self.word().map(str::to_owned) else {
            let is_redirect = matches!(
                self.token(),
                Some(Token::Document { .. } | Token::Descriptor(_))
            ) || self.operator().is_some_and(is_redirect);
            return is_redirect.then(|| self.simple());
        };
        let is_function = matches!(self.tokens.get(self.at + 1), Some(Token::Operator("(")))
            && matches!(self.tokens.get(self.at + 2), Some(Token::Operator(")")))
            && super::name::is_function_name(&word);
        if is_function {
            self.at += 3;
            return Some(self.function(word));
        }
        match word.as_str() {
            "if" => Some(self.conditional()),
            "case" => Some(self.cases()),
            "for" | "select" => Some(self.repeat(word == "select")),
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
            self.redirected()
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
                if pattern == "esac" && patterns.is_empty() {
                    break;
                }
                patterns.push(pattern.to_owned());
                self.at += 1;
                self.take_operator("|");
            }
            if patterns.is_empty() || !self.take_operator(")") {
                break;
            }
            let body = self.list(&["esac"]);
            let end = match self.operator() {
                Some(";&") => CaseEnd::NextBody,
                Some(";;&") => CaseEnd::NextPatterns,
                _ => CaseEnd::Done,
            };
            self.at += usize::from(matches!(self.operator(), Some(";;" | ";&" | ";;&")));
            arms.push(CaseArm {
                patterns,
                body,
                end,
            });
        }
        self.take_word("esac");
        ShellCommand::Case { word, arms }
    }

    fn repeat(&mut self, is_select: bool) -> ShellCommand {
        self.at += 1;
        if let Some(Token::Arithmetic(text)) = self.token() {
            let mut parts = text.splitn(3, ';').map(str::to_owned);
            let mut part = || parts.next().unwrap_or_default();
            let (start, condition, step) = (part(), part(), part());
            self.at += 1;
            self.skip_lines();
            let body = self.body();
            return ShellCommand::Count(Box::new(CountLoop {
                start,
                condition,
                step,
                body,
            }));
        }
        let name = self.word().unwrap_or_default().to_owned();
        self.at += usize::from(!name.is_empty());
        self.skip_lines();
        let words = self.take_word("in").then(|| self.words());
        self.skip_lines();
        let body = self.body();
        ShellCommand::For(Box::new(ForLoop {
            name,
            words,
            body,
            is_select,
        }))
    }

    /// The words up to the end of a line or of a command.
    fn words(&mut self) -> Vec<String> {
        let mut words = Vec::new();
        while let Some(word) = self.word() {
            words.push(word.to_owned());
            self.at += 1;
        }
        words
    }

    fn body(&mut self) -> Vec<ShellCommand> {
        let (start, end) = if self.word() == Some("{") {
            ("{", "}")
        } else {
            ("do", "done")
        };
        self.take_word(start);
        let body = self.list(&[end]);
        self.take_word(end);
        body
    }

    /// A test in double brackets, in which operators are words.
    fn double_test(&mut self) -> ShellCommand {
        self.at += 1;
        let mut words = Vec::new();
        while let Some(token) = self.token() {
            let is_end = matches!(token, Token::Word(word) if word == "]]");
            match token {
                Token::Word(word) if !is_end => words.push(word.clone()),
                Token::Operator(";") => break,
                Token::Operator(operator) => words.push((*operator).to_owned()),
                Token::Descriptor(number) => words.push(number.clone()),
                Token::Arithmetic(text) => words.push(["((", text, "))"].concat()),
                // A line may end after an operator.
                Token::Line
                    if words
                        .last()
                        .is_some_and(|word| !matches!(word.as_str(), "&&" | "||")) =>
                {
                    break;
                }
                Token::Word(_) | Token::Line | Token::Document { .. } => {}
            }
            self.at += 1;
            if is_end {
                break;
            }
        }
        ShellCommand::Test(words)
    }

    /// A program with its words and redirections.
    fn simple(&mut self) -> ShellCommand {
        let mut words: Vec<String> = Vec::new();
        let mut redirects = Redirects::default();
        loop {
            if self.redirect(&mut redirects) {
                continue;
            }
            let Some(word) = self.word() else { break };
            words.push(word.to_owned());
            self.at += 1;
        }
        let site = self.sites;
        self.sites += 1;
        with(ShellCommand::Simple { words, site }, redirects)
    }

    /// Takes a redirection; returns false if there is none.
    fn redirect(&mut self, redirects: &mut Redirects) -> bool {
        let number = match self.token() {
            Some(Token::Descriptor(number)) => Some(number.clone()),
            _ => None,
        };
        self.at += usize::from(number.is_some());
        if let Some(Token::Document { text, is_expanded }) = self.token() {
            redirects.input = Some(InputSource::Document(text.clone(), *is_expanded));
            self.at += 1;
            return true;
        }
        let Some(operator) = self.operator().filter(|operator| is_redirect(operator)) else {
            return number.is_some();
        };
        self.at += 1;
        let file = self.word().unwrap_or_default().to_owned();
        self.at += usize::from(!file.is_empty());
        let number = number.as_deref();
        match operator {
            "<<<" => redirects.input = Some(InputSource::Word(file)),
            "<" | "<>" if matches!(number, None | Some("0")) => {
                redirects.input = Some(InputSource::File(file));
            }
            "<" | "<>" | "<&" => {}
            "&>" | "&>>" => redirects.output = Some(OutputTarget::Elsewhere),
            _ if !matches!(number, None | Some("1")) => {}
            ">&" if file == "1" => {}
            ">&" => redirects.output = Some(OutputTarget::Elsewhere),
            _ => redirects.output = Some(OutputTarget::File(file, operator == ">>")),
        }
        true
    }
}

fn is_redirect(operator: &str) -> bool {
    matches!(
        operator,
        ">" | ">>" | "<" | "&>" | "&>>" | ">&" | "<&" | "<>" | ">|" | "<<<"
    )
}

/// A command with redirections, if there is one.
fn with(command: ShellCommand, redirects: Redirects) -> ShellCommand {
    if redirects.is_empty() {
        command
    } else {
        ShellCommand::Redirected {
            command: Box::new(command),
            redirects,
        }
    }
}
