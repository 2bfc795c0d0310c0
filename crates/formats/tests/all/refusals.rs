//! Parts of a plan that the framework of its recipe does not run.

use cost::legal::Legal;
use cost::plan::Word as _;
use formats::export::{Target, export, refusals};
use formats::file_run::FileRun;
use formats::link;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use test_utils::drawn::{Drawn, any_legal};

/// Aspects and treatments of a plan's refusals, as `zero_in_pipeline refused`.
fn refused(link: &str) -> Vec<String> {
    let (plan, warnings) = link::decode(&["#v=1&p=", link].concat());
    assert_eq!(warnings, [], "{link}");
    let legal = Legal::check(&plan).unwrap_or_else(|why| panic!("{link}: {why:?}"));
    let found = refusals(&legal).into_iter().map(|refusal| refusal.note);
    let words = found.map(|note| [note.aspect.word(), " ", note.fate.word()].concat());
    words.collect()
}

#[test]
fn a_framework_refuses_what_its_checks_refuse() {
    let cases: [(&str, &[&str]); 23] = [
        ("llama3-70b/h100x64&tp=8&pp=4", &[]),
        ("llama3-8b/h100x8&zero=3&recipe=hf", &[]),
        // bitsandbytes has no kernels for them.
        (
            "llama3-8b/tpu-v5px8&zero=3&recipe=hf&ft=qlora",
            &["adapters refused"],
        ),
        (
            "llama3-8b/trn2x16&recipe=hf-deepspeed&ft=qlora",
            &["adapters refused"],
        ),
        ("llama3-8b/tpu-v5px8&zero=3&recipe=hf&ft=lora", &[]),
        ("llama3-8b/mi300xx8&zero=3&recipe=hf&ft=qlora", &[]),
        // `PipelineEngine` of DeepSpeed.
        (
            "llama3-8b/h100x8&pp=2&zero=3&recipe=deepspeed",
            &["zero_in_pipeline refused"],
        ),
        (
            "llama3-8b/h100x8&pp=2&zero=2&recipe=deepspeed",
            &["zero_in_pipeline refused"],
        ),
        ("llama3-8b/h100x8&pp=2&zero=1&recipe=deepspeed", &[]),
        (
            "llama3-70b/h100x64&tp=8&pp=4&zero=2",
            &["zero_in_pipeline untested"],
        ),
        // Interleaved stages take whole groups of micro-batches.
        (
            "llama3-70b/h100x64&tp=8&pp=4&vp=2&gbs=12",
            &["micro_batches refused"],
        ),
        ("llama3-70b/h100x64&tp=8&pp=4&vp=2&gbs=16", &[]),
        // A micro-batch for each stage.
        (
            "llama3-70b/h100x64&tp=8&pp=8&zero=2&gbs=4&recipe=torchtitan",
            &["micro_batches refused"],
        ),
        (
            "llama3-70b/h100x64&tp=8&pp=8&zero=2&gbs=8&recipe=torchtitan",
            &[],
        ),
        (
            "llama3-70b/h100x64&tp=8&pp=4&sched=zbv",
            &["schedule no_option"],
        ),
        (
            "llama3-8b/h100x8&zero=1&recipe=torchtitan",
            &["zero nearest"],
        ),
        // Beyond the layout.
        ("llama3-8b/h100x8&ce=fused", &["cross_entropy refused"]),
        // HybridEP over eight nodes, over two, and in a rack.
        (
            "qwen3-235b-a22b/b200x64&ep=64&gbs=2048&recipe=nemo&disp=hybridep",
            &["expert_domains refused"],
        ),
        (
            "qwen3-235b-a22b/b200x64&ep=8&gbs=2048&recipe=nemo&disp=hybridep",
            &[],
        ),
        (
            "qwen3-30b-a3b/h100x16&ep=16&gbs=1024&recipe=nemo&disp=hybridep",
            &[],
        ),
        (
            "qwen3-235b-a22b/b200x64&ep=64&gbs=2048&recipe=nemo&disp=a2a",
            &[],
        ),
        (
            "qwen3-235b-a22b/gb200x64&ep=64&gbs=2048&recipe=nemo&disp=hybridep",
            &[],
        ),
        (
            "qwen3-235b-a22b/gb200x128&ep=128&gbs=2048&recipe=nemo&disp=hybridep",
            &["expert_domains refused"],
        ),
    ];
    for (link, expected) in cases {
        assert_eq!(refused(link), expected, "{link}");
    }
}

/// The file of a plan that the newest version refuses does not start, where that version reads the
/// file; and whatever a search leaves out is said of the plan.
#[test]
fn refusals_agree_with_files_and_searches() {
    let mut runner = TestRunner::deterministic();
    let plans = any_legal();
    let mut found = 0;
    for _ in 0..2_000 {
        let Drawn(plan) = plans.new_tree(&mut runner).unwrap().current();
        let legal = Legal::check(&plan).expect("a legal plan");
        let refusals = refusals(&legal);
        let Some(release) = formats::export::Release::of_recipe(plan.stack.recipe) else {
            assert_eq!(refusals, [], "{}", link::encode(&plan));
            continue;
        };
        found += usize::from(!refusals.is_empty());
        assert!(
            release.runs(&legal) || !refusals.is_empty(),
            "{}",
            link::encode(&plan)
        );
        let target = release.target();
        let is_read = formats::export::Release::exported(target) == Some(release);
        if is_read && target != Target::Megatron {
            let file = export(&legal, target, &text::exchange::EXPORT);
            let run = FileRun::of(&legal, target, &file);
            let is_refused = refusals
                .iter()
                .any(|refusal| refusal.note.fate.word() == "refused");
            assert_eq!(
                matches!(run, FileRun::Refused(_)),
                is_refused,
                "{}",
                link::encode(&plan)
            );
        }
    }
    assert!((200..1_900).contains(&found), "{found} of 2,000 plans");
}
