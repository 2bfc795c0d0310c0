//! The builder of the model, and the adapters that it adds.
//!
//! Tests: `crates/formats/src/frameworks/rows.rs`, `crates/formats/tests/all/import_adapters.rs`.

use crate::catalog::{self, ModelEntry, released_model};
use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::document::{OptionValue, number as digits, on, switch};
use crate::export::facts::Facts;
use crate::frameworks::adapters::{self, has_4_bits, has_adapters};
use crate::frameworks::setting::{Setting, known, number, option, read, written as sets};
use crate::import::fields::{Fields, written};
use crate::import::imported::MissingSetting;
use cost::plan::{AdapterType, Dtype, Target, Tuned};

pub(super) const MODEL_ROWS: &[Setting] =
    &[
        option(MODEL, component, model).lacks(&[Lack::when(Aspect::Shape, Fate::InCode, |f| {
            builder(f).is_none()
        })]),
    ];

pub(super) const ADAPTER_ROWS: &[Setting] = &[
    read(TUNED, tuned),
    sets("model.quantize_base", |f| on(has_4_bits(f)))
        .beside()
        .lacks(&[
            // A builder wants a matrix of the attention.
            Lack::when(Aspect::Adapters, Fate::Refused, |f| {
                attention_names(f).is_empty()
            }),
            // The MLP has three adapters or none; scales are always quantised once more; adapters have
            // the type of the weights.
            Lack::when(Aspect::Adapters, Fate::Nearest, |f| {
                let adapted = MLP.iter().filter(|target| f.plan.tuning.adapts(**target));
                let is_some = !matches!(adapted.count(), 0 | 3);
                let is_single = has_4_bits(f) && !f.plan.tuning.double_quantised;
                is_some || is_single || f.plan.adapter_type() != own_type(f)
            }),
            Lack::no_option(Aspect::FrozenParts),
        ]),
    number("model.lora_rank", "rank")
        .or_missing(MissingSetting::Figure("rank"))
        .when(has_adapters)
        .read_when(adapters::is_frozen),
    option(
        "model.lora_attn_modules model.apply_lora_to_mlp",
        |f| has_adapters(f).then(|| OptionValue::Words(attention_names(f))),
        |file| {
            let path = "model.lora_attn_modules";
            let mut items = file.items(path);
            if file.is_on("model.apply_lora_to_mlp") {
                items.extend(["w1", "w2", "w3"].map(str::to_owned));
            }
            adapters::named_targets(file, path, &items);
        },
    )
    .read_when(adapters::is_frozen),
    sets("model.apply_lora_to_mlp", |f| {
        let mut targets = MLP.iter();
        let adapts = targets.any(|target| f.plan.tuning.adapts(*target));
        switch(adapts).filter(|_| has_adapters(f))
    })
    .beside(),
    option(
        "model.lora_dropout",
        |f| digits("0.0").filter(|_| has_adapters(f)),
        |file| {
            adapters::dropout(file, "model.lora_dropout", "0");
        },
    )
    .read_when(adapters::is_frozen),
    read(UNPLANNED, |file| adapters::unplanned(file, UNPLANNED)).read_when(adapters::is_frozen),
    known("model.lora_alpha"),
];

/// The option that names the builder of the model.
pub(super) const MODEL: &str = "model._component_";

/// Matrices of an MLP, which have adapters together.
const MLP: [Target; 3] = [Target::Gate, Target::Up, Target::Down];

/// Matrices of the attention by torchtune's names (`modules/peft/_utils.py`, `LORA_ATTN_MODULES`).
const ATTENTION: [(&str, Target); 4] = [
    ("q_proj", Target::Query),
    ("k_proj", Target::Key),
    ("v_proj", Target::Value),
    ("output_proj", Target::Output),
];

/// Names of the matrices of the attention with adapters.
fn attention_names(facts: &Facts) -> Vec<&'static str> {
    let mut names = ATTENTION.to_vec();
    names.retain(|(_, target)| facts.plan.tuning.adapts(*target));
    names.into_iter().map(|(name, _)| name).collect()
}

/// The type of the weights, in 16 or 32 bits, which adapters have, too.
fn own_type(facts: &Facts) -> AdapterType {
    match facts.plan.levers.dtype {
        Dtype::Fp32 => AdapterType::Fp32,
        _ => AdapterType::Half,
    }
}

/// Options that name the builder of the model and the recipe.
const TUNED: &str = "model._component_ model.quantize_base command";

/// Options of adapters that no plan has.
const UNPLANNED: &str = "model.apply_lora_to_output model.use_dora";

/// Beginnings of the builders' names, and what they train.
const BUILDERS: [(&str, Tuned); 2] = [("qlora_", Tuned::Qlora), ("lora_", Tuned::Lora)];

/// The builder's name without what it trains, and what that is.
fn trained(name: &str) -> (&str, Tuned) {
    let found = BUILDERS
        .iter()
        .find_map(|(begin, tuned)| Some((name.strip_prefix(begin)?, *tuned)));
    found.unwrap_or((name, Tuned::All))
}

/// Adapters, if the builder has them. A command without the file of its recipe leaves the bits of the
/// weights open. Weights of 4 bits have scales of 8 bits (torchao, `NF4Tensor`).
fn tuned(file: &mut Fields) {
    let command = file.value.at("command").map(written).unwrap_or_default();
    let Some(component) = file.text(MODEL) else {
        if command.contains("lora_finetune") {
            adapters::tuned(file, "command", Tuned::Lora);
            file.reading.leave_open("ft", None);
        } else {
            adapters::tuned(file, MODEL, Tuned::All);
        }
        return;
    };
    let (_, kind) = trained(component.rsplit('.').next().unwrap_or_default());
    let path = "model.quantize_base";
    if kind == Tuned::Lora && file.is_on(path) {
        adapters::tuned(file, path, Tuned::Qlora);
    } else {
        adapters::tuned(file, MODEL, kind);
    }
    if adapters::is_quantised(file) {
        file.reading.default("dquant", path, "1");
    }
}

/// Models of the catalogue, with their folders in `torchtune/models/` and their builders.
const COMPONENTS: [[&str; 3]; 25] = [
    ["llama2-7b", "llama2", "llama2_7b"],
    ["llama2-13b", "llama2", "llama2_13b"],
    ["llama2-70b", "llama2", "llama2_70b"],
    ["llama3-8b", "llama3_1", "llama3_1_8b"],
    ["llama3-70b", "llama3_1", "llama3_1_70b"],
    ["llama3-405b", "llama3_1", "llama3_1_405b"],
    ["llama3.2-1b", "llama3_2", "llama3_2_1b"],
    ["llama3.2-3b", "llama3_2", "llama3_2_3b"],
    ["qwen2.5-0.5b", "qwen2_5", "qwen2_5_0_5b"],
    ["qwen2.5-1.5b", "qwen2_5", "qwen2_5_1_5b_base"],
    ["qwen2.5-3b", "qwen2_5", "qwen2_5_3b"],
    ["qwen2.5-7b", "qwen2_5", "qwen2_5_7b_base"],
    ["qwen2.5-14b", "qwen2_5", "qwen2_5_14b_base"],
    ["qwen2.5-32b", "qwen2_5", "qwen2_5_32b_base"],
    ["qwen2.5-72b", "qwen2_5", "qwen2_5_72b_base"],
    ["qwen3-0.6b", "qwen3", "qwen3_0_6b_base"],
    ["qwen3-1.7b", "qwen3", "qwen3_1_7b_base"],
    ["qwen3-4b", "qwen3", "qwen3_4b_base"],
    ["qwen3-8b", "qwen3", "qwen3_8b_base"],
    ["qwen3-14b", "qwen3", "qwen3_14b_base"],
    ["qwen3-32b", "qwen3", "qwen3_32b"],
    ["gemma2-2b", "gemma2", "gemma2_2b"],
    ["gemma2-9b", "gemma2", "gemma2_9b"],
    ["gemma2-27b", "gemma2", "gemma2_27b"],
    ["mistral-7b", "mistral", "mistral_7b"],
];

/// The folder and the builder of the plan's model, if it has the shape of one of the catalogue.
fn builder(facts: &Facts) -> Option<[&'static str; 2]> {
    let model = &facts.plan.model;
    let mut rows = COMPONENTS.iter();
    let [_, family, name] = rows.find(|[preset, ..]| *preset == model.preset)?;
    let is_known = catalog::model(model.preset).is_some_and(|shape| shape == *model);
    is_known.then_some([*family, *name])
}

/// True of a model with a plan of its matrices for tensor parallelism
/// (`models/llama3/_parallelism.py`).
pub(super) fn is_llama(facts: &Facts) -> bool {
    builder(facts).is_some_and(|[family, _]| family.starts_with("llama3"))
}

fn component(facts: &Facts) -> Option<OptionValue> {
    let [family, name] = builder(facts)?;
    let adapters = if has_adapters(facts) { "lora_" } else { "" };
    let parts = ["torchtune.models.", family, ".", adapters, name];
    Some(OptionValue::Text(parts.concat()))
}

/// The model of a builder in a folder: `qwen2_5_7b_instruct` in `qwen2_5` is `qwen2.5-7b`, and
/// `llama3_1_8b` in `llama3_1` is `llama-3.1-8b`.
fn entry(family: &str, name: &str) -> Option<&'static ModelEntry> {
    let size = name.strip_prefix(family).unwrap_or_default();
    let size = size.trim_start_matches('_').replace('_', ".");
    let size = size.trim_end_matches(".base").trim_end_matches(".instruct");
    let version = family.find(|letter: char| letter.is_ascii_digit());
    let (line, version) = family.split_at(version.unwrap_or(family.len()));
    let version = version.replace('_', ".");
    let names = ["", "-"].map(|gap| [line, gap, &version, "-", size].concat());
    names.iter().find_map(|name| released_model(name))
}

/// The model by its builder: `torchtune.models.qwen2_5.qwen2_5_7b_instruct`.
fn model(file: &mut Fields) {
    let Some(builder) = file.text(MODEL) else {
        return file.reading.missing(MissingSetting::Model);
    };
    let mut parts = builder.rsplit('.');
    let (name, _) = trained(parts.next().unwrap_or_default());
    match entry(parts.next().unwrap_or_default(), name) {
        Some(entry) => file.reading.set_model(MODEL, entry.model),
        None => file.reading.unknown_model(MODEL, builder),
    }
}

#[cfg(test)]
mod tests {
    use super::{COMPONENTS, entry};

    #[test]
    fn builders_are_read_as_their_models() {
        for [preset, family, name] in COMPONENTS {
            let read = entry(family, name).expect(name).model.preset;
            assert_eq!(read, preset, "{name}");
        }
    }
}
