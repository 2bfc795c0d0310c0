//! Activations: the bytes that a layer and the head keep from forward for backward.

use cost::activations::{Activations, LayerActivations};
use cost::legal::Legal;
use cost::plan::{Cluster, Dtype, Plan, Recompute};
use cost::units::Bytes;
use formats::catalog;

use test_utils::{estimated, gb, gpt, plan, printed};

/// Activations of one layer of a 16-bit GPT without Flash Attention, norm statistics taken off:
/// Korthikanti 2022 leaves them out.
struct Korthikanti {
    plan: Plan,
}

impl Korthikanti {
    fn new(layers: u64, hidden: u64, heads: u64, tensor: u64, sequence_parallel: bool) -> Self {
        let gpu = catalog::gpu("a100-80").expect("a preset");
        let model = gpt(layers, hidden, heads, 51_200, 2_048);
        let mut plan = Plan::new(model, Cluster::new(gpu, tensor));
        plan.layout.tensor = tensor;
        plan.layout.sequence_parallel = Some(sequence_parallel);
        plan.levers.flash = false;
        plan.levers.dtype = Dtype::Fp16;
        Self { plan }
    }

    fn micro(mut self, sequences: u64) -> Self {
        self.plan.batch.micro = sequences;
        self.plan.batch.global = Some(sequences);
        self
    }

    fn selective(mut self) -> Self {
        self.plan.levers.recompute = Recompute::Selective;
        self
    }

    fn layer(&self) -> (LayerActivations, u64) {
        let legal = Legal::check(&self.plan).expect("a legal plan");
        // Two layer norms of two fp32 statistics a token.
        (Activations::of(&legal).dense, 2 * 8 * legal.outer_tokens())
    }

    fn kept(&self) -> u64 {
        let (layer, statistics) = self.layer();
        layer.kept.0 - statistics
    }

    fn input(&self) -> u64 {
        self.layer().0.input.0
    }
}

#[test]
fn activations_of_a_layer_follow_korthikanti() {
    // Korthikanti 2022, section 4, equations 1 to 6: bytes of one layer, fp16, GELU MLP of 4h,
    // dropout, no Flash Attention.
    for (hidden, heads) in [(6_144, 64), (12_288, 96), (2_048, 16)] {
        for (tensor, micro) in [(2, 1), (4, 2), (8, 4)] {
            let (s, b, h, a, t) = (2_048, micro, hidden, heads, tensor);
            let sbh = s * b * h;
            // 5·a·s/h of s·b·h is 5·a·s²·b: whole bytes.
            let scores = 5 * a * s * s * b;
            let of = |t, sp| Korthikanti::new(24, hidden, heads, t, sp).micro(micro);
            assert_eq!(of(1, false).kept(), 34 * sbh + scores, "plain, h = {h}");
            assert_eq!(
                of(t, false).kept(),
                10 * sbh + (24 * sbh + scores) / t,
                "tp, h = {h}"
            );
            assert_eq!(
                of(t, true).kept(),
                (34 * sbh + scores) / t,
                "tp and sp, h = {h}"
            );
            let selective = of(t, false).selective().kept();
            assert_eq!(selective, 10 * sbh + 24 * sbh / t, "tp, selective, h = {h}");
            let selective = of(t, true).selective().kept();
            assert_eq!(selective, 34 * sbh / t, "tp and sp, selective, h = {h}");
            assert_eq!(of(t, false).input(), 2 * sbh, "full, h = {h}");
            assert_eq!(of(t, true).input(), 2 * sbh / t, "full, cut by sp, h = {h}");
        }
    }
}

#[test]
fn activations_relative_to_tensor_parallelism_alone() {
    // Korthikanti 2022, figure 7, as calculon's validation prints it: per cent of what tensor
    // parallelism alone keeps at t = 8 and s = 2,048, for sequence parallelism, selective
    // recompute, both, and full recompute; within 0.1 points. Two of the printed figures at
    // 5·a·s/h = 64 contradict the paper's own closed forms: selective recompute is 13/21 =
    // 61.90 (printed 62.04) and full 2/21 = 9.52 (printed 9.42). The formulas stand here.
    let models = [
        ("22B", 48, 6_144, 64, [66.84, 49.42, 16.18, 7.64]),
        ("175B", 96, 12_288, 96, [62.04, 56.53, 18.49, 8.71]),
        ("530B", 105, 20_480, 128, [58.31, 61.90, 20.27, 9.52]),
        ("1T", 128, 25_600, 160, [58.31, 61.90, 20.27, 9.52]),
    ];
    for (name, layers, hidden, heads, figures) in models {
        let of = |sp| Korthikanti::new(layers, hidden, heads, 8, sp).micro(1);
        let alone = of(false).kept() as f64;
        let kept = [
            of(true).kept(),
            of(false).selective().kept(),
            of(true).selective().kept(),
            of(false).input(),
        ];
        for (bytes, figure) in kept.into_iter().zip(figures) {
            let percent = 100.0 * bytes as f64 / alone;
            assert!(
                (percent - figure).abs() <= 0.1,
                "{name}: {percent:.3} is not {figure}"
            );
        }
    }
}

#[test]
fn flash_attention_keeps_one_number_for_each_head_and_token() {
    // Dao 2022, section 3.1: the fp32 log-sum-exp takes the place of the scores. Llama-like
    // layers then keep s·b·h·(12 + 4k/a + 6f/h)/t with sequence parallelism, plus statistics.
    for tensor in [1, 2, 8] {
        let plan = plan(&format!("#v=1&p=llama3-8b/h100x8&tp={tensor}&gbs=8"));
        let legal = Legal::check(&plan).expect("a legal plan");
        let (s, h, a, k, f) = (8_192, 4_096, 32, 8, 14_336);
        let statistics = 2 * 4 * s / tensor + 4 * a * s / tensor;
        // 12 of them: two norm inputs, q's own, the attention's output, qkv's and fc1's inputs.
        let stream = s * (12 * h + 4 * k * h / a + 6 * f) / tensor;
        let kept = Activations::of(&legal).dense.kept;
        assert_eq!(kept, Bytes(stream + statistics), "t = {tensor}");
    }
}

#[test]
fn recompute_by_operation_restores_no_product_that_it_keeps() {
    // Backward of a gated MLP needs both products in front and what they make, three tensors of the
    // MLP's width. torchtitan keeps the first product (`activation_checkpoint.py`), so two of them
    // come back, as its shared experts do here beside the routed ones.
    let link = "#v=1&p=llama4-scout-109b/h100x8&kern=fused&ckpt=sel&ckptmod=ops&gbs=8";
    let mut plan = plan(link);
    let mut walk = |width| {
        plan.model.moe.shared_ffn = width;
        let legal = Legal::check(&plan).expect("a legal plan");
        (Activations::of(&legal).routed.walk, legal.tokens())
    };
    let ((narrow, tokens), (wide, _)) = (walk(8_192), walk(8_192 + 128));
    assert_eq!(wide, narrow + Bytes(3 * 2 * tokens * 128));
}

#[test]
fn plain_logits_of_llama3_take_six_bytes_each() {
    // Llama-3 at s = 8,192 and t = 1 with the plain loss: 16-bit logits and one fp32 copy,
    // 6 · 8,192 · 128,256 = 6.3 GB.
    let (_, estimate) = estimated("#v=1&p=llama3-8b/h100x8&gbs=8");
    printed("logits", gb(estimate.memory.stages[0].logits), "6.3");
}

#[test]
fn fp32_training_keeps_elements_of_four_bytes() {
    // Everything doubles but what is fp32 anyway: 4 bytes a token and norm, 4 a token and head.
    let kept = |dtype: &str| {
        let plan = plan(&format!("#v=1&p=llama3-8b/h100x8&gbs=8&dtype={dtype}"));
        let legal = Legal::check(&plan).expect("a legal plan");
        Activations::of(&legal).dense.kept
    };
    let statistics = Bytes(8_192 * (2 * 4 + 4 * 32));
    let elements = kept("bf16").saturating_sub(statistics);
    assert_eq!(kept("fp32"), elements * 2 + statistics);
}

#[test]
fn a_tiled_mlp_keeps_its_input_and_works_on_one_tile() {
    // Arctic Long Sequence Training (arXiv 2506.13996), section 3.1: forward runs each tile
    // without keeping its activations, backward runs it again. Gone are the input of the
    // activation function, 4·s·f bytes where it is gated, and its output, 2·s·f.
    let activations = |tiles: u64| {
        let link = format!("#v=1&p=llama3-8b/h100x8&gbs=8&seq=131072&tiles={tiles}");
        let plan = plan(&link);
        Activations::of(&Legal::check(&plan).expect("a legal plan")).dense
    };
    let (s, h, f) = (131_072, 4_096, 14_336);
    let whole = activations(1);
    for tiles in [2, 32] {
        let tiled = activations(tiles);
        assert_eq!(whole.kept, tiled.kept + Bytes(6 * s * f), "{tiles} tiles");
        // The fullest moment holds the gradients of the MLP's input and output and of the
        // residual stream, and of a tile the activation's input with its gradient, 8·f, and the
        // gradient of its output, 2·f.
        let tile = 10 * f * s / tiles;
        let stream = 2 * s * h;
        assert_eq!(
            tiled.walk,
            tiled.kept + Bytes(3 * stream + tile),
            "{tiles} tiles"
        );
    }
    assert!(activations(32).walk < activations(2).walk);
}

#[test]
fn a_tiled_mlp_runs_its_forward_twice() {
    // 3 · 2 · h · f FLOPs a token and layer once more, of Llama-3 8B's 32 layers.
    let of = |tiles: u64| {
        let link = format!("#v=1&p=llama3-8b/h100x8&gbs=8&tiles={tiles}");
        let (_, estimate) = estimated(&link);
        let (hfu, mfu) = (estimate.utilisation.hfu, estimate.utilisation.mfu);
        (hfu - mfu) / estimate.utilisation.tokens_per_second * estimate.utilisation.peak.0
    };
    assert_eq!(of(1), 0.0);
    let again = 6.0 * 4_096.0 * 14_336.0 * 32.0;
    assert!((of(4) / again - 1.0).abs() < 1e-9, "{} {again}", of(4));
}

#[test]
fn an_offload_of_parts_leaves_the_others_on_the_gpu() {
    // Llama-3 8B at 8,192 tokens: the attention core keeps queries, keys and values of
    // 4,096 + 2 · 1,024 in 16 bits, and an fp32 number for each head; its output is the input of
    // the projection.
    let kept = |link: &str| {
        let link = format!("#v=1&p=llama3-8b/h100x8&gbs=8{link}");
        let plan = plan(&link);
        let legal = Legal::check(&plan).expect("a legal plan");
        let activations = Activations::of(&legal);
        [
            activations.kept(&legal, 0).activations,
            activations.crossing(&legal, 0),
        ]
    };
    let [all, none] = kept("");
    assert_eq!(none, Bytes::ZERO);
    let [rest, away] = kept("&off=acts&offmod=core");
    assert_eq!(rest + away, all);
    let core = 8_192 * (2 * (4_096 + 2 * 1_024) + 4 * 32);
    assert_eq!(away, Bytes(32 * core));
    let [rest, away] = kept("&off=acts&offn=5&offmod=core");
    assert_eq!((rest + away, away), (all, Bytes(5 * core)));
}
