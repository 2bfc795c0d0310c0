//! A command line of Megatron-LM, or a script that holds its arguments.

mod command;
mod documents;
mod words;

pub(crate) use crate::frameworks::megatron::read::documents::{SIGNS, is_printed, replacing};
pub(crate) use crate::frameworks::megatron::rules::shared_experts;

use crate::excerpt::excerpt;
use crate::frameworks::megatron::read::command::Command;
use crate::frameworks::megatron::read::words::{MegatronOptions, asks_for_adapter};
use crate::frameworks::megatron::table::READ;
use crate::frameworks::setting::read_table;
use crate::import::ParsedValue;
use crate::import::budget::ReadBudget;
use crate::import::fields::Fields;
use crate::import::imported::{Format, ImportRefusal, MissingSetting};
use crate::import::reading::ImportReader;
use crate::import::shell::Script;
use cost::plan::{Model, Recipe};

/// Reads the options of a script.
///
/// # Errors
/// If none of them shows that they are Megatron-LM's, or if the text takes too much work.
pub(crate) fn read(
    text: &str,
    script: &Script,
    reading: &mut ImportReader,
    budget: &ReadBudget,
) -> Result<(), ImportRefusal> {
    let command = Command::of(text, script, budget)?;
    if command.options.count() == 0 {
        return Err(ImportRefusal::NoOption(Format::Megatron));
    }
    command.remark(reading);
    let launched = command.launched;
    read_options(command.options, None, reading, |reading| {
        launched.gpus(reading);
    })
}

/// Reads options of YAML.
///
/// # Errors
/// If none of them shows that they are Megatron-LM's.
pub(crate) fn yaml(file: Fields) -> Result<(), ImportRefusal> {
    let options = documents::yaml(file.value).ok_or(ImportRefusal::Unknown)?;
    read_options(options, None, file.reading, |reading| {
        reading.missing(MissingSetting::Cluster);
    })
}

/// Reads arguments by their names in the program, of a model that is known if `model` is.
///
/// # Errors
/// If none of them shows that they are Megatron-LM's.
pub(crate) fn attributes(
    fields: &[(String, ParsedValue)],
    model: Option<Model>,
    reading: &mut ImportReader,
) -> Result<(), ImportRefusal> {
    let options = documents::attributes(fields);
    read_options(options, model, reading, |reading| {
        reading.missing(MissingSetting::Cluster);
    })
}

/// Reads the arguments that a log prints.
///
/// # Errors
/// If none of them shows that they are Megatron-LM's, or if the text takes too much work.
pub(crate) fn printed(
    text: &str,
    reading: &mut ImportReader,
    budget: &ReadBudget,
) -> Result<(), ImportRefusal> {
    let (options, gpus) = documents::printed(text, budget)?;
    read_options(options, None, reading, |reading| match gpus {
        Some(gpus) => {
            reading.set_gpus("world_size", gpus);
            reading.missing(MissingSetting::Gpu);
        }
        None => reading.missing(MissingSetting::Cluster),
    })
}

/// Reads options of any syntax, of a model that is known if `model` is; `gpus` sets the cluster.
fn read_options(
    options: MegatronOptions,
    model: Option<Model>,
    reading: &mut ImportReader,
    gpus: impl FnOnce(&mut ImportReader),
) -> Result<(), ImportRefusal> {
    if options.count() == 0 {
        return Err(ImportRefusal::NoOption(Format::Megatron));
    }
    if let Some(name) = options.names().find(|name| asks_for_adapter(name)) {
        return Err(ImportRefusal::Adapter(excerpt(name)));
    }
    reading.recipe(Recipe::Megatron);
    reading.start_layout();
    if let Some(model) = model {
        reading.set_model("model", model);
    }
    gpus(reading);
    reading.leave_options_open(options.open_names());
    let value = &ParsedValue::Fields(options.fields);
    read_table(&READ, &mut Fields { value, reading });
    Ok(())
}
