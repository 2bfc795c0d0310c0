//! Limit cases: what a plan does where a mechanism ends, begins or costs nothing.

use cost::Estimate;
use cost::kernel_times::KernelTimes;
use cost::legal::{Legal, Reason};
use cost::memory::Verdict;
use cost::network::Group;
use cost::traffic::Route;
use cost::units::Bytes;
use test_utils::{close, estimated, plan};

fn estimate(link: &str) -> Estimate {
    estimated(&["#v=1&p=", link].concat()).1
}

fn reasons(link: &str) -> Vec<Reason> {
    let plan = plan(&["#v=1&p=", link].concat());
    Legal::check(&plan).err().unwrap_or_default()
}

/// Bytes that a GPU sends on a route in a step.
fn sent(link: &str, route: Route) -> f64 {
    let (plan, estimate) = estimated(&["#v=1&p=", link].concat());
    let legal = Legal::check(&plan).expect("a legal plan");
    let times = KernelTimes::of(&legal, &estimate);
    let mut exchanges = times.exchanges.iter();
    let exchange = exchanges.find(|exchange| exchange.route == route);
    exchange.map_or(0.0, |exchange| exchange.work.bytes.0 as f64)
}

#[test]
fn narrow_types_run_on_cards_that_have_them() {
    let is_refused = |gpu: &str, dtype: &str| {
        let reasons = reasons(&format!("llama3-8b/{gpu}x8&dtype={dtype}"));
        matches!(reasons.first(), Some(Reason::Dtype { .. }))
    };
    for gpu in ["v100", "a100-80", "rtx3090"] {
        assert!(is_refused(gpu, "fp8"), "{gpu}");
        assert!(is_refused(gpu, "nvfp4"), "{gpu}");
    }
    for gpu in ["h100", "h200", "rtx4090"] {
        assert!(!is_refused(gpu, "fp8"), "{gpu}");
        assert!(is_refused(gpu, "nvfp4"), "{gpu}");
    }
    for gpu in ["b200", "gb300"] {
        assert!(!is_refused(gpu, "nvfp4"), "{gpu}");
    }
}

#[test]
fn all_to_all_attention_deals_out_whole_heads() {
    // 32 heads on 4 tensor-parallel ranks are 8 for each (Jacobs 2023).
    let refused = |context: u64, kind: &str| {
        let link = format!("llama3-8b/h100x64&tp=4&cp={context}&cpkind={kind}&gbs=64");
        reasons(&link).contains(&Reason::ContextHeads { context, heads: 8 })
    };
    assert!(!refused(8, "a2a"));
    assert!(refused(16, "a2a"));
    assert!(!refused(16, "ring"));
}

#[test]
fn reserved_memory_ends_at_the_card() {
    // The allocator frees its cache before it fails, so what it reserves never exceeds the card
    // alone, and is no reason for running out of memory.
    let mut is_capped = false;
    for thousands in 1..=32 {
        let tokens = 1_024 * thousands;
        let link = format!("llama3-8b/h100x8&zero=3&recipe=deepspeed&seq={tokens}&gbs=8");
        let memory = estimate(&link).memory;
        if memory.fullest().must() <= memory.capacity {
            assert!(memory.peak() <= memory.capacity, "{link}");
            assert_ne!(memory.verdict, Verdict::OutOfMemory, "{link}");
            is_capped |= memory.peak() == memory.capacity;
        }
    }
    assert!(is_capped);
}

#[test]
fn recomputed_experts_exchange_their_tokens_again() {
    // Dispatch and combine forward and backward, and in the repeated forward: 6 instead of 4.
    let link = "qwen3-30b-a3b/h100x16&ep=8&seq=4096&gbs=256";
    let once = estimate(link).time.expert.0;
    let again = estimate(&[link, "&ckpt=full"].concat()).time.expert.0;
    close("expert exchange", again, 1.5 * once, 1e-9);
}

#[test]
fn fsdp_with_a_pipeline_gathers_once_a_step() {
    let sent = |more: &str, batch: u64| {
        let link = format!("llama3-8b/h100x16&zero=3&recipe=torchtitan&seq=2048&gbs={batch}{more}");
        sent(&link, Route::Data)
    };
    close("with", sent("&pp=2", 128), sent("&pp=2", 16), 1e-9);
    close("without", sent("", 128), 8.0 * sent("", 16), 1e-2);
}

#[test]
fn experts_are_whole_unless_a_plan_splits_them() {
    let plan = plan("#v=1&p=qwen3-30b-a3b/h100x16&tp=4&ep=4");
    assert_eq!(plan.layout.expert_tensor, 1);
}

#[test]
fn launches_hide_under_long_work() {
    // Eight sequences of a small model's experts take longer than their launches; one does not.
    let compute = |micro: u64, graph: &str| {
        let link = format!("qwen3-30b-a3b/h100x8&ep=8&seq=4096&mbs={micro}&gbs=64&graph={graph}");
        estimate(&link).time.compute.0
    };
    close("long work", compute(8, "none"), compute(8, "full"), 0.01);
    assert!(compute(1, "none") > 1.3 * compute(1, "full"));
}

#[test]
fn wide_experts_take_longer_for_more_tokens() {
    // No time a routed layer stands for all: 64 tokens of Mixtral take less than 4,096.
    let compute = |tokens: u64| {
        let link = format!("mixtral-8x7b/h100x8&ep=8&seq={tokens}&gbs=8");
        estimate(&link).time.compute.0
    };
    assert!(compute(4_096) > 2.0 * compute(64));
}

#[test]
fn an_all_to_all_crosses_the_middle_of_a_torus() {
    // 16 chips on each axis of v5p, 90 GB/s a link and way: half of each ring sends a quarter of
    // all bytes over its two links, so 8/16 of a link is left for each chip.
    let plan = plan("#v=1&p=qwen3-30b-a3b/tpu-v5px4096&experts=4096&ep=4096&gbs=4096");
    let legal = Legal::check(&plan).expect("a legal plan");
    let sent = Bytes(4_096_000_000);
    let seconds = Group::expert(&legal).all_to_all(sent).link.0;
    close("crossing", seconds, 4_095e6 / 45e9, 1e-3);
}

#[test]
fn a_dispatcher_takes_less_than_an_all_to_all() {
    // A token goes once to each node, however many of its experts are there.
    for gpus in [8, 16, 64] {
        let exchange = |dispatcher: &str| {
            let link =
                format!("qwen3-30b-a3b/h100x{gpus}&ep={gpus}&seq=4096&gbs=256&disp={dispatcher}");
            estimate(&link).time.expert.0
        };
        assert!(exchange("deepep") < exchange("a2a"), "{gpus}");
    }
}

#[test]
fn products_in_8_bits_keep_their_inputs_as_the_framework_does() {
    // TransformerEngine keeps the 8-bit inputs of linear layers, torchao the 16-bit ones.
    let kept = |recipe: &str, dtype: &str| {
        let link = format!("llama3-8b/h100x8&recipe={recipe}&dtype={dtype}&gbs=8");
        estimate(&link).memory.fullest().activations.0
    };
    assert!(kept("megatron", "fp8") < kept("megatron", "bf16"));
    assert_eq!(kept("torchtitan", "fp8"), kept("torchtitan", "bf16"));
}

#[test]
fn fsdp_gathers_8_bit_weights_with_half_the_bytes() {
    let data = |dtype: &str| {
        let link = format!("llama3-8b/h100x8&recipe=torchtitan&zero=3&gbs=8&dtype={dtype}");
        sent(&link, Route::Data)
    };
    let bf16 = data("bf16");
    assert_eq!(data("fp8"), bf16);
    assert_eq!(data("fp8&gather8=0"), bf16);
    // No products in 8 bits, no 8-bit weights.
    assert_eq!(data("bf16&gather8=1"), bf16);
    // Weights are gathered twice and fp32 gradients scattered once: 2 · 2 + 4 bytes a parameter.
    let weights = bf16 * (2.0 * 2.0) / (2.0 * 2.0 + 4.0);
    let saved = bf16 - data("fp8&gather8=1");
    close("bytes of weights", saved / weights, 0.5, 1e-9);
}
