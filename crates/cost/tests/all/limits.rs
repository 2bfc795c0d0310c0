//! Limit cases: what a plan does where a mechanism ends, begins or costs nothing.

use cost::Estimate;
use cost::kernel_times::KernelTimes;
use cost::legal::{Legal, Reason};
use cost::memory::Verdict;
use cost::network::Group;
use cost::traffic::Route;
use cost::units::Bytes;
use test_utils::{close, estimated, plan};

pub(crate) fn estimate(link: &str) -> Estimate {
    estimated(&["#v=1&p=", link].concat()).1
}

fn reasons(link: &str) -> Vec<Reason> {
    let plan = plan(&["#v=1&p=", link].concat());
    Legal::check(&plan).err().unwrap_or_default()
}

/// Bytes that a GPU sends on a route in a step.
pub(crate) fn sent(link: &str, route: Route) -> f64 {
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
fn recomputed_expert_layers_exchange_their_tokens_again() {
    let link = "qwen3-30b-a3b/h100x16&ep=8&seq=4096&gbs=256";
    let once = estimate(link).time.expert.0;
    let of = |modules: &str| {
        let more = ["&ckpt=sel&ckptmod=", modules].concat();
        estimate(&[link, &more].concat()).time.expert.0
    };
    close("whole layers", of("moe"), 1.5 * once, 1e-9);
    close("activations", of("moeact"), once, 1e-9);
}

#[test]
fn recomputing_fused_attention_is_not_free() {
    let link = "llama3-8b/h100x8&gbs=8&ckptmod=core&ckpt=";
    let recompute = |kind: &str| estimate(&[link, kind].concat()).time.recompute.0;
    assert!(recompute("sel") > 0.0);
    assert!(recompute("full") > recompute("sel"));
}

#[test]
fn muon_is_never_cheaper_than_adam() {
    let optimizer = |link: &str, kind: &str| {
        let link = format!("{link}&opt={kind}");
        estimate(&link).time.optimizer.0
    };
    for link in [
        "llama3-8b/h100x8&tp=2&zero=0",
        "llama3-70b/h100x64&tp=8&pp=4",
        "qwen3-30b-a3b/h100x16&ep=8&seq=4096&gbs=256",
        "deepseek-v3-671b/b200x256&ep=64&zero=3&gbs=256",
    ] {
        assert!(optimizer(link, "muon") > optimizer(link, "adamw"), "{link}");
    }
    // Square matrices of width h take 5·(4 + 2)·h FLOPs a parameter.
    let layer = "custom/h100x1&hidden=4096&heads=32&kv=32&headdim=128&ffn=4096&gated=0&vocab=64&seq=64&gbs=1";
    let muon = |layers: u64| optimizer(&format!("{layer}&layers={layers}"), "muon");
    let sgd = |layers: u64| optimizer(&format!("{layer}&layers={layers}"), "sgdm");
    let [many, few] = [33, 1].map(|layers| muon(layers) - sgd(layers));
    let flops = 32.0 * 6.0 * 4_096_f64.powi(2) * 30.0 * 4_096.0;
    let share = flops / (many - few) / 989e12;
    // Large products reach this share of the peak.
    assert!((0.5..0.9).contains(&share), "{share}");
}

#[test]
fn the_memory_of_the_host_bounds_an_offloaded_optimizer() {
    // State read and written (24 bytes), fp32 gradients read, weights written: 30 bytes a parameter
    // of the node at 400 GB/s, 5.3 s for 70.6 B parameters.
    let link = "llama3-70b/h100x8&tp=8&off=opt&gbs=8";
    let seconds = estimate(link).time;
    let step = seconds.optimizer.0 + seconds.data.0;
    close("a step of the host", step, 30.0 * 70.6e9 / 4e11, 0.01);
}

#[test]
fn weights_travel_under_the_forward_that_is_repeated() {
    let link = "llama3-70b/h100x64&zero=3&seq=2048&gbs=64&nicbw=12.5&recipe=torchtitan&ckpt=";
    let exposed = |kind: &str| estimate(&[link, kind].concat()).time.data.0;
    assert!(exposed("full") < 0.97 * exposed("none"));
}

#[test]
fn gradients_of_a_chunk_travel_while_the_others_run() {
    let link = "gpt3-175b/h100x4096&tp=4&pp=8&seq=2048&gbs=1024&nicbw=12.5&recipe=nemo";
    let exposed = |chunks: u64| estimate(&format!("{link}&vp={chunks}")).time.data.0;
    assert!(exposed(12) < exposed(2));
    assert!(exposed(2) < exposed(1));
}

#[test]
fn the_last_of_contiguous_pieces_sets_the_pace() {
    // Of c pieces under a causal mask the last has (2c − 1)/c times the mean attention.
    let link = "llama3-8b/h100x8&cp=8&seq=262144&gbs=1&zero=3&cpkind=";
    let compute = |more: &str| estimate(&[link, more].concat()).time.compute.0;
    let added = compute("ag&cpbal=0") - compute("ag");
    close(
        "heads that are dealt out",
        compute("a2a&cpbal=0"),
        compute("a2a"),
        1e-12,
    );
    // Attention is most of a step at this length.
    assert!(added > 0.5 * compute("ag") && added < 0.875 * compute("ag"));
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

#[test]
fn interleaved_stages_of_one_chunk_are_1f1b() {
    // A rank with one chunk has nothing to interleave (Narayanan 2021, section 2.2.2).
    for link in [
        "llama3-70b/h100x64&tp=8&pp=4&gbs=64&sched=",
        "gpt3-175b/h100x128&tp=8&pp=8&gbs=40&overlap=pp,dp&zero=2&sched=",
    ] {
        let [plain, interleaved] = ["1f1b", "int"].map(|word| estimate(&[link, word].concat()));
        assert_eq!(plain.time, interleaved.time, "{link}");
        assert_eq!(plain.memory, interleaved.memory, "{link}");
    }
}

#[test]
fn pieces_go_half_around_each_axis_of_a_torus() {
    let (cube, axis) = (
        "#v=1&p=llama3-8b/tpu-v5px4096&zero=3&gbs=4096",
        "#v=1&p=llama3-8b/tpu-v4x64&zero=3&hsdp=4&gbs=64",
    );
    let gather = |link: &str, bytes: u64| {
        let plan = plan(link);
        let legal = Legal::check(&plan).expect("a legal plan");
        Group::shard(&legal).pass(Bytes(bytes), 1.0).link.0
    };
    // Of 16 x 16 x 16 chips the farthest is 8 hops away on each axis, not 4,095 on a ring.
    close("latency of a cube", gather(cube, 1), 24.0 * 2e-6, 1e-6);
    close("latency of an axis", gather(axis, 1), 2.0 * 2e-6, 1e-4);
    // Bytes are independent of the hops: an axis of v4 gathers with 90 GB/s, both ways together
    // (Austin 2025, "Sharded Matrices and How to Multiply Them", question 2).
    let bytes = 4_000_000_000;
    close("bandwidth", gather(axis, bytes), 3e9 / 90e9, 1e-3);
}

#[test]
fn each_tensor_parallel_rank_sends_the_whole_tensor_between_stages() {
    // Megatron-LM, `schedules.py`, `get_tensor_shapes`: only sequence parallelism divides it.
    let pipeline = |more: &str| {
        let link = format!("llama3-70b/h100x64&tp=8&pp=4&gbs=64{more}");
        sent(&link, Route::Pipeline)
    };
    close("whole", pipeline("&sp=0"), 8.0 * pipeline(""), 1e-9);
}

#[test]
fn an_all_reduce_has_no_pieces_that_hide() {
    // Tensor-parallel overlap of Megatron Core and torchtitan needs sequence parallelism; Domino and
    // XLA hide an all-reduce, too.
    let exposed = |recipe: &str, more: &str| {
        let link = format!("llama3-70b/h100x64&tp=8&pp=4&gbs=64&recipe={recipe}{more}");
        estimate(&link).time.tensor.0
    };
    for recipe in ["megatron", "nemo", "torchtitan"] {
        let with = |more: &str| exposed(recipe, &[more, "&overlap=tp,dp,cp"].concat());
        let without = |more: &str| exposed(recipe, &[more, "&overlap=dp,cp"].concat());
        close(recipe, with("&sp=0"), without("&sp=0"), 1e-12);
        assert!(with("") < 0.5 * without(""), "{recipe}");
    }
    assert!(exposed("maxtext", "&sp=0&sched=gpipe") < 0.5 * exposed("nemo", "&sp=0&sched=gpipe"));
}
