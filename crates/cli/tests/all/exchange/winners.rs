//! The best layouts that a search finds for a framework are what its exported files run: for
//! Megatron-LM in every check, for the others in `cargo xtask test --all`.

use cost::legal::Legal;
use cost::plan::Plan;
use formats::export::{Fate, Note, Release, Target, export};
use formats::file_run::FileRun;
use formats::link;
use search::asked::{AskedSearch, RunsIn};
use search::optimize::search;

use super::plan;

/// Small and large models, dense and of experts, and long sequences, on 8 to 1,024 GPUs.
pub(super) const QUESTIONS: [&str; 12] = [
    "p=llama3-8b/h100x8&gbs=64",
    "p=llama3-8b/a100-80x64&gbs=512",
    "p=llama3-8b/gb200x16&gbs=32&seq=131072",
    "p=llama2-13b/a100-40x64&gbs=512",
    "p=llama3-70b/h100x64&gbs=512",
    "p=llama3-70b/gb200x256&gbs=256&seq=32768",
    "p=qwen3-32b/h100x128&gbs=512&seq=32768",
    "p=gpt3-175b/a100-80x512&gbs=1024",
    "p=llama3-405b/h100x1024&gbs=1024",
    "p=mixtral-8x7b/h100x64&gbs=512",
    "p=qwen3-30b-a3b/gb200x32&gbs=256",
    "p=qwen3-235b-a22b/h100x512&gbs=1024",
];

/// Layouts of each search.
const BEST: usize = 20;
/// Layouts that the questions find at least, of each framework.
const LEAST_FOUND: usize = 100;

/// The best layouts of a question that a framework runs, as `shardwise search --for` finds them.
pub(super) fn winners(release: Release, question: &str) -> Vec<Plan> {
    let asked = AskedSearch {
        runs_in: Some(RunsIn::Only(release)),
        ..AskedSearch::default()
    };
    let given = asked.settled(&plan(question)).expect("a plan");
    let (constraints, question) = asked.question(&given, BEST).expect("a question");
    let (best, _) = search(&given, &constraints, &question);
    let layouts = best.found().iter().map(|found| {
        let mut plan = given.clone();
        found.candidate.write(&mut plan);
        plan
    });
    layouts.collect()
}

/// Links of the best layouts of each question whose files do not run them, with the reasons.
fn other_runs(release: Release) -> Vec<String> {
    let all = QUESTIONS.into_iter();
    let plans: Vec<Plan> = all
        .flat_map(|question| winners(release, question))
        .collect();
    assert!(plans.len() > LEAST_FOUND, "{}", plans.len());
    let faults = plans.iter().filter_map(|plan| {
        let why = other_run(plan, release.target())?;
        Some(format!("{}: {why}", link::encode(plan)))
    });
    faults.collect()
}

/// The reason why a plan's file does not run the plan.
fn other_run(plan: &Plan, target: Target) -> Option<String> {
    let legal = Legal::check(plan).expect("a legal layout");
    let export = export(&legal, target, &text::exchange::EXPORT);
    let run = FileRun::of(&legal, target, &export);
    let lacks = |note: &&Note| note.aspect.is_of_layout() && note.fate != Fate::InCode;
    let lacking: Vec<&Note> = export.notes.iter().filter(lacks).collect();
    let why = text::exchange::file_run(&run, plan);
    why.or_else(|| (!lacking.is_empty()).then(|| format!("{lacking:?}")))
}

fn check(release: &str) {
    let release = Release::parse(release).expect("a release");
    let faults = other_runs(release);
    assert!(
        faults.is_empty(),
        "{} of {}:\n{}",
        faults.len(),
        release.name(),
        faults.join("\n")
    );
}

#[test]
fn winners_for_megatron_run_as_they_are_written() {
    check("megatron");
}

#[test]
#[ignore = "takes long, in `cargo xtask test --all`"]
fn winners_for_megatron_bridge_run_as_they_are_written() {
    check("megatron-bridge");
}

#[test]
#[ignore = "takes long, in `cargo xtask test --all`"]
fn winners_for_torchtitan_run_as_they_are_written() {
    check("torchtitan@0.2");
    check("torchtitan@0.3");
}

#[test]
#[ignore = "takes long, in `cargo xtask test --all`"]
fn winners_for_deepspeed_run_as_they_are_written() {
    check("deepspeed");
}

#[test]
#[ignore = "takes long, in `cargo xtask test --all`"]
fn winners_for_nanotron_run_as_they_are_written() {
    check("nanotron");
}

#[test]
#[ignore = "takes long, in `cargo xtask test --all`"]
fn winners_for_maxtext_run_as_they_are_written() {
    check("maxtext");
}

#[test]
#[ignore = "takes long, in `cargo xtask test --all`"]
fn winners_for_accelerate_run_as_they_are_written() {
    check("accelerate");
}
