//! Weights and gradients that ranks shard, gather and reduce, against the frameworks' own code.

use cost::legal::Legal;
use cost::memory::terms::{Name, StageTerms};
use cost::params::ModelParams;
use cost::plan::Plan;
use cost::sharding::{Gathering, StateSharding};
use test_utils::estimated;

fn sharding(plan: &Plan) -> StateSharding {
    StateSharding::of(&Legal::check(plan).expect("a legal plan"))
}

/// Bytes of a term of the only stage.
fn term(link: &str, name: Name) -> u64 {
    let (plan, estimate) = estimated(link);
    let legal = Legal::check(&plan).expect("a legal plan");
    let terms = StageTerms::of(&legal, &estimate.memory, 0).terms;
    let of_name = terms.iter().filter(|term| term.name == name);
    of_name.map(|term| term.bytes.0).sum()
}

#[test]
fn fsdp_gathers_once_a_step_with_a_pipeline() {
    // `set_reshard_after_forward(False)` and `set_requires_gradient_sync(False)` until the last
    // micro-batch (PyTorch, `torch/distributed/pipelining/stage.py`).
    let (piped, estimate) =
        estimated("#v=1&p=llama3-8b/h100x8&recipe=torchtitan&zero=3&pp=2&gbs=64");
    assert_eq!(sharding(&piped).gathering, Gathering::OnceAStep);
    assert!(!sharding(&piped).gradients);
    // Whole fp32 gradients: 4 bytes for each of the rank's parameters, half of the model's and the
    // table at its end.
    let all = ModelParams::of(&piped.model).total as f64;
    let gradients = estimate.memory.stages[0].state.gradients.0 as f64;
    assert!(
        (gradients / (4.0 * all / 2.0) - 1.0).abs() < 0.01,
        "{gradients}"
    );
    let (alone, _) = estimated("#v=1&p=llama3-8b/h100x8&recipe=torchtitan&zero=3&gbs=64");
    assert_eq!(sharding(&alone).gathering, Gathering::EachMicroBatch);
    assert!(sharding(&alone).gradients);
}

#[test]
fn fsdp_upcasts_gradients_that_it_does_not_reduce_yet() {
    // `to_accumulated_grad_if_needed`: a model of 16-bit weights and gradients holds its sharded
    // gradients in 16 bit, and those that wait for their reduction in fp32.
    let link =
        "#v=1&p=llama3-8b/h200x8&recipe=torchtitan&zero=3&mbs=1&gbs=32&master=none&grads=16bit";
    let gradients = |sync: &str| {
        let (_, estimate) = estimated(&format!("{link}&gsync={sync}"));
        estimate.memory.stages[0].state.gradients.0 as f64
    };
    // 8 ranks shard 2 bytes a parameter; each holds all of 4 bytes otherwise.
    assert!((gradients("once") / gradients("each") - 16.0).abs() < 1e-6);
}

#[test]
fn the_root_unit_stays_gathered() {
    // Embedding and head of Llama-3 8B, 2 bytes for each of 2 · 128,256 · 4,096 parameters.
    let link = "#v=1&p=llama3-8b/h100x8&recipe=torchtitan&zero=3&gbs=64";
    assert_eq!(term(link, Name::GatheredEnds), 2 * 2 * 128_256 * 4_096);
    // One rank alone gathers nothing.
    let alone = "#v=1&p=llama3-8b/h200x1&recipe=torchtitan&zero=3&gbs=8";
    assert_eq!(term(alone, Name::GatheredEnds), 0);
}

#[test]
fn losses_hold_what_their_kernels_keep() {
    // 8,192 tokens of 128,256 words. PyTorch's own loss: the log-softmax and two gradients, 12
    // bytes a logit; loss parallel: 16 bytes of a shard; compiled: 4.
    let logits = 8_192 * 128_256;
    let at = |loss: &str, layout: &str| {
        let link = format!(
            "#v=1&p=llama3-8b/h200x8&recipe=torchtitan&zero=3&gbs=64&ckpt=full&ce={loss}{layout}"
        );
        let (_, estimate) = estimated(&link);
        estimate.memory.stages[0].logits.0
    };
    assert_eq!(at("eager", ""), 12 * logits);
    assert_eq!(at("parallel", "&tp=2"), 16 * logits / 2);
    assert_eq!(at("compiled", ""), 4 * logits);
    // A 16-bit loss reads the logits themselves: four tensors of 2 bytes.
    assert_eq!(at("eager", "&master=none"), 8 * logits);
}
