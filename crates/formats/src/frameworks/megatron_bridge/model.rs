//! The model: the recipe's, as the overrides change it, else the shape that they give.

use crate::catalog::{self, CUSTOM, CUSTOM_MODEL, released_model};
use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::document::{OptionValue, number as digits, on, whole, whole_if, word};
use crate::export::facts::Facts;
use crate::frameworks::megatron::read::shared_experts;
use crate::frameworks::megatron::rules::backend;
use crate::frameworks::setting::{
    Setting, elsewhere, known, number, option, read, switch, switch_to, words, written,
};
use crate::import::fields::{Fields, written as as_written};
use crate::import::imported::MissingSetting;
use crate::import::value::ParsedValue;
use crate::{layers, link};
use cost::plan::{MixtureOfExperts, Model, Norm, Positions};

pub(super) const ROWS: &[Setting] = &[
    read("recipe mode", start).lacks(&[
        Lack::when(Aspect::Shape, Fate::InCode, |facts| {
            recipe(&facts.plan.model).is_none()
        }),
        Lack::yours(Aspect::Recipe),
        Lack::yours(Aspect::Rendezvous),
        // Its providers of hybrid models.
        Lack::in_code(Aspect::Mixer),
    ]),
    number(LAYERS, "layers"),
    number(HIDDEN, "hidden"),
    number("model.ffn_hidden_size", "ffn").may_follow(|file| {
        let hidden = file.reading.plan.model.hidden;
        core(file, &hidden.saturating_mul(4).to_string())
    }),
    number(HEADS, "heads"),
    number("model.num_query_groups", "kv")
        .may_follow(|file| core(file, &file.reading.plan.model.heads.to_string()))
        .when(|f| f.plan.model.mla.is_none()),
    number(HEAD_WIDTH, "headdim")
        .may_follow(|file| {
            let Model { hidden, heads, .. } = file.reading.plan.model;
            core(file, &(hidden / heads.max(1)).to_string())
        })
        .when(|f| f.plan.model.mla.is_none()),
    number(VOCABULARY, "vocab"),
    words(
        "model.position_embedding_type",
        "pos",
        &[
            ("rope", "rope"),
            ("yarn", "rope"),
            ("learned_absolute", "learned"),
            ("none", "none"),
        ],
    )
    .may_follow(|file| core(file, "learned"))
    .when(|f| f.plan.model.positions != Positions::None)
    .lacks(&[Lack::no_option(Aspect::Alibi)]),
    option(
        "model.normalization",
        |f| {
            let is_rms = f.plan.model.norm == Norm::Rms;
            word(if is_rms { "RMSNorm" } else { "LayerNorm" })
        },
        norm,
    ),
    switch("model.gated_linear_unit", "gated").may_follow(|file| core(file, "0")),
    switch("model.add_bias_linear", "bias").may_follow(|file| core(file, "1")),
    switch("model.share_embeddings_and_output_weights", "tied").may_follow(|file| core(file, "1")),
    option(ATTENTION_DROPOUT, dropout, read_dropout),
    option(HIDDEN_DROPOUT, dropout, elsewhere),
    number("model.mtp_num_layers", "mtp").when(|f| f.plan.model.multi_token_layers > 0),
    option(
        QUERY_RANK,
        |f| {
            let rank = f.plan.model.mla?.query_rank;
            whole_if(rank > 0, rank)
        },
        elsewhere,
    ),
    option(KV_RANK, |f| whole(f.plan.model.mla?.kv_rank), latent),
    option(NOPE, |f| whole(f.plan.model.mla?.nope), elsewhere),
    option(ROPE, |f| whole(f.plan.model.mla?.rope), elsewhere),
    option(VALUE, |f| whole(f.plan.model.mla?.value), elsewhere),
    number("model.num_moe_experts", "experts").when(is_routed),
    number("model.moe_router_topk", "topk")
        .may_follow(|file| (file.reading.plan.model.moe.per_token == 0).then(|| "2".to_owned()))
        .when(is_routed)
        .read_when(has_experts),
    number("model.moe_ffn_hidden_size", "moeffn")
        .may_follow(|file| {
            let Model { ffn, moe, .. } = file.reading.plan.model;
            (moe.ffn == 0).then(|| ffn.to_string())
        })
        .when(is_routed)
        .read_when(has_experts),
    option(
        SHARED_WIDTH,
        |f| {
            let width = f.plan.model.moe.shared_width();
            whole_if(f.is_routed() && width > 0, width)
        },
        shared,
    )
    .read_when(has_experts),
    read(ROUTED_LAYERS, routed_layers).read_when(has_experts),
    switch_to("model.moe_router_force_load_balancing", "imbal", "1").unwritten(),
    written("model.moe_router_pre_softmax", |f| {
        on(f.is_routed() && f.plan.model.moe.per_token == 1)
    }),
    option(
        DISPATCHER,
        |f| {
            let is_flexible = backend(f).is_some();
            word(if is_flexible { "flex" } else { "alltoall" })
        },
        |file| {
            let words = [("alltoall", "a2a"), ("allgather", "a2a")];
            file.word("disp", DISPATCHER, &words, None);
        },
    )
    .when(is_routed)
    .read_when(|file| has_experts(file) && !is_flexible(file)),
    words(
        "model.moe_flex_dispatcher_backend",
        "disp",
        &[("deepep", "deepep"), ("hybridep", "hybridep")],
    )
    .usual("deepep")
    .when(|f| backend(f).is_some())
    .read_when(|file| has_experts(file) && is_flexible(file)),
    read(WINDOW, window),
    number("model.window_attn_skip_freq", "fullevery")
        .read_when(|file| file.has(WINDOW))
        .unwritten(),
    known(IDLE),
];

/// Options of the model that change no figure.
const IDLE: &str = "\
    model.rotary_base model.init_method_std model.layernorm_epsilon model.moe_grouped_gemm \
    model.moe_permute_fusion model.moe_router_load_balancing_type model.moe_aux_loss_coeff \
    model.make_vocab_size_divisible_by model.apply_rope_fusion model.bias_activation_fusion \
    model.multi_latent_attention model.transformer_impl tokenizer.";

const LAYERS: &str = "model.num_layers";
const HIDDEN: &str = "model.hidden_size";
const HEADS: &str = "model.num_attention_heads";
const VOCABULARY: &str = "model.vocab_size";
const HEAD_WIDTH: &str = "model.kv_channels";
const ATTENTION_DROPOUT: &str = "model.attention_dropout";
const HIDDEN_DROPOUT: &str = "model.hidden_dropout";
const QUERY_RANK: &str = "model.q_lora_rank";
const KV_RANK: &str = "model.kv_lora_rank";
const NOPE: &str = "model.qk_head_dim";
const ROPE: &str = "model.qk_pos_emb_head_dim";
const VALUE: &str = "model.v_head_dim";
const SHARED_WIDTH: &str = "model.moe_shared_expert_intermediate_size";
const ROUTED_LAYERS: &str = "model.moe_layer_freq";
const DISPATCHER: &str = "model.moe_token_dispatcher_type";
const WINDOW: &str = "model.window_size";

/// Models of the catalogue with their recipes.
const RECIPES: [(&str, &str); 12] = [
    ("gpt3-175b", "gpt3_175b_pretrain_config"),
    ("llama2-7b", "llama2_7b_pretrain_config"),
    ("llama3-8b", "llama3_8b_pretrain_config"),
    ("llama3-70b", "llama3_70b_pretrain_config"),
    ("llama3-405b", "llama31_405b_pretrain_config"),
    ("qwen3-8b", "qwen3_8b_pretrain_config"),
    ("qwen3-32b", "qwen3_32b_pretrain_config"),
    ("qwen3-30b-a3b", "qwen3_30b_a3b_pretrain_config"),
    ("qwen3-235b-a22b", "qwen3_235b_a22b_pretrain_config"),
    ("deepseek-v2-236b", "deepseek_v2_pretrain_config"),
    ("deepseek-v3-671b", "deepseek_v3_pretrain_config"),
    ("gpt-oss-120b", "gpt_oss_120b_pretrain_config"),
];

/// The recipe whose model has this shape.
pub(super) fn recipe(model: &Model) -> Option<&'static str> {
    let known = catalog::model(model.preset).is_some_and(|shape| shape == *model);
    let found = RECIPES.iter().find(|(preset, _)| *preset == model.preset);
    found.filter(|_| known).map(|(_, recipe)| *recipe)
}

/// Ways of training that the names of recipes have after the model's.
const WAYS: [&str; 6] = ["pretrain", "sft", "finetune", "peft", "lora", "dora"];
/// Those that train an adapter.
const ADAPTERS: [&str; 3] = ["peft", "lora", "dora"];

/// The way of training in the name of a recipe.
fn way(recipe: &str) -> Option<&'static str> {
    let mut parts = recipe.split('_');
    parts.find_map(|part| WAYS.into_iter().find(|way| *way == part))
}

/// The way of training, if it trains an adapter.
pub(super) fn adapter<'a>(file: &Fields<'a>) -> Option<&'a str> {
    let ways = [file.text("mode"), file.text("recipe").and_then(way)];
    let mut ways = ways.into_iter().flatten();
    ways.find(|way| ADAPTERS.contains(way))
}

/// The model of a recipe, by the part of the name before the way of training.
fn recipe_model(recipe: &str) -> Option<Model> {
    let of = |name: &str| {
        let known = RECIPES.iter().find(|(_, recipe)| *recipe == name);
        known.and_then(|(preset, _)| catalog::model(preset))
    };
    let stem = way(recipe).and_then(|way| recipe.split_once(&["_", way].concat()));
    let Some((stem, _)) = stem else {
        return of(recipe);
    };
    let pretraining = [stem, "_pretrain_config"].concat();
    of(&pretraining).or_else(|| Some(released_model(&stem.replace('_', "-"))?.model))
}

/// Begins the recipe's model, else one with Megatron Core's defaults if the overrides give a shape.
fn start(file: &mut Fields) {
    let stated = file.text("recipe");
    match (stated.and_then(recipe_model), stated) {
        (Some(model), _) => file.reading.set_model("recipe", model),
        (None, _) if has_shape(file) => {
            file.reading.start_model(Model {
                norm: Norm::Layer,
                positions: Positions::Learned,
                dropout: true,
                moe: MixtureOfExperts::default(),
                ..CUSTOM_MODEL
            });
            if !file.has(VOCABULARY) {
                file.reading.missing(MissingSetting::Figure("vocab"));
            }
        }
        (None, Some(recipe)) => file.reading.unknown_model("recipe", recipe),
        (None, None) => file.reading.missing(MissingSetting::Model),
    }
}

fn has_shape(file: &Fields) -> bool {
    [LAYERS, HIDDEN, HEADS].iter().all(|path| file.has(path))
}

/// True if the overrides give the shape of a model, without a recipe's.
pub(super) fn is_shaped(file: &Fields) -> bool {
    has_shape(file) && file.reading.plan.model.preset == CUSTOM
}

/// A default of Megatron Core, for a model without a recipe.
fn core(file: &Fields, value: &str) -> Option<String> {
    is_shaped(file).then(|| value.to_owned())
}

pub(super) fn is_routed(facts: &Facts) -> bool {
    facts.is_routed()
}

fn norm(file: &mut Fields) {
    let path = "model.normalization";
    match file.text(path) {
        None => {}
        Some("RMSNorm") => file.reading.plan.model.norm = Norm::Rms,
        Some("LayerNorm") => file.reading.plan.model.norm = Norm::Layer,
        Some(other) => file.reading.unfit(path, other),
    }
}

fn dropout(facts: &Facts) -> Option<OptionValue> {
    // 0.1 is the default of Megatron Core.
    digits(if facts.plan.model.dropout {
        "0.1"
    } else {
        "0.0"
    })
}

fn read_dropout(file: &mut Fields) {
    let paths = [ATTENTION_DROPOUT, HIDDEN_DROPOUT];
    let drops = paths.map(|path| match file.value.at(path) {
        None => file.reading.plan.model.dropout,
        Some(ParsedValue::Whole(0)) => false,
        Some(ParsedValue::Number(digits)) => digits.parse() != Ok(0.0),
        Some(_) => true,
    });
    file.reading.plan.model.dropout = drops.contains(&true);
    if is_shaped(file) || paths.iter().any(|path| file.has(path)) {
        let is_there = |path: &str| file.value.at(path).is_some();
        file.reading.note_by("dropout", &paths, is_there);
    }
}

fn latent(file: &mut Fields) {
    let paths = [QUERY_RANK, KV_RANK, NOPE, ROPE, VALUE];
    let mut first = [KV_RANK].into_iter().chain(paths);
    let Some(path) = first.find(|path| file.has(path)) else {
        return;
    };
    let recipes = link::value(&file.reading.plan, "mla");
    let recipes: Vec<u64> = recipes.split(',').flat_map(str::parse).collect();
    if recipes.is_empty() && file.whole(KV_RANK).is_none() {
        return;
    }
    // The widths of heads are Megatron Core's.
    let usual = <[u64; 5]>::try_from(recipes).unwrap_or([0, 0, 128, 64, 128]);
    let parts = std::iter::zip(paths, usual);
    let parts = parts.map(|(path, usual)| file.whole(path).unwrap_or(usual).to_string());
    let parts = parts.collect::<Vec<_>>().join(",");
    file.reading.set("mla", path, &parts);
    if let (true, Some(mla)) = (is_shaped(file), file.reading.plan.model.mla)
        && !file.has(HEAD_WIDTH)
    {
        let width = mla.value.to_string();
        file.reading.default("headdim", VALUE, &width);
    }
}

fn has_experts(file: &Fields) -> bool {
    file.reading.plan.model.moe.experts > 0
}

fn is_flexible(file: &Fields) -> bool {
    file.text(DISPATCHER) == Some("flex")
}

fn shared(file: &mut Fields) {
    if let Some(shared) = file.whole(SHARED_WIDTH) {
        let count = shared_experts(shared, file.reading.plan.model.moe.ffn);
        file.reading.set_whole("shared", SHARED_WIDTH, count);
        let width = shared / count.max(1);
        file.reading.set_whole("sharedffn", SHARED_WIDTH, width);
    }
}

fn routed_layers(file: &mut Fields) {
    let Some(value) = file.value.at(ROUTED_LAYERS) else {
        return;
    };
    let rule = match value {
        ParsedValue::List(items) => {
            let flags: Option<Vec<u64>> = items.iter().map(ParsedValue::whole).collect();
            let flags = flags.map(|all| all.iter().map(|flag| *flag > 0).collect::<Vec<_>>());
            flags.and_then(|flags| layers::rule(&flags))
        }
        value => layers::routed(&as_written(value), file.reading.plan.model.layers),
    };
    match rule {
        Some((dense, every)) => {
            file.reading.set_whole("dense", ROUTED_LAYERS, dense);
            let every = if every == 1 { 0 } else { every };
            file.reading.set_whole("every", ROUTED_LAYERS, every);
        }
        None => file.reading.unfit(ROUTED_LAYERS, "…"),
    }
}

/// The tokens that attention looks back, the first of a pair.
fn window(file: &mut Fields) {
    let left = match file.value.at(WINDOW) {
        None => return,
        Some(ParsedValue::List(items)) => items.first().map(as_written).unwrap_or_default(),
        Some(window) => as_written(window),
    };
    let left = left.trim_matches(['(', '[']).split(',').next();
    let left = left.unwrap_or_default().trim();
    file.reading.set("window", WINDOW, left);
}
