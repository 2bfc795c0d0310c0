//! Reference models, forwards without a backward, updates in the backward and paged moments.

use cost::host::Phase;
use cost::legal::{Legal, Reason};
use cost::memory::terms::{Name, StageTerms};
use cost::params::ModelParams;
use cost::plan::{Objective, Reference};
use formats::link;
use proptest::prelude::*;
use test_utils::drawn::{Drawn, any_legal};
use test_utils::{config, estimated};

/// The bytes of a term on the first stage.
fn term(link: &str, name: Name) -> u64 {
    let (plan, estimate) = estimated(link);
    let legal = Legal::check(&plan).expect("a legal plan");
    let stage = StageTerms::of(&legal, &estimate.memory, 0);
    let bytes = stage.terms.iter().filter(|term| term.name == name);
    bytes.map(|term| term.bytes.0).sum()
}

const EIGHT: &str = "#v=1&p=llama3-8b/h200x8&gbs=16&mbs=2&recipe=hf&ckpt=full";

/// DPO needs the log-probabilities of two models (Rafailov 2023, equation 7): a second copy of the
/// weights in 16 bits, whole on each GPU without sharding.
#[test]
fn a_reference_model_is_a_second_copy_of_the_weights() {
    let (plan, _) = estimated(EIGHT);
    let params = ModelParams::of(&plan.model).total;
    let of = |more: &str| term(&[EIGHT, more].concat(), Name::ReferenceWeights);
    assert_eq!(of("&zero=0&obj=dpo"), 2 * params);
    let eighth = of("&zero=3&obj=dpo");
    assert!(
        (eighth as f64 / (2 * params / 8) as f64 - 1.0).abs() < 1e-6,
        "{eighth}"
    );
    // FSDP shards weights with ZeRO-2, too, and DeepSpeed does not.
    let fsdp = [EIGHT, "&zero=2&obj=dpo"].concat();
    let engine = fsdp.replace("=hf&", "=hf-deepspeed&");
    let both = [fsdp, engine].map(|link| term(&link, Name::ReferenceWeights));
    assert_eq!(both, [eighth, 2 * params]);
    // Its answers are known, or the base model is the reference.
    for more in [
        "&zero=3",
        "&zero=3&obj=dpo&refmodel=computed",
        "&zero=3&obj=dpo&ft=lora",
    ] {
        assert_eq!(of(more), 0, "{more}");
    }
}

/// A checkpointed step runs two forwards and a backward of twice a forward's work. A reference adds
/// a forward, and so does the policy before its update: a quarter each.
#[test]
fn each_forward_without_a_backward_is_a_quarter_of_a_checkpointed_step() {
    let time = |more: &str| estimated(&[EIGHT, "&zero=2", more].concat()).1.time;
    let plain = time("");
    assert_eq!(plain.forward_only.0, 0.0);
    let kernels = (plain.compute + plain.recompute).0;
    for (more, passes) in [
        ("&obj=dpo", 1.0),
        ("&obj=grpo", 1.0),
        ("&obj=grpo&refmodel=resident", 2.0),
    ] {
        let extra = time(more).forward_only.0;
        let share = extra / (passes * kernels);
        assert!((0.22..0.28).contains(&share), "{more}: {share}");
    }
    let computed = time("&obj=dpo&refmodel=computed");
    assert_eq!(computed.total(), plain.total());
}

/// Model FLOPs are those of training: the extra forwards lower the MFU as they lengthen the step.
#[test]
fn forwards_without_a_backward_are_no_model_flops() {
    let of = |more: &str| estimated(&[EIGHT, "&zero=2", more].concat()).1;
    let (plain, with) = (of(""), of("&obj=dpo"));
    let ratio = plain.time.total().0 / with.time.total().0;
    assert!((with.utilisation.mfu / plain.utilisation.mfu - ratio).abs() < 1e-12);
}

/// Lv 2023, section 3.1: the memory of gradients is that of one tensor.
#[test]
fn updates_in_the_backward_leave_one_gradient() {
    let link = "#v=1&p=llama3-8b/h200x1&zero=0&mbs=1&gbs=1&seq=2048&recipe=torchtitan&ckpt=full\
        &master=none&grads=16bit&opt=adamwbf16&optkern=";
    let of = |kernel: &str| estimated(&[link, kernel].concat()).1.memory.stages[0];
    let (fused, backward) = (of("fused"), of("backward"));
    assert_eq!(backward.state.gradients.0, 0);
    // The embedding's: 128,256 rows of 4,096 in 16 bits.
    assert_eq!(
        term(&[link, "backward"].concat(), Name::OneGradient),
        2 * 128_256 * 4_096
    );
    assert!(backward.allocated() < fused.allocated());
}

/// A hook cannot wait for a second micro-batch.
#[test]
fn updates_in_the_backward_need_one_micro_batch() {
    let check = |more: &str| {
        let (plan, _) = link::decode(&["#v=1&p=llama3-8b/h200x8&optkern=backward", more].concat());
        Legal::check(&plan).map(|_| ()).err().unwrap_or_default()
    };
    assert!(check("&mbs=1&gbs=8").is_empty());
    let reason = |micro_batches, pipeline| Reason::UpdateInBackward {
        micro_batches,
        pipeline,
    };
    assert_eq!(check("&mbs=1&gbs=16"), [reason(2, 1)]);
    assert_eq!(check("&mbs=4&gbs=16&pp=2"), [reason(1, 2)]);
}

/// PyTorch's allocator knows nothing of managed memory (bitsandbytes, `is_paged`): no peak has the
/// moments, and the host has them.
#[test]
fn paged_moments_are_on_the_host() {
    let link = "#v=1&p=llama3-8b/rtx4090x1&zero=0&mbs=1&gbs=16&seq=2048&recipe=hf&ckpt=full&ft=qlora\
        &rank=256&opt=adamw8";
    let (here, paged) = (
        estimated(link).1,
        estimated(&[link, "&off=paged"].concat()).1,
    );
    let (before, after) = (here.memory.stages[0].state, paged.memory.stages[0].state);
    assert!(before.optimizer > after.optimizer);
    assert_eq!(after.optimizer.0, 0);
    assert_eq!(
        (before.weights, before.gradients),
        (after.weights, after.gradients)
    );
    let [on_host, before] = [&paged, &here].map(|it| it.host.of_phase(Phase::Training).total());
    assert!(on_host > before);
    assert!(paged.time.optimizer > here.time.optimizer);
}

proptest! {
    #![proptest_config(config(256))]

    /// A reference model never makes a plan smaller, and its forward never faster.
    #[test]
    fn a_reference_model_is_never_free(Drawn(mut plan) in any_legal()) {
        plan = plan.bare();
        plan.tuning.objective = Objective::Preference;
        let mut of = |reference| {
            plan.tuning.reference = Some(reference);
            cost::estimate(&plan).expect("a legal plan")
        };
        let [with, without] = [Reference::Resident, Reference::Computed].map(&mut of);
        prop_assert!(with.time.total() > without.time.total());
        prop_assert!(with.memory.peak() >= without.memory.peak());
    }
}
