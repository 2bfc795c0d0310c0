//! Questions about memory and time that people posted in issue threads and documents, with the
//! outcome, each as a plan. Where the planner answers otherwise, the table says why; such an answer
//! has to stay wrong, or the table is to be changed.
//!
//! A plan has what its source states. For the rest it has the framework's defaults, even where
//! another value would make the answer right.
//!
//! Not represented are the following of the 87 cases that were collected.
//!
//! - Adapters, which no plan describes: `mbskill_lora_*`, `swift_lora_*`, `litgpt_Gemma-7B`,
//!   `prime_oom_235b_64k`, `baseten105_*`.
//! - Linear attention, which is no layer of a plan: `verl7826`, `openinstruct1855_*`,
//!   `mbridge5318`.
//! - Length, batch or layout not stated: `llamacook25`, `mlm60`, `mlm525`, `mlm1308`, `titan191`,
//!   `torchtune_3b_baseline_bs2_seq4096_bf16_a100` (padded samples).
//! - Other tools' estimates, beside no measured plan: `accel_llama70b_hf2245`, `ds4527`, and
//!   `ds2797`, an encoder and decoder.
//! - Memory of the host: `ds3448`.
//! - A fault of one release, in which recompute had no effect: `mlm1368`.
//!
//! The files of `mlm5728_yaml`, `moezoo7`, `swissai29`, `mbcard_moonlight`, `titan1558` and
//! `llamafactory5977` are for importers, too; their plans are here.

use std::collections::BTreeMap;

use cost::legal::Legal;
use cost::memory::Verdict;
use cost::plan::{CrossEntropy, Offload, Plan, Recompute, Word as _, ZeroStage};
use cost::{Estimate, estimate};
use formats::export::{Fate, refusals};
use formats::link;
use search::change::Change;
use search::cure::cures;
use search::repair::repairs;
use serde::Deserialize;

/// Questions of threads about the verdict, the host, and what a framework refuses.
const THREADS: &str = include_str!("threads.toml");

/// The questions, a file for each software that ran, and one of threads.
const FILES: [&str; 6] = [
    include_str!("hugging_face.toml"),
    include_str!("jax.toml"),
    include_str!("kempner_forge.toml"),
    include_str!("megatron.toml"),
    include_str!("pytorch.toml"),
    THREADS,
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// True if all questions are about one benchmark, which counts once however many rows it has.
    #[serde(default)]
    is_one_benchmark: bool,
    /// Pieces that several links have in common, by name.
    parts: BTreeMap<String, String>,
    question: Vec<Question>,
}

/// A question.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    /// Source, and the question.
    asks: String,
    /// The plan as a link from its presets on; a part's name in braces stands for the part.
    link: String,
    happened: Happened,
    /// Reason why the planner answers otherwise, where it does.
    wrong: Option<String>,
}

/// The outcome of the run.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Happened {
    /// The run went out of memory.
    OutOfMemory,
    /// It went out of memory, and little was missing: tight is right, too.
    Short,
    /// It ran for some and not for others, or fragmentation alone ended it: tight is right.
    Edge,
    /// It ran.
    Ran,
    /// It ran, and allocated these GiB at most.
    Held(f64),
    /// It ran, and used these GiB of GPU memory at most, all that the process needs included.
    Used(f64),
    /// It ran, and allocated these GiB less than another plan.
    Saved { by: f64, over: String },
    /// It ran, with these tokens a second and GPU.
    Trained(f64),
    /// It ran, and a step took these seconds.
    Took(f64),
    /// It ran, with these TFLOP/s of the model's FLOPs on each GPU, attention counted without its
    /// causal mask.
    Reached(f64),
    /// It ran, with this many times the tokens a second and GPU of another plan.
    Gained { by: f64, over: String },
    /// It ran, and the bubble took this share of a step.
    Bubbled(f64),
    /// It went out of memory, and a change to such a plan made it fit.
    CuredBy(Cure),
    /// The layout is not legal as it stands, and the framework takes such a plan.
    RepairedBy(Cure),
    /// The host went out of memory.
    HostOutOfMemory,
    /// The framework refused it, for the aspect of this code.
    Refused(String),
}

use Happened::{
    Bubbled, CuredBy, Edge, Gained, Held, HostOutOfMemory, OutOfMemory, Ran, Reached, Refused,
    RepairedBy, Saved, Short, Took, Trained, Used,
};

impl Happened {
    const fn is_about_time(&self) -> bool {
        matches!(
            self,
            Trained(_) | Took(_) | Reached(_) | Gained { .. } | Bubbled(_)
        )
    }
}

/// The figures of a plan after a change that helps.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Cure {
    /// The optimizer on the host.
    Offloads,
    /// Full recompute, or a loss without logits in memory.
    RecomputesOrFuses,
    /// A loss in chunks.
    Chunks,
    /// ZeRO-3.
    Shards,
    /// Named numbers of layers for this many stages.
    SplitsOn(u64),
}

impl Cure {
    fn is_in(self, plan: &Plan) -> bool {
        let levers = &plan.levers;
        match self {
            Self::Offloads => levers.offload.contains(Offload::Optimizer),
            Self::RecomputesOrFuses => {
                levers.recompute == Recompute::Full
                    || matches!(
                        levers.cross_entropy,
                        CrossEntropy::Fused | CrossEntropy::Chunked
                    )
            }
            Self::Chunks => levers.cross_entropy == CrossEntropy::Chunked,
            Self::Shards => plan.layout.zero == ZeroStage::Three,
            Self::SplitsOn(stages) => {
                plan.layout.pipeline == stages && plan.layout.split.len() as u64 == stages
            }
        }
    }
}

/// Error up to which a peak, a step or a rate counts as right: that of the bands of such stacks.
const WITHIN: f64 = 0.15;

/// All files, with their parts in the place of their names.
fn files() -> Vec<File> {
    FILES.map(read).into()
}

fn read(text: &str) -> File {
    let mut file: File = toml::from_str(text).unwrap_or_else(|error| panic!("{error}"));
    for question in &mut file.question {
        let other = match &mut question.happened {
            Saved { over, .. } | Gained { over, .. } => Some(over),
            _ => None,
        };
        for link in other.into_iter().chain([&mut question.link]) {
            for (name, part) in &file.parts {
                *link = link.replace(&format!("{{{name}}}"), part);
            }
        }
    }
    file
}

#[test]
fn questions_are_answered_or_it_is_said_why_not() {
    let files = files();
    let questions = files.iter().flat_map(|file| &file.question);
    let faults: Vec<String> = questions.filter_map(fault).collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// Three of four questions about memory are to be answered right, two of five about time.
#[test]
fn most_questions_are_answered_right() {
    for (about_time, [least, of]) in [(false, [3, 4]), (true, [2, 5])] {
        let [right, all] = answered(about_time);
        assert!(
            of * right >= least * all,
            "{right} of {all}, about time: {about_time}"
        );
    }
}

/// Nine of ten questions of threads are to be answered right.
#[test]
fn questions_of_threads_are_answered_right() {
    let questions = read(THREADS).question;
    let right = questions.iter().filter(|it| it.wrong.is_none()).count();
    eprintln!(
        "{right} of {} questions of threads are answered right",
        questions.len()
    );
    assert!(10 * right >= 9 * questions.len());
}

/// The questions about time or about memory that are answered right, and all of them.
fn answered(about_time: bool) -> [usize; 2] {
    let [mut right, mut all] = [0, 0];
    for file in files() {
        let questions = file.question.iter();
        let questions = questions.filter(|it| it.happened.is_about_time() == about_time);
        right += questions.clone().filter(|it| it.wrong.is_none()).count();
        let count = questions.count();
        all += if file.is_one_benchmark { 1 } else { count };
    }
    [right, all]
}

/// The answer to a question whose row is not right about it.
fn fault(question: &Question) -> Option<String> {
    let plan = plan(&question.link);
    let said = estimate(&plan).ok();
    let is_right = match &question.happened {
        RepairedBy(cure) => is_repaired(&plan, *cure),
        CuredBy(cure) => is_cured(&plan, *cure),
        Refused(code) => refused(&plan).contains(&code.as_str()),
        // A run that its framework refuses does not run.
        Ran if !refused(&plan).is_empty() => false,
        other => agrees(said.as_ref().expect(&question.asks), other),
    };
    let figures = said.map(|said| {
        let fullest = said.memory.fullest();
        format!(
            "{:?}, {:.1} GiB allocated, {:.1} in use, {:.0} tokens a second, {:.2} s a step, {:.0} \
             TFLOP/s, a bubble of {:.3}",
            said.memory.verdict,
            fullest.allocated().gib(),
            fullest.total().gib(),
            said.utilisation.tokens_per_second,
            said.time.total().0,
            tflops(&said),
            said.time.bubble_fraction(),
        )
    });
    let (asks, happened) = (&question.asks, &question.happened);
    let row = if question.wrong.is_some() {
        "wrong"
    } else {
        "right"
    };
    (is_right != question.wrong.is_none())
        .then(|| format!("{asks} (listed as {row}): {happened:?}; the planner says {figures:?}"))
}

fn plan(link: &str) -> Plan {
    let link = ["#v=1&p=", link].concat();
    let (plan, warnings) = link::decode(&link);
    assert_eq!(warnings, [], "{link}");
    plan
}

fn agrees(said: &Estimate, happened: &Happened) -> bool {
    let memory = &said.memory;
    let is_near = |said: f64, measured: f64| (said / measured - 1.0).abs() <= WITHIN;
    let is_out = memory.verdict == Verdict::OutOfMemory;
    let allocated = memory.fullest().allocated().gib();
    match *happened {
        OutOfMemory => is_out,
        Short => memory.verdict != Verdict::Fits,
        Edge => memory.verdict == Verdict::Tight,
        Ran => !is_out && said.host.verdict() != Verdict::OutOfMemory,
        Held(gib) => !is_out && is_near(allocated, gib),
        Used(gib) => !is_out && is_near(memory.peak().gib(), gib),
        Saved { by, ref over } => {
            let before = estimate(&plan(over)).expect("a legal plan");
            is_near(before.memory.fullest().allocated().gib() - allocated, by)
        }
        Trained(rate) => !is_out && is_near(said.utilisation.tokens_per_second, rate),
        Took(seconds) => !is_out && is_near(said.time.total().0, seconds),
        Reached(rate) => !is_out && is_near(tflops(said), rate),
        Gained { by, ref over } => {
            let over = estimate(&plan(over)).expect("a legal plan");
            let rate = |said: &Estimate| said.utilisation.tokens_per_second;
            let said = rate(said) / rate(&over);
            !is_out && is_near(said, by) && (said > 1.0) == (by > 1.0)
        }
        Bubbled(share) => !is_out && is_near(said.time.bubble_fraction(), share),
        HostOutOfMemory => said.host.verdict() == Verdict::OutOfMemory,
        CuredBy(_) | RepairedBy(_) | Refused(_) => false,
    }
}

/// Codes of the aspects that the framework of the plan's recipe refuses.
fn refused(plan: &Plan) -> Vec<&'static str> {
    let found = Legal::check(plan).map(|legal| refusals(&legal));
    let found = found.unwrap_or_default().into_iter().map(|it| it.note);
    let refused = found.filter(|note| note.fate == Fate::Refused);
    refused.map(|note| note.aspect.word()).collect()
}

/// TFLOP/s of the model's FLOPs on each GPU.
fn tflops(said: &Estimate) -> f64 {
    said.utilisation.mfu * said.utilisation.peak.0 / 1e12
}

/// True if a cure that makes the plan fit leaves such a plan.
fn is_cured(plan: &Plan, wanted: Cure) -> bool {
    let works = cures(plan)
        .into_iter()
        .filter(|cure| cure.verdict != Verdict::OutOfMemory);
    let mut cured = works.map(|cure| Change::applied(&cure.changes, plan));
    cured.any(|plan| wanted.is_in(&plan))
}

/// True if the first repair of the plan leaves such a plan.
fn is_repaired(plan: &Plan, wanted: Cure) -> bool {
    let Err(reasons) = Legal::check(plan) else {
        return false;
    };
    let first = repairs(plan, &reasons[0]).into_iter().next();
    first.is_some_and(|change| wanted.is_in(&Change::applied(&[change], plan)))
}
