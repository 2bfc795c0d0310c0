//! Weights that ranks gather and keep in 8 bits.

use cost::legal::Legal;
use cost::memory::terms::{Name, StageTerms};
use cost::traffic::Route;
use test_utils::estimated;

use crate::limits::{estimate, sent};

/// Weights of a rank, bytes.
fn weights(link: &str) -> u64 {
    estimate(link).memory.stages[0].state.weights.0
}

/// A term of the first stage, bytes.
fn term(link: &str, name: Name) -> u64 {
    let (plan, estimate) = estimated(&["#v=1&p=", link].concat());
    let legal = Legal::check(&plan).expect("a legal plan");
    let stage = StageTerms::of(&legal, &estimate.memory, 0);
    let found = stage.terms.iter().filter(|term| term.name == name);
    found.map(|term| term.bytes.0).sum()
}

/// Parameters of Llama 3 8B, and of its embedding and head.
const ALL: u64 = 8_030_261_248;
const ENDS: u64 = 2 * 128_256 * 4_096;

#[test]
fn the_optimizer_gathers_a_byte_for_each_weight_of_a_layer() {
    // The distributed optimizer sends (n−1)/n of what it gathers. Embedding and head stay in 16
    // bits.
    let link = "llama3-8b/h100x8&zero=1&dtype=fp8&gbs=8";
    let narrow = [link, "&gather8=1"].concat();
    let saved = sent(link, Route::Data) - sent(&narrow, Route::Data);
    let expected = (ALL - ENDS) as f64 * 7.0 / 8.0;
    assert!((saved - expected).abs() < 16.0, "{saved} {expected}");
}

#[test]
fn megatron_gathers_mxfp8_weights_in_16_bits_unless_it_shards_them() {
    let saved = |zero: u64| {
        let link = format!("llama3-8b/b200x8&zero={zero}&dtype=mxfp8&gbs=8");
        let narrow = [&link, "&gather8=1"].concat();
        1.0 - sent(&narrow, Route::Data) / sent(&link, Route::Data)
    };
    assert_eq!(saved(1), 0.0);
    // Two gathers of 33/32 of a byte and a scatter of 4-byte gradients, of 2 · 2 + 4 bytes before.
    let expected = 1.0 - (2.0 * 33.0 / 32.0 + 4.0) / (2.0 * 2.0 + 4.0);
    assert!((saved(3) - expected).abs() < 1e-6, "{}", saved(3));
}

#[test]
fn resident_weights_are_those_that_products_read() {
    let kept = |gpu: &str, rest: &str| weights(&format!("llama3-8b/{gpu}x8&gbs=8&{rest}"));
    // Two bytes in 16 bits, and where products on Hopper read a transpose.
    assert_eq!(kept("h100", "dtype=fp8"), 2 * ALL);
    assert_eq!(kept("h100", "dtype=fp8&gather8=1"), 2 * ALL);
    assert_eq!(kept("h100", "dtype=fp8b&gather8=1"), 2 * ALL);
    // One on Blackwell, but for embedding and head.
    assert_eq!(kept("b200", "dtype=fp8&gather8=1"), ALL + ENDS);
    // MXFP8: two copies, each with a scale for 32 elements.
    let scales = (ALL - ENDS).div_ceil(16);
    assert_eq!(kept("b200", "dtype=mxfp8&gather8=1"), 2 * ALL + scales);
    // Sharded weights have no transpose beside them.
    let sharded = kept("h100", "zero=3&dtype=fp8&gather8=1");
    assert_eq!(sharded, ALL.div_ceil(8) + ENDS.div_ceil(8));
    // FSDP and bf16 recipes without master weights keep what the optimizer updates.
    for rest in ["recipe=torchtitan&zero=3", "master=none"] {
        let link = |switch| format!("{rest}&dtype=fp8&gather8={switch}");
        assert_eq!(kept("b200", &link(0)), kept("b200", &link(1)), "{rest}");
    }
}

#[test]
fn fsdp_holds_gathered_layers_in_a_byte_and_experts_in_two() {
    let link = "llama3-8b/h100x8&recipe=torchtitan&zero=3&dtype=fp8&gbs=8&ckpt=full";
    let narrow = [link, "&gather8=1"].concat();
    let wide = term(link, Name::Gathered);
    assert!(wide > 0);
    assert_eq!(term(&narrow, Name::GatheredNarrow), wide / 2);
    assert_eq!(term(&narrow, Name::Gathered), 0);
    assert_eq!(
        term(link, Name::GatheredEnds),
        term(&narrow, Name::GatheredEnds)
    );
    // torchao gathers experts in 16 bits (`moe_training/tensor.py`, `fsdp_pre_all_gather`).
    let link = "qwen3-30b-a3b/h100x64&ep=8&recipe=torchtitan&zero=3&dtype=fp8";
    let narrow = [link, "&gather8=1"].concat();
    let experts = [link, &narrow].map(|link| sent(link, Route::ExpertData));
    assert_eq!(experts[0], experts[1]);
    assert!(sent(&narrow, Route::Data) < sent(link, Route::Data));
}

/// Gated activation functions keep one byte instead of two for each element of gate and input; the
/// other terms stay. Models without gates keep what they kept.
#[test]
fn inputs_of_gated_activations_are_kept_in_a_byte() {
    let kept = |link: &str| {
        let estimate = estimate(link);
        estimate.memory.stages[0].activations.0
    };
    let saved = |link: &str| kept(link) - kept(&[link, "&act8=1"].concat());
    // 32 layers of 4,096 tokens, of 2 · 14,336 elements over 2 ranks.
    let dense = 32 * 4_096 * 14_336;
    assert_eq!(saved("llama3-8b/h100x8&tp=2&gbs=4&seq=4096"), dense);
    let fp8 = "llama3-8b/h100x8&tp=2&gbs=4&seq=4096&dtype=fp8b";
    assert_eq!(saved(fp8), dense);
    assert_eq!(saved("gpt3-175b/h100x64&tp=8&pp=8&gbs=8"), 0);
    assert_eq!(saved("llama3-8b/h100x8&tp=2&gbs=4&seq=4096&ckpt=full"), 0);
    // Recompute by operation keeps the product of the gate alone.
    let by_operation = "llama3-8b/h100x8&tp=2&gbs=4&seq=4096&ckpt=sel&ckptmod=ops";
    assert_eq!(saved(by_operation), dense / 2);
    // 8 of 128 experts for each token, of 2 · 768 elements.
    let experts = 48 * 4_096 * 8 * 2 * 768;
    assert_eq!(
        saved("qwen3-30b-a3b/h100x8&ep=8&gbs=8&seq=4096&imbal=1"),
        experts
    );
}
