//! The command's report on a plan, in English.

use crate::ReportText;
use formats::number::{count, grouped};

/// English, of `shardwise estimate`.
pub static EN_REPORT: ReportText = ReportText {
    if_it_fit: "If it fit:",
    parameters: "parameters",
    expert_parameters: |params| {
        let active = count(params.active);
        [count(params.total).as_str(), ", active ", &active].concat()
    },
    experts: "experts",
    data_parallel: "data parallel",
    step: "step",
    bubble: "bubble",
    idle: "stages idle",
    tokens_per_second: "tokens/s per GPU",
    tokens: "tokens",
    tokens_in_steps: |run| {
        let steps = grouped(run.steps);
        [count(run.tokens).as_str(), " in ", &steps, " steps"].concat()
    },
    run: "run",
    goodput: "goodput",
    communication_bound: "Communication-bound at rated speeds:",
    balances: crate::balance::axes,
    counted_as: "counted as",
    no_model: |given, near| unknown("model", "models", given, near),
    no_gpu: |given, near| unknown("GPU", "gpus", given, near),
    no_key: |given| {
        [
            "“",
            given,
            "” has no key; a model and its GPUs are p=",
            given,
            ".",
        ]
        .concat()
    },
    more_stages: |stages| {
        let stages = grouped(stages as u64);
        ["… ", &stages, " more stages; --json lists them all"].concat()
    },
};

/// `There is no GPU “h1000” in the catalogue. Near are h100, h200.`
fn unknown(kind: &str, list: &str, given: &str, near: &[&str]) -> String {
    let said = ["There is no ", kind, " “", given, "” in the catalogue."].concat();
    let hint = match near {
        [] => [" `shardwise list ", list, "` lists all."].concat(),
        names => [" Near are ", &names.join(", "), "."].concat(),
    };
    [said, hint].concat()
}
