//! Simple commands: their words, and the builtin, function or program that they name.

use super::assign::Assignment;
use super::mark::Mark;
use super::state::{Flow, Shell, Status};
use crate::import::budget::STEP;

/// Commands that succeed, print nothing, and start no training.
const SILENT: &str = "\
    : true mkdir rm cp mv ln cd git module conda mamba tar kill sleep wandb trap ulimit wait rsync \
    scp chmod chown pushd popd touch alias unalias shopt disown umask hash enable bind complete \
    pip pip3 apt apt-get wget curl logger huggingface-cli ray sync";

/// Commands of which the result and the output are not known, and that start no training.
const UNKNOWN: &str = "\
    ls sed awk grep egrep nvidia-smi rocm-smi date hostname which scontrol type find sort uniq tr \
    uname whoami id nproc free df du lscpu ps pgrep pkill jq tail head readlink realpath pwd env \
    printenv dirs jobs times getconf ip ifconfig";

impl Shell<'_> {
    /// Carries out a simple command.
    pub(super) fn simple(&mut self, words: &[String]) -> Status {
        let is_direct = std::mem::take(&mut self.is_direct);
        // All words are examined to find the kind of command; a function can be called many times.
        if !self.budget.take(words.iter().map(String::len).sum()) {
            return Status::OK;
        }
        let assigned = words
            .iter()
            .take_while(|word| Assignment::of(word).is_some());
        let assigned = assigned.count();
        let (before, words) = words.split_at_checked(assigned).unwrap_or_default();
        let Some(name) = words.first() else {
            return self.assign_all(before);
        };
        if matches!(
            name.as_str(),
            "export" | "declare" | "local" | "readonly" | "typeset"
        ) {
            self.assign_all(before);
            return self.declare(words);
        }
        self.substituted = None;
        let expanded: Vec<String> = words.iter().flat_map(|word| self.expand(word)).collect();
        if self.flow == Flow::Discard {
            return Status::FAILED;
        }
        if expanded.is_empty() {
            let substituted = self.substituted.take();
            let status = self.assign_all(before);
            return substituted.unwrap_or(status);
        }
        if before.is_empty() {
            return self.named(name, expanded, is_direct);
        }
        let depth = self.state.variables.depth();
        self.state.variables.begin(false);
        for word in before {
            if let Some(assignment) = Assignment::of(word) {
                let text = self.expand_text(assignment.value);
                let name = assignment.name;
                if self.budget.take_items(2, name.len() + text.len()) {
                    let value = super::variable::Variable::Text(text);
                    self.state.variables.set_in_latest(name, value);
                }
            }
        }
        let status = self.named(name, expanded, is_direct);
        self.state.variables.end(depth);
        status
    }

    /// Carries out a command by its name; `written` is the name as written.
    pub(super) fn named(&mut self, written: &str, words: Vec<String>, is_direct: bool) -> Status {
        if !self.budget.take(STEP) {
            return Status::OK;
        }
        let name = words.first().map(String::as_str).unwrap_or_default();
        let function = self.state.functions.get(name).cloned();
        if let Some(function) = function {
            return self.call(&function, &words);
        }
        let rest = words.get(1..).unwrap_or_default();
        match name {
            "[" | "test" => self.single_test(&words),
            ":" | "true" => Status::OK,
            "false" => Status::FAILED,
            "unset" => self.unset_names(rest),
            "shift" => self.shift(rest),
            "set" => self.set_options(rest),
            "let" => self.let_all(rest),
            "read" => self.read(rest),
            "mapfile" | "readarray" => self.read_lines(rest),
            "echo" => self.echo(rest),
            "printf" => self.print(rest),
            "eval" => self.script(&rest.join(" ")),
            "source" | "." => self.source(rest),
            "exit" | "return" | "break" | "continue" => self.leave(name, rest),
            "command" | "builtin" => self.without_functions(written, rest, is_direct),
            "exec" => self.replaced(rest, is_direct),
            // No arguments are given to the script.
            "getopts" => self.options_of_arguments(rest),
            _ => self.program(words, is_direct),
        }
    }

    /// Carries out `command NAME …`.
    fn without_functions(&mut self, written: &str, words: &[String], is_direct: bool) -> Status {
        let Some(name) = words.first() else {
            return Status::OK;
        };
        if name.starts_with('-') {
            self.write_open("command");
            return Status::depends_on(words.get(1).map_or(written, String::as_str));
        }
        let functions = std::mem::take(&mut self.state.functions);
        let status = self.named(name, words.to_vec(), is_direct);
        self.state.functions = functions;
        status
    }

    /// Carries out `exec …`, after which the script ends.
    fn replaced(&mut self, words: &[String], is_direct: bool) -> Status {
        if words.is_empty() {
            return Status::OK;
        }
        let status = self.program(words.to_vec(), is_direct);
        self.flow = Flow::Exit;
        status
    }

    /// Starts a program.
    fn program(&mut self, words: Vec<String>, is_direct: bool) -> Status {
        let name = words.first().map(String::as_str).unwrap_or_default();
        let name = name.rsplit('/').next().unwrap_or_default().to_owned();
        let is_in = |list: &str| list.split_ascii_whitespace().any(|known| known == name);
        if is_in(SILENT) {
            return Status::OK;
        }
        if let Some(status) = self.tool(&name, words.get(1..).unwrap_or_default()) {
            return status;
        }
        if !is_in(UNKNOWN) {
            let is_run = self.run_script(&name, &words, is_direct);
            if !is_run {
                self.start(words);
            }
        }
        self.write_open(&name);
        Status::Program(crate::excerpt::excerpt(&super::mark::plain(&name)))
    }

    /// Carries out `exit`, `return`, `break` and `continue`.
    fn leave(&mut self, name: &str, words: &[String]) -> Status {
        let word = words.first();
        let number = word.and_then(|word| word.parse::<i64>().ok());
        let last = self.state.status.clone().unwrap_or(Status::OK);
        let status = match (word, number) {
            (None, _) => last,
            (_, Some(number)) => Status::Code(number.rem_euclid(256) as u8),
            (Some(word), None) => match Mark::first(word) {
                Some(mark) => Status::depends_on(mark.variable()),
                None => Status::Code(2),
            },
        };
        let count = number.and_then(|number| usize::try_from(number).ok());
        let count = count.unwrap_or(1).clamp(1, self.loop_depth.max(1));
        let is_loop = matches!(name, "break" | "continue");
        match name {
            _ if is_loop && self.loop_depth == 0 => return Status::OK,
            "break" => self.flow = Flow::Break(count),
            "continue" => self.flow = Flow::Continue(count),
            "return" if self.calls == 0 => return Status::Code(2),
            "return" => self.flow = Flow::Return,
            _ => self.flow = Flow::Exit,
        }
        if is_loop { Status::OK } else { status }
    }
}
