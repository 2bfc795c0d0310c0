//! The catalogue against published sizes and data sheets.

use std::collections::HashSet;

use cost::legal::Legal;
use cost::params::ModelParams;
use cost::plan::{Cluster, Dtype, Family, Plan, Recipe};
use formats::catalog::{self, CUSTOM, GPUS, MODELS};
use formats::link;
use serde::Deserialize;
use test_utils::close;

/// The table of models, for the facts that no program needs.
const TABLE: &str = include_str!("../../catalog/models.toml");

#[derive(Deserialize)]
struct Table {
    model: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    preset: String,
    published: Option<Published>,
}

/// Billions of parameters, each with the relative tolerance that its source leaves.
#[derive(Deserialize)]
struct Published {
    total: f64,
    within: f64,
    active: Option<f64>,
    active_within: Option<f64>,
}

/// Links carry names for ever: `golden_links.rs` fails if one of these is gone.
#[test]
fn every_name_stands_in_a_golden_link() {
    let links = include_str!("../../../../tests/golden/links-v1.txt");
    let meant = links.lines().filter_map(|line| line.split('\t').nth(1));
    let presets = meant.filter_map(|link| link.strip_prefix("#v=1&p=")?.split('&').next());
    let mut names = HashSet::new();
    for pair in presets {
        let (model, card) = pair.split_once('/').expect("two presets");
        names.extend([model, card.rsplit_once('x').expect("a number of GPUs").0]);
    }
    let models = MODELS.iter().map(|entry| entry.model.preset);
    let cards = GPUS.iter().map(|entry| entry.gpu.preset);
    for name in models.chain(cards) {
        assert!(names.contains(name), "no golden link has {name}");
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
                !name.is_empty() && (source.len() > 10 || preset == CUSTOM),
                "{preset}: “{name}”, “{source}”"
            );
        }
    }
}

#[test]
fn parameters_are_as_published() {
    let table: Table = toml::from_str(TABLE).expect("a table");
    assert_eq!(table.model.len(), MODELS.len());
    for row in table.model {
        let name = &*row.preset;
        let mut model = catalog::model(name).expect("a preset");
        model.multi_token_layers = 0;
        let params = ModelParams::of(&model);
        let Some(published) = row.published else {
            assert_eq!(name, CUSTOM);
            continue;
        };
        let [total, active] = [params.total, params.active].map(|count| count as f64 / 1e9);
        close(name, total, published.total, published.within);
        if model.moe.experts == 0 {
            assert_eq!(params.active, params.total, "{name} is dense");
            assert!(published.active.is_none(), "{name} is dense");
        } else {
            let [expected, within] = [published.active, published.active_within]
                .map(|number| number.expect("a number that is active"));
            close(&format!("{name}, active"), active, expected, within);
        }
        assert!(params.multiplied < params.active, "{name}");
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
            // Gemma 2 27B has 8.
            (model.ffn, 2.3..=8.0)
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
        // PCIe 3, 4 and 5 alone.
        ("t4", 16.0),
        ("a10g", 32.0),
        ("l4", 32.0),
        ("l40s", 32.0),
        ("rtx3090", 32.0),
        ("rtx4090", 32.0),
        ("rtx6000ada", 32.0),
        ("rtx5090", 64.0),
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
        // Multiprocessors or compute units · operations of each a clock · clock. GeForce cards and
        // A10G accumulate in fp32 at half the rate.
        ("t4", 40.0 * 1_024.0 * 1.59e-3, 16.0),
        ("l4", 58.0 * 1_024.0 * 2.04e-3, 24.0),
        ("a10", 72.0 * 1_024.0 * 1.695e-3, 24.0),
        ("a10g", 80.0 * 512.0 * 1.71e-3, 24.0),
        ("l40s", 362.05, 48.0),
        ("rtx6000ada", 142.0 * 1_024.0 * 2.505e-3, 48.0),
        ("rtx3090", 82.0 * 512.0 * 1.695e-3, 24.0),
        ("rtx4090", 128.0 * 512.0 * 2.52e-3, 24.0),
        ("rtx5090", 170.0 * 512.0 * 2.407e-3, 32.0),
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
    // Ampere and Turing multiply 8-bit integers only.
    for name in [
        "ascend-910b",
        "ascend-910c",
        "a100-80",
        "tpu-v6e",
        "rtx3090",
        "a10g",
        "t4",
    ] {
        assert_eq!(narrow(name), [false; 3], "{name}");
    }
    for name in ["l4", "l40s", "rtx4090", "rtx6000ada"] {
        assert_eq!(narrow(name), [true, false, false], "{name}");
    }
    // Halved with fp32 accumulation are products of 16 and 8 bits, not those of 4.
    for (name, multiprocessors, clock) in [
        ("rtx5090", 170.0, 2.407e-3),
        ("rtxpro6000", 188.0, 2.617e-3),
    ] {
        assert_eq!(narrow(name), [true; 3], "{name}");
        let card = catalog::gpu(name).expect("a preset");
        let peak = multiprocessors * 4_096.0 * clock;
        close(name, card.peak(Dtype::NvFp4).0 / 1e12, peak, 0.005);
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
