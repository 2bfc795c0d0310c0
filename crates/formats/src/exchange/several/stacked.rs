//! Chosen documents over each other, with the options of the command over all.
//!
//! Tests: `crates/formats/tests/all/import_several.rs`.

use super::chosen::{Chosen, TRAINERS};
use super::given::Several;
use super::layers::{CommandLayer, Layer, Layers, is_deepspeed};
use super::merged::merged;
use super::start::{Program, Start, place};
use crate::excerpt::excerpt;
use crate::frameworks::megatron;
use crate::frameworks::torchtitan::write::FLAVORS;
use crate::import::budget::ReadBudget;
use crate::import::imported::{Format, ImportNote, ImportRefusal};
use crate::import::names::OTHER_FILES;
use crate::import::value::ParsedValue;
use crate::import::words::CommandWords;

/// The options of the command of a start.
///
/// # Errors
/// If they take too much work.
pub(super) fn fields(start: &Start, budget: &ReadBudget) -> Result<CommandWords, ImportRefusal> {
    let launch = start.launch.as_ref();
    let words = launch.map_or(&[][..], |launch| launch.arguments());
    CommandWords::of(words, budget)
}

impl Chosen {
    /// The documents over each other, with the options of the command over all.
    ///
    /// # Errors
    /// If they take too much work.
    pub(super) fn layers<'a>(self, several: &'a Several<'a>) -> Result<Layers<'a>, ImportRefusal> {
        let layer = |place: usize, format| {
            let value = several.value(place).cloned();
            let value = value.unwrap_or(ParsedValue::Null);
            Layer {
                file: place,
                format,
                value,
            }
        };
        let parts = [
            (self.deepspeed, Format::DeepSpeed),
            (self.accelerate, Format::Accelerate),
        ];
        let parts = parts.into_iter();
        let mut documents: Vec<Layer> = parts
            .filter_map(|(place, format)| Some(layer(place?, format)))
            .collect();
        let mut notes = self.notes.clone();
        let mut command = None;
        let mut over = ParsedValue::Fields(Vec::new());
        let is_own = |name: &ParsedValue| {
            let path = name.text().unwrap_or_default();
            place(several.files, path, several.budget).is_some_and(|file| self.own.contains(&file))
        };
        if let Some(start) = &several.start {
            let words = fields(start, several.budget)?;
            let mut options = words.fields;
            options.retain(|(_, value)| !is_own(value));
            let is_known = self.format.is_some();
            let names = options.iter().map(|(name, _)| excerpt(name));
            command = Some(CommandLayer {
                start,
                text: several.text(start.file),
                open: words.open,
                unread: if is_known {
                    Vec::new()
                } else {
                    names.take(100).collect()
                },
            });
            over = ParsedValue::Fields(options);
        }
        let program = several.start.as_ref().map(|start| start.program);
        let has_document = match program {
            Some(Program::Megatron) => !self.own.is_empty(),
            Some(Program::Of(_)) => true,
            _ => !self.own.is_empty(),
        };
        if let (true, Some(format)) = (has_document, self.format) {
            let mut value = ParsedValue::Fields(Vec::new());
            for place in &self.own {
                let under = several.value(*place).cloned().unwrap_or(ParsedValue::Null);
                several.budget.charge(2 * under.units(), || None)?;
                value = merged(value, under, several.budget);
            }
            value = if program == Some(Program::Megatron) {
                megatron::read::replacing(value)
            } else {
                merged(value, over, several.budget)
            };
            if format == Format::TorchTitan {
                value = torchtitan(value, &mut notes);
            }
            if TRAINERS.contains(&format) {
                value = self.with_deepspeed(several, value);
            }
            let start = several.start.as_ref().map(|start| start.file);
            let file = self.own.last().copied().or(start).unwrap_or_default();
            documents.push(Layer {
                file,
                format,
                value,
            });
        }
        Ok(Layers {
            files: several.files,
            model: self.model.map(|place| layer(place, Format::HuggingFace)),
            documents,
            command,
            names_model: self.names_model,
            notes,
            budget: several.budget,
        })
    }

    /// The arguments of a trainer with the option that starts DeepSpeed, where another file does.
    fn with_deepspeed(&self, several: &Several, value: ParsedValue) -> ParsedValue {
        let by_accelerate = self.accelerate.and_then(|place| several.value(place));
        let is_started = self.deepspeed.is_some() || by_accelerate.is_some_and(is_deepspeed);
        match value {
            ParsedValue::Fields(mut fields)
                if is_started && fields.iter().all(|(name, _)| name != OTHER_FILES[0]) =>
            {
                let file = ParsedValue::Text(String::from("ds_config.json"));
                fields.push((OTHER_FILES[0].to_owned(), file));
                ParsedValue::Fields(fields)
            }
            value => value,
        }
    }
}

/// The options of torchtitan with the model of the function that `--module` and `--config` name. The
/// function itself is a program.
///
/// Source: pytorch/torchtitan 0.3.0, `torchtitan/config/manager.py`.
fn torchtitan(value: ParsedValue, notes: &mut Vec<ImportNote>) -> ParsedValue {
    let text = |name: &str| value.field(name).and_then(ParsedValue::text);
    let (Some(module), Some(config)) = (text("module"), text("config")) else {
        return value;
    };
    let is_it = |(name, flavor): &(&str, &str)| {
        let function = [name, "_", flavor].concat().replace('-', "_");
        *name == module && function.eq_ignore_ascii_case(config)
    };
    let mut flavors = FLAVORS.iter().map(|(_, flavor)| *flavor);
    let (name, flavor) = flavors.find(is_it).unwrap_or((module, config));
    let flavor = [("name", name), ("flavor", flavor)];
    let flavor = flavor.map(|(key, word)| (key.to_owned(), ParsedValue::Text(word.to_owned())));
    notes.push(ImportNote::ConfigFunction(excerpt(config)));
    let ParsedValue::Fields(mut fields) = value else {
        return value;
    };
    fields.retain(|(name, _)| name != "module" && name != "config");
    let model = ParsedValue::Fields(flavor.to_vec());
    fields.push((String::from("model"), model));
    ParsedValue::Fields(fields)
}
