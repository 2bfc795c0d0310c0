//! Reading of several documents over each other, that nearest to the start of the program last.

use super::NamedFile;
use super::start::{Program, Start, in_file};
use crate::excerpt::excerpt;
use crate::exchange::detect;
use crate::exchange::read::read_document;
use crate::frameworks::megatron;
use crate::import::base::{Given, ImportBase};
use crate::import::budget::ReadBudget;
use crate::import::imported::{
    Format, ImportNote, ImportRefusal, Imported, ImportedSetting, MissingSetting, SettingOrigin,
};
use crate::import::launched::{Launched, open_option};
use crate::import::names::OTHER_FILES;
use crate::import::reading::ImportReader;
use crate::import::shell::{Launch, Mark};
use crate::import::value::ParsedValue;

/// A document of several.
pub(super) struct Layer {
    /// The place of its file.
    pub(super) file: usize,
    pub(super) format: Format,
    pub(super) value: ParsedValue,
}

/// The command that starts the program, nearest of all.
pub(super) struct CommandLayer<'a> {
    pub(super) start: &'a Start,
    pub(super) text: &'a str,
    /// FileKind that are open, each with its variable.
    pub(super) open: Vec<(String, Mark)>,
    /// FileKind of a program that is not known.
    pub(super) unread: Vec<String>,
}

/// Documents over each other.
pub(super) struct Layers<'a> {
    pub(super) files: &'a [NamedFile],
    /// The model's configuration.
    pub(super) model: Option<Layer>,
    /// The others, from the farthest to the nearest.
    pub(super) documents: Vec<Layer>,
    pub(super) command: Option<CommandLayer<'a>>,
    /// True if a command or a document names the folder of the model's configuration, or that file.
    pub(super) names_model: bool,
    /// Remarks on the choice of the documents.
    pub(super) notes: Vec<ImportNote>,
    pub(super) budget: &'a ReadBudget,
}

/// The fields of the documents so far.
struct Pile {
    given: Given,
    /// The file of each key that a document states.
    owners: Vec<(&'static str, usize)>,
    /// The remarks on all documents, without their plan.
    all: Option<Imported>,
}

/// Keys that only a file with a shape of a model has.
const SHAPE: [&str; 4] = ["model", "layers", "hidden", "heads"];

impl Layers<'_> {
    /// The plan of all documents.
    ///
    /// # Errors
    /// Those of a document, with its file.
    pub(super) fn read(&self, base: &ImportBase) -> Result<Imported, ImportRefusal> {
        let Some(model) = &self.model else {
            return self.pile(base, None);
        };
        let read = self.document(model, base);
        if self.documents.is_empty() && self.command.is_none() {
            return read;
        }
        let without = self.pile(base, None);
        let says = |one: &Imported| {
            let is_shape = |setting: &ImportedSetting| {
                setting.origin == SettingOrigin::Read && SHAPE.contains(&setting.key)
            };
            one.unknown_model.is_none() && one.settings.iter().any(is_shape)
        };
        if let Ok(mut near) = without
            && says(&near)
            && !self.names_model
        {
            let file = self.name(model.file);
            match read {
                Ok(read) if read.plan.model == near.plan.model => {}
                Ok(_) => near.notes.push(ImportNote::ModelsDiffer(file)),
                Err(why) => near.notes.push(ImportNote::FaultyFile {
                    file,
                    why: bare(why),
                }),
            }
            return Ok(near);
        }
        self.pile(base, Some((model.file, read?)))
    }

    /// Reads the documents and the command over the model's configuration.
    fn pile(
        &self,
        base: &ImportBase,
        model: Option<(usize, Imported)>,
    ) -> Result<Imported, ImportRefusal> {
        let mut pile = Pile {
            given: Given {
                plan: base.start().clone(),
                settings: Vec::new(),
                has_model: model.is_some(),
            },
            owners: Vec::new(),
            all: None,
        };
        if let Some((file, mut read)) = model {
            if read.missing.contains(&MissingSetting::Sequence) {
                read.settings.retain(|setting| setting.key != "seq");
            }
            self.add(&mut pile, file, read);
        }
        self.seed_gpus(&mut pile);
        let (last, before) = match self.documents.split_last() {
            Some((last, before)) if self.is_own(last) => (Some(last), before),
            _ => (None, self.documents.as_slice()),
        };
        for layer in before {
            let read = self.document(layer, &base.beside(pile.given.clone()))?;
            self.add(&mut pile, layer.file, read);
        }
        let base = base.beside(pile.given.clone());
        let (file, read) = match (&self.command, last) {
            (Some(command), last) => (
                command.start.file,
                self.command(command, last, &pile, &base)?,
            ),
            (None, Some(last)) => (last.file, self.document(last, &base)?),
            (None, None) => return Err(ImportRefusal::Unknown),
        };
        self.add(&mut pile, file, read);
        let mut all = pile.all.ok_or(ImportRefusal::Unknown)?;
        all.notes.extend(self.notes.iter().cloned());
        Ok(all)
    }

    /// True unless the options of the command replace those of the nearest document.
    fn is_own(&self, last: &Layer) -> bool {
        let program = self.command.as_ref().map(|command| command.start.program);
        program != Some(Program::Megatron) || last.format == Format::Megatron
    }

    /// Begins with the GPUs of the launcher, or those of Accelerate, by which batches follow.
    fn seed_gpus(&self, pile: &mut Pile) {
        let launched = self.command.as_ref().map(|command| self.launched(command));
        let launched = launched.and_then(|launched| launched.number());
        let processes = || {
            let mut documents = self.documents.iter();
            let file = documents.find(|layer| layer.format == Format::Accelerate)?;
            let number = file.value.at("num_processes")?.whole()?;
            Some((String::from("num_processes"), number))
        };
        let Some((option, number)) = launched.or_else(processes) else {
            return;
        };
        let mut reader = ImportReader::of(&ImportBase::filling(&pile.given.plan));
        reader.has_option();
        reader.set_gpus(&option, number);
        if let Ok(read) = reader.done(Format::Accelerate) {
            pile.given.plan.cluster.gpus = read.plan.cluster.gpus;
            pile.given.settings.extend(read.settings);
        }
    }

    fn launched(&self, command: &CommandLayer) -> Launched {
        let start = command.start;
        let launch = start.launch.as_ref();
        Launched::of(
            command.text,
            &start.script,
            launch,
            start.count,
            self.budget,
        )
    }

    /// Reads a document.
    fn document(&self, layer: &Layer, base: &ImportBase) -> Result<Imported, ImportRefusal> {
        let mut reader = ImportReader::of(base);
        self.fill(layer, &mut reader)
            .and_then(|()| reader.done(layer.format))
            .map_err(|why| self.in_file(layer.file, why))
    }

    fn fill(&self, layer: &Layer, reader: &mut ImportReader) -> Result<(), ImportRefusal> {
        self.budget.charge(layer.value.units(), || None)?;
        read_document(&layer.value, layer.format, reader)
    }

    /// Reads the command, over its own document.
    fn command(
        &self,
        command: &CommandLayer,
        own: Option<&Layer>,
        pile: &Pile,
        base: &ImportBase,
    ) -> Result<Imported, ImportRefusal> {
        let mut reader = ImportReader::of(base);
        let start = command.start;
        let read = match own {
            None if start.program == Program::Megatron => {
                let read =
                    megatron::read::read(command.text, &start.script, &mut reader, self.budget);
                read.map(|()| Format::Megatron)
            }
            own => {
                let launched = self.launched(command);
                launched.remark(&mut reader);
                if !command.unread.is_empty() {
                    reader.remark(ImportNote::UnreadOptions(command.unread.clone()));
                }
                let format = own.map(|layer| layer.format);
                for (option, mark) in &command.open {
                    // A path of data, for instance, decides nothing.
                    if format.is_some_and(|format| detect::is_read(format, option)) {
                        reader.remark(open_option(option, mark));
                    }
                }
                launched.gpus(&mut reader);
                match own {
                    Some(layer) => {
                        let read = self.fill(layer, &mut reader);
                        self.restore_gpus(layer, &launched, &mut reader);
                        read.map(|()| layer.format)
                    }
                    None => {
                        reader.has_option();
                        let all = pile.all.as_ref();
                        Ok(all.map_or(Format::Megatron, |all| all.format))
                    }
                }
            }
        };
        let has_file = |format| self.documents.iter().any(|layer| layer.format == format);
        let launch = start.launch.as_ref();
        if launch.is_some_and(Launch::has_accelerate_file) && !has_file(Format::Accelerate) {
            reader.other_file(OTHER_FILES[2]);
        }
        let file = own.map_or(start.file, |layer| layer.file);
        read.and_then(|format| reader.done(format))
            .map_err(|why| self.in_file(file, why))
    }

    /// Sets the GPUs of the launcher again, where Accelerate's file has others.
    fn restore_gpus(&self, layer: &Layer, launched: &Launched, reader: &mut ImportReader) {
        let of_file = reader.plan.cluster.gpus;
        let number = launched.number().map(|(_, number)| number);
        let Some(number) = number.filter(|_| layer.format == Format::Accelerate) else {
            return;
        };
        if number != of_file {
            reader.remark(ImportNote::FilesDiffer {
                setting: ["gpus=", &number.to_string()].concat(),
                other: of_file.to_string(),
                file: self.name(layer.file),
            });
            launched.gpus(reader);
        }
    }

    /// Adds a document that was read over those before.
    fn add(&self, pile: &mut Pile, file: usize, mut read: Imported) {
        for setting in &read.settings {
            if setting.origin != SettingOrigin::Read {
                continue;
            }
            let before = pile
                .given
                .settings
                .iter()
                .find(|one| one.key == setting.key);
            if before == Some(setting) {
                continue;
            }
            let owner = pile.owners.iter().find(|(key, _)| *key == setting.key);
            let differs = before.filter(|before| {
                before.origin == SettingOrigin::Read && before.value != setting.value
            });
            // The longest sequence of a model is not that of its training.
            let is_longest = |file: usize| {
                let model = self.model.as_ref();
                setting.key == "seq" && model.is_some_and(|model| model.file == file)
            };
            if let (Some(before), Some((_, owner))) = (differs, owner)
                && !is_longest(*owner)
            {
                read.notes.push(ImportNote::FilesDiffer {
                    setting: [setting.key, "=", &setting.value].concat(),
                    other: before.value.clone(),
                    file: self.name(*owner),
                });
            }
            pile.owners.retain(|(key, _)| *key != setting.key);
            pile.owners.push((setting.key, file));
        }
        pile.given.plan = read.plan.clone();
        pile.given.settings.clone_from(&read.settings);
        pile.all = Some(match pile.all.take() {
            None => read,
            Some(before) => {
                let is_bare = self.documents.is_empty() && self.is_bare(file);
                over(before, read, is_bare)
            }
        });
        let is_answered = |what: &MissingSetting| match what {
            MissingSetting::OtherFile(option) => self.answers(option),
            _ => false,
        };
        if let Some(all) = &mut pile.all {
            all.missing.retain(|what| !is_answered(what));
        }
    }

    /// True of the command of a program whose options are not read.
    fn is_bare(&self, file: usize) -> bool {
        let start = self.command.as_ref().map(|command| command.start);
        start.is_some_and(|start| start.file == file && start.program == Program::Unknown)
    }

    /// True if the file that an option names is one of the documents.
    fn answers(&self, option: &str) -> bool {
        self.documents.iter().any(|layer| match layer.format {
            Format::DeepSpeed => option != OTHER_FILES[2],
            Format::Accelerate => {
                option == OTHER_FILES[2] || option == OTHER_FILES[0] && is_deepspeed(&layer.value)
            }
            _ => false,
        })
    }

    fn name(&self, file: usize) -> String {
        let file = self.files.get(file);
        file.map_or_else(String::new, |file| excerpt(&file.path))
    }

    fn in_file(&self, file: usize, why: ImportRefusal) -> ImportRefusal {
        match self.files.get(file) {
            Some(file) => in_file(file, why),
            None => why,
        }
    }
}

/// A refusal without the name of its file.
fn bare(why: ImportRefusal) -> ImportRefusal {
    match why {
        ImportRefusal::InFile { why, .. } => *why,
        why => why,
    }
}

/// True of a configuration of Accelerate that starts DeepSpeed.
pub(super) fn is_deepspeed(value: &ParsedValue) -> bool {
    let kind = value.at("distributed_type").and_then(ParsedValue::text);
    kind == Some("DEEPSPEED")
}

/// A document with the remarks on those before it. A setting that one of them leaves open is missing
/// unless the result has it; a command of which only the launcher was read answers nothing else.
fn over(before: Imported, mut read: Imported, is_bare: bool) -> Imported {
    let has = |key: &str| read.settings.iter().any(|setting| setting.key == key);
    let is_open = |what: &MissingSetting| match what {
        MissingSetting::Auto(key) | MissingSetting::Figure(key) => !has(key),
        MissingSetting::OtherFile(_) => true,
        MissingSetting::Cluster | MissingSetting::Gpu => false,
        _ => is_bare,
    };
    let missing = before.missing.into_iter().filter(is_open);
    let missing: Vec<MissingSetting> = missing.collect();
    let further = |what: &MissingSetting| !read.missing.contains(what);
    let missing: Vec<MissingSetting> = missing.into_iter().filter(further).collect();
    read.missing.extend(missing);
    joined(&mut read.notes, before.notes);
    joined(&mut read.unknown, before.unknown);
    joined(&mut read.unfit, before.unfit);
    joined(&mut read.unsaid, before.unsaid);
    read
}

/// Puts the items of an earlier list before those of a later one.
fn joined<T: PartialEq>(later: &mut Vec<T>, earlier: Vec<T>) {
    let mut all = earlier;
    let new = std::mem::take(later).into_iter();
    for item in new {
        if !all.contains(&item) {
            all.push(item);
        }
    }
    *later = all;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_joined_without_repeats() {
        let mut later = vec![2, 3];
        joined(&mut later, vec![1, 2]);
        assert_eq!(later, [1, 2, 3]);
    }
}
