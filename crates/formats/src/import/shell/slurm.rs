//! Headers of Slurm: lines that begin with `#SBATCH`.

use super::environment::{Attributes, Environment};
use super::variable::Variable;
use crate::import::budget::ReadBudget;

/// Sets the variables that Slurm derives from the headers of a script.
pub(super) fn define(text: &str, variables: &mut Environment, budget: &ReadBudget) {
    let words = headers(text);
    if words.is_empty() || !budget.take_items(4 * words.len(), 0) {
        return;
    }
    let number = |names: &[&str]| {
        let found = option(&words, names)?;
        found.rsplit(':').next()?.parse::<u64>().ok()
    };
    let nodes = number(&["--nodes", "-N"]);
    let tasks = number(&["--ntasks-per-node"]);
    let gpus = number(&["--gpus-per-node", "--gres"]);
    let all = number(&["--ntasks", "-n"]);
    let all = all.or_else(|| nodes?.checked_mul(tasks?));
    for (names, value) in [
        (&["SLURM_NNODES", "SLURM_JOB_NUM_NODES"][..], nodes),
        (&["SLURM_NTASKS_PER_NODE"][..], tasks),
        (&["SLURM_GPUS_PER_NODE", "SLURM_GPUS_ON_NODE"][..], gpus),
        (&["SLURM_NTASKS", "SLURM_NPROCS"][..], all),
    ] {
        let Some(value) = value else { continue };
        for name in names {
            variables.set(name, Variable::Text(value.to_string()));
            let attributes = Attributes {
                is_exported: true,
                ..variables.attributes(name)
            };
            variables.set_attributes(name, attributes);
        }
    }
}

/// The words of all headers.
pub(crate) fn headers(text: &str) -> Vec<String> {
    let lines = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("#SBATCH"));
    let lines = lines.map(|line| line.split(" #").next().unwrap_or_default());
    let words = lines.flat_map(str::split_whitespace);
    words.map(str::to_owned).collect()
}

/// The value of the last of these options, which follows `=` or is the next word.
pub(crate) fn option(words: &[String], names: &[&str]) -> Option<String> {
    let spelled = |word: &str| word.replace('_', "-");
    let names: Vec<String> = names.iter().map(|name| spelled(name)).collect();
    let mut found = None;
    for (place, word) in words.iter().enumerate() {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (word.as_str(), words.get(place + 1).cloned()),
        };
        if name.starts_with('-') && names.contains(&spelled(name)) && value.is_some() {
            found = value;
        }
    }
    found
}
