//! Searches that people needed, from the trackers of frameworks: what they found out is among the best
//! layouts, and what their framework refused is not.

use cost::legal::Legal;
use cost::plan::{Plan, ZeroStage};
use search::asked::AskedSearch;
use search::optimize::{Best, Candidate, search};

use super::plan;

/// The best layouts of a plan that its framework runs.
fn best(plan: &Plan) -> Best {
    let asked = AskedSearch::default();
    let (constraints, question) = asked.question(plan, 60).expect("a question");
    search(plan, &constraints, &question).0
}

/// alibaba/Pai-Megatron-Patch issue 643: whether ZeRO-3 of another trainer is faster than their
/// pipelines of 10.4 and 21 s (a layout of one stage, with full recompute).
#[test]
fn sharded_weights_instead_of_stages() {
    let plan = plan("#v=1&p=qwen3-30b-a3b/h800x16&pp=2&ep=8&mbs=1&gbs=128&seq=8192&imbal=1");
    let first = best(&plan).distinct()[0].candidate;
    let found = (
        first.zero,
        first.pipeline,
        first.context,
        first.recompute.level(),
    );
    let level = search::optimize::RecomputeLevel::Full;
    assert_eq!(found, (ZeroStage::Three, 1, 1, level));
}

/// QwenLM/Qwen3-VL issue 2053: ZeRO-2 is out of memory when Adam's state is made, with the optimizer on
/// the host too. Its cure is ZeRO-3.
#[test]
fn what_fits_where_gradients_alone_are_sharded_does_not() {
    let plan = plan(
        "#v=1&p=qwen3-30b-a3b/h100x32&zero=2&seq=8192&mbs=1&gbs=128&recipe=hf-deepspeed&ckpt=full",
    );
    let own = Candidate::of(&plan).expect("a layout");
    let best = best(&plan);
    assert_eq!(best.distinct()[0].candidate.zero, ZeroStage::Three);
    let mut found = best.found().iter();
    assert!(!found.any(|found| found.candidate == own));
}

/// Layouts that their frameworks refuse, and that no search of these lists.
///
/// - deepspeedai/Megatron-DeepSpeed issue 474: ZeRO-3 beside a pipeline.
/// - NVIDIA-NeMo/Speech issue 14288: virtual stages with 3 micro-batches on 6 stages.
/// - NVIDIA-NeMo/Megatron-Bridge pull request 6043: experts on 64 GPUs by `HybridEP`, where 8 share
///   NVLink.
const REFUSED: [&str; 3] = [
    "#v=1&p=custom/a100-80x4&layers=24&hidden=1024&ffn=4096&heads=16&headdim=64&vocab=50304&zero=3&tp=2&pp=2&mbs=4&gbs=32&seq=1024&recipe=deepspeed",
    "#v=1&p=custom/h100x48&layers=48&hidden=5120&ffn=27648&heads=40&kv=8&headdim=128&vocab=152064&tp=8&pp=6&vp=2&mbs=1&gbs=3&seq=4096&recipe=nemo",
    "#v=1&p=qwen3-235b-a22b/b200x64&ep=64&mbs=1&gbs=2048&seq=4096&recipe=nemo&disp=hybridep",
];

#[test]
fn what_a_framework_refuses_is_not_listed() {
    for link in REFUSED {
        let plan = plan(link);
        let own = Candidate::of(&plan).expect("a layout");
        let best = best(&plan);
        assert!(!best.found().is_empty(), "{link}");
        for found in best.found() {
            let mut layout = plan.clone();
            found.candidate.write(&mut layout);
            Legal::check(&layout).expect("a legal layout");
            assert_ne!(found.candidate, own, "{link}");
            let (stages, experts) = (found.candidate.pipeline, found.candidate.expert);
            assert!(
                stages == 1 || found.candidate.zero != ZeroStage::Three,
                "{found:?}"
            );
            assert!(experts <= 8, "{found:?}");
        }
    }
}
