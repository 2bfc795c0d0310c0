//! The documents that count among several files: those that the command or a document names, else the
//! only ones of their kinds.

use std::collections::BTreeSet;

use super::file::FileContent;
use super::given::Several;
use super::layers::{CommandLayer, Layer, Layers, is_deepspeed};
use super::merged::merged;
use super::start::{NamedPath, Program, Start, is_folder_of, paths, place};
use crate::excerpt::excerpt;
use crate::exchange::formats::FileKind;
use crate::frameworks::megatron;
use crate::frameworks::torchtitan::write::FLAVORS;
use crate::import::budget::ReadBudget;
use crate::import::imported::{Format, ImportNote, ImportRefusal};
use crate::import::names::OTHER_FILES;
use crate::import::value::ParsedValue;
use crate::import::words::CommandWords;

/// Formats whose programs take DeepSpeed's file and Accelerate's launcher.
const TRAINERS: [Format; 3] = [Format::Trainer, Format::Axolotl, Format::LlamaFactory];

/// The documents that count, by their places.
pub(super) struct Chosen {
    /// The documents of the program, each over the one before.
    own: Vec<usize>,
    format: Option<Format>,
    model: Option<usize>,
    deepspeed: Option<usize>,
    accelerate: Option<usize>,
    start: Option<usize>,
    names_model: bool,
    /// Files that were read in place of others.
    notes: Vec<ImportNote>,
}

/// The options of the command of a start.
///
/// # Errors
/// If they take too much work.
pub(super) fn fields(start: &Start, budget: &ReadBudget) -> Result<CommandWords, ImportRefusal> {
    let launch = start.launch.as_ref();
    let words = launch.map_or(&[][..], |launch| launch.arguments());
    CommandWords::of(words, budget)
}

/// The files that a command and documents name.
struct Named {
    paths: Vec<NamedPath>,
    places: BTreeSet<usize>,
}

impl Named {
    fn add(&mut self, several: &Several, paths: Vec<NamedPath>) {
        for named in &paths {
            self.places
                .extend(place(several.files, &named.path, several.budget));
        }
        self.paths.extend(paths);
    }

    /// True if one of these options names a file.
    fn is_by(&self, several: &Several, file: usize, options: &[&str]) -> bool {
        let mut paths = self.paths.iter();
        paths.any(|named| {
            options.contains(&named.option.as_str())
                && place(several.files, &named.path, several.budget) == Some(file)
        })
    }

    /// The first path of these options that names no file.
    fn absent(&self, several: &Several, options: &[&str]) -> Option<&str> {
        let mut paths = self.paths.iter();
        let absent = paths.find(|named| {
            options.contains(&named.option.as_str())
                && named.path.contains('.')
                && place(several.files, &named.path, several.budget).is_none()
        });
        absent.map(|named| named.path.as_str())
    }
}

impl Chosen {
    /// Chooses documents.
    ///
    /// # Errors
    /// If documents of several trainings or models are there and nothing names one of them.
    pub(super) fn of(several: &Several) -> Result<Self, ImportRefusal> {
        let start = several.start.as_ref();
        let launch = start.and_then(|start| start.launch.as_ref());
        let mut named = Named {
            paths: Vec::new(),
            places: BTreeSet::new(),
        };
        if let Some(launch) = launch {
            named.add(several, paths(launch, several.budget));
        }
        let mut chosen = Self {
            own: Vec::new(),
            format: None,
            model: None,
            deepspeed: None,
            accelerate: None,
            start: start.map(|start| start.file),
            names_model: false,
            notes: Vec::new(),
        };
        chosen.choose_own(several, &named)?;
        for place in chosen.own.clone() {
            named.add(several, texts(several, place));
        }
        chosen.choose_parts(several, &mut named)?;
        for place in &named.places {
            if let FileContent::Faulty(why) = several.kind(*place) {
                return Err(several.in_file(*place, why.clone()));
            }
        }
        Ok(chosen)
    }

    /// Chooses the documents of the program, and its format.
    fn choose_own(&mut self, several: &Several, named: &Named) -> Result<(), ImportRefusal> {
        let program = several.start.as_ref().map(|start| start.program);
        let trainings = several.places(FileContent::is_training);
        self.own = several.places(|kind| matches!(kind, FileContent::Document(..)));
        let (of_program, is_megatron) = match program {
            Some(Program::Of(FileKind::Read(format))) => (Some(format), false),
            program => (None, program == Some(Program::Megatron)),
        };
        self.own.retain(|place| {
            named.places.contains(place)
                && match several.kind(*place) {
                    _ if is_megatron => named.is_by(several, *place, &["yaml_cfg"]),
                    kind if of_program.is_some() && kind.format() == of_program => true,
                    kind if kind.is_part() => false,
                    // A program knows its own file.
                    _ if of_program.is_some() => named.is_by(several, *place, CONFIGS),
                    kind => kind.is_training(),
                }
        });
        self.format = of_program;
        self.in_order_of(&named.paths, several);
        let alike = |format: Format| {
            let mut places = trainings.clone();
            places.retain(|place| several.format(*place) == Some(format));
            places
        };
        match (program, self.own.as_slice()) {
            (Some(Program::Of(FileKind::Read(format))), []) => {
                self.own = alike(format);
                match self.own.as_slice() {
                    [place] => self.note_instead(several, named, *place, CONFIGS),
                    _ => self.own.clear(),
                }
            }
            (Some(Program::Megatron), own) => {
                self.format = Some(Format::Megatron);
                if own.is_empty() {
                    return Ok(());
                }
            }
            (_, []) => self.only(several, named, &trainings)?,
            _ => {}
        }
        for place in &self.own {
            if let FileContent::Document(_, Some(FileKind::Other(program))) = several.kind(*place)
                && self.format.is_none()
            {
                let why = ImportRefusal::Other {
                    program: *program,
                    adapter: None,
                };
                return Err(several.in_file(*place, why));
            }
        }
        self.add_further(several, named);
        let of_own = self.own.iter().find_map(|place| several.format(*place));
        self.format = self.format.or(of_own);
        let differs = |place: &usize| {
            let format = several.format(*place);
            program.is_none_or(|program| program == Program::Unknown)
                && format.is_some()
                && format != self.format
        };
        if self.own.iter().any(differs) {
            return Err(several.several(&self.own));
        }
        Ok(())
    }

    /// Adds files of no known kind that a command of GPT-NeoX names beside others.
    fn add_further(&mut self, several: &Several, named: &Named) {
        let is_neox = |place: &usize| several.format(*place) == Some(Format::GptNeoX);
        if self.own.iter().any(is_neox) {
            let further = several.places(|kind| matches!(kind, FileContent::Document(_, None)));
            let mut further = further;
            further.retain(|place| named.places.contains(place) && !self.own.contains(place));
            self.own.extend(further);
        }
    }

    /// Orders the documents of the program as its command names them.
    fn in_order_of(&mut self, paths: &[NamedPath], several: &Several) {
        let named = paths.iter();
        let named: Vec<usize> = named
            .filter_map(|named| place(several.files, &named.path, several.budget))
            .collect();
        let order = |place: &usize| named.iter().position(|one| one == place);
        self.own.sort_by_key(order);
    }

    /// Chooses the only training that is there, or those of GPT-NeoX, which are read together.
    fn only(
        &mut self,
        several: &Several,
        named: &Named,
        trainings: &[usize],
    ) -> Result<(), ImportRefusal> {
        let is_neox = |place: &usize| several.format(*place) == Some(Format::GptNeoX);
        match trainings {
            [] => {}
            [place] => {
                self.own = vec![*place];
                self.note_instead(several, named, *place, CONFIGS);
            }
            all if all.iter().all(is_neox) => self.own = all.to_vec(),
            all => return Err(several.several(all)),
        }
        Ok(())
    }

    fn note_instead(&mut self, several: &Several, named: &Named, place: usize, options: &[&str]) {
        if let (Some(path), Some(file)) = (named.absent(several, options), several.files.get(place))
        {
            self.notes.push(ImportNote::ReadInstead {
                named: excerpt(path),
                file: excerpt(&file.path),
            });
        }
    }

    /// Chooses the files of Accelerate, DeepSpeed and the model.
    fn choose_parts(&mut self, several: &Several, named: &mut Named) -> Result<(), ImportRefusal> {
        let launch = several.start.as_ref();
        let launch = launch.and_then(|start| start.launch.as_ref());
        let is_accelerate = launch.is_none_or(|launch| {
            let words = launch.outer.iter().chain(&launch.words);
            words.into_iter().any(|word| word.contains("accelerate"))
        });
        let takes = self.format.is_none_or(|format| TRAINERS.contains(&format));
        self.accelerate = self.part(
            several,
            named,
            Format::Accelerate,
            takes && is_accelerate,
            &["config_file"],
        )?;
        if let Some(place) = self.accelerate {
            named.add(several, texts(several, place));
        }
        let options = ["deepspeed", "deepspeed_config", "deepspeed_config_file"];
        let has_own = self.own.iter().any(|place| {
            let value = several.value(*place);
            value.is_some_and(|value| matches!(value.at("deepspeed"), Some(ParsedValue::Fields(_))))
        });
        let is_sharded = self.accelerate.is_some_and(|place| {
            let value = several.value(place);
            value.is_some_and(|value| !is_deepspeed(value))
        });
        let takes = takes && !has_own && !is_sharded;
        self.deepspeed = self.part(several, named, Format::DeepSpeed, takes, &options)?;
        self.model = self.model(several, named)?;
        Ok(())
    }

    /// The part of a format that is named, else the only one if the program takes one.
    fn part(
        &mut self,
        several: &Several,
        named: &Named,
        format: Format,
        is_taken: bool,
        options: &[&str],
    ) -> Result<Option<usize>, ImportRefusal> {
        let all = several.places(|kind| kind.format() == Some(format));
        let mut by_name = all.iter().filter(|place| named.places.contains(place));
        if let Some(place) = by_name.next() {
            return Ok(Some(*place));
        }
        match all.as_slice() {
            [place] if is_taken => {
                self.note_instead(several, named, *place, options);
                Ok(Some(*place))
            }
            [] | [_] => Ok(None),
            // Nothing says which of them counts.
            _ if self.is_training(several) => Ok(None),
            several_files => Err(several.several(several_files)),
        }
    }

    fn is_training(&self, several: &Several) -> bool {
        !self.own.is_empty() || several.start.is_some()
    }

    /// The configuration of the model: that whose folder a path names, else the only one.
    fn model(&mut self, several: &Several, named: &Named) -> Result<Option<usize>, ImportRefusal> {
        let all = several.places(|kind| kind.format() == Some(Format::HuggingFace));
        let is_named = |place: &&usize| {
            let file = several.files.get(**place);
            named.places.contains(place)
                || file.is_some_and(|file| {
                    let mut paths = named.paths.iter();
                    paths.any(|named| is_folder_of(file, &named.path))
                })
        };
        let by_name: Vec<&usize> = all.iter().filter(is_named).collect();
        match (by_name.as_slice(), all.as_slice()) {
            ([place], _) => {
                self.names_model = true;
                Ok(Some(**place))
            }
            ([], [place]) => Ok(Some(*place)),
            (_, []) => Ok(None),
            _ if self.is_training(several) => Ok(None),
            (_, all) => Err(several.several(all)),
        }
    }

    /// True if no document was chosen and no script starts a program that is known.
    pub(super) fn is_empty(&self) -> bool {
        let parts = [self.model, self.deepspeed, self.accelerate];
        let is_known = self.start.is_some() && self.format.is_some();
        self.own.is_empty() && parts.iter().all(Option::is_none) && !is_known
    }

    /// The places of the files that count.
    pub(super) fn used(&self) -> Vec<usize> {
        let parts = [self.model, self.deepspeed, self.accelerate, self.start];
        let parts = parts.into_iter().flatten();
        self.own.iter().copied().chain(parts).collect()
    }

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

/// FileKind, and the word behind a subcommand, that name the file of a program.
const CONFIGS: &[&str] = &[
    "",
    "config",
    "config_file",
    "job.config_file",
    "CONFIG_FILE",
    "yaml_cfg",
];

/// The texts of a document that may be paths, each with its field.
fn texts(several: &Several, place: usize) -> Vec<NamedPath> {
    let mut found = Vec::new();
    if let Some(value) = several.value(place) {
        paths_in(value, "", several.budget, &mut found);
    }
    found
}

fn paths_in(value: &ParsedValue, name: &str, budget: &ReadBudget, found: &mut Vec<NamedPath>) {
    match value {
        ParsedValue::Fields(fields) => {
            for (name, value) in fields {
                paths_in(value, name, budget, found);
            }
        }
        ParsedValue::Text(path)
            if !path.contains(char::is_whitespace)
                && budget.take_items(2, name.len() + path.len()) =>
        {
            found.push(NamedPath {
                option: name.to_owned(),
                path: path.clone(),
            });
        }
        _ => {}
    }
}

impl Several<'_> {
    fn kind(&self, place: usize) -> &FileContent {
        self.kinds.get(place).unwrap_or(&FileContent::Unknown)
    }

    fn format(&self, place: usize) -> Option<Format> {
        self.kind(place).format()
    }

    fn value(&self, place: usize) -> Option<&ParsedValue> {
        match self.kind(place) {
            FileContent::Document(value, _) => Some(value),
            _ => None,
        }
    }

    /// The places of the files of a kind.
    fn places(&self, is_it: impl Fn(&FileContent) -> bool) -> Vec<usize> {
        let kinds = self.kinds.iter().enumerate();
        let found = kinds.filter(|(_, kind)| is_it(kind));
        found.map(|(place, _)| place).collect()
    }
}
