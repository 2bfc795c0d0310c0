//! Utilisation: FLOPs of a model and of the hardware, MFU and HFU.

use shardwise::catalog;
use shardwise::cost::calibration::CALIBRATION;
use shardwise::cost::legal::Legal;
use shardwise::cost::params::ModelParams;
use shardwise::cost::plan::{Cluster, Model, Norm, Plan, Positions, Recompute};
use shardwise::cost::units::Seconds;
use shardwise::cost::utilisation::{Utilisation, model_flops_per_token};

use crate::common::{close, estimated, gpt, printed};

#[test]
fn full_checkpointing_costs_a_third_more() {
    // One more forward: 8·N a token instead of 6·N. A model that is nearly all layers.
    let link = "#v=1&p=custom/h100x8&layers=80&hidden=8192&ffn=28672&heads=64&kv=8&vocab=1024\
                &seq=2048&gbs=8&ckpt=full";
    let (_, estimate) = estimated(link);
    let extra = estimate.utilisation.hfu / estimate.utilisation.mfu - 1.0;
    close("FLOPs", extra, 1.0 / 3.0, 1e-3);
    // In time a little less: the second forward takes the fitted share of the first.
    let extra = estimate.time.recompute.0 / estimate.time.compute.0;
    close("time", extra, CALIBRATION.full_recompute / 3.0, 0.02);
}

#[test]
fn mfu_reads_good_from_forty_per_cent() {
    // Large dense models on H100: 40 % is good, 50 % and more excellent.
    let reading = shardwise::text::EN.verdict.mfu_reading;
    let readings = [
        (0.39, "fair"),
        (0.40, "good"),
        (0.49, "good"),
        (0.50, "excellent"),
    ];
    for (mfu, word) in readings {
        assert_eq!(reading(mfu), word, "MFU {mfu}");
    }
}

#[test]
fn megatron_flops_of_an_iteration() {
    // Narayanan 2021, section 5.1 and appendix: hardware FLOPs with full recompute
    // 96·B·s·L·h²·(1 + s/6h + V/16Lh), model FLOPs 72·B·s·L·h²·(1 + s/6h + V/12Lh).
    for (layers, hidden, heads) in [(24, 2_304, 24), (96, 12_288, 96), (128, 25_600, 160)] {
        let gpu = catalog::gpu("a100-80").expect("a preset");
        let model = gpt(layers, hidden, heads, 51_200, 2_048);
        let mut plan = Plan::new(model, Cluster { gpu, gpus: 8 });
        plan.batch.global = Some(64);
        plan.levers.recompute = Recompute::Full;
        let legal = Legal::check(&plan).expect("a legal plan");
        let (b, s, l, h, v) = (64.0, 2_048.0, layers as f64, hidden as f64, 51_200.0);
        let bslh2 = b * s * l * h * h;
        let model_flops = 72.0 * bslh2 * (1.0 + s / (6.0 * h) + v / (12.0 * l * h));
        let hardware_flops = 96.0 * bslh2 * (1.0 + s / (6.0 * h) + v / (16.0 * l * h));
        let ours = model_flops_per_token(&plan.model, 2_048).0 * b * s;
        close(
            &format!("model FLOPs, h = {hidden}"),
            ours,
            model_flops,
            1e-12,
        );
        let step = Seconds(60.0);
        let utilisation = Utilisation::of(&legal, step);
        let ours = utilisation.hfu * utilisation.peak.0 * 8.0 * step.0;
        close(
            &format!("hardware FLOPs, h = {hidden}"),
            ours,
            hardware_flops,
            1e-12,
        );
    }
}

#[test]
fn llama31_8b_flops_of_a_sequence() {
    // DGX Cloud benchmarking, notes on Llama 3.1: s·(12·L·h²·(1 + k/a + s/h) + 18·L·f·h + 6·V·h),
    // attention without its causal mask: 4.74e14 for 8,192 tokens.
    let model = catalog::model("llama3-8b").expect("a preset");
    let ours = model_flops_per_token(&model, 8_192).0 * 8_192.0;
    let (s, l, h, f, v) = (8_192.0, 32.0, 4_096.0, 14_336.0, 128_256.0);
    let attention = 12.0 * l * h * h * (1.0 + 8.0 / 32.0 + s / h);
    close(
        "by the formula",
        ours,
        s * (attention + 18.0 * l * f * h + 6.0 * v * h),
        1e-12,
    );
    printed("1e14 FLOPs", ours / 1e14, "4.74");
}

/// MFU without and with attention, and HFU, in per cent, of a plan at a published pace.
fn utilisation(plan: &Plan, tokens_per_second: f64) -> [f64; 3] {
    let legal = Legal::check(plan).unwrap_or_else(|reasons| panic!("{reasons:?}"));
    let tokens = (plan.global_batch() * plan.sequence()) as f64;
    let utilisation = Utilisation::of(&legal, Seconds(tokens / tokens_per_second));
    let weights = 6.0 * ModelParams::of(&plan.model).multiplied as f64;
    let share = weights / model_flops_per_token(&plan.model, plan.sequence()).0;
    [utilisation.mfu * share, utilisation.mfu, utilisation.hfu].map(|share| 100.0 * share)
}

#[test]
fn palm_540b_utilisation() {
    // Chowdhery 2022, table 1: 118 layers of 18,432, 48 heads of 256 with one key-value head,
    // SwiGLU of 4h, 256,000 words, tied; section 4.1: 12-way model parallel on 6,144 TPU v4 (275
    // TFLOP/s), 2,048 sequences of 2,048 tokens, 238.3 K tokens/s: MFU 45.7 % without attention
    // and 46.2 % with (appendix B).
    let model = Model {
        ffn: 4 * 18_432,
        heads: 48,
        kv_heads: 1,
        head_dim: 256,
        gated: true,
        bias: false,
        dropout: false,
        positions: Positions::Rope,
        norm: Norm::Layer,
        ..gpt(118, 18_432, 48, 256_000, 2_048)
    };
    printed(
        "parameters, B",
        ModelParams::of(&model).total as f64 / 1e9,
        "540.4",
    );
    let gpu = catalog::gpu("tpu-v4").expect("a preset");
    let mut plan = Plan::new(model, Cluster { gpu, gpus: 6_144 });
    plan.layout.tensor = 12;
    plan.layout.sequence_parallel = Some(false);
    plan.batch.global = Some(2_048);
    let [without, with, kept] = utilisation(&plan, 238_300.0);
    printed("MFU without attention", without, "45.7");
    printed("MFU with attention", with, "46.2");
    // HFU is printed as 57.8 %, with rematerialisation whose extent the paper does not give: it
    // lies between none and all of the forward.
    plan.levers.recompute = Recompute::Full;
    let [.., repeated] = utilisation(&plan, 238_300.0);
    assert!(
        kept < 57.8 && 57.8 < repeated,
        "HFU from {kept} to {repeated}"
    );
}

#[test]
fn mt_nlg_530b_utilisation() {
    // Chowdhery 2022, appendix B, on Smith 2022: 2,240 A100, 1,920 sequences of 2,048 tokens in
    // 60.1 s: 29.7 % without and 30.2 % with attention.
    let gpu = catalog::gpu("a100-80").expect("a preset");
    let model = gpt(105, 20_480, 128, 51_200, 2_048);
    let mut plan = Plan::new(model, Cluster { gpu, gpus: 2_240 });
    plan.layout.tensor = 8;
    plan.layout.pipeline = 35;
    plan.batch.global = Some(1_920);
    let [without, with, _] = utilisation(&plan, 1_920.0 * 2_048.0 / 60.1);
    printed("MFU without attention", without, "29.7");
    printed("MFU with attention", with, "30.2");
}
