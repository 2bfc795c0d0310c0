//! Shell scripts, evaluated as far as their text decides it. Nothing is started.
//!
//! A script's variables, arrays, branches and functions lead to the words of the programs that it
//! starts. A value that depends on something outside the script becomes a [`Mark`], never a value.
//! Work and memory are limited; a text that is no script gives its words.
//!
//! Tests: `crates/formats/tests/all/import_scripts.rs`.

mod arithmetic;
mod environment;
mod expand;
mod gpus;
mod lexer;
mod mark;
mod parameter;
mod parser;
mod pattern;
mod run;
mod slurm;
mod state;
mod test;

pub(super) use self::gpus::{ScriptGpus, gpus};
pub(super) use self::mark::{Mark, plain};
pub(super) use self::state::Launch;

/// The content of a script.
pub(super) struct Script {
    /// The programs that it starts with options.
    pub(super) launches: Vec<Launch>,
    /// The words of all variables that hold options.
    pub(super) held: Vec<String>,
    /// Loops of which only the first turn is read.
    pub(super) loops: Vec<String>,
    /// Variables of the surroundings that tests take as not set.
    pub(super) unset: Vec<String>,
    /// True if the limits of the work cut it off.
    pub(super) is_cut: bool,
    /// Numbers of GPUs that variables hold.
    pub(super) world: Option<String>,
}

/// Evaluates a script.
pub(super) fn evaluate(text: &str) -> Script {
    let shell = run::run(text);
    let values = shell.variables.values();
    let words = values.into_iter().map(environment::Variable::words);
    let held = words.filter(|words| words.iter().any(|word| word.starts_with("--")));
    let worlds = ["WORLD_SIZE", "NUM_GPUS", "TOTAL_GPUS", "N_GPUS"];
    let mut worlds = worlds.into_iter();
    Script {
        held: held.flatten().collect(),
        world: worlds.find_map(|name| shell.variables.text(name).map(str::to_owned)),
        is_cut: shell.budget.is_spent(),
        launches: shell.launches,
        loops: shell.loops,
        unset: shell.unset,
    }
}

/// The words of a text that no shell would read: quotes taken off, comments left out.
pub(super) fn plain_words(text: &str) -> Vec<String> {
    let text = mark::clean(text);
    let words = lexer::words(&text).into_iter();
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

/// True if a text can be the name of a variable.
fn is_name(text: &str) -> bool {
    let is_start = text.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_');
    is_start
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_around_a_command_are_kept() {
        let script = evaluate(
            "A=\"--x 1 \\\n  --y 2\"\nC=\"python -u a.py $@ $A\"\nsrun -N 280 --ntasks-per-node 8 bash -c \"$C\"",
        );
        let [launch] = script.launches.as_slice() else {
            panic!("{:?}", script.launches);
        };
        assert_eq!(launch.outer.join(" "), "srun -N 280 --ntasks-per-node 8");
        assert_eq!(
            launch
                .words
                .iter()
                .map(|word| plain(word))
                .collect::<Vec<_>>()
                .join(" "),
            "python -u a.py $@ --x 1 --y 2"
        );
        let found = gpus("", &script, launch);
        assert_eq!(
            found.number.map(|(_, number)| number),
            Some(2_240),
            "{:?}",
            found.open
        );
    }
}
