//! Settings that a search that finds nothing kept, and savings that it did not try.

use cost::plan::{CrossEntropy, Dtype, Offload, Optimizer, WordSet};
use search::optimize::{Constraints, HeldFixed, UntriedSaving};

use super::plan;

fn held(link: &str, restrictions: &[&str]) -> HeldFixed {
    let plan = plan(link);
    let mut constraints = Constraints::of(&plan);
    for restriction in restrictions {
        constraints.restrict(restriction).expect("a restriction");
    }
    HeldFixed::of(&plan, &constraints)
}

#[test]
fn what_stays_as_the_plan_has_it_is_named() {
    let held = held(
        "#v=1&p=llama3-70b/h100x8&seq=4096&gbs=64&recipe=torchtitan",
        &[],
    );
    assert_eq!(
        (held.gpus, held.sequence, held.batch),
        (Some(8), 4_096, 64),
        "the cluster and the batch"
    );
    assert_eq!(held.dtype, Some(Dtype::Bf16));
    assert_eq!(held.optimizer, Some(Optimizer::AdamW));
    assert_eq!(held.loss, Some(CrossEntropy::Plain));
    assert_eq!(held.offload, Some(WordSet::EMPTY));
    assert!(held.restricted.is_empty(), "{:?}", held.restricted);
}

#[test]
fn what_the_question_frees_is_not_fixed_and_what_it_restricts_is_named() {
    let held = held(
        "#v=1&p=llama3-70b/h100x8&gbs=64",
        &[
            "p=1..16",
            "tp=..4",
            "ckpt=none",
            "off=any",
            "dtype=bf16,fp8",
        ],
    );
    assert_eq!((held.gpus, held.dtype, held.offload), (None, None, None));
    assert_eq!(held.restricted, ["tp", "ckpt"]);
    // Megatron-LM cannot move parameters, and the search tries the rest.
    let is_offload = |saving: &UntriedSaving| matches!(saving, UntriedSaving::Offload(_));
    assert!(!held.untried.iter().any(is_offload), "{:?}", held.untried);
}

#[test]
fn only_savings_of_the_framework_are_named_as_untried() {
    use UntriedSaving as Saving;
    let untried = |recipe: &str| {
        held(
            &format!("#v=1&p=llama3-70b/h100x8&gbs=64&recipe={recipe}"),
            &[],
        )
        .untried
    };
    assert_eq!(untried("nanotron"), [Saving::Gpus, Saving::Sequence]);
    assert_eq!(
        untried("megatron"),
        [
            Saving::Gpus,
            Saving::Sequence,
            Saving::Optimizer(Optimizer::AdamWBf16),
            Saving::CrossEntropy(CrossEntropy::Fused),
            Saving::Offload(Offload::Optimizer),
            Saving::Offload(Offload::Activations),
        ]
    );
    assert_eq!(
        untried("torchtitan"),
        [
            Saving::Gpus,
            Saving::Sequence,
            Saving::Optimizer(Optimizer::AdamWBf16),
            Saving::CrossEntropy(CrossEntropy::Compiled),
            Saving::CrossEntropy(CrossEntropy::Chunked),
            Saving::Offload(Offload::Optimizer),
            Saving::Offload(Offload::Parameters),
        ]
    );
}
