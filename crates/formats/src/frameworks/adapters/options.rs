//! Options of adapters that several frameworks share.

use super::modules::NamedModules;
use crate::excerpt::excerpt;
use crate::frameworks::setting::{Setting, switch};
use crate::import::fields::{Fields, written};
use crate::import::imported::{ImportNote, MissingSetting, SettingOrigin};
use crate::import::value::ParsedValue;
use cost::plan::{End, Model, Target, Tuned, Word, WordSet};

/// True if the plan so far has frozen weights.
pub(crate) fn is_frozen(file: &Fields) -> bool {
    file.reading.plan.tuning.is_frozen()
}

/// True if the plan so far has frozen weights of 4 bits.
pub(crate) fn is_quantised(file: &Fields) -> bool {
    file.reading.plan.tuning.tuned == Tuned::Qlora
}

/// Sets what the file trains, by these options. Adapters have the recipe's type.
pub(crate) fn tuned(file: &mut Fields, options: &'static str, tuned: Tuned) {
    let tuning = &mut file.reading.plan.tuning;
    tuning.tuned = tuned;
    tuning.ends = None;
    (tuning.frozen_first, tuning.frozen_last) = (0, 0);
    if tuning.is_frozen() {
        tuning.adapters = None;
        file.reading.note("adtype", "", SettingOrigin::Default);
    }
    file.note("ft", options);
}

/// The row of a switch that quantises the scales of 4-bit weights once more.
pub(crate) const fn double_quantised(names: &'static str) -> Setting {
    switch(names, "dquant").read_when(is_quantised)
}

/// Bits of a model's weights, by the ends of names on Hugging Face's hub.
const STORED: [(&str, Option<Tuned>); 6] = [
    ("bnb-4bit", Some(Tuned::Qlora)),
    ("8bit", None),
    ("gptq", None),
    ("awq", None),
    ("int4", None),
    ("int8", None),
];

/// Reads what the name of the model says of the type of its frozen weights. It is 4 bits where
/// bitsandbytes has quantised them, with scales that were quantised once more (Unsloth's models).
pub(crate) fn stored(file: &mut Fields, option: &'static str) {
    let Some((path, name)) = file.first(option).filter(|_| is_frozen(file)) else {
        return;
    };
    let name = name.text().unwrap_or_default();
    let small = excerpt(name).to_ascii_lowercase();
    let found = STORED.iter().find(|(end, _)| small.contains(end));
    match found {
        Some((_, Some(kind))) => tuned(file, option, *kind),
        Some((_, None)) => nearest(file, path, name),
        None => {}
    }
}

/// Remarks that a plan has only the nearest of an option's value.
pub(crate) fn nearest(file: &mut Fields, option: &str, value: &str) {
    file.reading.remark(ImportNote::Nearest {
        option: excerpt(option),
        value: excerpt(value),
    });
}

/// Reads the matrices that have adapters, by names or a regular expression, else those of the
/// framework's default.
pub(crate) fn targets(file: &mut Fields, paths: &'static str, usual: WordSet<Target>) {
    let Some((path, value)) = file.first(paths) else {
        file.reading.plan.tuning.targets = usual;
        return file.note("targets", paths);
    };
    let items = match value {
        ParsedValue::Text(text) => names(text),
        ParsedValue::List(items) => items.iter().map(written).collect(),
        other => vec![written(other)],
    };
    named_targets(file, path, &items);
}

/// Sets the matrices that have adapters, by names that the file gives.
pub(crate) fn named_targets(file: &mut Fields, path: &'static str, items: &[String]) {
    let named = NamedModules::of(items, file.reading.plan.model.layers);
    for name in &named.unknown {
        file.reading.unfit(path, name);
    }
    if named.is_of_some_layers {
        let value = items.first().map_or("", String::as_str);
        nearest(file, path, value);
    } else if let Some(name) = &named.joined {
        nearest(file, path, name);
    }
    if named.targets == WordSet::EMPTY {
        return file.reading.missing(MissingSetting::Figure("targets"));
    }
    file.reading.plan.tuning.targets = named.targets;
    file.note("targets", path);
}

/// The items of a text: names with commas between them, or one regular expression.
fn names(text: &str) -> Vec<String> {
    let is_pattern = text.contains(|letter: char| "()[]{}|\\^$?+".contains(letter));
    if is_pattern {
        return vec![text.to_owned()];
    }
    let items = text.split(',').map(str::trim);
    items
        .filter(|item| !item.is_empty())
        .map(str::to_owned)
        .collect()
}

/// All matrices of a layer.
pub(crate) fn all_targets() -> WordSet<Target> {
    WordSet::of(Target::ALL)
}

/// The matrices to which PEFT adds adapters where no option names them, by the family of the model:
/// queries and values, with keys where one matrix has all three (huggingface/peft 5d602fdb,
/// `src/peft/utils/constants.py`).
pub(crate) fn peft_targets(model: &Model) -> WordSet<Target> {
    const JOINED: [&str; 4] = ["gpt2", "gpt-neox", "pythia", "bloom"];
    let is_joined = JOINED.iter().any(|family| model.preset.starts_with(family));
    let plain = [Target::Query, Target::Value];
    let joined = [Target::Query, Target::Key, Target::Value];
    WordSet::of(if is_joined { &joined } else { &plain })
}

/// Names of the ends of a model in its code: those of Llama, GPT-2, GPT-NeoX and OPT, and of the
/// first Qwen (huggingface/transformers 5.24, `src/transformers/models/*/modeling_*.py`).
const ENDS: [(&str, End); 7] = [
    ("embed_tokens", End::Embedding),
    ("wte", End::Embedding),
    ("embed_in", End::Embedding),
    ("word_embeddings", End::Embedding),
    ("lm_head", End::Head),
    ("embed_out", End::Head),
    ("output_layer", End::Head),
];

/// The name of an end in Llama's code.
pub(super) fn end_name(end: End) -> &'static str {
    let named = ENDS.iter().find(|(_, named)| *named == end);
    named.map_or("", |(name, _)| name)
}

/// Reads the modules outside the layers of which a copy is trained beside the adapters. Norms have so
/// few parameters that a plan without them is near.
pub(crate) fn saved(file: &mut Fields, paths: &'static str) {
    let Some((path, value)) = file.first(paths).filter(|(_, value)| asks(value)) else {
        return;
    };
    let items = match value {
        ParsedValue::Text(text) => names(text),
        ParsedValue::List(items) => items.iter().map(written).collect(),
        other => vec![written(other)],
    };
    let (mut ends, mut others) = (Vec::new(), Vec::new());
    for item in &items {
        let last = item.rsplit('.').next().unwrap_or_default();
        match ENDS.iter().find(|(name, _)| *name == last) {
            Some((_, end)) => ends.push(*end),
            None if last.contains("norm") => nearest(file, path, item),
            None => others.push(item.as_str()),
        }
    }
    if !others.is_empty() {
        file.reading.unfit(path, &others.join(", "));
    }
    if !ends.is_empty() {
        file.reading.plan.tuning.ends = Some(WordSet::of(&ends));
        file.note("trainends", path);
    }
}

/// Reads the numbers of the layers that have adapters. A plan has layers without gaps between them.
pub(crate) fn some_layers(file: &mut Fields, path: &'static str) {
    let Some((path, value)) = file.first(path).filter(|(_, value)| asks(value)) else {
        return;
    };
    let value = value.clone();
    let numbers: Option<Vec<u64>> = match &value {
        ParsedValue::Whole(number) => Some(vec![*number]),
        ParsedValue::List(items) => items
            .iter()
            .map(|item| match item {
                ParsedValue::Whole(number) => Some(*number),
                _ => None,
            })
            .collect(),
        _ => None,
    };
    let layers = file.reading.plan.model.layers;
    let numbers = numbers.unwrap_or_default();
    let bounds = numbers.iter().min().zip(numbers.iter().max());
    let Some((&first, &last)) = bounds.filter(|(_, last)| **last < layers) else {
        return file.reading.unfit(path, &written(&value));
    };
    let is_whole = (first..=last).all(|layer| numbers.contains(&layer));
    if !is_whole {
        return file.reading.unfit(path, &written(&value));
    }
    let tuning = &mut file.reading.plan.tuning;
    tuning.frozen_first = first;
    tuning.frozen_last = layers - 1 - last;
    file.note("frzfirst", path);
    file.note("frzlast", path);
}

/// Records the options that ask for something which no plan with adapters has.
pub(crate) fn unplanned(file: &mut Fields, options: &'static str) {
    for option in options.split_ascii_whitespace() {
        if let Some((path, value)) = file.first(option).filter(|(_, value)| asks(value)) {
            file.reading.unfit(path, &written(value));
        }
    }
}

/// True if the value of an option asks for something.
fn asks(value: &ParsedValue) -> bool {
    match value {
        ParsedValue::Null | ParsedValue::Open => false,
        ParsedValue::Switch(is_on) => *is_on,
        ParsedValue::Text(text) => !matches!(text.as_str(), "" | "none" | "None" | "false"),
        ParsedValue::List(items) => !items.is_empty(),
        ParsedValue::Fields(fields) => !fields.is_empty(),
        ParsedValue::Whole(_) | ParsedValue::Number(_) => true,
    }
}

/// Remarks on dropout before the adapters, whose masks and inputs no plan keeps, with the framework's
/// default.
pub(crate) fn dropout(file: &mut Fields, path: &'static str, usual: &str) {
    let value = file.written(path).unwrap_or_else(|| usual.to_owned());
    if value.bytes().any(|letter| (b'1'..=b'9').contains(&letter)) {
        nearest(file, path, &value);
    }
}
