//! The model: its name and flavor, and the shape in the JSON that version 0.3 dumps.
//!
//! Tests: `crates/formats/src/frameworks/rows.rs`, `crates/formats/tests/all/import_corpus.rs`.

use super::write::{PYTHON, TOML, family, flavor, flavored};
use crate::catalog::CUSTOM_MODEL;
use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::document::OptionValue;
use crate::frameworks::setting::{Setting, known, number, option, read, switch, written};
use crate::import::fields::Fields;
use crate::import::imported::MissingSetting;
use crate::import::value::ParsedValue;
use cost::plan::MixtureOfExperts;

pub(super) const ROWS: &[Setting] = &[
    written("model.name", |f| {
        flavor(&f.plan.model).map(|(name, _)| OptionValue::Word(name))
    })
    .of_versions(TOML)
    .beside(),
    option(
        "model.flavor",
        |f| flavor(&f.plan.model).map(|(_, flavor)| OptionValue::Word(flavor)),
        named,
    )
    .of_versions(TOML)
    .read_when(|file| !is_dump(file))
    .lacks(&[
        Lack::in_code(Aspect::Mixer),
        Lack::when(Aspect::Shape, Fate::InCode, |f| {
            flavor(&f.plan.model).is_none()
        }),
        Lack::when(Aspect::Shape, Fate::InCode, |f| family(f).is_none()).of_versions(PYTHON),
    ]),
    known("model.hf_assets_path model.tokenizer_path hf_assets_path tokenizer."),
];

/// True of the JSON that version 0.3 writes.
pub(super) fn is_dump(file: &Fields) -> bool {
    file.has("model_spec")
}

fn text<'a>(file: &Fields<'a>, path: &'static str) -> &'a str {
    file.text(path).unwrap_or_default()
}

fn named(file: &mut Fields) {
    let (option, flavor) = ("model.flavor", text(file, "model.flavor"));
    match flavored((text(file, "model.name"), flavor)) {
        Some(model) => file.reading.set_model(option, model),
        None if flavor.is_empty() => file.reading.missing(MissingSetting::Model),
        None => file.reading.unknown_model(option, flavor),
    }
}

/// Figures of a dumped model whose flavor the catalogue lacks.
pub(super) const DUMP_ROWS: &[Setting] = &[
    number("model_spec.model.dim", "hidden")
        .figure()
        .unwritten(),
    number("model_spec.model.vocab_size", "vocab")
        .figure()
        .unwritten(),
    switch("model_spec.model.enable_weight_tying", "tied")
        .usual("0")
        .unwritten(),
    read("model_spec.", layers),
];

/// Begins a dumped model. False if there is none, or if the catalogue has its flavor.
pub(super) fn begin_dump(file: &mut Fields) -> bool {
    if !is_dump(file) {
        return false;
    }
    let stated = (
        text(file, "model_spec.name"),
        text(file, "model_spec.flavor"),
    );
    if let Some(model) = flavored(stated) {
        file.reading.set_model("model_spec.flavor", model);
        return false;
    }
    file.reading.start_model(CUSTOM_MODEL);
    file.reading.plan.model.moe = MixtureOfExperts::default();
    true
}

/// Figures of the first layer, which stand for all.
fn layers(file: &mut Fields) {
    let shape = file.value.at("model_spec.model");
    let shape = shape.unwrap_or(&ParsedValue::Null);
    let layers = match shape.field("layers") {
        Some(ParsedValue::List(layers)) => layers.as_slice(),
        _ => &[],
    };
    let first = layers.first().or_else(|| shape.field("layer"));
    let first = first.unwrap_or(&ParsedValue::Null);
    let whole = |path: &str| first.at(path).and_then(ParsedValue::whole);
    let count = shape.field("n_layers").and_then(ParsedValue::whole);
    let count = count.or(Some(layers.len() as u64).filter(|count| *count > 0));
    let ffn = whole("feed_forward.hidden_dim");
    let ffn = ffn.or_else(|| whole("feed_forward.w1.out_features"));
    let attention = "model_spec.model.layers.attention";
    let reading = &mut *file.reading;
    for (key, option, number) in [
        ("layers", "model_spec.model.layers", count),
        ("heads", attention, whole("attention.n_heads")),
        ("ffn", "model_spec.model.layers.feed_forward", ffn),
    ] {
        match number {
            Some(number) => reading.set_whole(key, option, number),
            None => reading.missing(MissingSetting::Figure(key)),
        }
    }
    let heads = reading.plan.model.heads;
    reading.set_or("kv", attention, whole("attention.n_kv_heads"), heads);
    let width = reading.plan.model.hidden / heads.max(1);
    reading.set_or("headdim", attention, whole("attention.head_dim"), width);
    if layers.iter().any(|layer| layer.field("moe").is_some()) {
        // The fields of its experts differ between models.
        reading.unfit("model_spec.model.layers.moe", "…");
        reading.missing(MissingSetting::Figure("experts"));
    }
}
