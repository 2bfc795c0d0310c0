//! The state of a script that is being evaluated.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::environment::Environment;
use super::joined::joined;
use super::launch::Launch;
use super::mark::{Mark, plain};
use super::syntax::ShellCommand;
use super::variable::Variable;
use crate::excerpt::excerpt;
use crate::import::budget::{ITEM, ReadBudget};
use crate::import::sources::Sources;

/// The result of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// The number; zero is success.
    Code(u8),
    /// A result that depends on this name. The name is shortened, as each dependent word repeats
    /// it.
    Open(String),
    /// The result of this program. Its success is assumed where the next command needs it.
    Program(String),
}

impl Status {
    /// Success.
    pub(super) const OK: Self = Self::Code(0);
    /// Failure.
    pub(super) const FAILED: Self = Self::Code(1);

    /// The result of a command that is true or false.
    pub(super) const fn of(is_true: bool) -> Self {
        Self::Code(if is_true { 0 } else { 1 })
    }

    /// The result of a command that depends on a name.
    pub(super) fn depends_on(name: &str) -> Self {
        Self::Open(excerpt(&plain(name)))
    }

    /// True for success.
    ///
    /// # Errors
    /// The name on which it depends.
    pub(super) fn success(&self) -> Result<bool, &str> {
        match self {
            Self::Code(code) => Ok(*code == 0),
            Self::Open(cause) | Self::Program(cause) => Err(cause),
        }
    }

    /// The negation.
    pub(super) fn negated(self) -> Self {
        match self {
            Self::Code(code) => Self::of(code != 0),
            Self::Open(cause) | Self::Program(cause) => Self::Open(cause),
        }
    }
}

/// The command that follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// The next one.
    Next,
    /// The one after this number of loops.
    Break(usize),
    /// The next turn of the loop around this number of loops, itself included.
    Continue(usize),
    /// The one after the function or the sourced file.
    Return,
    /// None: the script ends.
    Exit,
    /// The next line of the script, after an error.
    Discard,
}

/// The bodies that a function may have, and the name on which it depends.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub(super) bodies: Vec<Rc<[ShellCommand]>>,
    pub(super) cause: Option<String>,
}

/// A known input of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Input {
    text: Rc<str>,
    /// The byte up to which it was read.
    pub(super) at: usize,
}

impl Input {
    /// An input that was not read.
    pub(super) fn of(text: &str) -> Self {
        Self {
            text: Rc::from(text),
            at: 0,
        }
    }

    /// The text that was not read.
    pub(super) fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }
}

/// The state that a command can change and a command in brackets keeps for itself.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    pub(super) variables: Environment,
    pub(super) functions: BTreeMap<String, Function>,
    /// Arguments of the function that runs; the script's are not known.
    pub(super) arguments: Option<Variable>,
    /// The output so far, where it is needed.
    pub(super) output: Option<String>,
    /// The input, if it is known.
    pub(super) input: Option<Input>,
    /// True if a command that fails ends the script.
    pub(super) ends_on_failure: bool,
    /// True if programs get all variables.
    pub(super) exports_all: bool,
    /// True if a pipe fails with any of its commands.
    pub(super) fails_in_pipes: bool,
    /// The result of the latest command.
    pub(super) status: Option<Status>,
}

impl State {
    /// Units of a copy.
    pub(super) fn units(&self) -> usize {
        let arguments = self.arguments.as_ref().map_or(0, Variable::units);
        let output = self.output.as_ref().map_or(0, String::len);
        self.variables.units() + arguments + output + 2 * ITEM * self.functions.len()
    }

    /// The state if either of two holds.
    pub(super) fn merge(&mut self, other: Self, cause: &str, budget: &ReadBudget) {
        self.variables.merge(&other.variables, cause, budget);
        if self.arguments != other.arguments {
            let (ours, theirs) = (self.arguments.as_ref(), other.arguments.as_ref());
            self.arguments = Some(match joined("@", ours, theirs, cause, budget) {
                Variable::Text(text) => Variable::List(vec![text]),
                list => list,
            });
        }
        if self.output != other.output {
            let (ours, theirs) = (self.output.as_deref(), other.output.as_deref());
            self.output = Some(merged_output(
                ours.unwrap_or_default(),
                theirs.unwrap_or_default(),
                cause,
            ));
        }
        if self.input != other.input {
            self.input = None;
        }
        self.ends_on_failure &= other.ends_on_failure;
        self.exports_all |= other.exports_all;
        self.fails_in_pipes |= other.fails_in_pipes;
        if self.status != other.status {
            self.status = Some(Status::depends_on(cause));
        }
        for (name, function) in other.functions {
            self.functions
                .entry(name)
                .and_modify(|ours| ours.merge(&function, cause))
                .or_insert_with(|| Function {
                    cause: Some(cause.to_owned()),
                    ..function
                });
        }
    }
}

impl Function {
    fn merge(&mut self, other: &Self, cause: &str) {
        for body in &other.bodies {
            if !self.bodies.iter().any(|ours| Rc::ptr_eq(ours, body)) {
                self.bodies.push(Rc::clone(body));
                self.cause = Some(cause.to_owned());
            }
        }
    }
}

/// The first letters that two outputs share, and a mark for the rest.
fn merged_output(one: &str, other: &str, cause: &str) -> String {
    let pairs = one.bytes().zip(other.bytes());
    let mut end = pairs.take_while(|(one, other)| one == other).count();
    // No mark is cut.
    while !one.is_char_boundary(end) || !super::mark::is_whole(one.get(..end).unwrap_or_default()) {
        end -= 1;
    }
    let shared = one.get(..end).unwrap_or_default();
    [shared, &Mark::undecided("output", cause)].concat()
}

/// A state in which a branch left its loop or function, to be merged where it goes on.
pub(super) struct Pending {
    pub(super) flow: Flow,
    pub(super) state: State,
    pub(super) cause: String,
}

/// A turn of a loop that is being evaluated.
#[derive(Debug, Default)]
pub(super) struct Turns {
    /// The name of the loop's variable, or of its first command.
    pub(super) name: String,
    /// The number of the present turn, from zero.
    pub(super) turn: usize,
    /// Commands that started a program in an earlier turn.
    pub(super) launched: BTreeSet<usize>,
    /// Commands that started one in this turn.
    pub(super) launching: BTreeSet<usize>,
}

/// A script that is being evaluated.
pub(super) struct Shell<'a> {
    pub(super) state: State,
    pub(super) budget: &'a ReadBudget,
    /// The files that were given with the script.
    pub(super) sources: &'a Sources,
    /// Files that the script wrote, by their names, and if they were run.
    pub(super) written: BTreeMap<String, (String, bool)>,
    /// Sourced files that were not given.
    pub(super) absent: Vec<String>,
    pub(super) launches: Vec<Launch>,
    /// Words of the programs around the present command.
    pub(super) outer: Vec<String>,
    /// The variable on which the present branch depends.
    pub(super) cause: Option<String>,
    /// Names of loops of which only the first turn is read.
    pub(super) loops: Vec<String>,
    /// Loops around the present command.
    pub(super) turns: Vec<Turns>,
    /// The number of loops that `break` can leave.
    pub(super) loop_depth: usize,
    /// Variables of the environment that tests take as not set.
    pub(super) unset: Vec<String>,
    /// Nesting of scripts, functions and expansions.
    pub(super) depth: usize,
    /// Nesting of scripts.
    pub(super) scripts: usize,
    /// Nesting of functions and sourced files.
    pub(super) calls: usize,
    /// Nesting of commands whose failure does not end the script.
    pub(super) conditions: usize,
    /// The line of the text in which the present command begins.
    pub(super) line: usize,
    /// The present simple command of the outermost script, and the number after the last one.
    pub(super) site: usize,
    pub(super) sites: usize,
    /// Units of the budget at which loops stop.
    pub(super) loop_limit: usize,
    /// True in a command whose output is a value, and in a turn that is repeated: they start no
    /// training.
    pub(super) is_quiet: bool,
    /// True if the next simple command alone gets the present input.
    pub(super) is_direct: bool,
    /// The result of the latest command whose output is a value.
    pub(super) substituted: Option<Status>,
    /// The command that follows.
    pub(super) flow: Flow,
    /// The states of branches that left their loop or function.
    pub(super) pending: Vec<Pending>,
    /// The name on which it depends if the present command in brackets ended early.
    pub(super) may_exit: Option<String>,
}

impl<'a> Shell<'a> {
    /// A script without variables.
    pub(super) fn new(sources: &'a Sources, budget: &'a ReadBudget) -> Self {
        Self {
            state: State::default(),
            budget,
            sources,
            written: BTreeMap::new(),
            absent: Vec::new(),
            launches: Vec::new(),
            outer: Vec::new(),
            cause: None,
            loops: Vec::new(),
            turns: Vec::new(),
            loop_depth: 0,
            unset: Vec::new(),
            depth: 0,
            scripts: 0,
            calls: 0,
            conditions: 0,
            line: 1,
            site: 0,
            sites: 0,
            loop_limit: ReadBudget::MOST,
            is_quiet: false,
            is_direct: false,
            substituted: None,
            flow: Flow::Next,
            pending: Vec::new(),
            may_exit: None,
        }
    }

    /// True if the next command runs.
    pub(super) fn goes_on(&self) -> bool {
        self.flow == Flow::Next && !self.budget.is_spent()
    }
}
