//! The content of a script: its programs, options in its variables, and remarks.

use super::launch::Launch;
use super::lexer::words;
use super::mark::clean;
use super::name::is_name;
use super::run::run;
use super::start::cut;
use super::variable::Variable;
use crate::import::budget::ReadBudget;
use crate::import::sources::Sources;

/// The content of a script.
pub(crate) struct Script {
    /// The programs that the script starts with options.
    pub(crate) launches: Vec<Launch>,
    /// The words of all variables that hold options.
    pub(crate) held: Vec<String>,
    /// Loops of which only the first turn is read.
    pub(crate) loops: Vec<String>,
    /// Variables of the environment that tests take as not set.
    pub(crate) unset: Vec<String>,
    /// Sourced files that were not given.
    pub(crate) absent: Vec<String>,
    /// The line of the latest command evaluated.
    pub(crate) line: usize,
    /// Numbers of GPUs that variables hold.
    pub(crate) world: Option<String>,
}

/// Evaluates a script with the files that were given with it, as far as the budget lasts.
pub(crate) fn evaluate(text: &str, sources: &Sources, budget: &ReadBudget) -> Script {
    let shell = run(text, sources, budget);
    let variables = &shell.state.variables;
    let values = variables.values().into_iter();
    let values = values.filter(|value| budget.take_items(value.count(), value.units()));
    let words = values.map(Variable::words);
    let held = words.filter(|words| words.iter().any(|word| word.starts_with("--")));
    let worlds = ["WORLD_SIZE", "NUM_GPUS", "TOTAL_GPUS", "N_GPUS"];
    let mut worlds = worlds.into_iter();
    Script {
        held: held.flatten().flat_map(|word| cut(word, budget)).collect(),
        world: worlds.find_map(|name| variables.text(name).map(str::to_owned)),
        line: shell.line,
        launches: shell.launches,
        loops: shell.loops,
        unset: shell.unset,
        absent: shell.absent,
    }
}

/// The words of a text that is no script, without quotes and comments.
pub(crate) fn plain_words(text: &str, budget: &ReadBudget) -> Vec<String> {
    let text = clean(text);
    let words = words(&text, budget).into_iter();
    let words = words.map(|word| word.replace(['"', '\''], ""));
    let words = words.flat_map(|word| {
        let inner = match word.split_once("=(") {
            Some((name, inner)) if is_name(name) => inner.trim_end_matches(')').to_owned(),
            _ => word,
        };
        inner
            .split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    });
    words.collect()
}
