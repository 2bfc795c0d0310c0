//! `config.json` of a text model in Hugging Face's Transformers: its fields by their names, with
//! exceptions by `model_type`.
//!
//! Sources of the fields and of their defaults: huggingface/transformers 5.24.0,
//! `src/transformers/models/*/configuration_*.py`, and the released configurations of the models
//! named in the catalogue.

mod attention;
mod experts;
mod mixer;
mod model_file;
mod names;
mod types;

use self::model_file::ModelFile;
use super::fields::Fields;
use super::imported::{ImportRefusal, MissingSetting, SettingOrigin, UnheldPart, Unsaid};
use super::value::ParsedValue;
use crate::catalog::CUSTOM_MODEL;
use crate::excerpt::excerpt;
use cost::plan::{Model, Positions};

/// Fields that distinguish a model's configuration from other JSON.
pub(crate) const SIGNS: &[&str] = &[
    "model_type",
    "architectures",
    "num_hidden_layers",
    "n_layer",
    "n_layers",
    "text_config",
];

/// Fields with the text model of a model that also reads pictures or sound.
const INSIDE: &[&str] = &[
    "text_config",
    "llm_config",
    "language_config",
    "thinker_config.text_config",
    "text_model_config",
    "llm_cfg",
];

/// Fields of models that also read pictures or sound.
const OTHER_SENSES: &[&str] = &[
    "vision_config",
    "audio_config",
    "visual",
    "vision_tower",
    "mm_vision_tower",
    "speech_config",
    "audio_processor",
    "embd_layer",
];

pub(crate) fn read(file: Fields) -> Result<(), ImportRefusal> {
    let (file, reading) = (file.value, file.reading);
    let inside = INSIDE.iter().find_map(|path| file.at(path));
    let value = inside.unwrap_or(file);
    let name = model_type(value).or_else(|| model_type(file));
    let name = name.unwrap_or_default();
    refuse(value, name)?;
    let of = types::named(name);
    let mut open = ModelFile {
        value,
        of: of.unwrap_or(types::LLAMA),
        reading,
    };
    if of.is_none() {
        let needed = ["layers", "hidden", "heads", "vocab"];
        if needed.iter().any(|key| open.name(key).is_none()) {
            return Err(ImportRefusal::ModelType(excerpt(name)));
        }
        open.reading.unsaid(Unsaid::UnknownType);
    }
    let sees = OTHER_SENSES.iter().any(|name| file.field(name).is_some());
    if inside.is_some() || sees {
        open.reading.unsaid(Unsaid::TextOnly);
    }
    unlisted(&mut open);
    open.reading.missing(MissingSetting::Cluster);
    open.reading.missing(MissingSetting::Layout);
    open.reading.missing(MissingSetting::Batch);
    features(&mut open, file);
    shape(&mut open, name);
    experts::experts(&mut open);
    attention::latent(&mut open);
    attention::kinds(&mut open);
    let predicts = !open.is_off("use_mtp");
    if predicts {
        let _ = open.figure("mtp");
    }
    sequence(&mut open);
    open.reading.unheld(value);
    Ok(())
}

fn model_type(value: &ParsedValue) -> Option<&str> {
    value.field("model_type").and_then(ParsedValue::text)
}

/// Refuses models with an encoder, and those with parts that no plan can hold.
fn refuse(value: &ParsedValue, name: &str) -> Result<(), ImportRefusal> {
    let has = |path: &str| value.field(path).is_some();
    let is_masked = || {
        let Some(ParsedValue::List(names)) = value.field("architectures") else {
            return false;
        };
        let mut names = names.iter().filter_map(ParsedValue::text);
        names.any(|name| name.ends_with("ForMaskedLM"))
    };
    let is_encoder = types::is_encoder(name)
        || value
            .field("is_encoder_decoder")
            .is_some_and(ParsedValue::is_on)
        || has("num_decoder_layers")
        || has("encoder_layers")
        || has("encoder")
        || is_masked();
    if is_encoder {
        return Err(ImportRefusal::Encoder(excerpt(name)));
    }
    let is_latent = value.at("moe_latent_size").is_some();
    let unheld = is_latent.then_some(UnheldPart::LatentExperts);
    match unheld.or_else(|| types::unheld(name)) {
        Some(part) => Err(ImportRefusal::Unheld(part)),
        None => Ok(()),
    }
}

/// Records the fields that are neither read nor known to change no figure.
fn unlisted(file: &mut ModelFile) {
    let figures = names::FIGURES.iter().map(|(_, names)| *names);
    let others = [
        names::LIFTED,
        names::LONGEST,
        names::BIAS,
        names::KINDS,
        names::ROUTED,
        names::LATENT,
        names::OTHERS,
        names::DROPOUT,
        names::IDLE,
    ];
    let lists: Vec<&str> = figures.chain(others).collect();
    file.reading
        .unlisted(file.value, &lists, names::IDLE_PREFIXES);
}

/// All but sizes: norms, gates, biases, positions, dropout and the shared embedding.
fn features(file: &mut ModelFile, outer: &ParsedValue) {
    let of = file.of;
    let tied = file
        .value
        .field("tie_word_embeddings")
        .or_else(|| outer.field("tie_word_embeddings"));
    let tied = match tied {
        Some(ParsedValue::Switch(tied)) => *tied,
        _ => of.tied,
    };
    let mut switches = names::BIAS.split_ascii_whitespace();
    let has_bias = switches.clone().any(|name| file.is_on(name));
    let has_none = switches.any(|name| file.is_off(name));
    // A share above zero: its masks are kept for backward.
    let is_some = |name: &str| match file.value.field(name) {
        Some(ParsedValue::Number(digits)) => {
            digits.bytes().any(|digit| (b'1'..=b'9').contains(&digit))
        }
        _ => false,
    };
    let dropout = names::DROPOUT.split_ascii_whitespace().any(is_some);
    let written = file.value.field("position_embedding_type");
    let positions = match written.and_then(ParsedValue::text) {
        _ if file.is_on("alibi") || file.is_on("attn_config.alibi") => Positions::Alibi,
        Some("alibi") => Positions::Alibi,
        Some("rope" | "rotary") => Positions::Rope,
        Some("nope") => Positions::None,
        _ => of.positions,
    };
    file.reading.start_model(Model {
        gated: of.gated,
        norm: of.norm,
        positions,
        bias: has_bias || of.bias && !has_none,
        tied,
        dropout,
        ..CUSTOM_MODEL
    });
    note_features(file, outer);
}

/// Records the features that the file states, and those that follow from its type.
fn note_features(file: &mut ModelFile, outer: &ParsedValue) {
    let is_there = |name: &str| file.value.at(name).is_some() || outer.at(name).is_some();
    file.reading
        .note("gated", "model_type", SettingOrigin::Default);
    for (key, names) in [
        ("tied", "tie_word_embeddings"),
        ("bias", names::BIAS),
        ("pos", "position_embedding_type alibi attn_config.alibi"),
        ("dropout", names::DROPOUT),
    ] {
        let names: Vec<&str> = names.split_ascii_whitespace().collect();
        file.reading.note_by(key, &names, is_there);
    }
}

fn shape(file: &mut ModelFile, name: &str) {
    for key in ["layers", "hidden", "heads", "vocab"] {
        if file.figure(key).is_none() {
            file.reading.missing(MissingSetting::Figure(key));
        }
    }
    let (hidden, heads) = (
        file.reading.plan.model.hidden,
        file.reading.plan.model.heads,
    );
    if file.figure("ffn").is_none() {
        let times = file.whole("expansion_ratio");
        let has_own = file.name("moeffn").is_some() || file.name("sharedffn").is_some();
        if times.is_some() || types::is_four_times(name) {
            file.set_default("ffn", hidden.saturating_mul(times.unwrap_or(4)));
        } else if !has_own {
            file.reading.missing(MissingSetting::Figure("ffn"));
        }
    }
    kv_heads(file, heads);
    if file.figure("headdim").is_none() {
        file.set_default("headdim", hidden / heads.max(1));
    }
}

/// Key-value heads: one if all query heads share it, else the field, else as many as query heads.
fn kv_heads(file: &mut ModelFile, heads: u64) {
    let usual = file.default("kv") == Some(1);
    let shares = file.is_on("multi_query") || usual && !file.is_off("multi_query");
    if shares && !file.is_on("new_decoder_architecture") {
        file.reading.set_whole("kv", "multi_query", 1);
        return;
    }
    let is_plain = file.is_off("multi_query_attention") || usual && file.name("kv").is_none();
    if is_plain || file.figure("kv").is_none() {
        file.set_default("kv", heads);
    }
}

/// A file names the longest sequence that the model can read. A model with rotary positions was
/// mostly trained on shorter ones.
fn sequence(file: &mut ModelFile) {
    let Some(longest) = file.whole(names::LONGEST) else {
        file.reading.missing(MissingSetting::Sequence);
        return;
    };
    let usual = CUSTOM_MODEL.trained_sequence;
    if longest > usual {
        file.reading.missing(MissingSetting::Sequence);
    }
    file.reading.plan.model.trained_sequence = longest.clamp(1, usual);
    file.reading.plan.batch.sequence = None;
    let mut names = names::LONGEST.split_ascii_whitespace();
    let option = names.find(|name| file.value.field(name).is_some());
    file.reading
        .note("seq", option.unwrap_or_default(), SettingOrigin::Read);
}
