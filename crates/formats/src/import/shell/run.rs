//! Evaluation of commands: lists, branches, pipes and functions.

use std::rc::Rc;

use super::mark::{Mark, clean, is_known, plain};
use super::parser::parse;
use super::pattern;
use super::slurm;
use super::state::{Flow, Function, Input, Shell, Status};
use super::syntax::{CaseArm, CaseEnd, InputSource, OutputTarget, Redirects, ShellCommand};
use super::variable::Variable;
use crate::excerpt::excerpt;
use crate::import::budget::{ReadBudget, STEP};
use crate::import::sources::Sources;

/// Deepest nesting of scripts and functions.
pub(super) const DEEPEST: usize = 12;
/// Largest number of written files that are kept.
const MOST_FILES: usize = 32;

impl Shell<'_> {
    /// Evaluates a script in the present variables.
    pub(super) fn script(&mut self, text: &str) -> Status {
        self.depth += 1;
        self.scripts += 1;
        let mut status = Status::OK;
        if self.depth > DEEPEST {
            self.lose("…");
        } else if self.budget.take(text.len()) {
            slurm::define(text, &mut self.state.variables, self.budget);
            let is_whole = self.depth == 1;
            let parsed = parse(text, self.sites, self.budget);
            self.sites = parsed.sites;
            if is_whole && self.budget.is_spent() {
                self.line = parsed.end;
            }
            let mut discarded = 0;
            for (line, command) in parsed.commands {
                if !self.goes_on() || !self.budget.take(STEP) {
                    break;
                }
                if line == discarded {
                    continue;
                }
                if is_whole {
                    self.line = line;
                }
                status = self.command(&command);
                if self.flow == Flow::Discard {
                    self.flow = Flow::Next;
                    status = Status::FAILED;
                    if !is_whole {
                        break;
                    }
                    discarded = line;
                }
            }
        }
        self.scripts -= 1;
        self.depth -= 1;
        status
    }

    /// Leaves all variables open, where commands are not evaluated.
    pub(super) fn lose(&mut self, cause: &str) {
        if self.budget.take(self.state.variables.units()) {
            self.state.variables.open_all(cause);
        }
    }

    /// Evaluates commands one after the other; returns the result of the last one.
    pub(super) fn list(&mut self, commands: &[ShellCommand]) -> Status {
        let mut status = Status::OK;
        for command in commands {
            if !self.goes_on() || !self.budget.take(STEP) {
                break;
            }
            status = self.command(command);
        }
        status
    }

    /// Evaluates commands whose failure does not end the script.
    pub(super) fn condition(&mut self, commands: &[ShellCommand]) -> Status {
        self.conditions += 1;
        let status = self.list(commands);
        self.conditions -= 1;
        status
    }

    pub(super) fn command(&mut self, command: &ShellCommand) -> Status {
        let status = self.result(command);
        self.state.status = Some(status.clone());
        let is_checked = matches!(
            command,
            ShellCommand::Simple { .. }
                | ShellCommand::Test(_)
                | ShellCommand::Arithmetic(_)
                | ShellCommand::Pipe(_)
                | ShellCommand::Subshell(_)
                | ShellCommand::Redirected { .. }
        );
        if is_checked
            && self.conditions == 0
            && self.state.ends_on_failure
            && self.flow == Flow::Next
            && status.success() == Ok(false)
        {
            self.flow = Flow::Exit;
        }
        status
    }

    fn result(&mut self, command: &ShellCommand) -> Status {
        match command {
            ShellCommand::Simple { words, site } => {
                // A text that is read in each turn of a loop has the place of its reader.
                if self.scripts <= 1 || self.turns.is_empty() {
                    self.site = *site;
                }
                self.simple(words)
            }
            ShellCommand::Test(words) => self.double_test(words),
            ShellCommand::Arithmetic(text) => self.arithmetic_command(text),
            ShellCommand::Not(command) => {
                self.conditions += 1;
                let status = self.command(command).negated();
                self.conditions -= 1;
                status
            }
            ShellCommand::Chain { first, rest } => self.chain(first, rest),
            ShellCommand::Pipe(commands) => self.pipe(commands),
            ShellCommand::Background(command) => {
                self.subshell(|shell| shell.command(command));
                Status::OK
            }
            ShellCommand::If { arms, otherwise } => self.conditional(arms, otherwise),
            ShellCommand::Case { word, arms } => self.case(word, arms),
            ShellCommand::For(words) => self.word_loop(words),
            ShellCommand::Count(count) => self.count_loop(count),
            ShellCommand::While {
                condition,
                body,
                is_until,
            } => self.while_loop(condition, body, *is_until),
            ShellCommand::Group(commands) => self.list(commands),
            ShellCommand::Subshell(commands) => self.subshell(|shell| shell.list(commands)),
            ShellCommand::Function { name, body } => {
                if self.budget.take_items(1, name.len()) {
                    let function = Function {
                        bodies: vec![Rc::clone(body)],
                        cause: None,
                    };
                    self.state.functions.insert(name.clone(), function);
                }
                Status::OK
            }
            ShellCommand::Redirected { command, redirects } => self.redirected(command, redirects),
        }
    }

    /// Evaluates commands that depend on each other's success.
    fn chain(&mut self, first: &ShellCommand, rest: &[(bool, ShellCommand)]) -> Status {
        self.conditions += 1;
        let mut status = self.command(first);
        for (place, (is_and, next)) in rest.iter().enumerate() {
            if !self.goes_on() || !self.budget.take(STEP) {
                break;
            }
            let is_last = place + 1 == rest.len();
            self.conditions -= usize::from(is_last);
            status = match &status {
                Status::Code(code) if (*code == 0) == *is_and => self.command(next),
                Status::Code(_) => status,
                Status::Open(cause) | Status::Program(cause) => {
                    let cause = cause.clone();
                    // A program that fails leads to no training, as a rule.
                    let is_assumed = *is_and && matches!(status, Status::Program(_));
                    let end = self.fork(2, &cause, !is_assumed, &mut |shell, place| {
                        if place == 0 {
                            shell.command(next)
                        } else {
                            Status::depends_on(&cause)
                        }
                    });
                    if is_assumed {
                        Status::Program(cause)
                    } else {
                        end
                    }
                }
            };
            self.conditions += usize::from(is_last);
        }
        self.conditions -= 1;
        status
    }

    /// Evaluates commands of which each reads the output of the one before; all changes end with
    /// them.
    fn pipe(&mut self, commands: &[ShellCommand]) -> Status {
        let outer = self.state.input.clone();
        let mut input = outer.clone();
        let mut result = Status::OK;
        for (place, command) in commands.iter().enumerate() {
            let is_last = place + 1 == commands.len();
            let output = self.state.output.take();
            self.state.output = if is_last {
                output.clone()
            } else {
                Some(String::new())
            };
            let status = self.subshell(|shell| {
                shell.state.input = input.take();
                shell.is_direct = place > 0 && matches!(command, ShellCommand::Simple { .. });
                shell.command(command)
            });
            if !is_last {
                let text = std::mem::replace(&mut self.state.output, output);
                input = text.map(|text| Input::of(&text));
            }
            let fails = status.success() == Ok(false) && self.state.fails_in_pipes;
            if is_last && result == Status::OK || fails {
                result = status;
            }
        }
        self.state.input = outer;
        result
    }

    fn conditional(
        &mut self,
        arms: &[(Vec<ShellCommand>, Vec<ShellCommand>)],
        otherwise: &[ShellCommand],
    ) -> Status {
        let Some(((condition, body), rest)) = arms.split_first() else {
            return self.list(otherwise);
        };
        let status = self.condition(condition);
        if self.flow != Flow::Next {
            return status;
        }
        match status.success() {
            Ok(true) => self.list(body),
            Ok(false) => self.conditional(rest, otherwise),
            Err(cause) => self.fork(2, cause, true, &mut |shell, place| {
                if place == 0 {
                    shell.list(body)
                } else {
                    shell.conditional(rest, otherwise)
                }
            }),
        }
    }

    fn case(&mut self, word: &str, arms: &[CaseArm]) -> Status {
        let word = self.expand_text(word);
        self.case_from(&word, arms)
    }

    /// Evaluates the branches of `case` from one on.
    fn case_from(&mut self, word: &str, arms: &[CaseArm]) -> Status {
        let Some((arm, rest)) = arms.split_first() else {
            return Status::OK;
        };
        let mut cause = None;
        let mut fits = false;
        for text in &arm.patterns {
            let text = self.expand_pattern(text);
            match pattern::matches(word, &text, self.budget) {
                Some(true) => {
                    fits = true;
                    break;
                }
                Some(false) => {}
                None => {
                    let mark = Mark::first(word).or_else(|| Mark::first(&text));
                    let name = mark.map(|mark| mark.variable().to_owned());
                    cause = cause.or_else(|| Some(name.unwrap_or_else(|| excerpt(&plain(&text)))));
                }
            }
        }
        match cause {
            _ if fits => self.case_body(word, arms),
            None => self.case_from(word, rest),
            Some(cause) => self.fork(2, &cause, true, &mut |shell, place| {
                if place == 0 {
                    shell.case_body(word, arms)
                } else {
                    shell.case_from(word, rest)
                }
            }),
        }
    }

    /// Evaluates the first branch, and those to which it leads.
    fn case_body(&mut self, word: &str, arms: &[CaseArm]) -> Status {
        let Some((arm, rest)) = arms.split_first() else {
            return Status::OK;
        };
        let status = self.list(&arm.body);
        match arm.end {
            _ if self.flow != Flow::Next || rest.is_empty() => status,
            CaseEnd::Done => status,
            CaseEnd::NextBody => self.case_body(word, rest),
            CaseEnd::NextPatterns => self.case_from(word, rest),
        }
    }

    /// Calls a function.
    pub(super) fn call(&mut self, function: &Function, words: &[String]) -> Status {
        if self.depth >= DEEPEST {
            self.lose("…");
            return Status::Open(String::from("…"));
        }
        let arguments: Vec<String> = words.iter().skip(1).cloned().collect();
        let arguments = Some(Variable::List(arguments));
        let outer = std::mem::replace(&mut self.state.arguments, arguments);
        let status = match (function.bodies.as_slice(), &function.cause) {
            ([body], None) => self.body(body),
            (bodies, cause) => {
                let cause = cause.as_deref().unwrap_or_default();
                // The last way is that no function has the name.
                self.fork(bodies.len() + 1, cause, true, &mut |shell, place| {
                    bodies
                        .get(place)
                        .map_or(Status::FAILED, |body| shell.body(body))
                })
            }
        };
        self.state.arguments = outer;
        status
    }

    fn body(&mut self, body: &[ShellCommand]) -> Status {
        let depth = self.state.variables.depth();
        let pending = self.pending.len();
        let loops = std::mem::take(&mut self.loop_depth);
        self.depth += 1;
        self.calls += 1;
        self.state.variables.begin(true);
        // A body without commands leaves the result as it is.
        let _ = self.list(body);
        self.state.variables.end(depth + 1);
        self.arrive(pending, |flow| matches!(flow, Flow::Next | Flow::Return));
        self.state.variables.end(depth);
        self.calls -= 1;
        self.depth -= 1;
        self.loop_depth = loops;
        self.state.status.clone().unwrap_or(Status::OK)
    }

    fn redirected(&mut self, command: &ShellCommand, redirects: &Redirects) -> Status {
        let outer = redirects.input.is_some().then(|| self.state.input.take());
        match &redirects.input {
            Some(InputSource::Document(text, true)) => {
                let text = self.expand_document(text);
                self.state.input = Some(Input::of(&text));
            }
            Some(InputSource::Document(text, false)) if self.budget.take(text.len()) => {
                self.state.input = Some(Input::of(text));
            }
            Some(InputSource::Word(word)) => {
                let text = self.expand_text(word);
                self.state.input = Some(Input::of(&[&text, "\n"].concat()));
            }
            Some(InputSource::File(word)) => {
                let file = self.expand_text(word);
                let written = self.written.get(&file).map(|(text, _)| text.as_str());
                let known = if file == "/dev/null" {
                    Some("")
                } else {
                    written
                };
                let known = known.filter(|text| self.budget.take(text.len()));
                self.state.input = known.map(Input::of);
            }
            Some(InputSource::Document(..)) | None => {}
        }
        let is_simple = matches!(command, ShellCommand::Simple { .. });
        self.is_direct = is_simple && redirects.input.is_some();
        let status = match &redirects.output {
            None => self.command(command),
            Some(target) => {
                let is_file = matches!(target, OutputTarget::File(..));
                let kept = is_file.then(String::new);
                let output = std::mem::replace(&mut self.state.output, kept);
                let status = self.command(command);
                let text = std::mem::replace(&mut self.state.output, output);
                if let (OutputTarget::File(file, is_appended), Some(text)) = (target, text) {
                    let file = self.expand_text(file);
                    self.write_file(&file, &text, *is_appended);
                }
                status
            }
        };
        self.is_direct = false;
        if let Some(outer) = outer {
            self.state.input = outer;
        }
        status
    }

    /// Keeps the text that the script writes into a file.
    pub(super) fn write_file(&mut self, file: &str, text: &str, is_appended: bool) {
        let is_output = text.trim().is_empty() || Mark::begins(text);
        let is_full = self.written.len() >= MOST_FILES && !self.written.contains_key(file);
        if is_output || is_full || !is_known(file) || file.starts_with("/dev/") {
            return;
        }
        if self.budget.take_items(2, file.len() + text.len()) {
            let (before, _) = self.written.entry(file.to_owned()).or_default();
            if !is_appended {
                before.clear();
            }
            before.push_str(text);
        }
    }
}

/// Evaluates a text.
pub(super) fn run<'a>(text: &str, sources: &'a Sources, budget: &'a ReadBudget) -> Shell<'a> {
    let mut shell = Shell::new(sources, budget);
    shell.script(&clean(text));
    shell.unread_files();
    shell
}
