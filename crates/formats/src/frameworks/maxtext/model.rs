//! The model: its name, or its shape.
//!
//! Tests: `crates/formats/src/frameworks/rows.rs`, `crates/formats/tests/all/import_corpus.rs`.

use crate::catalog::{self, CUSTOM_MODEL, released_model};
use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::document::{OptionValue, whole, word};
use crate::export::facts::Facts;
use crate::frameworks::setting::{Setting, known, number, option, read, switch, written};
use crate::import::fields::Fields;
use crate::import::imported::{ImportNote, MissingSetting};
use crate::import::value::ParsedValue;
use cost::plan::{Family, LatentAttention, MixtureOfExperts, Norm, Plan, Positions};

/// Models that have the same name in MaxText as in the catalogue.
const MODELS: &str = "\
    llama2-7b llama2-13b llama2-70b llama3-8b llama3-70b mistral-7b mixtral-8x7b mixtral-8x22b \
    qwen3-8b qwen3-32b qwen3-30b-a3b qwen3-235b-a22b gpt-oss-120b gemma3-27b";

/// Models that have another name.
const RENAMED: [(&str, &str); 3] = [
    ("llama3-405b", "llama3.1-405b"),
    ("deepseek-v2-236b", "deepseek2-236b"),
    ("deepseek-v3-671b", "deepseek3-671b"),
];

/// The model of MaxText that has the plan's shape.
pub(super) fn model_name(plan: &Plan) -> Option<&'static str> {
    let preset = plan.model.preset;
    catalog::model(preset).filter(|shape| *shape == plan.model)?;
    let same = MODELS.split(' ').find(|name| *name == preset);
    let renamed = || RENAMED.iter().find(|(name, _)| *name == preset);
    same.or_else(|| renamed().map(|(_, name)| *name))
}

pub(super) const NAME_ROWS: &[Setting] = &[
    written("base_config", |_| word("base.yml")),
    written("run_name", |_| word("shardwise")),
    written("hardware", |f| word(if is_tpu(f) { "tpu" } else { "gpu" })),
    written("model_name", |f| model_name(f.plan).map(OptionValue::Word))
        .beside()
        .lacks(&[
            Lack::in_code(Aspect::Mixer),
            // Its decoder blocks are those of Llama, Mixtral, DeepSeek and of models that it knows
            // by name.
            Lack::when(Aspect::Shape, Fate::InCode, |f| {
                let model = &f.plan.model;
                let is_llama = model.norm == Norm::Rms && model.positions == Positions::Rope;
                let is_even = model.moe.every <= 1 && model.full_attention_every == 0;
                is_custom(f) && !(is_llama && is_even && !model.bias)
            }),
        ]),
];

pub(super) const SHAPE_ROWS: &[Setting] = &[
    written("decoder_block", |f| {
        word(match (is_deep(f.plan), f.is_routed()) {
            (true, _) => "deepseek",
            (false, true) => "mixtral",
            (false, false) => "llama2",
        })
    })
    .when(is_custom),
    number("base_num_decoder_layers", "layers")
        .figure()
        .when(is_custom),
    number("base_emb_dim", "hidden").figure().when(is_custom),
    number("base_mlp_dim", "ffn")
        .figure()
        .when(|f| is_custom(f) && !is_mixture(f)),
    // Without dense layers there is one width of an MLP.
    written("base_mlp_dim", |f| whole(f.plan.model.moe.ffn))
        .when(|f| is_custom(f) && is_mixture(f))
        .beside(),
    number("base_num_query_heads", "heads")
        .figure()
        .when(is_custom),
    number("base_num_kv_heads", "kv").figure().when(is_custom),
    number("head_dim", "headdim").usual("128").when(is_custom),
    number("vocab_size", "vocab").usual("32000").when(is_custom),
    switch("logits_via_embedding", "tied")
        .usual("0")
        .when(is_custom),
    option(
        "mlp_activations",
        |f| {
            let (gated, plain) = (&["silu", "linear"][..], &["gelu"][..]);
            let words = if f.plan.model.gated { gated } else { plain };
            Some(OptionValue::Words(words.to_vec()))
        },
        |file| {
            if let Some(ParsedValue::List(parts)) = file.value.at("mlp_activations") {
                let gated = if parts.len() > 1 { "1" } else { "0" };
                file.reading.set("gated", "mlp_activations", gated);
            }
        },
    )
    .when(is_custom),
    number("num_experts", "experts")
        .when(writes_experts)
        .read_when(|file| file.whole("num_experts").is_some_and(|experts| experts > 1)),
    number("num_experts_per_tok", "topk")
        .usual("1")
        .when(writes_experts)
        .read_when(is_routed),
    number("base_moe_mlp_dim", "moeffn")
        .follows(|file| file.reading.plan.model.ffn.to_string())
        .when(writes_experts)
        .read_when(is_routed),
    number("shared_experts", "shared")
        .when(|f| writes_experts(f) && f.plan.model.moe.shared > 0)
        .read_when(is_routed),
    number("first_num_dense_layers", "dense")
        .when(|f| writes_experts(f) && f.plan.model.moe.dense_layers > 0)
        .read_when(is_routed),
    written("attention_type", |f| {
        let is_latent = f.plan.model.mla.is_some();
        word(if is_latent { "mla" } else { "local_sliding" })
    })
    .when(|f| is_custom(f) && (f.plan.model.mla.is_some() || f.plan.model.window > 0))
    .beside(),
    number("sliding_window_size", "window")
        .when(|f| is_custom(f) && f.plan.model.window > 0)
        .read_when(|file| file.text("attention_type") == Some("local_sliding")),
    // Blocks of other models have windows in some of their layers.
    read("sliding_window_size", |file| {
        let path = "sliding_window_size";
        let is_read = file.text("attention_type") == Some("local_sliding");
        if let Some(width) = file.whole(path).filter(|width| *width > 0 && !is_read) {
            file.reading.unfit(path, &width.to_string());
        }
    }),
    // `configs/base.yml`: the rate is 0 unless a file says more.
    read("dropout_rate", |file| {
        let rate = file.written("dropout_rate");
        let is_zero = |rate: &String| rate.parse() == Ok(0.0);
        if rate.is_some_and(|rate| !is_zero(&rate)) && file.text("enable_dropout") != Some("false")
        {
            file.reading.set("dropout", "dropout_rate", "1");
        }
    }),
    known("enable_dropout").beside(),
    read("attention_bias mlp_bias", |file| {
        let names = "attention_bias mlp_bias";
        if let Some((path, _)) = file.first(names) {
            let is_on = file.is_on("attention_bias") || file.is_on("mlp_bias");
            file.reading
                .set("bias", path, if is_on { "1" } else { "0" });
        }
    }),
    written("q_lora_rank", |f| latent(f, |mla| mla.query_rank)).beside(),
    option(
        "kv_lora_rank",
        |f| latent(f, |mla| mla.kv_rank),
        |file| {
            let part = |path, usual: u64| file.whole(path).unwrap_or(usual).to_string();
            let ranks = [
                part("q_lora_rank", 0),
                part("kv_lora_rank", 512),
                part("qk_nope_head_dim", 128),
                part("qk_rope_head_dim", 64),
                part("v_head_dim", 128),
            ];
            file.reading.set("mla", "kv_lora_rank", &ranks.join(","));
        },
    )
    .read_when(|file| file.text("attention_type") == Some("mla")),
    written("qk_nope_head_dim", |f| latent(f, |mla| mla.nope)).beside(),
    written("qk_rope_head_dim", |f| latent(f, |mla| mla.rope)).beside(),
    written("v_head_dim", |f| latent(f, |mla| mla.value)).beside(),
];

/// The option with which others change a named model.
const CHANGES: &str = "override_model_config";

/// Options of a model's shape that stand in the files of `configs/models/`.
const SHAPE: &str = "base_num_decoder_layers base_emb_dim base_mlp_dim base_num_query_heads \
    base_num_kv_heads head_dim vocab_size logits_via_embedding num_experts num_experts_per_tok \
    base_moe_mlp_dim shared_experts first_num_dense_layers";

/// Begins the shape of a model, or the changes of a named one; false if there are none.
pub(super) fn begin_shape(file: &mut Fields) -> bool {
    let name = file.text("model_name").filter(|name| *name != "default");
    match name {
        Some(name) if released_model(name).is_some() || !file.has("base_emb_dim") => {
            file.reading.set_named_model("model_name", name);
            if file.is_on(CHANGES) {
                return file.reading.change_model(true);
            }
            // `configs/pyconfig.py`: the model's own file counts, or the program refuses both.
            let given: Vec<&str> = SHAPE.split_ascii_whitespace().collect();
            let given: Vec<&str> = given.into_iter().filter(|name| file.has(name)).collect();
            if !given.is_empty() {
                file.reading.remark(ImportNote::Alone {
                    option: given.join(", "),
                    other: CHANGES.to_owned(),
                });
            }
            false
        }
        _ if file.has("base_emb_dim base_num_decoder_layers") => {
            file.reading.start_model(CUSTOM_MODEL);
            file.reading.plan.model.moe = MixtureOfExperts::default();
            true
        }
        _ => {
            file.reading.missing(MissingSetting::Model);
            false
        }
    }
}

/// The width of shared experts, which is no option.
pub(super) fn end_shape(file: &mut Fields) {
    if file.reading.changes_model() {
        let _ = file.reading.change_model(false);
        return;
    }
    let moe = &file.reading.plan.model.moe;
    if moe.shared > 0 {
        let width = moe.ffn.to_string();
        file.reading
            .default("sharedffn", "base_moe_mlp_dim", &width);
    }
}

fn is_routed(file: &Fields) -> bool {
    file.reading.plan.model.moe.experts > 0
}

pub(super) fn is_tpu(facts: &Facts) -> bool {
    facts.plan.cluster.gpu.family == Family::Tpu
}

/// True if the decoder is like DeepSeek's.
pub(super) fn is_deep(plan: &Plan) -> bool {
    let model = &plan.model;
    model.mla.is_some() || model.moe.dense_layers > 0 || model.moe.shared > 0
}

/// True if MaxText does not know the model by name.
fn is_custom(facts: &Facts) -> bool {
    model_name(facts.plan).is_none()
}

/// True if each layer has routed experts.
fn is_mixture(facts: &Facts) -> bool {
    facts.is_routed() && facts.plan.model.moe.dense_layers == 0
}

fn writes_experts(facts: &Facts) -> bool {
    is_custom(facts) && facts.is_routed()
}

fn latent(facts: &Facts, figure: fn(&LatentAttention) -> u64) -> Option<OptionValue> {
    let mla = facts.plan.model.mla.as_ref().filter(|_| is_custom(facts))?;
    whole(figure(mla))
}
