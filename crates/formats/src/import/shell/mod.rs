//! Shell scripts, evaluated as far as their text decides. No program is started.
//!
//! A script's variables, arrays, branches, loops and functions lead to the words of the programs
//! that it starts, as bash 5.2 has them. A value that depends on something outside the script, or
//! that is not evaluated, becomes a [`Mark`], never a value: where a branch or the turns of a loop
//! are open, so is every variable that they change. A script is taken to get no arguments, and
//! variables of its environment to be open, except where a test asks if they are empty. Work and
//! memory are limited; a text that is no script gives its words.
//!
//! Tests: `crates/formats/tests/all/import_scripts.rs`, and beside bash
//! `crates/formats/src/import/shell/compared.rs`.

mod arithmetic;
mod assign;
mod braces;
mod branch;
mod builtins;
mod changed;
#[cfg(test)]
mod compared;
mod environment;
mod expand;
mod gpus;
mod joined;
mod launch;
mod lexer;
mod loops;
mod mark;
mod name;
mod numbers;
mod output;
mod parameter;
mod parser;
mod pattern;
mod regular;
mod run;
mod scan;
mod script;
mod simple;
mod slurm;
mod split;
mod start;
mod state;
mod syntax;
mod test;
mod variable;

pub(crate) use self::gpus::{ScriptGpus, gpus};
pub(crate) use self::launch::{Launch, is_setting};
pub(crate) use self::mark::{Mark, is_known, plain};
pub(crate) use self::script::{Script, evaluate, plain_words};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::budget::ReadBudget;
    use crate::import::sources::Sources;

    #[test]
    fn programs_around_a_command_are_kept() {
        let budget = ReadBudget::new();
        let script = evaluate(
            "A=\"--x 1 \\\n  --y 2\"\nC=\"python -u a.py $@ $A\"\nsrun -N 280 --ntasks-per-node 8 bash -c \"$C\"",
            &Sources::default(),
            &budget,
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
        let found = gpus("", &script, launch, &budget);
        assert_eq!(
            found.number.map(|(_, number)| number),
            Some(2_240),
            "{:?}",
            found.open
        );
    }
}
