//! The documents that count among several files: those that the command or a document names, else the
//! only ones of their kinds.

use super::file::FileContent;
use super::given::Several;
use super::layers::is_deepspeed;
use super::named::{Named, texts};
use super::start::{NamedPath, Program, is_folder_of, paths, place};
use crate::excerpt::excerpt;
use crate::exchange::formats::FileKind;
use crate::import::imported::{Format, ImportNote, ImportRefusal};
use crate::import::value::ParsedValue;

/// Formats whose programs take DeepSpeed's file and Accelerate's launcher.
pub(super) const TRAINERS: [Format; 3] = [Format::Trainer, Format::Axolotl, Format::LlamaFactory];

/// The documents that count, by their places.
pub(super) struct Chosen {
    /// The documents of the program, each over the one before.
    pub(super) own: Vec<usize>,
    pub(super) format: Option<Format>,
    pub(super) model: Option<usize>,
    pub(super) deepspeed: Option<usize>,
    pub(super) accelerate: Option<usize>,
    pub(super) start: Option<usize>,
    pub(super) names_model: bool,
    /// Files that were read in place of others.
    pub(super) notes: Vec<ImportNote>,
}

impl Chosen {
    /// Chooses documents.
    ///
    /// # Errors
    /// If documents of several trainings or models are there and nothing names one of them.
    pub(super) fn of(several: &Several) -> Result<Self, ImportRefusal> {
        let start = several.start.as_ref();
        let launch = start.and_then(|start| start.launch.as_ref());
        let mut named = Named::default();
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
        let trainings = trainings(several);
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
}

/// The documents that alone describe a training. The configuration of an adapter, which a training
/// leaves beside its own file, is one if there is no other.
fn trainings(several: &Several) -> Vec<usize> {
    let mut places = several.places(FileContent::is_training);
    let is_adapter = |place: &usize| several.format(*place) == Some(Format::Peft);
    if !places.iter().all(is_adapter) {
        places.retain(|place| !is_adapter(place));
    }
    places
}

/// Options, and the word behind a subcommand, that name the file of a program.
const CONFIGS: &[&str] = &[
    "",
    "config",
    "config_file",
    "job.config_file",
    "CONFIG_FILE",
    "yaml_cfg",
];
