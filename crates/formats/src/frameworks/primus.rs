//! Primus' YAML: options of Megatron-LM or torchtitan under the name of the framework, with a model
//! and other defaults. The framework's reader reads the options. No plan is written for it.
//!
//! Source of the form and of the defaults: AMD-AGI/Primus of August 2026 (commit fd1eeabb),
//! `primus/configs/modules/megatron/pre_trainer.yaml` and `trainer_base.yaml`,
//! `primus/configs/models/megatron/language_model.yaml`,
//! `primus/configs/modules/torchtitan/pre_trainer.yaml`.
//!
//! Tests: `crates/formats/tests/all/corpus.rs`.

use crate::catalog::{ModelEntry, released_model};
use crate::frameworks::torchtitan::write::FLAVORS;
use crate::frameworks::{megatron, torchtitan};
use crate::import::fields::Fields;
use crate::import::imported::{ImportRefusal, MissingSetting, OtherProgram};
use crate::import::names::REST_FILES;
use crate::import::value::ParsedValue;
use crate::import::{scalar, training};

/// Fields of such files.
pub(crate) const FIELDS: &[&str] =
    &["modules.pre_trainer. work_group user_name exp_name workspace platform. platform"];

/// Defaults of a framework that differ from the framework's, with the options that its reader names.
type Defaults = &'static [(&'static str, &'static str)];

const MEGATRON: Defaults = &[
    ("micro_batch_size", "2"),
    ("global_batch_size", "16"),
    ("seq_length", "1024"),
    ("bf16", "true"),
    ("use_distributed_optimizer", "true"),
    ("sequence_parallel", "true"),
];

const TORCHTITAN: Defaults = &[
    ("training.local_batch_size", "8"),
    ("training.seq_len", "2048"),
    ("activation_checkpoint.mode", "none"),
    ("compile.enable", "true"),
];

/// Options of Primus' own that change no figure.
const IDLE: &str = "\
    sink_level file_sink_level stderr_sink_level log_avg_skip_iterations log_avg_reset_interval \
    disable_last_saving auto_continue_train disable_tensorboard disable_wandb disable_mlflow trainable";

/// Reads a file.
///
/// # Errors
/// If it trains an adapter or with another framework, or has no option of its framework.
pub(crate) fn read_file(file: Fields) -> Result<(), ImportRefusal> {
    let none = ParsedValue::Fields(Vec::new());
    let module = file.value.at("modules.pre_trainer").unwrap_or(&none);
    let stated = |name: &str| {
        let value = module.field(name)?;
        Some(resolved(value).text()?.to_owned())
    };
    let overrides = module.field("overrides").map(resolved);
    let overrides = overrides.unwrap_or_else(|| none.clone());
    training::refuse_others(&overrides, "")?;
    let adapter = training::adapter(&overrides);
    let ParsedValue::Fields(mut fields) = overrides else {
        return Err(ImportRefusal::Unknown);
    };
    fields.retain(|(name, _)| !IDLE.split_ascii_whitespace().any(|idle| idle == name));
    let framework = stated("framework").unwrap_or_default();
    let defaults = match framework.as_str() {
        "megatron" => MEGATRON,
        "torchtitan" => TORCHTITAN,
        _ => {
            let program = OtherProgram::Primus;
            return Err(ImportRefusal::Other { program, adapter });
        }
    };
    let other = stated("config").filter(|name| name != "pre_trainer.yaml");
    if other.is_none() {
        for (path, value) in defaults {
            fill(&mut fields, path, &scalar::literal(value));
        }
    }
    let name = stated("model");
    let reading = file.reading;
    if other.is_some() {
        reading.rest_in(REST_FILES[3]);
    }
    if framework == "megatron" {
        let entry = name.as_deref().and_then(model);
        megatron::read::attributes(&fields, entry.map(|entry| entry.model), reading)?;
        match (entry, &name) {
            (None, Some(name)) => reading.unknown_model("model", name),
            (None, None) => reading.missing(MissingSetting::Model),
            _ => {}
        }
    } else {
        name_model(&mut fields, name.as_deref());
        torchtitan::read_file(Fields {
            value: &ParsedValue::Fields(fields.clone()),
            reading,
        });
    }
    let given = module.field("overrides").unwrap_or(&none);
    let filled = defaults.iter().map(|(path, _)| *path);
    let filled: Vec<&str> = filled.filter(|path| given.at(path).is_none()).collect();
    reading.filled_by_framework(|option| {
        let option = option.trim_start_matches('-').replace('-', "_");
        filled.contains(&option.as_str())
    });
    Ok(())
}

/// A value with the defaults of its variables: `${NAME:value}`.
fn resolved(value: &ParsedValue) -> ParsedValue {
    match value {
        ParsedValue::Text(text) => {
            let named = text
                .strip_prefix("${")
                .and_then(|rest| rest.split_once(':'));
            match named.and_then(|(_, rest)| rest.split_once('}')) {
                Some((default, "")) => scalar::literal(default),
                Some((default, end)) => ParsedValue::Text([default, end].concat()),
                None => value.clone(),
            }
        }
        ParsedValue::Fields(fields) => {
            let fields = fields.iter();
            let fields = fields.map(|(name, value)| (name.clone(), resolved(value)));
            ParsedValue::Fields(fields.collect())
        }
        other => other.clone(),
    }
}

/// Sets the value at a path of names if there is none.
fn fill(fields: &mut Vec<(String, ParsedValue)>, path: &str, value: &ParsedValue) {
    let (name, rest) = match path.split_once('.') {
        Some((name, rest)) => (name, Some(rest)),
        None => (path, None),
    };
    if !fields.iter().any(|(known, _)| known == name) {
        let value = match rest {
            None => value.clone(),
            Some(_) => ParsedValue::Fields(Vec::new()),
        };
        fields.push((name.to_owned(), value));
    }
    let found = fields.iter_mut().find(|(known, _)| known == name);
    if let (Some(rest), Some((_, ParsedValue::Fields(inner)))) = (rest, found) {
        fill(inner, rest, value);
    }
}

/// The model of a file of Primus, such as `llama3.1_70B.yaml`.
fn model(name: &str) -> Option<&'static ModelEntry> {
    let name = name.strip_suffix(".yaml").unwrap_or(name);
    let name = name.strip_suffix("-fp8").unwrap_or(name).replace('_', "-");
    // The catalogue has Meta's spelling.
    let other = || released_model(&name.replacen("llama3", "llama-3", 1));
    released_model(&name).or_else(other)
}

/// Names torchtitan's model, if the options do not.
fn name_model(fields: &mut Vec<(String, ParsedValue)>, name: Option<&str>) {
    let Some(name) = name else { return };
    let preset = model(name).map(|entry| entry.model.preset);
    let flavor = FLAVORS.iter().find(|(known, _)| Some(*known) == preset);
    let text = |word: &str| ParsedValue::Text(word.to_owned());
    match flavor {
        Some((_, (family, flavor))) => {
            fill(fields, "model.name", &text(family));
            fill(fields, "model.flavor", &text(flavor));
        }
        None => fill(fields, "model.flavor", &text(name)),
    }
}
