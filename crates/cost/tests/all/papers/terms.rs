//! Memory term by term: the terms of each kind add up to its bytes, and the value of each formula
//! is that of its term.

use cost::Estimate;
use cost::activations::OperationName;
use cost::certainty::MEMORY;
use cost::legal::Legal;
use cost::memory::terms::{At, Name, StageTerms, Term};
use cost::plan::Plan;
use cost::units::Bytes;
use formats::link;
use proptest::prelude::*;

use test_utils::drawn::{Drawn, legal_plan, of};
use test_utils::{estimated, seed};

/// One of each: dense, mixtures, latent attention, every ZeRO stage, every recompute, every kind
/// of schedule, offloading, contexts, types, recipes, and the reader's machine.
const PLANS: [&str; 58] = [
    "llama3-70b/h100x64&tp=8&pp=4",
    "llama3-70b/h100x64&tp=8",
    "llama3-8b/h100x8",
    "llama3-8b/h100x8&zero=0",
    "qwen3-next-80b-a3b/h100x64&tp=2&pp=4&ep=8&gbs=64",
    "granite4-h-small-32b/h100x64&zero=3&recipe=torchtitan&ckpt=full",
    "nemotron-h-56b/h100x64&tp=8&dtype=fp8&recipe=megatron",
    "nemotron-h-8b/h100x16&tp=4&flash=0&seq=4096&ckpt=sel",
    "llama3-8b/h100x8&zero=2&recipe=deepspeed",
    "llama3-8b/h100x8&zero=3&recipe=torchtitan",
    "llama3-8b/h100x16&zero=3&off=params,opt",
    "llama3-8b/h100x8&off=opt",
    "llama3-8b/h100x8&ckpt=full",
    "llama3-8b/h100x8&ckpt=full&ckptn=7",
    "llama3-8b/h100x8&ckpt=sel",
    "llama3-8b/h100x8&ckpt=sel&ckptmod=core,norm,mlp&flash=0",
    "llama3-8b/h100x8&ckpt=sel&ckptmod=ops",
    "llama3-8b/h100x8&off=acts&offn=20",
    "llama3-8b/h100x8&off=acts&ckpt=full",
    "llama3-8b/h100x8&off=acts&offmod=core,act",
    "llama3-8b/h100x8&off=acts&offmod=norm,qkv,proj,fc1,fc2",
    "llama3-8b/h100x8&off=acts&offn=20&offmod=core",
    "llama3-8b/h100x8&off=acts&ckpt=full&ckptn=9&offmod=core",
    "mixtral-8x7b/h100x128&tp=2&pp=4&ep=8&gbs=512&off=acts&offmod=fc1,act",
    "llama3-8b/h100x1&recipe=hf&opt=adamw8&gbs=8",
    "mixtral-8x7b/h100x64&recipe=hf&opt=adamw8&zero=3&gbs=64",
    "llama3-8b/h100x8&recipe=torchtitan&zero=3&dtype=fp8&gather8=1",
    "qwen3-30b-a3b/b200x64&ep=8&zero=3&dtype=mxfp8&gather8=1",
    "llama3-8b/b200x8&dtype=fp8&gather8=1",
    "llama3-8b/h100x8&tiles=4",
    "llama3-8b/h100x8&tiles=7&kern=eager&ckpt=full",
    "llama3-8b/h100x8&tp=2&tiles=1000000&ckpt=sel&ckptmod=norm,mlp,core",
    "llama3-8b/h100x8&mbs=4&ce=native&kern=eager",
    "llama3-8b/h100x8&dtype=fp16&gbs=8&seq=128",
    "llama3-8b/h100x8&dtype=fp32",
    "llama3-8b/h100x8&wstore=int4&opt=adamw8",
    "gpt3-175b/a100-80x1024&tp=8&pp=16&gbs=1536&vp=6&flash=0&dtype=fp16",
    "gpt3-175b/a100-80x1024&tp=8&pp=16&gbs=1536&sp=0&ckpt=full",
    "bloom-176b/a100-80x384&tp=4&pp=12&ends=1&recipe=deepspeed&ckpt=full",
    "llama3-70b/h100x64&tp=8&pp=4&sched=gpipe&gbs=32",
    "llama3-70b/h100x64&tp=8&pp=4&sched=zbh1",
    "llama3-70b/h100x64&tp=8&pp=4&sched=zbh2",
    "llama3-70b/h100x64&tp=8&pp=4&sched=zbv",
    "llama3-70b/h100x64&tp=8&pp=4&vp=5&gbs=510&mbs=1",
    "llama3-8b/h100x16&cp=8&cpkind=a2a&seq=65536&gbs=16",
    "mixtral-8x7b/h100x128&tp=2&pp=4&ep=8&gbs=512&imbal=1.5",
    "mixtral-8x7b/h100x64&tp=4&ep=8&etp=2&ckpt=sel&ckptmod=moe",
    "deepseek-v3-671b/h800x2048&pp=16&ep=64&gbs=15360&split=4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,1&dtype=fp8b",
    "deepseek-v3-671b/h800x2048&pp=8&ep=64&gbs=15360&sched=dualpipe&layers=64&ckpt=sel&ckptmod=norm,mlaup,moeact",
    "llama3-70b/h100x64&tp=8&pp=4&mmem=60",
    "llama3-70b/h100x64&tp=8&pp=4&mmem=30",
    "llama3-8b/rtx4090x1&ft=lora&recipe=hf&ckpt=full&gbs=16&seq=2048",
    "llama3-8b/rtx4090x1&ft=qlora&dquant=0&recipe=hf&ckpt=full&gbs=16&seq=2048",
    "llama3-70b/h100x8&ft=qlora&recipe=hf&zero=3&ckpt=full&gbs=16&seq=2048",
    "llama3-70b/h100x8&ft=lora&recipe=torchtitan&zero=3&gbs=16&seq=2048&adtype=fp32",
    "mixtral-8x7b/h100x8&ft=qlora&recipe=hf&zero=3&gbs=16&seq=2048&targets=q,v",
    "llama3-8b/h100x8&ft=lora&wstore=int8&recipe=hf-deepspeed&zero=2&gbs=16&opt=adamw8",
    "llama3-70b/h100x8&ft=lora&tp=4&pp=2&gbs=16&recipe=nemo&dtype=fp8&rank=1",
];

fn signed(terms: &[&Term]) -> i128 {
    let size = |term: &&Term| i128::from(term.bytes.0) * if term.is_less { -1 } else { 1 };
    terms.iter().map(size).sum()
}

/// Everything that has to hold of any legal plan.
fn check(link: &str, plan: &Plan, estimate: &Estimate) {
    let legal = Legal::check(plan).expect("a legal plan");
    for (index, stage) in estimate.memory.stages.iter().enumerate() {
        let terms = StageTerms::of(&legal, &estimate.memory, index);
        for (kind, said) in MEMORY.iter().enumerate() {
            let of_kind: Vec<&Term> = terms.of_kind(kind).collect();
            let bytes = (said.of)(stage);
            let what = format!(
                "{link}, stage {index}: {}: {of_kind:#?} at {:?}",
                said.key, terms.moment
            );
            assert_eq!(signed(&of_kind), i128::from(bytes.0), "{what}");
            let machines = of_kind.iter().filter(|term| term.name == Name::Machine);
            assert!(
                machines.count() == 0 || estimate.machine.is_some(),
                "{what}"
            );
        }
        for term in &terms.terms {
            // The model rounds shares up to whole bytes, one product at a time.
            let times: f64 = term.times.iter().map(|factor| factor.value).product();
            let rounding = 2.0 + term.bytes.0 as f64 * 1e-12 + 16.0 * times * term.sum.len() as f64;
            let off = (term.value() - term.bytes.0 as f64).abs();
            assert!(
                off <= rounding,
                "{link}, stage {index}: off by {off}: {term:#?}"
            );
        }
    }
}

#[test]
fn the_terms_of_each_kind_are_its_bytes_whatever_the_plan() {
    for link in PLANS {
        let link = ["#v=1&p=", link].concat();
        let (plan, estimate) = estimated(&link);
        check(&link, &plan, &estimate);
    }
}

#[test]
fn the_moment_is_the_one_of_the_schedule() {
    let moment = |link: &str, stage| {
        let (plan, estimate) = estimated(&["#v=1&p=", link].concat());
        let legal = Legal::check(&plan).expect("a legal plan");
        StageTerms::of(&legal, &estimate.memory, stage).moment
    };
    // 1F1B: stage i holds p − i micro-batches in its first backward (Narayanan 2021).
    for stage in 0..4 {
        let moment = moment("llama3-70b/h100x64&tp=8&pp=4", stage);
        assert_eq!(
            (moment.in_flight, moment.is_first),
            (4 - stage as u64, true)
        );
    }
    // GPipe: all of them.
    assert_eq!(
        moment("llama3-70b/h100x64&tp=8&pp=4&sched=gpipe&gbs=32", 3).in_flight,
        16
    );
    // The last stage ends with the loss, where its logits are at their fullest.
    let last = moment("llama3-8b/h100x8&vocab=1000000&ckpt=full", 0);
    assert!(matches!(last.at, At::Loss | At::Head), "{last:?}");
    // Megatron-LM's fp16 is at its fullest when the optimizer holds fp32 copies of gradients.
    let optimizer = moment("llama3-8b/h100x8&dtype=fp16&gbs=8&seq=128&zero=0", 0);
    assert_eq!(optimizer.at, At::Optimizer);
}

#[test]
fn the_terms_are_those_of_the_papers() {
    let (plan, estimate) = estimated("#v=1&p=llama3-8b/h100x8&recipe=zeropaper&flash=0");
    let legal = Legal::check(&plan).expect("a legal plan");
    let stage = StageTerms::of(&legal, &estimate.memory, 0);
    let bytes = |name| {
        let terms = stage.terms.iter().filter(|term| term.name == name);
        terms.map(|term| term.bytes).sum::<Bytes>().0
    };
    let params = estimate.params.total;
    // Rajbhandari 2020, section 3.1: 2, 2 and 12 bytes; ZeRO-1 over 8 ranks.
    assert_eq!(bytes(Name::Weights), 2 * params);
    assert_eq!(bytes(Name::Gradients), 2 * params);
    assert_eq!(bytes(Name::Moments), 8 * params / 8);
    assert_eq!(bytes(Name::Masters), 4 * params / 8);
    // Korthikanti 2022, section 4.1: 2·s·b·h of the attention's input a layer, and 2·a·s² of
    // the softmax: 32 layers, one micro-batch of 8,192 tokens.
    let scores = 2 * 32 * 8_192 * 8_192 * 32;
    assert_eq!(
        bytes(Name::Operation(OperationName::Core)),
        scores + bytes_of_qkv()
    );
    assert_eq!(
        bytes(Name::Operation(OperationName::Projection)),
        2 * 8_192 * 4_096 * 32
    );
}

/// Queries of 32 heads and keys and values of 8, 128 wide, in 32 layers.
const fn bytes_of_qkv() -> u64 {
    2 * 8_192 * 128 * (32 + 2 * 8) * 32
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 600,
        failure_persistence: None,
        rng_seed: seed(1_974),
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_terms_add_up_for_drawn_plans(Drawn(plan) in legal_plan()) {
        check(&link::encode(&plan), &plan, &of(&plan));
    }
}
