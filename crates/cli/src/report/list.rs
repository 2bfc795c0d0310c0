//! Lists of keys, models and GPUs: as a table, in Markdown, as JSON.

use super::columns::{Align, write as write_columns};
use super::schema::schema;
use super::why;
use cost::params::ModelParams;
use cost::vocabularies;
use formats::catalog::{GPUS, GpuEntry, MODELS, ModelEntry, default_plan};
use formats::link::{Key, KeyKind, Values};
use serde_json::{Value, json};
use text::number::{count, grouped, plain};
use text::{list as words, presets};

vocabularies! {
    /// Something that can be listed.
    Listed {
        /// Keys of links.
        Keys = "keys",
        /// Models of the catalogue.
        Models = "models",
        /// GPUs of the catalogue.
        Gpus = "gpus",
        /// The JSON Schema of an estimate.
        Schema = "schema",
        /// The JSON Schema of a figure's arithmetic.
        WhySchema = "why-schema",
    }
}

/// The list as a table for terminals.
#[must_use]
pub fn report(listed: Listed) -> String {
    if matches!(listed, Listed::Schema | Listed::WhySchema) {
        return format!("{:#}\n", json(listed));
    }
    let mut text = String::new();
    let aligned = match listed {
        Listed::Keys => [Align::Left; 8],
        Listed::Models | Listed::Gpus | Listed::Schema | Listed::WhySchema => {
            let (left, right) = (Align::Left, Align::Right);
            [left, left, right, right, right, right, right, right]
        }
    };
    write_columns(&mut text, &lines(listed), &aligned, "");
    text
}

/// The list as a page in Markdown.
#[must_use]
pub fn markdown(listed: Listed) -> String {
    let [title, about] = match listed {
        Listed::Schema | Listed::WhySchema => {
            return ["```json\n", &report(listed), "```\n"].concat();
        }
        Listed::Keys => [words::keys(), words::keys_about()],
        Listed::Models => [words::models(), words::models_about()],
        Listed::Gpus => [words::gpus(), words::gpus_about()],
    };
    let mut page = format!("# {title}\n\n{about}\n\n");
    let mut lines = lines(listed);
    if listed == Listed::Keys {
        let help = Key::all().map(|key| name_and_help(key)[1]);
        let cells = std::iter::once(words::column_help()).chain(help);
        for (line, cell) in lines.iter_mut().zip(cells) {
            line.push(cell.to_owned());
        }
    }
    for (place, mut line) in lines.into_iter().enumerate() {
        if place > 0 {
            line[0] = format!("`{}`", line[0]);
        }
        page.push_str(&format!("| {} |\n", line.join(" | ")));
        if place == 0 {
            page.push_str(&format!("|{}\n", "---|".repeat(line.len())));
        }
    }
    page
}

/// The list as JSON. Names of fields and their meanings never change.
#[must_use]
pub fn json(listed: Listed) -> Value {
    match listed {
        Listed::Keys => Key::all().map(key_object).collect(),
        Listed::Models => MODELS.iter().map(model_object).collect(),
        Listed::Gpus => GPUS.iter().map(gpu_object).collect(),
        Listed::Schema => schema(),
        Listed::WhySchema => why::schema(),
    }
}

/// The names of the columns, then a line for each entry.
fn lines(listed: Listed) -> Vec<Vec<String>> {
    let head = |columns: &[&str]| columns.iter().map(|name| (*name).to_owned()).collect();
    let mut lines = Vec::new();
    match listed {
        Listed::Keys => {
            lines.push(head(&words::key_columns()));
            lines.extend(Key::all().map(key_line));
        }
        Listed::Models => {
            lines.push(head(&words::model_columns()));
            lines.extend(MODELS.iter().map(model_line));
        }
        Listed::Gpus => {
            lines.push(head(&words::gpu_columns()));
            lines.extend(GPUS.iter().map(gpu_line));
        }
        Listed::Schema | Listed::WhySchema => {}
    }
    lines
}

/// Name and help of a key; the key and an empty text if it has no label.
fn name_and_help(key: Key) -> [&'static str; 2] {
    let label = text::controls::label(key.name());
    label.map_or([key.name(), ""], |label| [label.name, label.help])
}

fn key_line(key: Key) -> Vec<String> {
    let switch = |is_on: bool| {
        let name = if is_on { words::yes() } else { words::no() };
        name.to_owned()
    };
    vec![
        key.name().to_owned(),
        name_and_help(key)[0].to_owned(),
        key.value(&default_plan()),
        words::unit(key).to_owned(),
        switch(key.offers().is_some()),
        switch(key.is_fixed()),
        key.since().to_owned(),
        words::values(key),
    ]
}

fn model_line(entry: &ModelEntry) -> Vec<String> {
    let model = &entry.model;
    let params = ModelParams::of(model);
    vec![
        model.preset.to_owned(),
        presets::model(entry).to_owned(),
        count(params.total),
        count(params.active),
        grouped(model.layers),
        grouped(model.hidden),
        grouped(model.moe.experts),
    ]
}

fn gpu_line(entry: &GpuEntry) -> Vec<String> {
    let gpu = &entry.gpu;
    let figures = [
        gpu.peak_tflops,
        gpu.hbm_gib,
        gpu.hbm_gb_s,
        gpu.nvlink_gb_s,
        gpu.nic_gb_s,
    ];
    let names = [gpu.preset.to_owned(), presets::gpu(entry).to_owned()];
    names.into_iter().chain(figures.map(plain)).collect()
}

fn key_object(key: Key) -> Value {
    let kind = match key.kind() {
        KeyKind::Number => "number",
        KeyKind::Word => "word",
        KeyKind::Set => "set",
        KeyKind::List => "list",
    };
    let [name, help] = name_and_help(key);
    let mut object = json!({
        "key": key.name(),
        "name": name,
        "help": help,
        "unit": key.unit(),
        "kind": kind,
        "none": key.has_none(),
        "default": key.value(&default_plan()),
        "sweep": key.offers().is_some(),
        "fix": key.is_fixed(),
        "since": key.since(),
    });
    match key.values() {
        Values::Whole(limits) | Values::List { limits, .. } => {
            object["least"] = json!(limits.start());
            object["most"] = json!(limits.end());
        }
        Values::Number(limits) => {
            object["least"] = json!(limits.start());
            object["most"] = json!(limits.end());
        }
        values => object["words"] = json!(values.words()),
    }
    object
}

fn model_object(entry: &ModelEntry) -> Value {
    let model = &entry.model;
    let params = ModelParams::of(model);
    json!({
        "model": model.preset,
        "name": presets::model(entry),
        "parameters": params.total,
        "active": params.active,
        "layers": model.layers,
        "hidden": model.hidden,
        "experts": model.moe.experts,
    })
}

fn gpu_object(entry: &GpuEntry) -> Value {
    let gpu = &entry.gpu;
    json!({
        "gpu": gpu.preset,
        "name": presets::gpu(entry),
        "peak_tflops": gpu.peak_tflops,
        "hbm_gib": gpu.hbm_gib,
        "hbm_gb_s": gpu.hbm_gb_s,
        "nvlink_gb_s": gpu.nvlink_gb_s,
        "nic_gb_s": gpu.nic_gb_s,
    })
}
