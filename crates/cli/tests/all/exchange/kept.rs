//! Exported files, kept in folders for the frameworks' own parsers.
//!
//! `cargo xtask test --exchange` sets `SHARDWISE_EXPORTS` to a folder and has `parsers/` read it.
//! Each plan has a folder with a file for each target, and with `plan.json`: the facts about the
//! plan that a parser cannot know, and the targets whose framework runs it by our table.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use cost::legal::Legal;
use cost::plan::{Family, Plan, Word};
use formats::export::{Aspect, Export, Fate, Framework, Note, Release, Target, export};
use formats::link;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::json;

use super::drawn::any_plan;
use super::winners::{QUESTIONS, winners};
use super::{LINKS, kept_yaml, plan};
use test_utils::config;

/// Drawn plans of each target.
const DRAWN: usize = 200;
/// Plans that are drawn at most until each target has its own.
const MOST_DRAWN: usize = 100_000;
/// Plans whose best layouts are kept beside those of [`QUESTIONS`]: with narrow products, on further
/// GPUs, on up to 4,096.
const SEARCHED: [&str; 9] = [
    "p=llama2-70b/mi300xx64&gbs=512",
    "p=llama3-70b/h200x256&gbs=256&seq=32768&dtype=fp8",
    "p=llama3-405b/h100x4096&gbs=4096",
    "p=llama3-405b/gb200x512&gbs=1024&dtype=mxfp8",
    "p=nemotron4-340b/h100x1536&gbs=3072",
    "p=gemma3-27b/h100x128&gbs=512",
    "p=mixtral-8x7b/h100x64&gbs=512&dtype=fp8b",
    "p=deepseek-v3-671b/h800x2048&gbs=16384&dtype=fp8b",
    "p=gpt-oss-120b/b300x64&gbs=512&dtype=nvfp4",
];

/// Frameworks whose parser is at hand (`parsers/`).
fn validated() -> impl Iterator<Item = Framework> {
    let all = Framework::ALL.iter().copied();
    all.filter(|framework| *framework != Framework::MaxText)
}

/// A folder of plans.
struct Kept {
    all: PathBuf,
}

impl Kept {
    /// Keeps a plan's files for these targets.
    fn keep(&self, name: &str, legal: &Legal, targets: &[Target]) {
        let folder = self.all.join(name);
        fs::create_dir_all(&folder).expect("a folder");
        let mut launches = serde_json::Map::new();
        let mut running = Vec::new();
        for &target in targets {
            let export = export(legal, target, &text::exchange::EXPORT);
            fs::write(folder.join(target.word()), &export.text).expect("a file");
            launches.insert(target.word().to_owned(), json!(export.launch));
            if is_run(legal, target, &export) {
                running.push(target.word());
            }
        }
        let plan = legal.plan;
        let facts = json!({
            "link": link::encode(plan),
            "family": format!("{:?}", plan.cluster.gpu.family),
            "gpus": plan.cluster.gpus,
            "data": legal.data,
            "layers": plan.model.layers,
            "launch": launches,
            "runs": running,
        });
        fs::write(folder.join("plan.json"), facts.to_string()).expect("a file");
    }

    /// Keeps drawn plans, until each target has enough that its framework runs.
    fn keep_drawn(&self) {
        let mut runner = TestRunner::new(config(1));
        let plans = any_plan();
        let mut counts = vec![0; validated().count()];
        for place in 0..MOST_DRAWN {
            if counts.iter().all(|count| *count == DRAWN) {
                return;
            }
            let plan = plans.new_tree(&mut runner).expect("a plan").current();
            // Accelerators without a compute capability run forks of the frameworks.
            use Family::{Ascend, Tpu, Trainium};
            if matches!(plan.cluster.gpu.family, Ascend | Tpu | Trainium) {
                continue;
            }
            let Ok(legal) = Legal::check(&plan) else {
                continue;
            };
            let mut targets = Vec::new();
            for (count, framework) in counts.iter_mut().zip(validated()) {
                let target = framework.target();
                let export = export(&legal, target, &text::exchange::EXPORT);
                if *count < DRAWN && is_run(&legal, target, &export) {
                    *count += 1;
                    targets.push(target);
                }
            }
            if !targets.is_empty() {
                self.keep(&format!("drawn-{place}"), &legal, &targets);
            }
        }
        panic!("drawn plans that run, of each framework: {counts:?}");
    }

    /// Keeps the best layouts of each framework.
    fn keep_best(&self) {
        for target in validated().map(Framework::target) {
            let release = Release::exported(target).expect("a release");
            for (place, question) in QUESTIONS.iter().chain(&SEARCHED).enumerate() {
                if lacks_dtype(target, &plan(question)) {
                    continue;
                }
                for (rank, plan) in winners(release, question).iter().enumerate() {
                    let legal = Legal::check(plan).expect("a legal layout");
                    let name = format!("best-{}-{place}-{rank}", target.word());
                    self.keep(&name, &legal, &[target]);
                }
            }
        }
    }
}

/// True if the framework has no products in the plan's type, or others in their place, so that a
/// search would go through all layouts for none that runs.
fn lacks_dtype(target: Target, plan: &Plan) -> bool {
    let legal = Legal::check(plan).expect("a legal plan");
    let notes = export(&legal, target, &text::exchange::EXPORT).notes;
    notes.iter().any(|note| note.aspect == Aspect::Dtype)
}

/// True if our table says that the target's framework runs the file as it is written, in the version
/// of the parser.
fn is_run(legal: &Legal, target: Target, export: &Export) -> bool {
    let Some(release) = Release::exported(target) else {
        return true;
    };
    let version = release.version();
    let is_refused = |note: &Note| {
        let is_there = note.versions.is_empty() || note.versions.contains(&version);
        is_there && note.fate == Fate::Refused
    };
    release.runs(legal) && !export.notes.iter().any(is_refused)
}

/// Keeps all files, those of drawn plans and of searches only for the parsers.
#[test]
fn files_are_kept_for_parsers() {
    let wanted = env::var_os("SHARDWISE_EXPORTS").map(PathBuf::from);
    let is_wanted = wanted.is_some();
    let all = wanted.unwrap_or_else(|| Path::new(env!("CARGO_TARGET_TMPDIR")).join("exports"));
    if all.exists() {
        fs::remove_dir_all(&all).expect("old files go");
    }
    let kept = Kept { all };
    for (place, link) in LINKS.iter().enumerate() {
        let plan = plan(link);
        let legal = Legal::check(&plan).expect("a legal plan");
        kept.keep(&format!("link-{place}"), &legal, Target::ALL);
    }
    check_links(&kept.all);
    if is_wanted {
        kept.keep_drawn();
        kept.keep_best();
        kept_yaml::keep(&kept.all);
    }
}

/// Checks that every target has a file of every link, none is empty, and no two are the same.
fn check_links(all: &Path) {
    let mut seen = BTreeSet::new();
    for (place, link) in LINKS.iter().enumerate() {
        let folder = all.join(format!("link-{place}"));
        for &target in Target::ALL {
            let kept = fs::read_to_string(folder.join(target.word())).expect("a kept file");
            assert_eq!(
                kept,
                super::exported(&plan(link), target).text,
                "{target:?} of {link}"
            );
            assert!(kept.lines().count() > 1, "{target:?} of {link}: {kept}");
            let is_new = seen.insert((target.word(), kept));
            // A file of an adapter has nothing of a plan without adapters but the model.
            assert!(
                is_new || target == Target::Peft,
                "{target:?} of {link} is that of another plan"
            );
        }
        let files = fs::read_dir(&folder).expect("a folder").count();
        assert_eq!(files, Target::ALL.len() + 1, "{link}");
    }
}
