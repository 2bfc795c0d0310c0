//! Linear mixers: their parameters and FLOPs against papers and frameworks, and their limits.

use cost::estimate;
use cost::legal::{Legal, Reason};
use cost::model_flops::{causal_flops_per_token, model_flops_per_token};
use cost::params::{LayerKind, LayerParams, ModelParams, Pieces};
use cost::plan::{LinearMixer, MixerKind, Model};
use cost::schedule::Pipeline;
use formats::catalog;

use test_utils::{close, estimated, plan};

fn model(preset: &str) -> Model {
    catalog::model(preset).expect("a preset")
}

/// The parameters of a layer beside its MLP and one of its norms.
fn mixing(model: &Model, layer: &LayerParams) -> u64 {
    layer.total() - layer.fc1 - layer.fc2 - model.hidden
}

#[test]
fn mamba_2_has_its_published_parameters() {
    // state-spaces/mamba2-2.7b: 64 layers of a norm and a mixer, h = 2,560, 80 heads of 64, a state
    // of 128; 50,288 words, tied. 2.7 B parameters (Dao 2024); 130 M with 24 layers of
    // h = 768.
    for (layers, hidden, billions) in [(64, 2_560, 2.7), (24, 768, 0.13)] {
        let shape = Model {
            hidden,
            mixer: Some(LinearMixer {
                kind: MixerKind::Mamba2,
                key_heads: 1,
                value_heads: 2 * hidden / 64,
                key_dim: 128,
                value_dim: 64,
                convolution: 4,
            }),
            ..model("llama3-8b")
        };
        let layer = LayerParams::with_mixer(&shape, LayerKind::Dense).expect("a mixer");
        let all = layers * mixing(&shape, &layer) + 50_288 * hidden + hidden;
        close("parameters, B", all as f64 / 1e9, billions, 0.01);
    }
}

#[test]
fn flops_of_a_layer_are_those_of_a_framework() {
    // NVIDIA-NeMo/Megatron-Bridge, `flop_utils.py`: of a Gated DeltaNet 2(h(2k + 2v + 2H) +
    // w(2k + v) + 4H·d² + h·v) a token, of Mamba-2 2h(2v + 2k + H) + 7v·N + 2h·v with v = 2h. The
    // scan is a small part of either, and counted as a recurrence there.
    let next = model("qwen3-next-80b-a3b");
    let (h, k, v, heads, d) = (2_048.0, 2_048.0, 4_096.0, 32.0, 128.0);
    let delta =
        h * (2.0 * k + 2.0 * v + 2.0 * heads) + 4.0 * (2.0 * k + v) + 4.0 * heads * d * d + h * v;
    let granite = model("granite4-h-small-32b");
    let (h, v, state, heads) = (4_096.0, 8_192.0, 128.0, 128.0);
    let mamba = h * (2.0 * v + 2.0 * state + heads) + 3.5 * v * state + h * v;
    for (model, expected) in [(next, 2.0 * delta), (granite, 2.0 * mamba)] {
        let layer = LayerParams::with_mixer(&model, LayerKind::Routed).expect("a mixer");
        let weights = layer.mixer + layer.mixer_keys + layer.projection;
        let scan = model.mixer.expect("a mixer").flops_per_token();
        let ours = 2.0 * weights as f64 + scan;
        close(model.preset, ours, expected, 0.03);
        assert!(scan < 0.1 * ours, "{}: the scan is small", model.preset);
    }
}

#[test]
fn the_scan_is_linear_in_the_sequence() {
    let mut granite = model("granite4-h-small-32b");
    let per_token = |model: &Model| {
        [4_096, 65_536].map(|sequence| {
            let flops = model_flops_per_token(model, sequence).0;
            (flops, causal_flops_per_token(model, sequence).0)
        })
    };
    let [short, long] = per_token(&granite);
    assert!(long.0 > short.0 && long.1 > short.1);
    // 4 of 40 layers have attention: 12·L·a·d·Δs more (Narayanan 2021, appendix).
    let more = 12.0 * 4.0 * 32.0 * 128.0 * (65_536.0 - 4_096.0);
    close("quadratic term", long.0 - short.0, more, 1e-9);
    granite.full_attention_every = 0;
    let [short, long] = per_token(&granite);
    assert_eq!(short, long, "no layer has attention");
}

#[test]
fn a_mixer_in_no_layer_changes_nothing() {
    let plain = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&ckpt=sel";
    let with = [plain, "&fullevery=1&mixer=2,16,32,128,128,4"].concat();
    let (_, expected) = estimated(plain);
    let (_, found) = estimated(&with);
    assert_eq!(found, expected);
}

#[test]
fn stages_have_all_parameters_of_the_model() {
    for link in [
        "#v=1&p=qwen3-next-80b-a3b/h100x64&pp=4&ep=8&gbs=64",
        "#v=1&p=granite4-h-small-32b/h100x64&pp=8&gbs=64",
        "#v=1&p=nemotron-h-8b/h100x28&pp=28&gbs=64",
    ] {
        let plan = plan(link);
        let legal = Legal::check(&plan).expect("a legal plan");
        let (pieces, pipeline) = (Pieces::of(&legal), Pipeline::of(&legal));
        let ranks = (0..pipeline.ranks).map(|rank| pieces.of_rank(&legal, &pipeline, rank));
        let (mut sum, mut common) = (0, Vec::new());
        for rank in ranks {
            sum += (rank.common + rank.experts * plan.layout.expert).all();
            common.push(rank.common);
        }
        // A tied table is on both ends.
        let model = &plan.model;
        let twice = if model.tied {
            model.vocab * model.hidden
        } else {
            0
        };
        assert_eq!(sum, ModelParams::of(model).total + twice, "{link}");
        common.dedup();
        assert!(common.len() > 2, "stages with attention differ: {link}");
    }
}

#[test]
fn tensor_parallel_ranks_divide_the_heads() {
    let per_rank = |tensor: u64| {
        let plan = plan(&format!("#v=1&p=nemotron-h-56b/h100x64&tp={tensor}"));
        let legal = Legal::check(&plan).expect("a legal plan");
        let layer = LayerParams::with_mixer(&plan.model, LayerKind::Dense).expect("a mixer");
        let whole = layer.replicated;
        (
            layer.total() - whole,
            layer.per_rank(&legal).common.all() - whole,
        )
    };
    let (all, one) = per_rank(1);
    assert_eq!(all, one);
    // 256 heads and 8 groups on 8 ranks.
    let (_, eighth) = per_rank(8);
    close("an eighth", eighth as f64, all as f64 / 8.0, 1e-4);
    // 8 groups on 16 ranks are copied once: 2·8·256·h parameters are twice what they would be.
    let (_, sixteenth) = per_rank(16);
    let copied: u64 = 2 * 8 * 256 * 8_192 / 16;
    let expected = all as f64 / 16.0 + copied as f64;
    close("a sixteenth", sixteenth as f64, expected, 1e-4);
}

#[test]
fn heads_that_cannot_be_divided_are_refused() {
    let reasons = |layout: &str| {
        let link = ["#v=1&p=custom/h100x64&heads=48&kv=48&ffn=12288", layout].concat();
        let plan = plan(&[&link, "&mixer=1,8,32,128,64,4&gbs=64"].concat());
        Legal::check(&plan).map_or_else(|reasons| reasons, |_| Vec::new())
    };
    assert_eq!(reasons("&tp=16"), []);
    let refused = |tensor, context| {
        [Reason::MixerHeads {
            tensor,
            context,
            heads: 32,
        }]
    };
    assert_eq!(reasons("&tp=16&cp=4&zero=3"), refused(16, 4));
}

#[test]
fn activations_of_a_mixer_follow_its_widths() {
    // Nemotron-H 8B without attention and MLP to speak of: Mamba-2 keeps z, x, B, C and dt, the
    // output of the scan and that of the norm, and the layer its two norms' inputs, which products
    // read again: (2·8,192 + 2·1,024 + 128 + 2·8,192 + 4·4,096) · 2 bytes and 8 of statistics.
    let link = "#v=1&p=nemotron-h-8b/h100x8&fullevery=0&ffn=8&zero=3&recipe=torchtitan&kern=fused";
    let plan = plan(link);
    let legal = Legal::check(&plan).expect("a legal plan");
    let kept = cost::activations::Activations::of(&legal).dense.kept.0;
    let tokens = legal.tokens();
    let channels: u64 = 2 * 8_192 + 2 * 1_024 + 128 + 2 * 8_192 + 4 * 4_096;
    close(
        "bytes a token",
        (kept / tokens) as f64,
        (2 * channels + 8) as f64,
        1e-3,
    );
    assert!(estimate(&plan).is_ok());
}
