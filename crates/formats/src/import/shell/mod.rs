//! Shell scripts, evaluated as far as their text decides. No program is started.
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
mod name;
mod parameter;
mod parser;
mod pattern;
mod run;
mod script;
mod slurm;
mod state;
mod test;

pub(crate) use self::gpus::{ScriptGpus, gpus};
pub(crate) use self::mark::{Mark, is_known, plain};
pub(crate) use self::script::{Script, evaluate, plain_words};
pub(crate) use self::state::Launch;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::budget::ReadBudget;

    #[test]
    fn programs_around_a_command_are_kept() {
        let budget = ReadBudget::new();
        let script = evaluate(
            "A=\"--x 1 \\\n  --y 2\"\nC=\"python -u a.py $@ $A\"\nsrun -N 280 --ntasks-per-node 8 bash -c \"$C\"",
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
