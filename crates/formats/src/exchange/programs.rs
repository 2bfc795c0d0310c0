//! Programs, by the commands that start them.
//!
//! Tests: `crates/formats/tests/all/import_commands.rs`.

use super::formats::{FILES, FileKind, Sign};
use crate::import::budget::{COMPARED, ReadBudget};
use crate::import::shell::{Launch, Script, plain};

/// A program that a script starts.
pub(super) struct StartedProgram<'s> {
    /// Its command.
    pub(super) launch: &'s Launch,
    /// The kind of its options.
    pub(super) kind: FileKind,
    /// Launches of programs of this kind.
    pub(super) count: usize,
}

/// The program that a script starts, if it is known; of several the one with most words.
pub(super) fn started<'s>(script: &'s Script, budget: &ReadBudget) -> Option<StartedProgram<'s>> {
    let launches = script.launches.iter();
    let known = launches.filter_map(|launch| Some((launch, kind_of(launch, budget)?)));
    let known: Vec<(&Launch, FileKind)> = known.collect();
    let (launch, kind) = *known.iter().rev().max_by_key(|(one, _)| one.words.len())?;
    let count = known.iter().filter(|(_, other)| *other == kind).count();
    Some(StartedProgram {
        launch,
        kind,
        count,
    })
}

/// The longest command of a script, as one of a program with these options.
pub(super) fn longest(script: &Script, kind: FileKind) -> Option<StartedProgram<'_>> {
    let launches = script.launches.iter();
    let launch = launches.rev().max_by_key(|launch| launch.words.len())?;
    Some(StartedProgram {
        launch,
        kind,
        count: 1,
    })
}

/// The kind of a command: by the program, else by an option.
fn kind_of(launch: &Launch, budget: &ReadBudget) -> Option<FileKind> {
    // Each word is copied, and compared with the signs.
    let letters = launch.words.iter().map(String::len).sum();
    let compared = FILES.len() * COMPARED * launch.words.len();
    if !budget.take_items(launch.words.len(), letters) || !budget.take(compared) {
        return None;
    }
    let words: Vec<String> = launch.words.iter().map(|word| plain(word)).collect();
    let shown = |by_option: bool| {
        FILES.iter().find(|row| {
            let mut signs = row.commands.iter();
            signs.any(|sign| matches!(sign, Sign::Option(_)) == by_option && sign.fits(&words))
        })
    };
    let row = shown(false).or_else(|| shown(true))?;
    Some(row.kind)
}

impl Sign {
    fn fits(&self, words: &[String]) -> bool {
        let pairs = || words.iter().zip(words.iter().skip(1));
        match self {
            Self::Module(begin) => pairs().any(|(one, two)| one == "-m" && two.starts_with(begin)),
            Self::Script(end) => words.iter().any(|word| {
                let before = word.strip_suffix(end);
                before.is_some_and(|before| before.is_empty() || before.ends_with('/'))
            }),
            Self::Command(name, next) => pairs().any(|(one, two)| {
                one.rsplit('/').next() == Some(name) && next.split(' ').any(|word| word == two)
            }),
            Self::Option(name) => words
                .iter()
                .any(|word| word.split('=').next() == Some(name)),
        }
    }
}
