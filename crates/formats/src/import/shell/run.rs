//! Evaluation of assignments, branches, loops and functions; no program is started.

use std::rc::Rc;

use super::environment::{Environment, Variable};
use super::lexer;
use super::mark::{Mark, clean, is_known, plain};
use super::parser::{ShellCommand, parse};
use super::pattern;
use super::slurm;
use super::state::{Launch, Shell};
use super::test::{Status, and, not};
use crate::excerpt::excerpt;
use crate::import::budget::{ITEM, ReadBudget, STEP};

/// Deepest nesting of scripts and functions.
const DEEPEST: usize = 12;
/// Largest number of stored launches.
const MOST_LAUNCHES: usize = 64;

/// Commands whose words are no options of a training.
const IDLE: &str = "\
    echo printf mkdir rm cp mv ln cd ls cat pip pip3 git module conda mamba apt apt-get wget curl \
    sed awk grep tar kill sleep nvidia-smi huggingface-cli wandb set source . shift trap ulimit \
    wait date rsync scp chmod pushd popd tee logger hostname which ray scontrol read";

impl Shell<'_> {
    /// Evaluates a script in the present variables.
    pub(super) fn script(&mut self, text: &str) {
        self.depth += 1;
        if self.depth <= DEEPEST && self.budget.take(text.len()) {
            slurm::define(text, &mut self.variables, self.budget);
            let is_whole = self.depth == 1;
            let (commands, end) = parse(text, self.budget);
            if is_whole && self.budget.is_spent() {
                self.line = end;
            }
            for (line, command) in commands {
                if self.is_over || !self.budget.take(STEP) {
                    break;
                }
                if is_whole {
                    self.line = line;
                }
                let _ = self.command(&command);
            }
        }
        self.depth -= 1;
    }

    /// Evaluates commands one after the other; returns the result of the last one.
    fn list(&mut self, commands: &[ShellCommand]) -> Status {
        let mut status = Ok(true);
        for command in commands {
            if self.is_over || !self.budget.take(STEP) {
                break;
            }
            status = self.command(command);
        }
        status
    }

    fn command(&mut self, command: &ShellCommand) -> Status {
        match command {
            ShellCommand::Simple { words, documents } => self.simple(words, documents),
            ShellCommand::Chain { first, rest } => {
                let status = self.command(first);
                let rest = rest.iter();
                rest.fold(status, |status, (is_and, next)| {
                    self.chain(status, next, *is_and)
                })
            }
            ShellCommand::Pipe(commands) => {
                for command in commands {
                    let _ = self.command(command);
                }
                Ok(true)
            }
            ShellCommand::If { arms, otherwise } => self.conditional(arms, otherwise),
            ShellCommand::Case { word, arms } => self.case(word, arms),
            ShellCommand::For { name, words, body } => self.repeat(name, words, body),
            ShellCommand::While {
                condition,
                body,
                is_until,
            } => {
                let status = self.list(condition);
                let status = if *is_until { not(status) } else { status };
                // A loop over the arguments of the script, which has none.
                if status == Ok(true) {
                    let _ = self.list(body);
                }
                Ok(true)
            }
            ShellCommand::Group(commands) => self.list(commands),
            ShellCommand::Function { name, body } => {
                if self.budget.take_items(1, name.len()) {
                    self.functions.insert(name.clone(), Rc::clone(body));
                }
                Ok(true)
            }
        }
    }

    /// Evaluates the next command of a chain.
    fn chain(&mut self, status: Status, next: &ShellCommand, is_and: bool) -> Status {
        match &status {
            _ if self.is_over || !self.budget.take(STEP) => status,
            Ok(is_true) if *is_true == is_and => self.command(next),
            Ok(_) => status,
            Err(cause) => {
                let branches: [&[ShellCommand]; 2] = [std::slice::from_ref(next), &[]];
                self.undecided(&branches, cause);
                status
            }
        }
    }

    fn conditional(
        &mut self,
        arms: &[(Vec<ShellCommand>, Vec<ShellCommand>)],
        otherwise: &[ShellCommand],
    ) -> Status {
        for (place, (condition, body)) in arms.iter().enumerate() {
            match self.list(condition) {
                Ok(true) => return self.list(body),
                Ok(false) => {}
                Err(cause) => {
                    let rest = arms.get(place..).unwrap_or_default().iter();
                    let mut branches: Vec<&[ShellCommand]> =
                        rest.map(|(_, body)| body.as_slice()).collect();
                    branches.push(otherwise);
                    self.undecided(&branches, &cause);
                    return Ok(true);
                }
            }
        }
        self.list(otherwise)
    }

    fn case(&mut self, word: &str, arms: &[(Vec<String>, Vec<ShellCommand>)]) -> Status {
        let word = self.expand_text(word);
        let mut cause = Mark::first(&word).map(|mark| mark.variable().to_owned());
        for (patterns, body) in arms {
            for text in patterns {
                let text = self.expand_text(text);
                let fits = pattern::matches(&word, &text, self.budget);
                match fits.filter(|_| is_known(&text)) {
                    Some(true) if cause.is_none() => return self.list(body),
                    Some(_) => {}
                    None => cause = cause.or_else(|| Some(excerpt(&plain(&text)))),
                }
            }
        }
        let Some(cause) = cause else { return Ok(true) };
        let has_rest = arms
            .iter()
            .any(|(patterns, _)| patterns.iter().any(|one| one == "*"));
        let mut branches: Vec<&[ShellCommand]> =
            arms.iter().map(|(_, body)| body.as_slice()).collect();
        if !has_rest {
            branches.push(&[]);
        }
        self.undecided(&branches, &cause);
        Ok(true)
    }

    fn repeat(&mut self, name: &str, words: &[String], body: &[ShellCommand]) -> Status {
        let words: Vec<String> = words.iter().flat_map(|word| self.expand(word)).collect();
        if !super::name::is_name(name) {
            return self.list(body);
        }
        let Some(first) = words.first() else {
            return Ok(true);
        };
        // The first item of `{1..8}` or `{1,2,4}`.
        let braces = first
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'));
        let first = braces.map_or(first.as_str(), |inner| {
            inner
                .split(',')
                .next()
                .unwrap_or(inner)
                .split("..")
                .next()
                .unwrap_or(inner)
        });
        if words.len() > 1 || braces.is_some() {
            self.loops.push(excerpt(name));
        }
        let first = first.to_owned();
        if self.budget.take_items(2, first.len() + name.len()) {
            self.variables.set(name, Variable::Text(first));
        }
        self.list(body)
    }

    /// Evaluates branches of which one runs, depending on a variable.
    fn undecided(&mut self, branches: &[&[ShellCommand]], cause: &str) {
        let start = self.variables.clone();
        let outer = self.cause.clone();
        let mut ends: Vec<Environment> = Vec::new();
        for branch in branches {
            if !self.budget.take(start.units()) {
                break;
            }
            self.variables = start.clone();
            self.cause.get_or_insert_with(|| cause.to_owned());
            let _ = self.list(branch);
            self.cause.clone_from(&outer);
            // The variables of a branch that ends the script are dropped.
            if !std::mem::take(&mut self.is_over) {
                ends.push(std::mem::take(&mut self.variables));
            }
        }
        self.variables = if ends.is_empty() {
            start
        } else {
            Environment::merge(ends, cause, self.budget)
        };
    }

    fn simple(&mut self, words: &[String], documents: &[(String, bool)]) -> Status {
        // All words are examined to find the kind of command; a function can be called many times.
        if !self.budget.take(words.iter().map(String::len).sum()) {
            return Ok(true);
        }
        let is_assignment = |word: &&String| assignment(word).is_some();
        let assigned = words.iter().take_while(is_assignment).count();
        for word in words.iter().take(assigned) {
            self.assign(word);
        }
        let words = words.get(assigned..).unwrap_or_default();
        let negations = words.iter().take_while(|word| *word == "!").count();
        let words = words.get(negations..).unwrap_or_default();
        let status = self.named(words, documents);
        if negations.is_multiple_of(2) {
            status
        } else {
            not(status)
        }
    }

    /// Carries out a command by its name.
    fn named(&mut self, words: &[String], documents: &[(String, bool)]) -> Status {
        let name = words.first().map(String::as_str).unwrap_or_default();
        let rest = words.get(1..).unwrap_or_default();
        match name {
            "" => Ok(true),
            "[" | "[[" | "test" => self.test(words),
            "export" | "declare" | "local" | "readonly" | "typeset" => {
                for word in rest.iter().filter(|word| assignment(word).is_some()) {
                    self.assign(word);
                }
                Ok(true)
            }
            "unset" => {
                rest.iter().for_each(|word| self.variables.unset(word));
                Ok(true)
            }
            // No arguments are given to the script.
            "false" | "getopts" => Ok(false),
            "true" => Ok(true),
            "exit" | "return" => {
                self.is_over = true;
                Ok(true)
            }
            _ => self.program(name, words, documents),
        }
    }

    fn program(&mut self, name: &str, words: &[String], documents: &[(String, bool)]) -> Status {
        let words: Vec<String> = words.iter().flat_map(|word| self.expand(word)).collect();
        if !name.contains("python") {
            for (text, is_expanded) in documents {
                let letters = words.iter().map(String::len).sum::<usize>() + text.len();
                if !self.budget.take_items(words.len(), letters) {
                    break;
                }
                let text = if *is_expanded {
                    self.expand_document(text)
                } else {
                    text.clone()
                };
                let outer = std::mem::replace(&mut self.outer, words.clone());
                self.script(&text);
                self.outer = outer;
            }
        }
        if let Some(body) = self.functions.get(name).map(Rc::clone) {
            return self.call(&body, words);
        }
        if name == "eval" {
            let rest = words.get(1..).unwrap_or_default();
            self.script(&rest.join(" "));
            return Ok(true);
        }
        if IDLE.split_ascii_whitespace().any(|idle| idle == name) {
            return Ok(true);
        }
        self.start(words);
        // The success of a program is unknown, so that a test by one stays open.
        Ok(true)
    }

    fn call(&mut self, body: &[ShellCommand], words: Vec<String>) -> Status {
        self.depth += 1;
        let arguments = words.into_iter().skip(1).collect();
        let outer = self.arguments.replace(arguments);
        let mut status = Ok(true);
        if self.depth <= DEEPEST {
            status = and(self.list(body), Ok(true));
        }
        self.arguments = outer;
        self.is_over = false;
        self.depth -= 1;
        status
    }

    /// Records a program that is started, or evaluates the script that it runs.
    fn start(&mut self, words: Vec<String>) {
        let shells = ["bash", "sh", "/bin/bash", "/bin/sh", "/usr/bin/bash", "zsh"];
        let is_inline =
            |word: &String| word.starts_with('-') && word.ends_with('c') && word.len() < 6;
        let mut pairs = words.iter().zip(words.iter().skip(1));
        let place =
            pairs.position(|(word, next)| shells.contains(&word.as_str()) && is_inline(next));
        if let Some(place) = place {
            let script = words.get(place + 2).cloned().unwrap_or_default();
            let mut around = words;
            around.truncate(place);
            let outer = std::mem::replace(&mut self.outer, around);
            self.script(&script);
            self.outer = outer;
            return;
        }
        let is_option = |word: &String| match Mark::first(word) {
            Some(Mark::Maybe { word, .. }) => word.starts_with("--"),
            _ => word.starts_with("--"),
        };
        if !words.iter().any(is_option) {
            return;
        }
        let is_fragment = words.first().is_some_and(is_option);
        let is_full = self.launches.len() >= MOST_LAUNCHES;
        match self.launches.last_mut() {
            // Options on separate lines, without a backslash before them.
            Some(last) if is_fragment && last.cause == self.cause => last.words.extend(words),
            _ if is_full => {}
            _ => self.launches.push(Launch {
                outer: self.outer.clone(),
                words,
                cause: self.cause.clone(),
            }),
        }
    }

    /// Carries out `NAME=value`, `NAME+=value` or `NAME=(…)`.
    fn assign(&mut self, word: &str) {
        let Some((name, is_appended, value)) = assignment(word) else {
            return;
        };
        let array = value
            .strip_prefix('(')
            .and_then(|value| value.strip_suffix(')'));
        let value = if let Some(inner) = array {
            let words = lexer::words(inner, self.budget);
            let words = words.iter().flat_map(|word| self.expand(word));
            let items: Vec<String> = words.collect();
            let budget = self.budget;
            Variable::List(
                items
                    .into_iter()
                    .flat_map(|item| cut(item, budget))
                    .collect(),
            )
        } else {
            Variable::Text(self.expand_text(value))
        };
        if !self.budget.take_items(1, name.len() + value.units()) {
            return;
        }
        if is_appended {
            // Words of a text become items.
            let before = match (self.variables.get(name), &value) {
                (Some(Variable::Text(text)), Variable::List(_)) => text.len() * ITEM,
                _ => 0,
            };
            if self.budget.take(before) {
                self.variables.append(name, value);
            }
        } else {
            self.variables.set(name, value);
        }
    }
}

/// Name and value of an assignment, with true between them if it appends.
fn assignment(word: &str) -> Option<(&str, bool, &str)> {
    let (name, value) = word.split_once('=')?;
    let (name, is_appended) = match name.strip_suffix('+') {
        Some(name) => (name, true),
        None => (name, false),
    };
    super::name::is_name(name).then_some((name, is_appended, value))
}

/// An item with an option and its value as two items; any other unchanged.
fn cut(item: String, budget: &ReadBudget) -> Vec<String> {
    let is_long = item.starts_with("--") && item.contains(char::is_whitespace);
    if is_long && budget.take_items(item.split_whitespace().count(), item.len()) {
        item.split_whitespace().map(str::to_owned).collect()
    } else {
        vec![item]
    }
}

/// Evaluates a text.
pub(super) fn run<'a>(text: &str, budget: &'a ReadBudget) -> Shell<'a> {
    let mut shell = Shell::new(budget);
    shell.script(&clean(text));
    shell
}
