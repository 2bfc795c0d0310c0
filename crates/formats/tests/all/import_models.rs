//! Configurations of models of 2024 to 2026, by the values of their fields, against the parameters
//! that are published for them.

use crate::import_worker::check_reply;
use cost::params::ModelParams;
use formats::catalog;
use formats::import::{Format, ImportRefusal, Imported, UnheldPart, Unsaid, import};
use test_utils::corpus::kinds;

#[track_caller]
fn read(text: &str) -> Imported {
    let base = catalog::default_plan();
    check_reply(text, &base);
    let read = import(text, None, &base).unwrap_or_else(|why| panic!("{why:?}: {text}"));
    assert_eq!(read.format, Format::HuggingFace);
    read
}

/// A list of kinds of layers, one after another, for this number of layers.
fn listed(name: &str, kinds: &[&str], layers: usize) -> String {
    let words: Vec<String> = kinds
        .iter()
        .cycle()
        .take(layers)
        .map(|kind| ["\"", kind, "\""].concat())
        .collect();
    ["\"", name, "\": [", &words.join(", "), "]"].concat()
}

/// Models without layers that predict further tokens, against the parameters that are published for
/// them.
#[test]
fn models_have_their_published_parameters() {
    let kinds = kinds(Format::HuggingFace).filter(|kind| !kind.words("billions").is_empty());
    let mut count = 0;
    for kind in kinds {
        count += 1;
        let mut model = read(&kind.files[0].1).plan.model;
        model.multi_token_layers = 0;
        let published: f64 = kind.words("billions")[0].parse().expect("a number");
        let billions = ModelParams::of(&model).total as f64 / 1e9;
        let error = billions / published - 1.0;
        assert!(
            error.abs() < 0.01,
            "{billions} instead of {published}: {}",
            kind.name
        );
    }
    assert!(count >= 20, "{count}");
}

const USUAL: &str = r#""hidden_size": 1024, "num_hidden_layers": 12, "num_attention_heads": 16,
    "intermediate_size": 4096, "vocab_size": 32000"#;

#[test]
fn a_type_that_is_not_known_is_read_by_its_fields() {
    let text = ["{\"model_type\": \"brandnew\", ", USUAL, "}"].concat();
    let read = read(&text);
    assert_eq!(read.unsaid, [Unsaid::UnknownType]);
    assert_eq!((read.plan.model.layers, read.plan.model.ffn), (12, 4_096));
}

#[test]
fn what_no_plan_can_hold_is_named() {
    let cases: [(&str, &[Unsaid]); 7] = [
        (
            r#""model_type": "jamba", "attn_layer_period": 4, "attn_layer_offset": 2, "num_experts": 4,
            "num_experts_per_tok": 2, "expert_layer_period": 2, "expert_layer_offset": 1"#,
            &[Unsaid::StateSpace(9)],
        ),
        (
            r#""model_type": "lfm2", "full_attn_idxs": [2, 5, 8]"#,
            &[Unsaid::Convolution(9)],
        ),
        (
            r#""model_type": "minimax", "attn_type_list": [0,0,0,0,0,1,0,0,0,0,0,1]"#,
            &[Unsaid::LinearAttention(10)],
        ),
        (
            r#""model_type": "kimi_linear", "linear_attn_config": {"kda_layers": [1,2,3,5,6,7,9,10,11]}"#,
            &[Unsaid::LinearAttention(9)],
        ),
        (
            r#""model_type": "nemotron_h", "hybrid_override_pattern": "M-M-M*-M-M*-""#,
            &[Unsaid::StateSpace(5), Unsaid::OnePart(7)],
        ),
        (
            r#""model_type": "llama", "num_key_value_heads": [8,8,8,8,8,8,4,4,4,4,8,8]"#,
            &[Unsaid::Varies("kv")],
        ),
        (
            r#""model_type": "qwen3_moe", "num_experts": 4, "num_experts_per_tok": 2, "mlp_only_layers": [3, 7]"#,
            &[Unsaid::Varies("dense")],
        ),
    ];
    for (fields, unsaid) in cases {
        let read = read(&["{", fields, ", ", USUAL, "}"].concat());
        assert_eq!(read.unsaid, unsaid, "{fields}");
    }
}

/// Released configurations of models with linear mixers are those of the catalogue.
#[test]
fn hybrids_are_recognised() {
    let layers = |kinds: &[&str], number: usize| listed("layer_types", kinds, number);
    let linear = "linear_attention";
    let next = layers(&[linear, linear, linear, "full_attention"], 48);
    // Five mixers, one attention, and so on with nine mixers between.
    let mut granite = vec!["mamba"; 10];
    granite[5] = "attention";
    let granite = layers(&granite, 40);
    let pattern = |text: &str| ["\"hybrid_override_pattern\": \"", text, "\""].concat();
    let small = pattern("M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M-");
    let large = pattern(
        "M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-\
         M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M*-M-M-M-M-M-",
    );
    let cases = [
        (
            "qwen3-next-80b-a3b",
            r#""model_type": "qwen3_next", "hidden_size": 2048, "num_hidden_layers": 48, "num_attention_heads": 16,
            "num_key_value_heads": 2, "head_dim": 256, "intermediate_size": 5120, "num_experts": 512,
            "num_experts_per_tok": 10, "moe_intermediate_size": 512, "shared_expert_intermediate_size": 512,
            "vocab_size": 151936, "linear_num_key_heads": 16, "linear_num_value_heads": 32,
            "linear_key_head_dim": 128, "linear_value_head_dim": 128, "linear_conv_kernel_dim": 4,
            "tie_word_embeddings": false"#,
            next,
        ),
        (
            "granite4-h-tiny-7b",
            r#""model_type": "granitemoehybrid", "hidden_size": 1536, "num_hidden_layers": 40,
            "num_attention_heads": 12, "num_key_value_heads": 4, "intermediate_size": 512,
            "shared_intermediate_size": 1024, "num_local_experts": 64, "num_experts_per_tok": 6,
            "position_embedding_type": "nope", "mamba_n_heads": 48, "mamba_d_head": 64, "mamba_d_state": 128,
            "mamba_n_groups": 1, "mamba_d_conv": 4, "mamba_expand": 2, "vocab_size": 100352,
            "tie_word_embeddings": true"#,
            granite.clone(),
        ),
        (
            "granite4-h-small-32b",
            r#""model_type": "granitemoehybrid", "hidden_size": 4096, "num_hidden_layers": 40,
            "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 768,
            "shared_intermediate_size": 1536, "num_local_experts": 72, "num_experts_per_tok": 10,
            "position_embedding_type": "nope", "mamba_n_heads": 128, "mamba_d_head": "auto", "mamba_d_state": 128,
            "mamba_n_groups": 1, "mamba_d_conv": 4, "mamba_expand": 2, "vocab_size": 100352,
            "tie_word_embeddings": true"#,
            granite,
        ),
        (
            "nemotron-h-8b",
            r#""model_type": "nemotron_h", "hidden_size": 4096, "num_hidden_layers": 52, "num_attention_heads": 32,
            "num_key_value_heads": 8, "intermediate_size": 21504, "mamba_num_heads": 128, "mamba_head_dim": 64,
            "ssm_state_size": 128, "n_groups": 8, "conv_kernel": 4, "vocab_size": 131072"#,
            small,
        ),
        (
            "nemotron-h-56b",
            r#""model_type": "nemotron_h", "hidden_size": 8192, "num_hidden_layers": 118, "num_attention_heads": 64,
            "num_key_value_heads": 8, "intermediate_size": 32768, "mamba_num_heads": 256, "mamba_head_dim": 64,
            "ssm_state_size": 256, "n_groups": 8, "conv_kernel": 4, "vocab_size": 131072"#,
            large,
        ),
    ];
    for (preset, fields, list) in cases {
        let read = read(&["{", fields, ", ", &list, "}"].concat());
        assert_eq!(read.plan.model, catalog::model(preset).expect("a preset"));
        let one_part = [Unsaid::OnePart(read.plan.model.layers)];
        let is_merged = preset.starts_with("nemotron");
        assert_eq!(read.unsaid, &one_part[..is_merged.into()], "{preset}");
    }
}

/// Hybrids that are not in the catalogue: their published parameters, those of a token where they are
/// published too, and what the plan has in place of their parts.
#[test]
fn hybrids_have_their_published_parameters() {
    let attention = |file_has, plan| Unsaid::AttentionLayers { file_has, plan };
    let nano = r#""model_type": "nemotron_h", "hidden_size": 2688, "num_attention_heads": 32,
        "num_key_value_heads": 2, "head_dim": 128, "intermediate_size": 1856, "moe_intermediate_size": 1856,
        "moe_shared_expert_intermediate_size": 3712, "n_routed_experts": 128, "n_shared_experts": 1,
        "num_experts_per_tok": 6, "vocab_size": 131072, "mamba_num_heads": 64, "mamba_head_dim": 64, "n_groups": 8,
        "ssm_state_size": 128, "conv_kernel": 4, "moe_latent_size": null, "tie_word_embeddings": false"#;
    let pattern = |text: &str, layers: usize| {
        assert_eq!(text.len(), layers);
        format!("{nano}, \"num_hidden_layers\": {layers}, \"hybrid_override_pattern\": \"{text}\"")
    };
    let whole = pattern("MEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME", 52);
    let kinds = ["mamba", "moe", "mamba", "moe", "mamba", "attention"];
    let listed = listed("layers_block_type", &kinds, 6);
    let nine = r#""model_type": "nemotron_h", "hidden_size": 4480, "num_hidden_layers": 56,
        "num_attention_heads": 40, "num_key_value_heads": 8, "head_dim": 128, "intermediate_size": 15680,
        "vocab_size": 131072, "mamba_num_heads": 128, "mamba_head_dim": 80, "n_groups": 8, "ssm_state_size": 128,
        "conv_kernel": 4, "hybrid_override_pattern": "M-M-M-MM-M-M-M*-M-M-M*-M-M-M-M*-M-M-M-M*-M-MM-M-M-M-M-M-""#;
    let jamba = r#""model_type": "jamba", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,
        "num_key_value_heads": 8, "intermediate_size": 14336, "num_experts": 16, "num_experts_per_tok": 2,
        "expert_layer_period": 2, "expert_layer_offset": 1, "attn_layer_period": 8, "attn_layer_offset": 4,
        "mamba_d_state": 16, "mamba_d_conv": 4, "mamba_expand": 2, "mamba_dt_rank": 256, "vocab_size": 65536,
        "tie_word_embeddings": false"#;
    let bamba = r#""model_type": "bamba", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,
        "num_key_value_heads": 8, "intermediate_size": 14336, "attn_layer_indices": [9, 18, 27],
        "mamba_n_heads": 128, "mamba_d_head": 64, "mamba_d_state": 128, "mamba_n_groups": 1, "mamba_d_conv": 4,
        "mamba_expand": 2, "vocab_size": 128256, "tie_word_embeddings": false"#;
    let kimi = r#""model_type": "kimi_linear", "hidden_size": 2304, "num_hidden_layers": 27, "num_attention_heads": 32,
        "num_key_value_heads": 32, "head_dim": 72, "intermediate_size": 9216, "num_experts": 256,
        "num_experts_per_token": 8, "moe_intermediate_size": 1024, "num_shared_experts": 1,
        "first_k_dense_replace": 1, "moe_layer_freq": 1, "q_lora_rank": null, "kv_lora_rank": 512,
        "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128, "vocab_size": 163840,
        "linear_attn_config": {"full_attn_layers": [4,8,12,16,20,24,27],
        "kda_layers": [1,2,3,5,6,7,9,10,11,13,14,15,17,18,19,21,22,23,25,26], "head_dim": 128, "num_heads": 32,
        "short_conv_kernel_size": 4}, "tie_word_embeddings": false"#;
    let one_part = Unsaid::OnePart;
    let cases: [(String, f64, Option<f64>, Vec<Unsaid>); 7] = [
        // Nemotron 3 Nano 2025, table 1.
        (whole, 31.6, Some(3.6), vec![attention(6, 7), one_part(29)]),
        // Two layers of experts, three of Mamba-2 and one with attention of that model.
        (pattern("MEMEM*", 6), 3.44, None, vec![one_part(4)]),
        (
            format!("{nano}, \"num_hidden_layers\": 6, {listed}"),
            3.44,
            None,
            vec![one_part(4)],
        ),
        // Model card of Nemotron Nano 9B v2.
        (nine.to_owned(), 8.89, None, vec![one_part(31)]),
        // Jamba 1.5 2024, table 1: 52 and 12, in whole billions.
        (jamba.to_owned(), 51.6, Some(12.0), vec![Unsaid::Mamba1(28)]),
        // Model card of Bamba 9B.
        (bamba.to_owned(), 9.78, None, vec![]),
        // 49.1 by its tensors: experts 47.3, embeddings 0.75, mixers 0.79, attention 0.2, one MLP.
        (
            kimi.to_owned(),
            49.1,
            None,
            vec![Unsaid::KimiDelta(20), attention(7, 6)],
        ),
    ];
    for (fields, billions, active, unsaid) in cases {
        let read = read(&["{", &fields, "}"].concat());
        let params = ModelParams::of(&read.plan.model);
        let off_by = |found: u64, published: f64| (found as f64 / 1e9 / published - 1.0).abs();
        assert!(
            off_by(params.total, billions) < 0.02,
            "{}: {fields}",
            params.total
        );
        if let Some(active) = active {
            assert!(
                off_by(params.active, active) < 0.05,
                "{}: {fields}",
                params.active
            );
        }
        assert_eq!(read.unsaid, unsaid, "{fields}");
        assert!(read.unknown.is_empty(), "{:?}: {fields}", read.unknown);
        for what in read.unsaid {
            assert!(text::imports::unsaid(what).ends_with('.'));
        }
    }
}

#[test]
fn parts_that_no_plan_can_hold_even_nearly_are_refused() {
    use UnheldPart::{LatentExperts, ParallelMixers, SharedLayers};
    let latent = r#""model_type": "nemotron_h", "moe_latent_size": 512, "n_routed_experts": 128"#;
    for (fields, part) in [
        (latent, LatentExperts),
        (
            r#""model_type": "falcon_h1", "mamba_d_ssm": 512"#,
            ParallelMixers,
        ),
        (
            r#""model_type": "zamba2", "num_mem_blocks": 2"#,
            SharedLayers,
        ),
    ] {
        let text = ["{", fields, ", ", USUAL, "}"].concat();
        let refused = import(&text, None, &catalog::default_plan()).expect_err(fields);
        assert_eq!(refused, ImportRefusal::Unheld(part));
        assert!(text::imports::refused(&refused).contains("no plan can hold"));
    }
}

#[test]
fn models_that_are_no_decoders_are_refused() {
    let base = catalog::default_plan();
    let refused = |text: &str| import(text, None, &base).err();
    let encoder = |name: &str| Some(ImportRefusal::Encoder(name.into()));
    let t5 = r#"{"model_type": "t5", "d_model": 512, "num_layers": 6, "num_decoder_layers": 6, "num_heads": 8,
        "vocab_size": 32128}"#;
    assert_eq!(refused(t5), encoder("t5"));
    let new = r#"{"model_type": "both", "is_encoder_decoder": true, "hidden_size": 512}"#;
    assert_eq!(refused(new), encoder("both"));
    let mamba = r#"{"model_type": "mamba2", "hidden_size": 4096, "num_hidden_layers": 64, "vocab_size": 32768}"#;
    assert_eq!(
        refused(mamba),
        Some(ImportRefusal::ModelType("mamba2".into()))
    );
    let vision = r#"{"model_type": "vitlike", "hidden_size": 768, "num_hidden_layers": 12, "image_size": 224}"#;
    assert_eq!(
        refused(vision),
        Some(ImportRefusal::ModelType("vitlike".into()))
    );
}

/// Settings that a file leaves out follow its type.
#[test]
fn defaults_follow_the_type() {
    let model = |fields: &str| read(&["{", fields, ", ", USUAL, "}"].concat()).plan.model;
    assert!(model(r#""model_type": "smollm3""#).tied);
    assert!(!model(r#""model_type": "llama""#).tied);
    assert_eq!(model(r#""model_type": "qwen3""#).head_dim, 128);
    assert_eq!(model(r#""model_type": "llama""#).head_dim, 64);
    assert_eq!(model(r#""model_type": "gpt_bigcode""#).kv_heads, 1);
    let all = model(r#""model_type": "gpt_bigcode", "multi_query": false"#);
    assert_eq!(all.kv_heads, 16);
    assert_eq!(model(r#""model_type": "mistral""#).window, 4_096);
    let none = model(r#""model_type": "mistral", "sliding_window": null"#);
    assert_eq!(none.window, 0);
    let step = r#""model_type": "step3_text", "num_attention_groups": 1, "moe_num_experts": 48, "moe_top_k": 3,
        "moe_intermediate_size": 512, "share_expert_dim": 512, "moe_layers_enum": "4,5,6,7,8,9,10,11""#;
    let step = model(step);
    assert_eq!(
        (
            step.kv_heads,
            step.moe.dense_layers,
            step.moe.shared_width()
        ),
        (1, 4, 512)
    );
}
