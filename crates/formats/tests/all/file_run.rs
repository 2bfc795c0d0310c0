//! The plans that exported files run.

use cost::legal::Legal;
use cost::plan::{Plan, Word};
use formats::export::{Aspect, Fate, Release, Target, export};
use formats::file_run::FileRun;
use formats::link::{self, KeyKind};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use test_utils::drawn::worded_plan;

/// Targets with a framework.
fn frameworks() -> impl Iterator<Item = Target> {
    let all = Target::ALL.iter().copied();
    all.filter(|target| FileRun::is_read(*target) || Release::exported(*target).is_some())
}

fn run(plan: &Plan, target: Target) -> FileRun {
    let legal = Legal::check(plan).unwrap_or_else(|why| panic!("{}: {why:?}", link::encode(plan)));
    FileRun::of(
        &legal,
        target,
        &export(&legal, target, &text::exchange::EXPORT),
    )
}

/// The changes of a file's plan, as `key=asked>runs`.
fn changes(link: &str, target: Target) -> Vec<String> {
    let (plan, warnings) = link::decode(link);
    assert!(warnings.is_empty(), "{link}");
    match run(&plan, target) {
        FileRun::Plan => Vec::new(),
        FileRun::Other(other) => {
            let changes = other.changes.iter();
            let changes = changes.map(|(key, asked, runs)| [key, "=", asked, ">", runs].concat());
            changes.collect()
        }
        other => panic!("{link}: {other:?}"),
    }
}

#[test]
fn weights_are_gathered_in_8_bits_where_the_framework_does_it() {
    let cases: [(Target, &str, &[&str]); 8] = [
        (
            Target::Megatron,
            "p=llama3-8b/h100x64&dtype=fp8&gather8=1",
            &[],
        ),
        (
            Target::MegatronBridge,
            "p=llama3-8b/b200x64&dtype=mxfp8&gather8=1&recipe=nemo",
            &[],
        ),
        // Its recipe of mixed precision decides.
        (
            Target::MegatronBridge,
            "p=llama3-8b/h100x64&dtype=fp8&recipe=nemo",
            &["gather8=0>1"],
        ),
        (
            Target::MegatronBridge,
            "p=llama3-8b/h100x64&dtype=fp8b&gather8=1&recipe=nemo&zero=3",
            &["gather8=1>0"],
        ),
        (
            Target::TorchTitan,
            "p=llama3-8b/h100x64&zero=3&dtype=fp8&gather8=1&recipe=torchtitan",
            &[],
        ),
        (
            Target::TorchTitan,
            "p=llama3-8b/b200x64&zero=3&dtype=mxfp8&gather8=1&recipe=torchtitan",
            &["gather8=1>0"],
        ),
        (
            Target::TorchTitanPython,
            "p=llama3-8b/h100x64&zero=3&dtype=fp8&gather8=1&recipe=torchtitan",
            &["gather8=1>0"],
        ),
        (
            Target::LlamaFactory,
            "p=llama3-8b/h100x64&zero=3&dtype=fp8&gather8=1&recipe=hf",
            &["gather8=1>0"],
        ),
    ];
    for (target, link, expected) in cases {
        assert_eq!(changes(link, target), expected, "{target:?} {link}");
    }
}

#[test]
fn a_file_runs_the_nearest_that_its_framework_has() {
    let cases: [(Target, &str, &[&str]); 10] = [
        (Target::Megatron, "p=llama3-70b/h100x64&tp=8&pp=4", &[]),
        (
            Target::Megatron,
            "p=llama3-70b/h100x64&tp=8&pp=4&sched=zbv",
            &["sched=zbv>1f1b"],
        ),
        (
            Target::Megatron,
            "p=llama3-8b/h100x64&zero=3&off=opt,params",
            &["master=fp32>rem", "off=opt,params>opt"],
        ),
        (
            Target::TorchTitan,
            "p=llama3-8b/h100x64&zero=1&recipe=torchtitan",
            &["zero=1>2"],
        ),
        (
            Target::TorchTitan,
            "p=llama3-70b/h100x64&tp=8&zero=3&dtype=fp8b&recipe=torchtitan",
            &["dtype=fp8b>bf16"],
        ),
        (
            Target::TorchTitanPython,
            "p=llama3-8b/h100x64&zero=1&recipe=torchtitan",
            &["zero=1>2"],
        ),
        (
            Target::Nanotron,
            "p=llama2-7b/h100x64&zero=3&recipe=nanotron",
            &["zero=3>1"],
        ),
        (
            Target::DeepSpeed,
            "p=llama3-70b/h100x64&tp=8&pp=4&sched=zbv&recipe=deepspeed",
            &["sched=zbv>1f1b"],
        ),
        (
            Target::Accelerate,
            "p=llama3-8b/h100x64&zero=3&ckpt=sel&recipe=hf",
            &["ckpt=sel>none"],
        ),
        (
            Target::MegatronBridge,
            "p=llama3-70b/h100x64&tp=8&pp=4&sched=gpipe&recipe=nemo",
            &["sched=gpipe>1f1b"],
        ),
    ];
    let mut faults = Vec::new();
    for (target, link, expected) in cases {
        let changes = changes(link, target);
        if changes != expected {
            faults.push(format!(
                "{target:?} of {link}: {changes:?}, not {expected:?}"
            ));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_refused_file_does_not_start() {
    let (plan, _) = link::decode("p=llama3-8b/h100x64&zero=2&pp=4&recipe=deepspeed");
    let FileRun::Refused(notes) = run(&plan, Target::DeepSpeed) else {
        panic!("it starts")
    };
    assert_eq!(notes[0].aspect, Aspect::ZeroInPipeline);
    assert_eq!(notes[0].fate, Fate::Refused);
}

/// A file of another framework's habits runs with those of the target.
#[test]
fn a_file_runs_with_the_habits_of_its_framework() {
    let changes = changes(
        "p=llama3-8b/h100x64&zero=3&recipe=torchtitan",
        Target::Megatron,
    );
    assert!(
        changes.contains(&"recipe=torchtitan>megatron".to_owned()),
        "{changes:?}"
    );
}

/// Counts of what files run, and the faults.
#[derive(Debug, Default)]
struct Tally {
    same: usize,
    other: usize,
    refused: usize,
    illegal: usize,
    /// Files that lack something of the layout.
    lacking: usize,
    /// Those of them for which that makes no difference.
    without_effect: usize,
    faults: Vec<String>,
}

impl Tally {
    fn count(&mut self, legal: &Legal, target: Target) {
        let export = export(legal, target, &text::exchange::EXPORT);
        let run = FileRun::of(legal, target, &export);
        match &run {
            FileRun::Plan => self.same += 1,
            FileRun::Other(_) => self.other += 1,
            FileRun::Refused(_) => self.refused += 1,
            FileRun::Illegal(..) => self.illegal += 1,
        }
        let lacks = export.notes.iter().any(|note| {
            let is_lack = matches!(note.fate, Fate::NoOption | Fate::Nearest);
            is_lack && note.aspect.is_of_layout()
        });
        self.lacking += usize::from(lacks);
        self.without_effect += usize::from(lacks && run == FileRun::Plan);
        let is_unread = matches!(&run, FileRun::Illegal(_, why) if why.is_empty());
        if is_unread || (export.is_whole() && run != FileRun::Plan) {
            let link = link::encode(legal.plan);
            let changes = match &run {
                FileRun::Other(other) => format!("{:?}", other.changes),
                run => format!("{run:?}"),
            };
            let notes = &export.notes;
            self.faults
                .push(format!("{target:?} of {link}: {changes}, {notes:?}"));
        }
    }
}

/// A file without a lack runs its plan, and nearly every lack of the layout makes a difference.
#[test]
fn files_run_their_plan_unless_they_lack_something_of_it() {
    let mut runner = TestRunner::deterministic();
    let mut tally = Tally::default();
    // Any words at the keys of levers and stack.
    let plans = worded_plan(|key| {
        matches!(key.kind(), KeyKind::Word | KeyKind::Set) && key.name() != "pos"
    });
    for _ in 0..1_000 {
        let plan = plans.new_tree(&mut runner).unwrap().current();
        if let Ok(legal) = Legal::check(&plan) {
            frameworks().for_each(|target| tally.count(&legal, target));
        }
    }
    assert!(tally.faults.is_empty(), "{}", tally.faults.join("\n"));
    assert!(tally.same > 300 && tally.other > 1_000, "{tally:?}");
    assert!(tally.refused > 50 && tally.illegal < 30, "{tally:?}");
    assert!(20 * tally.without_effect < tally.lacking, "{tally:?}");
}
