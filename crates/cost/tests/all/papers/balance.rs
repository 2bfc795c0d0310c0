//! The balance of communication and compute: figures that Austin 2025 prints, and closed forms.

use cost::balance::{BalanceLimit, CommunicationBalance};
use cost::legal::Legal;
use cost::params::{LayerKind, LayerParams};
use formats::link;
use test_utils::close;

fn balance(link: &str) -> CommunicationBalance {
    let (plan, warnings) = link::decode(link);
    assert_eq!(warnings, [], "{link}");
    CommunicationBalance::of(&Legal::check(&plan).expect("a legal plan"))
}

fn least_tokens(link: &str) -> f64 {
    balance(link).least_tokens().expect("an exchange")
}

/// Gradients and weights in 16 bits, as Austin 2025 counts them.
const HALF: &str = "&grads=16bit&gbs=16384&seq=2048";

#[test]
fn data_parallel_ranks_need_peak_over_bandwidth_tokens() {
    // Chapter 12, "Data Parallelism": 2,200 in a node of H100, 2,475 across nodes; quiz 5: 5,625 on
    // B200 with 400 GB/s out of a node. Chapter 5: 850 on TPU v5p with all three axes.
    for (cluster, printed) in [
        ("h100x8", 2_200.0),
        ("h100x2048", 2_475.0),
        ("b200x2048&nicbw=50", 5_625.0),
        ("tpu-v5px8192", 850.0),
    ] {
        let link = ["#v=1&p=llama3-8b/", cluster, HALF].concat();
        let name = ["tokens a GPU of ", cluster].concat();
        // A rank keeps its own part of what it sends: 7/8 of the whole in a node.
        let own = if cluster == "h100x8" { 7.0 / 8.0 } else { 1.0 };
        close(&name, least_tokens(&link) / own, printed, 0.012);
        // ZeRO-3 gathers in each pass, so each micro-batch needs as many.
        let sharded = [link.as_str(), "&zero=3"].concat();
        close(&name, least_tokens(&sharded) / own, printed, 0.012);
    }
}

#[test]
fn llama_3_would_need_40_million_tokens_without_other_axes() {
    // Chapter 12: at least 40 M tokens for 16,000 H100.
    let plain = "#v=1&p=llama3-405b/h100x16000&gbs=16000&grads=16bit";
    let tokens = balance(plain).least_batch().expect("an exchange");
    close("tokens", tokens, 40e6, 0.02);
    // 16 pipeline stages need a 16th; 8 tensor-parallel ranks have one port, and share the work.
    let piped = "#v=1&p=llama3-405b/h100x16384&tp=8&pp=16&ends=1&gbs=2048&grads=16bit";
    let tokens = balance(piped).least_batch().expect("an exchange");
    close("tokens with stages", tokens, 40e6 * 1.024 / 16.0, 0.03);
    assert!(!balance(piped).data.expect("an exchange").is_bound());
}

#[test]
fn gradients_in_32_bits_need_half_as_many_tokens_more() {
    let link = "#v=1&p=llama3-8b/h100x64&gbs=512&grads=";
    let [half, wide] = ["16bit", "fp32"].map(|grads| least_tokens(&[link, grads].concat()));
    // 4 + 2 bytes instead of 2 + 2.
    close("tokens", wide / half, 1.5, 1e-9);
}

#[test]
fn routed_experts_need_as_many_tokens_more_as_they_are_more() {
    // Chapter 12: E/K times as many, for the experts alone. Attention is not multiplied.
    let link = "#v=1&p=gpt-oss-120b/h100x1024&zero=3&gbs=1024&grads=16bit&recipe=zeropaper";
    let (plan, _) = link::decode(link);
    let layer = LayerParams::of(&plan.model, LayerKind::Routed);
    let dense = (989e12 / 400e9) * 1_023.0 / 1_024.0;
    let inflation = layer.total() as f64 / layer.multiplied(&plan.model) as f64;
    close("tokens", least_tokens(link), dense * inflation, 0.001);
    assert!(inflation > 0.7 * 128.0 / 4.0, "{inflation}");
}

#[test]
fn two_way_data_parallelism_needs_half_as_many_tokens() {
    // Chapter 12, "What happens when X is small": (X − 1)/X, here over replicas of a node each.
    let tokens = |gpus: &str| {
        let link = ["#v=1&p=llama3-8b/h100x", gpus, "&tp=8&gbs=512&grads=16bit"].concat();
        least_tokens(&link)
    };
    close("half", tokens("16"), tokens("4096") / 2.0, 0.003);
}

#[test]
fn tensor_parallel_degrees_are_bound_by_the_width() {
    // Chapter 12: F·W/C with an MLP of two products; about 11 for Llama-3 70B. In the layer's
    // weights A that is A·W/(4·h·C), and one more as a rank keeps its own part.
    let link = "#v=1&p=llama3-70b/h100x8&tp=8&gbs=8";
    let (plan, _) = link::decode(link);
    let weights = LayerParams::of(&plan.model, LayerKind::Dense).matrices() as f64;
    let closed = weights * 450e9 / (4.0 * 8_192.0 * 989e12) + 1.0;
    let tensor = balance(link).tensor.expect("an exchange");
    let Some(BalanceLimit::Ranks(ranks)) = tensor.limit else {
        panic!("{tensor:?}");
    };
    close("ranks", ranks, closed, 1e-6);
    close("as printed", ranks - 1.0, 11.3, 0.06);
    assert!(!tensor.is_bound());
    // The batch changes nothing.
    let more = balance("#v=1&p=llama3-70b/h100x8&tp=8&gbs=64&mbs=4").tensor;
    close(
        "ratio",
        more.expect("an exchange").ratio,
        tensor.ratio,
        1e-9,
    );
    // Across nodes it is bound.
    let across = balance("#v=1&p=llama3-70b/h100x16&tp=16&kv=16&gbs=8").tensor;
    assert!(across.expect("an exchange").is_bound());
}

#[test]
fn rings_of_keys_and_values_need_peak_over_bandwidth_tokens() {
    // Liu 2023, section 3: blocks of C/W tokens, with as many heads of keys as of queries; twice as
    // many under a causal mask. A rank keeps its own block.
    let link = "#v=1&p=llama2-7b/h100x8&cp=8&seq=65536&gbs=8";
    let context = balance(link).context.expect("an exchange");
    let Some(BalanceLimit::SequenceTokens(tokens)) = context.limit else {
        panic!("{context:?}");
    };
    close("tokens", tokens, 2.0 * 989e12 / 450e9 * 7.0 / 8.0, 1e-6);
    // Grouped queries share keys.
    let grouped = balance(&[link, "&kv=8"].concat()).context;
    let ratio = grouped.expect("an exchange").ratio;
    close("a fourth", ratio, context.ratio / 4.0, 1e-9);
}

#[test]
fn exchanges_of_experts_and_stages_depend_on_what_is_computed_between_them() {
    let link = "#v=1&p=qwen3-235b-a22b/h100x64&ep=8&pp=2&layers=94&gbs=256";
    let routed = balance(link);
    let (expert, pipeline) = (routed.expert, routed.pipeline);
    let (expert, pipeline) = (expert.expect("dispatch"), pipeline.expect("stages"));
    // In the node: dispatch and combine of 2·h·7/8 bytes each, beside 3·h·f weights of 2 FLOPs.
    let closed = (4.0 * 7.0 / 8.0 / 450e9) / (6.0 * 1_536.0 / 989e12);
    close("experts", expert.ratio, closed, 1e-6);
    assert_eq!(
        expert.limit,
        Some(BalanceLimit::ExpertWidth(1_536.0 * expert.ratio))
    );
    // Stages exchange almost nothing (chapter 12).
    assert!(pipeline.ratio < 0.05, "{pipeline:?}");
    let Some(BalanceLimit::LayersOfStage(layers)) = pipeline.limit else {
        panic!("{pipeline:?}");
    };
    close("layers", layers, 47.0 * pipeline.ratio, 1e-9);
}

#[test]
fn an_axis_that_exchanges_nothing_has_no_balance() {
    let alone = balance("#v=1&p=llama3-8b/h100x1&gbs=8");
    assert_eq!(alone.least_batch(), None);
    for axis in [
        alone.data,
        alone.tensor,
        alone.context,
        alone.expert,
        alone.pipeline,
    ] {
        assert_eq!(axis, None);
    }
}

#[test]
fn narrow_types_and_slow_networks_need_more_tokens() {
    let of = |more: &str| {
        let link = "#v=1&p=llama3-8b/h100x512&gbs=512&grads=16bit";
        least_tokens(&[link, more].concat())
    };
    close("fp8", of("&dtype=fp8"), 2.0 * of(""), 1e-9);
    close("half the ports", of("&nicbw=25"), 2.0 * of(""), 1e-9);
    // 8 pods of 64 GPUs: 8 nodes' ports in a pod, so up to a ratio of 8 nothing changes.
    assert_eq!(of("&pod=64&over=8"), of(""));
    close("pods", of("&pod=64&over=16"), 2.0 * of(""), 1e-9);
}
