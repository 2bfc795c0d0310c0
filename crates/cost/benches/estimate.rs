//! Time of the page's hot path. The budget for an estimate at p = 16, m = 64, v = 1 is 20 µs, and
//! 60 µs if backward is split. A dragged slider estimates at every input event.
#![allow(
    missing_docs,
    reason = "criterion's macros define functions without documentation"
)]

use std::hint::black_box;

use cost::estimate;
use cost::legal::Legal;
use cost::memory;
use cost::plan::{Plan, Schedule, Word as _};
use criterion::{Criterion, criterion_group, criterion_main};
use formats::link;
use search::{cure, ends, repair};

/// GPT-3 in 16 stages of 6 layers, 64 micro-batches: the budget's plan.
const BUDGET: &str = "#v=1&p=gpt3-175b/h100x1024&tp=8&pp=16&gbs=512";
/// The budget's plan with 2 virtual stages per rank.
const INTERLEAVED: &str = "#v=1&p=gpt3-175b/h100x1024&tp=8&pp=16&vp=2&gbs=512";
/// Llama-3 405B as its authors cut it: 126 layers and two ends over 16 stages.
const LLAMA: &str = "#v=1&p=llama3-405b/h100x16384&tp=8&pp=16&ends=1&gbs=2048";
/// A long step: 4,096 micro-batches.
const LONG: &str = "#v=1&p=gpt3-175b/h100x128&tp=8&pp=16&gbs=4096";
/// Experts, latents, and pipelines that meet.
const EXPERTS: &str = "#v=1&p=custom/h100x2048&layers=64&hidden=7168&ffn=18432&heads=128&kv=128\
                       &experts=256&topk=8&moeffn=2048&shared=1&sharedffn=2048&dense=3\
                       &mla=1536,512,128,64,128&pp=16&ep=64&sched=dualpipe&seq=4096&gbs=8192";
/// Routed experts on 16 GPUs.
const ROUTED: &str = "#v=1&p=qwen3-30b-a3b/h100x16&ep=16&recipe=nemo&gbs=1024";
/// A plan that does not fit.
const TOO_LARGE: &str = "#v=1&p=llama3-70b/h100x64&tp=2";
/// A plan that cannot exist.
const ILLEGAL: &str = "#v=1&p=llama3-405b/h100x1024&tp=8&pp=16";

fn plan(link: &str) -> Plan {
    let (plan, warnings) = link::decode(link);
    assert!(warnings.is_empty(), "{link}: {warnings:?}");
    plan
}

fn estimates(bencher: &mut Criterion) {
    let mut group = bencher.benchmark_group("estimate");
    let plans = [
        ("p=16 m=64 v=1 (budget 20 µs)", BUDGET, 64),
        ("p=16 m=64 v=2", INTERLEAVED, 64),
        ("llama3-405b p=16 m=16", LLAMA, 16),
        ("p=16 m=4096", LONG, 4_096),
    ];
    for (name, link, micro_batches) in plans {
        let plan = plan(link);
        let legal = Legal::check(&plan).expect("a legal plan");
        assert_eq!(legal.micro_batches, micro_batches, "{link}");
        group.bench_function(name, |bencher| bencher.iter(|| estimate(black_box(&plan))));
    }
    let split = Schedule::ALL
        .iter()
        .filter(|schedule| schedule.splits_backward());
    for schedule in split {
        let word = schedule.word();
        let plan = plan(&format!("{BUDGET}&sched={word}"));
        let name = format!("p=16 m=64 {word} (budget 60 µs)");
        group.bench_function(name, |bencher| bencher.iter(|| estimate(black_box(&plan))));
    }
    let plan = plan(EXPERTS);
    let name = "deepseek-v3, dualpipe";
    group.bench_function(name, |bencher| bencher.iter(|| estimate(black_box(&plan))));
    group.finish();
}

fn capacity(bencher: &mut Criterion) {
    let plan = plan(BUDGET);
    bencher.bench_function("capacity check (budget 1 µs)", |bencher| {
        bencher.iter(|| Legal::check(black_box(&plan)).map(|legal| memory::verdict(&legal)));
    });
}

fn links(bencher: &mut Criterion) {
    bencher.bench_function("decode and encode a link", |bencher| {
        bencher.iter(|| link::encode(&link::decode(black_box(BUDGET)).0));
    });
}

fn searches(bencher: &mut Criterion) {
    let large = plan(TOO_LARGE);
    assert!(!cure::cures(&large).is_empty());
    bencher.bench_function("cures of a plan that does not fit", |bencher| {
        bencher.iter(|| cure::cures(black_box(&large)));
    });
    let illegal = plan(ILLEGAL);
    let reasons = estimate(&illegal).expect_err("126 layers do not divide by 16");
    bencher.bench_function("repairs of an illegal plan", |bencher| {
        bencher.iter(|| repair::repairs(black_box(&illegal), &reasons[0]));
    });
}

fn choices(bencher: &mut Criterion) {
    let mut group = bencher.benchmark_group("ends of choices (budget 200 µs)");
    let split = [BUDGET, "&sched=zbv&recipe=zeropaper"].concat();
    let plans = [("p=16 m=64", BUDGET), ("zbv", &split), ("routed", ROUTED)];
    for (name, link) in plans {
        let plan = plan(link);
        let now = estimate(&plan).expect("a legal plan");
        group.bench_function(name, |bencher| {
            bencher.iter(|| ends::ends(black_box(&plan), &now));
        });
    }
    group.finish();
}

criterion_group!(benches, estimates, capacity, links, searches, choices);
criterion_main!(benches);
