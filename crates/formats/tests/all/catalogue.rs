//! The catalogue against published sizes and data sheets.

use std::collections::HashSet;

use cost::legal::Legal;
use cost::params::ModelParams;
use cost::plan::{Cluster, Dtype, Family, Plan, Recipe};
use formats::catalog::{self, CUSTOM, GPUS, MODELS};
use formats::link;
use test_utils::close;

/// Names of dense models that links may carry for ever.
const DENSE_MODELS: [&str; 34] = [
    "gpt2-1.5b",
    "gpt3-175b",
    "class-100b",
    "llama2-7b",
    "llama2-13b",
    "llama2-70b",
    "llama3-8b",
    "llama3-70b",
    "llama3-405b",
    "mistral-7b",
    "qwen3-8b",
    "qwen3-32b",
    "gemma3-27b",
    "olmo2-32b",
    "nemotron4-340b",
    "bloom-176b",
    "llama3.2-1b",
    "llama3.2-3b",
    "ministral-8b",
    "mistral-small3-24b",
    "mistral-large2-123b",
    "qwen3-0.6b",
    "qwen3-1.7b",
    "qwen3-4b",
    "qwen3-14b",
    "gemma3-4b",
    "gemma3-12b",
    "olmo3-7b",
    "olmo3-32b",
    "apertus-8b",
    "apertus-70b",
    "nemotron-h-8b",
    "nemotron-h-47b",
    "nemotron-h-56b",
];

/// Names of mixtures of experts that links may carry for ever.
const MIXTURES: [&str; 18] = [
    "mixtral-8x7b",
    "mixtral-8x22b",
    "dbrx-132b",
    "qwen3-30b-a3b",
    "qwen3-235b-a22b",
    "deepseek-v2-236b",
    "deepseek-v3-671b",
    "kimi-k2-1t",
    "gpt-oss-120b",
    "llama4-maverick-400b",
    "llama4-scout-109b",
    "gpt-oss-20b",
    "glm4.5-air-106b-a12b",
    "glm4.5-355b-a32b",
    "minimax-m2-230b-a10b",
    "qwen3-next-80b-a3b",
    "granite4-h-tiny-7b",
    "granite4-h-small-32b",
];

/// Names of GPUs that links may carry for ever.
const CARDS: [&str; 35] = [
    "v100",
    "t4",
    "l4",
    "a10",
    "a100-40",
    "a100-80",
    "l40s",
    "rtx3090",
    "rtx4090",
    "rtx5090",
    "h20",
    "h100",
    "h100-96",
    "h800",
    "h200",
    "b200",
    "b300",
    "gb200",
    "gb300",
    "mi250x",
    "mi300x",
    "mi325x",
    "mi355x",
    "tpu-v4",
    "tpu-v5p",
    "tpu-v6e",
    "tpu-v7x",
    "gh200",
    "a800",
    "rtxpro6000",
    "mi350x",
    "trn2",
    "trn2u",
    "ascend-910b",
    "ascend-910c",
];

#[test]
fn every_promised_name_is_there() {
    for name in DENSE_MODELS.into_iter().chain(MIXTURES).chain([CUSTOM]) {
        assert!(catalog::model(name).is_some(), "no model {name}");
    }
    for name in CARDS.into_iter().chain([CUSTOM]) {
        assert!(catalog::gpu(name).is_some(), "no card {name}");
    }
}

#[test]
fn names_are_unique_and_fit_into_a_link() {
    let models = MODELS.iter().map(|entry| {
        let preset = entry.model.preset;
        (preset, entry.name, catalog::model_source(preset))
    });
    let cards = GPUS.iter().map(|entry| {
        let preset = entry.gpu.preset;
        (preset, entry.name, catalog::gpu_source(preset))
    });
    for entries in [models.collect::<Vec<_>>(), cards.collect::<Vec<_>>()] {
        let (mut presets, mut names) = (HashSet::new(), HashSet::new());
        for (preset, name, source) in entries {
            let plain = |letter: char| {
                letter.is_ascii_lowercase() || letter.is_ascii_digit() || "-.".contains(letter)
            };
            assert!(!preset.is_empty() && preset.chars().all(plain), "{preset}");
            assert!(presets.insert(preset), "{preset} stands twice");
            assert!(names.insert(name), "{name} stands twice");
            assert!(
                !name.is_empty() && source.len() > 10,
                "{preset}: “{name}”, “{source}”"
            );
        }
    }
}

#[test]
fn parameters_are_as_published() {
    // Billions of parameters, each with the tolerance that its source leaves.
    let published = [
        // Radford 2019 prints 1,542 M (with a corrected 1,558 M); the vocabulary is padded here.
        ("gpt2-1.5b", 1.558, 0.005),
        // Brown 2020, table 2.1: 175.0 B (174.6 B by its shape).
        ("gpt3-175b", 175.0, 0.005),
        // The class example: 12·L·h² + V·h = 100.66 B + 0.52 B.
        ("class-100b", 101.2, 0.005),
        // Touvron 2023, the released configurations: 6.74, 13.02 and 68.98 B.
        ("llama2-7b", 6.738, 0.001),
        ("llama2-13b", 13.016, 0.001),
        ("llama2-70b", 68.977, 0.001),
        // Llama 3 2024, the released configurations: 8.03, 70.55 and 405.9 B.
        ("llama3-8b", 8.030, 0.001),
        ("llama3-70b", 70.554, 0.001),
        ("llama3-405b", 405.853, 0.001),
        // Jiang 2023: 7.24 B.
        ("mistral-7b", 7.242, 0.001),
        // Qwen3 2025: 8.19 and 32.8 B.
        ("qwen3-8b", 8.191, 0.001),
        ("qwen3-32b", 32.762, 0.002),
        // Gemma 3 2025, table 1: 25.6 B without and 27.0 B with the embedding.
        ("gemma3-27b", 27.0, 0.005),
        // OLMo 2 2025: 32.2 B.
        ("olmo2-32b", 32.234, 0.002),
        // Nemotron-4 340B 2024, table 1: 331.6 B and 9.4 B of embeddings.
        ("nemotron4-340b", 341.0, 0.002),
        // BLOOM 2022, table 3: 176,247 M.
        ("bloom-176b", 176.247, 0.001),
        // Model cards of Llama 3.2: 1.23 and 3.21 B.
        ("llama3.2-1b", 1.23, 0.005),
        ("llama3.2-3b", 3.21, 0.005),
        // Model card: 8,019,808,256.
        ("ministral-8b", 8.019_808_256, 1e-9),
        // Released checkpoint: 23.57 B, sold as 24 B.
        ("mistral-small3-24b", 23.57, 0.001),
        // Mistral AI 2024: 123 B.
        ("mistral-large2-123b", 123.0, 0.005),
        // Qwen3 2025, model cards: 0.6, 1.7, 4.0 and 14.8 B; 0.44, 1.4, 3.6 and 13.2 B of them
        // are no embedding, whose parameters come on top here.
        ("qwen3-0.6b", 0.44 + 0.1556, 0.003),
        ("qwen3-1.7b", 1.4 + 0.3112, 0.01),
        ("qwen3-4b", 3.6 + 0.3890, 0.01),
        ("qwen3-14b", 14.8, 0.003),
        // Gemma 3 2025, table 1: 675 M of embedding and 3,209 M; 1,012 M and 10,759 M.
        ("gemma3-4b", 3.884, 0.002),
        ("gemma3-12b", 11.771, 0.002),
        // OLMo 3 2025: 7 B, 7.3 B in the released checkpoint; 32 B.
        ("olmo3-7b", 7.3, 0.002),
        ("olmo3-32b", 32.2, 0.002),
        // Apertus 2025: 8 and 70 B.
        ("apertus-8b", 8.0, 0.01),
        ("apertus-70b", 70.0, 0.01),
        // Nemotron-H 2025: 8, 47 and 56 B, in whole billions.
        ("nemotron-h-8b", 8.0, 0.015),
        ("nemotron-h-47b", 47.0, 0.01),
        ("nemotron-h-56b", 56.0, 0.01),
    ];
    let names: Vec<&str> = published.iter().map(|&(name, ..)| name).collect();
    assert_eq!(names, DENSE_MODELS);
    for (name, billions, tolerance) in published {
        let model = catalog::model(name).expect("a preset");
        let params = ModelParams::of(&model);
        close(name, params.total as f64 / 1e9, billions, tolerance);
        assert_eq!(params.active, params.total, "{name} is dense");
        assert!(params.multiplied < params.total, "{name}");
    }
}

/// A layer for each mixer, with a narrower MLP, has the parameters of the model's own parts.
#[test]
fn nemotron_h_has_the_parameters_of_its_parts() {
    // Mixers, attentions, MLPs and their width (NVIDIA-NeMo/Megatron-Bridge,
    // `nemotron_h_provider.py`), hidden width, heads, heads and state of Mamba-2.
    let published = [
        ("nemotron-h-8b", [24, 4, 24, 21_504], 4_096, 32, [128, 128]),
        ("nemotron-h-47b", [45, 5, 48, 30_720], 8_192, 64, [256, 256]),
        (
            "nemotron-h-56b",
            [54, 10, 54, 32_768],
            8_192,
            64,
            [256, 256],
        ),
    ];
    for (name, [mixers, attentions, mlps, ffn], h, heads, [mamba, state]) in published {
        let (inner, groups) = (64 * mamba, 8);
        let mixer = h * (2 * inner + 2 * groups * state + mamba) + inner * h;
        let attention = 2 * h * 128 * heads + 2 * h * 128 * 8;
        let parts = mixers * mixer + attentions * attention + mlps * 2 * h * ffn;
        let model = catalog::model(name).expect("a preset");
        assert_eq!(model.linear_layers(), mixers, "{name}");
        assert_eq!(model.attention_layers(), attentions, "{name}");
        let all = (parts + 2 * 131_072 * h) as f64;
        let count = ModelParams::of(&model);
        close(name, count.total as f64, all, 1e-3);
        close(
            name,
            count.multiplied as f64,
            (parts + 131_072 * h) as f64,
            1e-3,
        );
    }
}

#[test]
fn mixtures_count_as_published() {
    // Billions of parameters, in all and active for one token, with the tolerance of either that
    // its source's rounding leaves.
    let published = [
        // Jiang 2024: 47 and 13 B; 46.7 and 12.9 B in the announcement of 2023.
        ("mixtral-8x7b", (46.7, 0.001), (12.9, 0.003)),
        // Mistral AI 2024: 141 and 39 B.
        ("mixtral-8x22b", (141.0, 0.004), (39.0, 0.005)),
        // Databricks 2024: 132 and 36 B.
        ("dbrx-132b", (132.0, 0.004), (36.0, 0.015)),
        // Qwen3 2025, model cards: 30.5 and 3.3 B; 235 and 22 B.
        ("qwen3-30b-a3b", (30.5, 0.002), (3.3, 0.02)),
        ("qwen3-235b-a22b", (235.0, 0.002), (22.0, 0.01)),
        // DeepSeek-V2 2024: 236 and 21 B.
        ("deepseek-v2-236b", (236.0, 0.002), (21.0, 0.02)),
        // DeepSeek-V3 2024: 671 and 37 B, without the layer that predicts a further token.
        ("deepseek-v3-671b", (671.0, 0.001), (37.0, 0.02)),
        // Kimi K2 2025, table 2: 1.04 T, where the shape of the same table gives 1.026 T, as has
        // the released checkpoint; 32.6 B.
        ("kimi-k2-1t", (1_040.0, 0.014), (32.6, 0.01)),
        // OpenAI 2025, table 1: 116.83 B, and 5.13 B without the input embedding.
        ("gpt-oss-120b", (116.83, 0.001), (5.13 + 0.579, 0.003)),
        // Meta 2025: 400 and 17 B.
        ("llama4-maverick-400b", (400.0, 0.003), (17.0, 0.012)),
        // Meta 2025: 109 and 17 B with the part that sees, 107.77 B without it.
        ("llama4-scout-109b", (107.77, 0.001), (17.0, 0.02)),
        // OpenAI 2025, table 1: 20.91 B, and 3.61 B without the input embedding.
        ("gpt-oss-20b", (20.91, 0.001), (3.61 + 0.579, 0.003)),
        // GLM-4.5 2025, table 1: 106 and 12 B; 355 and 32 B, both without embedding and head.
        (
            "glm4.5-air-106b-a12b",
            (106.0, 0.01),
            (12.0 + 2.0 * 0.621, 0.02),
        ),
        (
            "glm4.5-355b-a32b",
            (355.0, 0.008),
            (32.0 + 2.0 * 0.776, 0.01),
        ),
        // MiniMax 2025: 230 and 10 B, without embedding and head.
        (
            "minimax-m2-230b-a10b",
            (230.0, 0.008),
            (10.0 + 2.0 * 0.615, 0.02),
        ),
        // Qwen 2025: 80 and 3 B without embedding and head, 79.67 B in the released checkpoint,
        // 0.10 B of which are the gates of its attention.
        (
            "qwen3-next-80b-a3b",
            (79.57, 0.001),
            (3.0 + 2.0 * 0.311, 0.05),
        ),
        // IBM 2025: 7 and 1 B; 32 and 9 B, in whole billions.
        ("granite4-h-tiny-7b", (7.0, 0.01), (1.0, 0.499)),
        ("granite4-h-small-32b", (32.0, 0.01), (9.0, 0.025)),
    ];
    let names: Vec<&str> = published.iter().map(|&(name, ..)| name).collect();
    assert_eq!(names, MIXTURES);
    for (name, total, active) in published {
        let mut model = catalog::model(name).expect("a preset");
        model.multi_token_layers = 0;
        let params = ModelParams::of(&model);
        close(name, params.total as f64 / 1e9, total.0, total.1);
        let what = format!("{name}, active");
        close(&what, params.active as f64 / 1e9, active.0, active.1);
        assert!(params.multiplied < params.active, "{name}");
    }
}

#[test]
fn the_layer_that_predicts_a_further_token_counts_as_published() {
    // DeepSeek-V3's released weights: 11.5 B of the layer's own, beside the embedding and the
    // head that it shares.
    let with = catalog::model("deepseek-v3-671b").expect("a preset");
    assert_eq!(with.multi_token_layers, 1);
    let without = cost::plan::Model {
        multi_token_layers: 0,
        ..with
    };
    let more = ModelParams::of(&with).total - ModelParams::of(&without).total;
    close("the layer", more as f64 / 1e9, 11.5, 0.01);
}

#[test]
fn every_pair_of_presets_is_a_legal_plan() {
    for model in MODELS {
        for card in GPUS {
            for gpus in [1, 8, 64] {
                let mut plan = Plan::new(model.model, Cluster::new(card.gpu, gpus));
                // The default step does not divide by every number of ranks.
                plan.batch.global = Some(64);
                let names = (model.model.preset, card.gpu.preset);
                assert!(Legal::check(&plan).is_ok(), "{names:?} on {gpus}");
            }
        }
    }
}

#[test]
fn every_preset_survives_a_link() {
    for model in MODELS {
        for card in GPUS {
            let plan = Plan::new(model.model, Cluster::new(card.gpu, 72));
            let link = link::encode(&plan);
            let expected = format!("#v=1&p={}/{}x72", model.model.preset, card.gpu.preset);
            assert_eq!(link, expected, "a preset differs from no default");
            assert_eq!(link::decode(&link), (plan, Vec::new()), "{link}");
        }
    }
}

#[test]
fn shapes_are_plausible() {
    for entry in MODELS {
        let model = entry.model;
        let name = model.preset;
        assert!(model.heads.is_multiple_of(model.kv_heads), "{name}: heads");
        assert!(
            model.trained_sequence.is_power_of_two(),
            "{name}: {}",
            model.trained_sequence
        );
        // Width that a token passes through in a layer: one MLP, or the experts that it visits.
        let moe = model.moe;
        let (width, usual) = if moe.experts > 0 {
            (moe.per_token * moe.ffn + moe.shared_width(), 1.7..=7.5)
        } else {
            (model.ffn, 2.3..=6.5)
        };
        let widening = width as f64 / model.hidden as f64;
        assert!(
            usual.contains(&widening),
            "{name}: MLP {widening} times as wide"
        );
        let heads = (model.heads * model.value_dim()) as f64 / model.hidden as f64;
        assert!(
            (0.7..=3.2).contains(&heads),
            "{name}: heads {heads} times as wide"
        );
    }
}

#[test]
fn bandwidths_are_one_way() {
    // One-way GB/s of a card, half of the figure that data sheets print for both directions:
    // NVLink 2 to 5 are sold as 300, 600, 900 and 1,800 GB/s.
    let nvlink = [
        ("v100", 150.0),
        ("a100-80", 300.0),
        ("h100", 450.0),
        ("h200", 450.0),
        ("b200", 900.0),
        ("gb200", 900.0),
        ("h20", 450.0),
        ("gh200", 450.0),
        // Export versions: 400 GB/s instead of 900 or 600.
        ("h800", 200.0),
        ("a800", 200.0),
        // PCIe 5 alone.
        ("rtxpro6000", 64.0),
        // Infinity Fabric: seven links of 153.6 GB/s both ways.
        ("mi350x", 538.0),
        ("mi355x", 538.0),
        // NeuronLink: 1,024 GB/s a chip in a server, 1,280 in an UltraServer, both ways.
        ("trn2", 512.0),
        ("trn2u", 640.0),
        // HCCS: seven links of 56 GB/s both ways. The unified bus of 910C: 392 GB/s one way.
        ("ascend-910b", 196.0),
        ("ascend-910c", 392.0),
    ];
    for (name, one_way) in nvlink {
        let card = catalog::gpu(name).expect("a preset");
        assert_eq!(card.nvlink_gb_s, one_way, "{name}");
    }
    for entry in GPUS {
        let gpu = entry.gpu;
        let name = gpu.preset;
        assert!(
            gpu.hbm_gb_s > gpu.nvlink_gb_s,
            "{name}: memory is the fastest"
        );
        assert!(
            gpu.nvlink_gb_s >= gpu.pcie_gb_s || gpu.domain > 8,
            "{name}: PCIe is the slowest"
        );
        assert!(
            gpu.nvlink_gb_s >= gpu.nic_gb_s,
            "{name}: the network is slower than the node"
        );
        assert!(gpu.domain >= 1 && gpu.node >= 1, "{name}");
        // 400 Gbit/s is 50 GB/s; 800 Gbit/s the most that is sold for one card.
        assert!(
            gpu.nic_gb_s <= 100.0 || gpu.family == Family::Tpu,
            "{name}: {}",
            gpu.nic_gb_s
        );
    }
}

#[test]
fn peaks_are_dense() {
    // Dense 16-bit TFLOP/s and GiB off the data sheets, which also print sparse figures twice as
    // large.
    let sheets = [
        ("v100", 125.0, 32.0),
        ("a100-40", 312.0, 40.0),
        ("a100-80", 312.0, 80.0),
        ("a800", 312.0, 80.0),
        ("h20", 148.0, 96.0),
        ("gh200", 989.0, 96.0),
        // Multiprocessors or compute units · operations of each a clock · clock.
        ("rtxpro6000", 188.0 * 1_024.0 * 2.617e-3, 96.0),
        ("mi350x", 256.0 * 4_096.0 * 2.2e-3, 288.0),
        ("mi355x", 256.0 * 4_096.0 * 2.4e-3, 288.0),
        ("h100", 989.0, 80.0),
        ("h200", 989.0, 141.0),
        ("b200", 2_250.0, 180.0),
        ("mi300x", 1_307.0, 192.0),
        ("tpu-v4", 275.0, 32.0),
        ("tpu-v5p", 459.0, 95.0),
        ("tpu-v6e", 918.0, 32.0),
        ("tpu-v7x", 2_307.0, 192.0),
        ("trn2", 667.0, 96.0),
        ("trn2u", 667.0, 96.0),
        // Cores · multiplications and additions of each a clock · clock.
        (
            "ascend-910b",
            24.0 * 16.0 * 16.0 * 16.0 * 2.0 * 1.8e-3,
            64.0,
        ),
        ("ascend-910c", 752.0, 128.0),
    ];
    for (name, tflops, gib) in sheets {
        let card = catalog::gpu(name).expect("a preset");
        close(
            &format!("peak of {name}"),
            card.peak(Dtype::Bf16).0 / 1e12,
            tflops,
            0.005,
        );
        close(&format!("memory of {name}"), card.hbm_gib, gib, 0.005);
    }
    for entry in GPUS {
        let gpu = entry.gpu;
        let [narrow, half, full] = [Dtype::Fp8, Dtype::Bf16, Dtype::Fp32].map(|d| gpu.peak(d).0);
        assert!(
            narrow >= half && half > full,
            "{}: {narrow} {half} {full}",
            gpu.preset
        );
    }
}

#[test]
fn cards_have_the_narrow_types_of_their_data_sheets() {
    let narrow = |name: &str| {
        let card = catalog::gpu(name).expect("a preset");
        [Dtype::Fp8, Dtype::MxFp8, Dtype::NvFp4].map(|dtype| card.multiplies(dtype))
    };
    // Trainium2: 1,299 TFLOP/s in 8-bit floats, no blocks of 32. Ascend 910: none.
    for name in ["trn2", "trn2u", "h100", "tpu-v7x"] {
        assert_eq!(narrow(name), [true, false, false], "{name}");
    }
    for name in ["ascend-910b", "ascend-910c", "a100-80", "tpu-v6e"] {
        assert_eq!(narrow(name), [false; 3], "{name}");
    }
    let trainium = catalog::gpu("trn2").expect("a preset");
    close("fp8", trainium.peak(Dtype::Fp8).0 / 1e12, 1_299.0, 1e-9);
    close("fp32", trainium.peak(Dtype::Fp32).0 / 1e12, 181.0, 1e-9);
}

#[test]
fn domains_are_wired_as_published() {
    // GPUs of a node, of a domain, and axes of its torus.
    for (name, node, domain, torus) in [
        ("trn2", 16, 16, 2),
        ("trn2u", 16, 64, 3),
        ("ascend-910b", 8, 8, 0),
        ("ascend-910c", 8, 384, 0),
        ("tpu-v6e", 4, 256, 2),
        ("tpu-v7x", 4, 9_216, 3),
    ] {
        let card = catalog::gpu(name).expect("a preset");
        let wired = (card.node, card.domain, card.torus);
        assert_eq!(wired, (node, domain, torus), "{name}");
    }
}

#[test]
fn the_framework_follows_the_card() {
    let moved = |link: &str, card: &str| {
        let (mut plan, _) = link::decode(link);
        plan.move_to(catalog::gpu(card).expect("a preset"));
        plan.stack.recipe
    };
    for (link, card, recipe) in [
        // A framework of CUDA's gives way where it does not run.
        ("#v=1&p=llama3-8b/h100x8", "tpu-v6e", Recipe::MaxText),
        ("#v=1&p=llama3-8b/h100x8", "trn2", Recipe::TorchTitan),
        ("#v=1&p=llama3-8b/h100x8", "ascend-910b", Recipe::Megatron),
        (
            "#v=1&p=llama3-8b/h100x8&recipe=nemo",
            "ascend-910c",
            Recipe::Megatron,
        ),
        // It stays where it runs.
        (
            "#v=1&p=llama3-8b/h100x8&recipe=deepspeed",
            "ascend-910b",
            Recipe::DeepSpeed,
        ),
        (
            "#v=1&p=llama3-8b/h100x8&recipe=hf",
            "trn2u",
            Recipe::HuggingFace,
        ),
        (
            "#v=1&p=llama3-8b/h100x8&recipe=nemo",
            "mi300x",
            Recipe::Nemo,
        ),
        // What only followed the card follows it back.
        (
            "#v=1&p=llama3-8b/trn2x16&recipe=torchtitan",
            "h100",
            Recipe::Megatron,
        ),
        (
            "#v=1&p=llama3-8b/tpu-v5px16&recipe=maxtext",
            "trn2",
            Recipe::TorchTitan,
        ),
    ] {
        assert_eq!(moved(link, card), recipe, "{link} on {card}");
    }
    for entry in GPUS {
        let family = entry.gpu.family;
        assert!(family.runs(family.usual_recipe()), "{}", entry.name);
    }
}

#[test]
fn superchips_stand_four_to_a_node() {
    for name in ["gh200", "gb200", "gb300"] {
        assert_eq!(catalog::gpu(name).expect("a preset").node, 4, "{name}");
    }
}

#[test]
fn an_h100_gives_what_nvidia_smi_says() {
    // 80 GB of hardware are 80 GiB, of which 79.6 can be allocated.
    let h100 = catalog::gpu("h100").expect("a preset");
    test_utils::printed("GiB", h100.usable_memory().gib(), "79.6");
}
