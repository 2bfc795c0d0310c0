//! The commands of a script.

use std::rc::Rc;

/// A command.
#[derive(Clone, Debug)]
pub(super) enum ShellCommand {
    /// A program with its words.
    Simple {
        words: Vec<String>,
        /// Number of the command among all commands of the evaluation.
        site: usize,
    },
    /// A test in double brackets, by its words and operators.
    Test(Vec<String>),
    /// An expression in double brackets.
    Arithmetic(String),
    /// A command whose result is negated.
    Not(Box<Self>),
    /// Commands, each with true if it runs when the previous one succeeds (`&&`), and false when it
    /// fails (`||`).
    Chain {
        first: Box<Self>,
        rest: Vec<(bool, Self)>,
    },
    /// Commands of a pipe.
    Pipe(Vec<Self>),
    /// A command that runs in the background.
    Background(Box<Self>),
    /// Branches with their conditions, and the last one.
    If {
        arms: Vec<(Vec<Self>, Vec<Self>)>,
        otherwise: Vec<Self>,
    },
    /// Branches with their patterns.
    Case { word: String, arms: Vec<CaseArm> },
    /// A loop over words.
    For(Box<ForLoop>),
    /// A loop that counts.
    Count(Box<CountLoop>),
    /// A loop on a condition.
    While {
        condition: Vec<Self>,
        body: Vec<Self>,
        is_until: bool,
    },
    /// Commands in braces.
    Group(Vec<Self>),
    /// Commands in brackets, whose variables end with them.
    Subshell(Vec<Self>),
    /// A function.
    Function { name: String, body: Rc<[Self]> },
    /// A command with redirections.
    Redirected {
        command: Box<Self>,
        redirects: Redirects,
    },
}

/// A branch of `case`.
#[derive(Clone, Debug)]
pub(super) struct CaseArm {
    pub(super) patterns: Vec<String>,
    pub(super) body: Vec<ShellCommand>,
    pub(super) end: CaseEnd,
}

/// The step behind a branch of `case`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CaseEnd {
    /// The end of the command.
    Done,
    /// The commands of the next branch (`;&`).
    NextBody,
    /// The patterns of the next branch (`;;&`).
    NextPatterns,
}

/// A loop over words.
#[derive(Clone, Debug)]
pub(super) struct ForLoop {
    pub(super) name: String,
    /// The words; `None` stands for the arguments.
    pub(super) words: Option<Vec<String>>,
    pub(super) body: Vec<ShellCommand>,
    /// True for `select`, whose words a reader chooses.
    pub(super) is_select: bool,
}

/// A loop `for ((start; condition; step))`.
#[derive(Clone, Debug)]
pub(super) struct CountLoop {
    pub(super) start: String,
    pub(super) condition: String,
    pub(super) step: String,
    pub(super) body: Vec<ShellCommand>,
}

/// The last redirections of a command.
#[derive(Clone, Debug, Default)]
pub(super) struct Redirects {
    pub(super) input: Option<InputSource>,
    pub(super) output: Option<OutputTarget>,
}

/// The origin of a command's input.
#[derive(Clone, Debug)]
pub(super) enum InputSource {
    /// A here-document, with true if its variables are expanded.
    Document(String, bool),
    /// A word after `<<<`.
    Word(String),
    /// A file.
    File(String),
}

/// The target of a command's output.
#[derive(Clone, Debug)]
pub(super) enum OutputTarget {
    /// A file, with true if the output is appended.
    File(String, bool),
    /// Anything that is not the output.
    Elsewhere,
}

impl Redirects {
    /// True if there is none.
    pub(super) const fn is_empty(&self) -> bool {
        self.input.is_none() && self.output.is_none()
    }
}
