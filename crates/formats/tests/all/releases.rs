//! Frameworks by version: the layouts that each runs, from its own checks.

use cost::legal::Legal;
use formats::export::{Aspect, Framework, Release};
use formats::link;

fn release(name: &str) -> Release {
    Release::parse(name).unwrap_or_else(|why| panic!("{name}: {why:?}"))
}

/// Aspects that keep a release from running a plan.
fn stopping(name: &str, plan: &str) -> Vec<Aspect> {
    let (plan, warnings) = link::decode(&format!("#v=1&p={plan}"));
    assert!(warnings.is_empty(), "{warnings:?}");
    let legal = Legal::check(&plan).unwrap_or_else(|why| panic!("{why:?}"));
    let release = release(name);
    let aspects: Vec<Aspect> = release
        .stopping(&legal)
        .iter()
        .map(|note| note.aspect)
        .collect();
    assert_eq!(
        aspects.is_empty(),
        release.runs(&legal),
        "{name}: {aspects:?}"
    );
    aspects
}

/// Executed: each was given to the framework's own parser and validation.
#[test]
fn layouts_that_were_accepted_run() {
    for (name, plan) in [
        ("megatron", "llama3-8b/h100x16&tp=2&cp=2&pp=2&gbs=64"),
        ("megatron", "llama3-70b/h100x64&tp=8&pp=4&vp=2&gbs=64"),
        ("megatron", "llama3-8b/h100x8&zero=0"),
        ("megatron", "llama3-8b/h100x8&zero=3"),
        ("megatron", "llama3-8b/h100x8&dtype=fp8b&opt=adamw8"),
        ("megatron", "llama3-8b/b200x8&dtype=nvfp4"),
        ("megatron", "gpt-oss-120b/h100x64&tp=2&ep=4&etp=1&gbs=64"),
        ("megatron", "llama3-70b/h100x64&tp=16&gbs=64"),
        ("megatron", "llama3-8b/h100x16&cp=8&seq=131072&gbs=16"),
        (
            "megatron",
            "deepseek-v3-671b/h800x2048&pp=16&ep=64&gbs=15360&split=4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,1",
        ),
        ("megatron@0.18", "llama3-8b/h100x8&opt=muon&zero=1"),
        (
            "torchtitan",
            "llama3-70b/h100x64&tp=8&pp=4&sched=zbv&zero=3&gbs=64&recipe=torchtitan",
        ),
        (
            "torchtitan@0.3",
            "qwen3-8b/h100x16&pp=2&zero=3&gbs=64&recipe=torchtitan",
        ),
        ("deepspeed", "llama3-8b/h100x8&zero=3&recipe=deepspeed"),
        (
            "nanotron",
            "llama3-8b/h100x16&tp=4&pp=2&gbs=64&recipe=nanotron",
        ),
        (
            "accelerate",
            "llama3-8b/h100x16&tp=2&zero=3&gbs=64&recipe=hf",
        ),
        (
            "maxtext",
            "llama3-8b/tpu-v5px64&pp=4&sched=gpipe&zero=3&gbs=64&recipe=maxtext",
        ),
        (
            "torchtitan",
            "llama3-8b/b200x8&dtype=nvfp4&opt=muon&zero=3&recipe=torchtitan",
        ),
    ] {
        assert_eq!(stopping(name, plan), [], "{name}: {plan}");
    }
}

/// Executed or read in the framework's checks (docs/frameworks.md).
#[test]
fn layouts_that_are_refused_do_not_run() {
    for (name, plan, aspect) in [
        (
            "megatron",
            "llama3-70b/h100x64&tp=8&pp=4&sched=zbv",
            Aspect::Schedule,
        ),
        (
            "megatron",
            "llama3-70b/h100x64&tp=8&pp=4&sched=gpipe",
            Aspect::Schedule,
        ),
        (
            "megatron",
            "llama3-70b/h100x64&tp=8&pp=4&zero=2",
            Aspect::ZeroInPipeline,
        ),
        (
            "megatron@0.17",
            "llama3-8b/h100x8&opt=muon&zero=1",
            Aspect::Zero,
        ),
        (
            "megatron@0.16",
            "llama3-8b/h100x8&opt=lion",
            Aspect::Optimizer,
        ),
        (
            "megatron",
            "llama3-8b/h100x8&opt=adamwbf16&zero=0",
            Aspect::Optimizer,
        ),
        (
            "megatron",
            "llama3-8b/h100x8&off=opt&zero=0",
            Aspect::OffloadOptimizer,
        ),
        (
            "accelerate",
            "llama3-8b/a100-80x64&cp=8&zero=3&hsdp=8&recipe=hf",
            Aspect::Context,
        ),
        (
            "accelerate",
            "llama3-8b/a100-80x64&zero=2&hsdp=1&recipe=hf",
            Aspect::ShardGroup,
        ),
        (
            "megatron",
            "qwen3-30b-a3b/v100x64&ckpt=sel&ckptmod=moeact&dtype=fp16",
            Aspect::Selective,
        ),
        (
            "megatron",
            "llama3-8b/h100x8&off=params&zero=3",
            Aspect::OffloadParameters,
        ),
        (
            "megatron",
            "llama3-8b/h100x16&pp=2&off=acts&offn=4",
            Aspect::OffloadActivations,
        ),
        (
            "megatron",
            "llama3-8b/h100x8&off=acts",
            Aspect::OffloadActivations,
        ),
        (
            "megatron",
            "mixtral-8x7b/h100x16&tp=2&sp=0&ep=2",
            Aspect::NoSequenceParallel,
        ),
        (
            "megatron",
            "mixtral-8x7b/h100x64&tp=2&ep=4&etp=2&gbs=64&bias=1",
            Aspect::ExpertTensor,
        ),
        (
            "megatron",
            "llama3-8b/h100x16&tp=8&cp=2&cpkind=a2a",
            Aspect::ContextKind,
        ),
        (
            "megatron",
            "mixtral-8x7b/h100x64&ep=8&ckpt=full&overlap=ep",
            Aspect::ExpertOverlap,
        ),
        ("megatron", "llama3-8b/h100x8&tiles=4", Aspect::MlpTiles),
        (
            "torchtitan@0.2",
            "qwen3-8b/h100x16&pp=2&zero=3",
            Aspect::Pipeline,
        ),
        (
            "torchtitan@0.3",
            "llama3-8b/h100x16&cp=2&cpkind=ring&zero=3",
            Aspect::ContextKind,
        ),
        (
            "torchtitan@0.2",
            "llama3-8b/h100x8&dtype=fp8b&zero=3",
            Aspect::Dtype,
        ),
        (
            "torchtitan",
            "llama3-70b/h100x64&pp=4&sched=vhalf&zero=3",
            Aspect::Schedule,
        ),
        (
            "deepspeed",
            "llama3-8b/h100x16&pp=2&zero=2",
            Aspect::ZeroInPipeline,
        ),
        (
            "deepspeed",
            "llama3-8b/h100x16&cp=2&cpkind=ring",
            Aspect::ContextKind,
        ),
        (
            "deepspeed",
            "mixtral-8x7b/h100x16&ep=2&zero=3",
            Aspect::Zero,
        ),
        (
            "nanotron",
            "mixtral-8x7b/h100x16&ep=2&zero=1",
            Aspect::Expert,
        ),
        (
            "nanotron",
            "llama3-8b/h100x16&tp=16&zero=1",
            Aspect::KvHeads,
        ),
        (
            "accelerate",
            "llama3-8b/h100x8&zero=1&recipe=hf",
            Aspect::Zero,
        ),
        (
            "torchtitan",
            "llama3-8b/h100x8&zero=1&recipe=torchtitan",
            Aspect::Zero,
        ),
        (
            "accelerate",
            "llama3-8b/h100x16&pp=2&zero=3",
            Aspect::Pipeline,
        ),
        ("accelerate", "llama3-8b/h100x8&tp=8&zero=0", Aspect::Tensor),
        ("maxtext", "llama3-8b/h100x16&pp=2&zero=3", Aspect::OneFOneB),
        (
            "maxtext",
            "llama3-70b/h100x64&pp=4&sched=zbv&zero=3&gbs=64",
            Aspect::Schedule,
        ),
        (
            "maxtext",
            "llama3-8b/h100x32&pp=4&sched=gpipe&zero=3&gbs=48",
            Aspect::MicroBatches,
        ),
        (
            "maxtext",
            "llama3-8b/h100x16&cp=2&cpkind=a2a&zero=3",
            Aspect::ContextKind,
        ),
        ("maxtext", "llama3-8b/h100x8&zero=2", Aspect::Zero),
        (
            "maxtext",
            "qwen3-30b-a3b/h100x64&ep=8&zero=3&gbs=64&opt=muon",
            Aspect::Optimizer,
        ),
        (
            "maxtext",
            "mixtral-8x7b/h100x64&tp=2&ep=4&etp=1&zero=3&gbs=64",
            Aspect::ExpertTensor,
        ),
        (
            "torchtitan",
            "llama3-8b/b200x16&tp=2&opt=muon&zero=3",
            Aspect::Optimizer,
        ),
        (
            "torchtitan",
            "gpt-oss-120b/b200x8&dtype=nvfp4&ep=8&zero=3",
            Aspect::Dtype,
        ),
        // The nearest layout is another one.
        (
            "torchtitan@0.2",
            "llama3-8b/h100x16&cp=2&cpkind=a2a&zero=0",
            Aspect::Context,
        ),
        (
            "accelerate",
            "llama3-8b/h100x16&tp=8&cp=2&cpkind=a2a&zero=0",
            Aspect::Context,
        ),
        (
            "megatron",
            "llama3-70b/h100x64&tp=8&pp=2&vp=2&gbs=64",
            Aspect::VirtualStages,
        ),
        (
            "maxtext",
            "llama3-8b/h100x16&tp=2&sp=0&zero=3",
            Aspect::NoSequenceParallel,
        ),
        (
            "maxtext",
            "llama3-8b/h100x16&cp=2&cpkind=ag&zero=1",
            Aspect::Context,
        ),
        (
            "maxtext",
            "llama3-8b/h100x8&ckpt=sel&zero=3",
            Aspect::Selective,
        ),
        (
            "nanotron",
            "llama3-8b/h100x8&ckpt=sel&zero=1",
            Aspect::Selective,
        ),
    ] {
        let aspects = stopping(name, plan);
        assert!(aspects.contains(&aspect), "{name}: {plan}: {aspects:?}");
    }
}

#[test]
fn every_release_is_read_by_its_name() {
    for each in Release::all() {
        assert_eq!(Release::parse(&each.name()), Ok(each));
    }
    assert_eq!(release("megatron"), Release::newest(Framework::Megatron));
}

/// docs/frameworks.md names every framework and version.
#[test]
fn the_page_of_frameworks_names_every_release() {
    let path = test_utils::root().join("docs/frameworks.md");
    let page = std::fs::read_to_string(path).expect("the page");
    for each in Release::all() {
        let name = each.name();
        let (framework, version) = name.split_once('@').expect("a version");
        let row = page
            .lines()
            .find(|line| line.starts_with(&format!("| `{framework}` |")))
            .unwrap_or_else(|| panic!("{framework} has no row"));
        assert!(row.contains(version), "{row} lacks {version}");
    }
}
