//! Loops. Those of which the script does not decide the turns, and those of too many turns, leave
//! their variables open.

use super::mark::{Mark, is_known};
use super::name::is_name;
use super::state::{Flow, Pending, Shell, Status, Turns};
use super::syntax::{CountLoop, ForLoop, ShellCommand};
use super::variable::Variable;
use crate::excerpt::excerpt;
use crate::import::budget::STEP;

/// Largest number of turns of a loop without words.
const MOST_TURNS: usize = 1_024;

/// The result of a loop's condition, or of the step before a turn.
enum Turn {
    /// The turn runs.
    Runs,
    /// The loop ends.
    Ends,
    /// It depends on a name if the turn runs.
    Open(String),
}

impl Shell<'_> {
    /// Evaluates `for NAME in …` and `select`.
    pub(super) fn word_loop(&mut self, words: &ForLoop) -> Status {
        let ForLoop {
            name,
            words,
            body,
            is_select,
        } = words;
        if !is_name(name) {
            return self.list(body);
        }
        let mut cause = is_select.then(|| excerpt(name));
        let mut items = Vec::new();
        if let Some(words) = words {
            for word in words {
                let expanded = self.expand(word);
                let open = expanded.iter().find_map(|word| Mark::first(word));
                let open = open.filter(|_| !is_one(word));
                let name = open.map(|mark| excerpt(mark.variable()));
                let name = name.or_else(|| is_files(word).then(|| excerpt(word)));
                cause = cause.or(name);
                items.extend(expanded);
            }
        } else {
            items = self.arguments();
            let open = items.iter().find_map(|word| Mark::first(word));
            cause = cause.or_else(|| open.map(|mark| excerpt(mark.variable())));
        }
        if let Some(cause) = cause {
            let first = items.into_iter().next();
            let first = first.unwrap_or_else(|| Mark::undefined(name));
            let first = if is_known(&first) {
                Mark::undecided(name, &cause)
            } else {
                first
            };
            return self.open_loop(&cause, *is_select, &mut |shell| {
                shell.set_text(name, first.clone());
                shell.list(body)
            });
        }
        let mut items = items.into_iter();
        self.turns_of(name, usize::MAX, &mut |shell, is_body| {
            if is_body {
                shell.list(body);
                return Turn::Runs;
            }
            match items.next() {
                Some(item) => {
                    shell.set_text(name, item);
                    Turn::Runs
                }
                None => Turn::Ends,
            }
        })
    }

    /// Evaluates `for ((…; …; …))`.
    pub(super) fn count_loop(&mut self, count: &CountLoop) -> Status {
        let _ = self.arithmetic(&count.start);
        let name = count.start.split(['=', ' ']).find(|word| is_name(word));
        let name = name.unwrap_or("for").to_owned();
        let mut is_first = true;
        self.turns_of(&name, MOST_TURNS, &mut |shell, is_body| {
            if is_body {
                shell.list(&count.body);
                return Turn::Runs;
            }
            if !std::mem::take(&mut is_first) {
                let _ = shell.arithmetic(&count.step);
            }
            if count.condition.trim().is_empty() {
                return Turn::Runs;
            }
            turn(&shell.arithmetic_command(&count.condition), false)
        })
    }

    /// Evaluates `while` and `until`.
    pub(super) fn while_loop(
        &mut self,
        condition: &[ShellCommand],
        body: &[ShellCommand],
        is_until: bool,
    ) -> Status {
        let name = if is_until { "until" } else { "while" };
        self.turns_of(name, MOST_TURNS, &mut |shell, is_body| {
            if is_body {
                shell.list(body);
                return Turn::Runs;
            }
            turn(&shell.condition(condition), is_until)
        })
    }

    /// Evaluates turns. `part` evaluates what precedes a turn, and then its commands.
    fn turns_of(
        &mut self,
        name: &str,
        most: usize,
        part: &mut dyn FnMut(&mut Self, bool) -> Turn,
    ) -> Status {
        let outer_limit = self.enter_loop(name);
        let pending = self.pending.len();
        let units = self.state.variables.units();
        let start = self.state.clone();
        let mut result = Status::OK;
        let mut open = (!self.budget.take(units)).then(String::new);
        let mut turns = 0;
        while open.is_none() && self.goes_on() {
            if turns >= most || self.budget.spent() >= self.loop_limit {
                open = Some(name.to_owned());
                break;
            }
            self.budget.take(STEP);
            let next = part(self, false);
            match next {
                _ if self.flow != Flow::Next => break,
                // The result of a loop is that of its commands.
                Turn::Ends => {
                    self.state.status = Some(result);
                    break;
                }
                Turn::Open(cause) => open = Some(cause),
                Turn::Runs => {
                    part(self, true);
                    self.arrive(pending, |flow| {
                        matches!(flow, Flow::Next | Flow::Continue(1))
                    });
                    result = self.state.status.clone().unwrap_or(Status::OK);
                    turns += 1;
                    self.next_turn();
                }
            }
        }
        match open {
            // The script has no arguments as far as it says.
            Some(cause) if matches!(cause.as_str(), "#" | "@" | "*" | "1") && turns == 0 => {}
            Some(cause) => self.open_turns(&start, &cause, true, &mut |shell| {
                let _ = part(shell, false);
                part(shell, true);
            }),
            None => {}
        }
        self.leave_loop(pending, outer_limit);
        self.state.status.clone().unwrap_or(Status::OK)
    }

    /// Evaluates a loop of which the script does not decide the turns.
    fn open_loop(
        &mut self,
        cause: &str,
        is_told: bool,
        turn: &mut dyn FnMut(&mut Self) -> Status,
    ) -> Status {
        let outer_limit = self.enter_loop(cause);
        let pending = self.pending.len();
        if self.budget.take(self.state.units()) {
            let start = self.state.clone();
            self.open_turns(&start, cause, is_told, &mut |shell| {
                turn(shell);
            });
        }
        self.leave_loop(pending, outer_limit);
        self.state.status.clone().unwrap_or(Status::OK)
    }

    /// Leaves open what a turn changes. It is evaluated twice, as a variable may depend on what
    /// another one became in the turn before.
    fn open_turns(
        &mut self,
        start: &super::state::State,
        cause: &str,
        is_told: bool,
        turn: &mut dyn FnMut(&mut Self),
    ) {
        let outer = self.cause.clone();
        let is_quiet = self.is_quiet;
        let pending = self.pending.len();
        let mut opened = None;
        for _ in 0..2 {
            if !self.budget.take(2 * self.state.units()) {
                break;
            }
            let before = self.state.clone();
            if is_told {
                self.cause.get_or_insert_with(|| cause.to_owned());
            }
            turn(self);
            self.cause.clone_from(&outer);
            if !matches!(self.flow, Flow::Next | Flow::Break(1) | Flow::Continue(1)) {
                let state = std::mem::replace(&mut self.state, before.clone());
                match std::mem::replace(&mut self.flow, Flow::Next) {
                    Flow::Exit | Flow::Discard => self.may_exit = Some(cause.to_owned()),
                    flow => {
                        let cause = cause.to_owned();
                        self.pending.push(Pending { flow, state, cause });
                    }
                }
            }
            self.arrive(pending, |flow| {
                matches!(flow, Flow::Next | Flow::Break(1) | Flow::Continue(1))
            });
            self.state.merge(before.clone(), cause, self.budget);
            let variables = &mut self.state.variables;
            variables.open_changed(&start.variables, opened.as_ref(), cause);
            opened = Some(self.state.variables.clone());
            if self.state.arguments != start.arguments {
                let mark = Mark::undecided("@", cause);
                self.state.arguments = Some(Variable::List(vec![mark]));
            }
            self.is_quiet = true;
        }
        self.is_quiet = is_quiet;
        self.state.status = Some(Status::depends_on(cause));
    }

    /// Begins a loop, which may take half of what the loops around it may take; returns the limit
    /// of the latter.
    fn enter_loop(&mut self, name: &str) -> usize {
        let spent = self.budget.spent();
        let left = self.loop_limit.saturating_sub(spent);
        self.turns.push(Turns {
            name: excerpt(name),
            ..Turns::default()
        });
        self.loop_depth += 1;
        std::mem::replace(&mut self.loop_limit, spent + left / 2)
    }

    fn next_turn(&mut self) {
        if let Some(turns) = self.turns.last_mut() {
            turns.turn += 1;
            let launching = std::mem::take(&mut turns.launching);
            turns.launched.extend(launching);
        }
    }

    /// Ends a loop.
    fn leave_loop(&mut self, pending: usize, limit: usize) {
        self.loop_limit = limit;
        self.loop_depth -= 1;
        self.arrive(pending, |flow| match flow {
            Flow::Next | Flow::Break(1) => true,
            Flow::Break(count) | Flow::Continue(count) => {
                *count -= 1;
                false
            }
            Flow::Return | Flow::Exit | Flow::Discard => false,
        });
        let inner = self.turns.pop().unwrap_or_default();
        if let Some(outer) = self.turns.last_mut() {
            outer.launching.extend(inner.launched);
            outer.launching.extend(inner.launching);
        }
    }
}

fn turn(status: &Status, is_until: bool) -> Turn {
    match status.success() {
        Ok(is_true) if is_true != is_until => Turn::Runs,
        Ok(_) => Turn::Ends,
        Err(cause) => Turn::Open(cause.to_owned()),
    }
}

/// True if a word in double quotes stays one word.
fn is_one(word: &str) -> bool {
    let inner = word
        .strip_prefix('"')
        .and_then(|word| word.strip_suffix('"'));
    inner.is_some_and(|inner| !inner.contains(['"', '@', '*']))
}

/// True if a word stands for the names of files.
fn is_files(word: &str) -> bool {
    let is_plain = !word.contains(['"', '\'', '\\', '{', '(']);
    is_plain && word.contains(['*', '?'])
}
