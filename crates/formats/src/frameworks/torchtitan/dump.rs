//! The parts that torchtitan 0.3 writes differently from 0.2: the model and recompute in its dumped
//! JSON.
//!
//! Source of the fields: pytorch/torchtitan 0.3.0, `torchtitan/protocols/model_spec.py`,
//! `models/*/__init__.py`, `distributed/activation_checkpoint.py`.

use crate::catalog::{self, CUSTOM_MODEL};
use crate::frameworks::torchtitan::write::FLAVORS;
use crate::import::imported::{MissingSetting, SettingOrigin};
use crate::import::reading::ImportReader;
use crate::import::value::ParsedValue;
use cost::plan::{MixtureOfExperts, Module, Recompute, WordSet};

/// The field with the model.
pub(crate) const MODEL: &str = "model_spec";

/// The model by its flavor, with the figures that the dump has.
pub(crate) fn model(value: &ParsedValue, reading: &mut ImportReader) {
    let Some(spec) = value.field(MODEL) else {
        return;
    };
    let text = |name: &str| {
        spec.field(name)
            .and_then(ParsedValue::text)
            .unwrap_or_default()
    };
    let stated = (text("name"), text("flavor"));
    let found = FLAVORS.iter().find(|(_, flavor)| *flavor == stated);
    let known = found.and_then(|(preset, _)| catalog::model(preset));
    if let Some(model) = known {
        reading.set_model("model_spec.flavor", model);
        return;
    }
    reading.start_model(CUSTOM_MODEL);
    let shape = spec.field("model").unwrap_or(&ParsedValue::Null);
    let layers = match shape.field("layers") {
        Some(ParsedValue::List(layers)) => layers.as_slice(),
        _ => &[],
    };
    let first = layers.first().or_else(|| shape.field("layer"));
    let first = first.unwrap_or(&ParsedValue::Null);
    let count = shape.field("n_layers").and_then(ParsedValue::whole);
    let count = count.or(Some(layers.len() as u64).filter(|count| *count > 0));
    let whole = |part: &ParsedValue, path: &str| part.at(path).and_then(ParsedValue::whole);
    let hidden = whole(shape, "dim");
    let heads = whole(first, "attention.n_heads");
    let ffn = whole(first, "feed_forward.hidden_dim");
    let ffn = ffn.or_else(|| whole(first, "feed_forward.w1.out_features"));
    for (key, option, number) in [
        ("layers", "model_spec.model.layers", count),
        ("hidden", "model_spec.model.dim", hidden),
        ("heads", "model_spec.model.layers.attention.n_heads", heads),
        ("ffn", "model_spec.model.layers.feed_forward", ffn),
        (
            "vocab",
            "model_spec.model.vocab_size",
            whole(shape, "vocab_size"),
        ),
    ] {
        match number {
            Some(number) => reading.set_whole(key, option, number),
            None => reading.missing(MissingSetting::Figure(key)),
        }
    }
    let model = reading.plan.model;
    let kv = whole(first, "attention.n_kv_heads");
    reading.set_or(
        "kv",
        "model_spec.model.layers.attention.n_kv_heads",
        kv,
        model.heads,
    );
    let width = model.hidden / model.heads.max(1);
    let stated = whole(first, "attention.head_dim");
    reading.set_or(
        "headdim",
        "model_spec.model.layers.attention.head_dim",
        stated,
        width,
    );
    let tied = shape
        .field("enable_weight_tying")
        .is_some_and(ParsedValue::is_on);
    reading.set(
        "tied",
        "model_spec.model.enable_weight_tying",
        if tied { "1" } else { "0" },
    );
    reading.plan.model.moe = MixtureOfExperts::default();
    if layers.iter().any(|layer| layer.field("moe").is_some()) {
        // The fields of its experts differ between models.
        reading.unfit("model_spec.model.layers.moe", "…");
        reading.missing(MissingSetting::Figure("experts"));
    }
}

/// Recompute by the fields of its object: a budget, patterns of names, or none for whole layers.
pub(crate) fn recompute(value: &ParsedValue, reading: &mut ImportReader) {
    let name = "activation_checkpoint";
    let has = |part: &str| match value.field(name) {
        Some(ParsedValue::Fields(fields)) => fields.iter().any(|(field, _)| field.contains(part)),
        _ => false,
    };
    let levers = &mut reading.plan.levers;
    levers.recompute = if value.field(name).is_none() {
        Recompute::None
    } else if has("budget") {
        reading.unfit(name, "memory_budget");
        return;
    } else if has("regex") || has("save") || has("fqns") {
        levers.modules = WordSet::of(&[Module::Ops]);
        Recompute::Selective
    } else {
        Recompute::Full
    };
    levers.recompute_layers = None;
    reading.note("ckpt", name, SettingOrigin::Read);
}
