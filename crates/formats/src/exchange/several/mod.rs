//! Several files of one run as one plan: a script, the files that it names, the configuration of the
//! model.
//!
//! Each file is recognised by its kind. The nearer a file stands to the start of the program, the
//! more it counts: the command's options, the program's file, Accelerate's, DeepSpeed's. The
//! configuration of the model gives the shape, unless a nearer file gives another. The launcher gives
//! the GPUs.
//!
//! Tests: `crates/formats/tests/all/import_several.rs`.

mod chosen;
mod file;
mod given;
mod layers;
mod merged;
mod named;
mod stacked;
mod start;
mod unpack;

pub use file::NamedFile;
pub use unpack::{MOST_ZIPPED, gathered, unzipped};

use self::chosen::Chosen;
use self::file::{FileContent, kind};
use self::given::Several;
use self::start::{Program, Start, in_file, start};
use super::formats::FileKind;
use super::log::LogReader;
use super::read::import_within;
use crate::excerpt::excerpt;
use crate::import::base::ImportBase;
use crate::import::budget::ReadBudget;
use crate::import::imported::{
    Format, ImportNote, ImportRefusal, Imported, MOST_FILES, OtherProgram, TrainingFile,
};
use crate::import::training;
use crate::import::value::ParsedValue;

/// Reads a plan from several files of one run. The format, if there is one, is that of the first.
///
/// ```
/// use formats::import::{ImportBase, NamedFile, ReadBudget, import_several};
/// let script = b"accelerate launch --num_processes 16 sft.py --config sft.yaml".to_vec();
/// let arguments = b"model_name_or_path: m\nmax_length: 4096\nbf16: true".to_vec();
/// let model = br#"{"model_type": "llama", "num_hidden_layers": 16, "hidden_size": 2048}"#.to_vec();
/// let files = [("a.sh", script), ("sft.yaml", arguments), ("m/config.json", model)];
/// let files = files.map(|(path, bytes)| NamedFile::of(path, bytes));
/// let base = ImportBase::filling(&formats::catalog::default_plan());
/// let read = import_several(&files, None, &base, &ReadBudget::new()).unwrap();
/// let (model, cluster) = (read.plan.model, read.plan.cluster);
/// assert_eq!((model.layers, cluster.gpus, read.plan.sequence()), (16, 16, 4_096));
/// ```
///
/// # Errors
/// If a file that counts is refused, with its name, if the files are of several trainings, or if they
/// take too much work.
pub fn import_several(
    files: &[NamedFile],
    format: Option<Format>,
    base: &ImportBase,
    budget: &ReadBudget,
) -> Result<Imported, ImportRefusal> {
    if files.len() > MOST_FILES {
        return Err(ImportRefusal::TooManyFiles);
    }
    if let [file] = files {
        let text = file.text.as_ref().ok_or(ImportRefusal::TooLarge)?;
        return import_within(text, format, base, budget);
    }
    let mut kinds = Vec::new();
    for (place, file) in files.iter().enumerate() {
        let kind = kind(file, budget).map_err(|why| in_file(file, why))?;
        kinds.push(match format.filter(|_| place == 0) {
            Some(format) => kind.of_format(format),
            None => kind,
        });
    }
    let (start, parts) = start(files, &kinds, format, budget)?;
    let several = Several {
        files,
        kinds,
        start,
        base,
        budget,
    };
    let mut read = several.read()?;
    several.measure(&mut read.imported)?;
    read.used.extend(parts);
    several.name_unread(&mut read);
    Ok(read.imported)
}

/// A plan, and the places of the files that were read for it.
struct ReadFiles {
    imported: Imported,
    used: Vec<usize>,
}

impl Several<'_> {
    fn read(&self) -> Result<ReadFiles, ImportRefusal> {
        if let Some(start) = &self.start
            && let Program::Of(FileKind::Other(program)) = start.program
        {
            return Err(self.in_file(start.file, self.other(start, program)?));
        }
        let chosen = Chosen::of(self)?;
        if !chosen.is_empty() {
            let used = chosen.used();
            let imported = chosen.layers(self)?.read(self.base)?;
            return Ok(ReadFiles { imported, used });
        }
        self.whole()
    }

    /// The refusal of a program that is not read.
    fn other(&self, start: &Start, program: OtherProgram) -> Result<ImportRefusal, ImportRefusal> {
        let fields = stacked::fields(start, self.budget)?.fields;
        let adapter = training::adapter(&ParsedValue::Fields(fields));
        Ok(ImportRefusal::Other { program, adapter })
    }

    /// Reads the only text that alone gives a plan, or the only log.
    fn whole(&self) -> Result<ReadFiles, ImportRefusal> {
        let places = |is_it: fn(&FileContent) -> bool| -> Vec<usize> {
            let kinds = self.kinds.iter().enumerate();
            let found = kinds.filter(|(_, kind)| is_it(kind));
            found.map(|(place, _)| place).collect()
        };
        let mut found = places(|kind| matches!(kind, FileContent::Whole(_)));
        if found.is_empty() {
            found = places(|kind| matches!(kind, FileContent::Log));
        }
        match found.as_slice() {
            [] => Err(self.fault()),
            [place] => {
                let text = self.text(*place);
                let read = import_within(text, None, self.base, self.budget);
                let imported = read.map_err(|why| self.in_file(*place, why))?;
                let used = vec![*place];
                Ok(ReadFiles { imported, used })
            }
            several => Err(self.several(several)),
        }
    }

    /// The reason why no file gives a plan: the fault of one, if there is one.
    fn fault(&self) -> ImportRefusal {
        if let Some(start) = &self.start {
            let text = self.text(start.file);
            let read = import_within(text, None, self.base, self.budget);
            if let Err(why) = read {
                return self.in_file(start.file, why);
            }
        }
        let mut kinds = self.kinds.iter().enumerate();
        let faulty = kinds.find_map(|(place, kind)| match kind {
            FileContent::Faulty(why) => Some(self.in_file(place, why.clone())),
            _ => None,
        });
        faulty.unwrap_or(ImportRefusal::Unknown)
    }

    /// The refusal of files of several trainings.
    fn several(&self, places: &[usize]) -> ImportRefusal {
        let files = places.iter().filter_map(|place| {
            let file = excerpt(&self.files.get(*place)?.path);
            let format = self.kinds.get(*place).and_then(FileContent::format);
            Some(TrainingFile { file, format })
        });
        ImportRefusal::SeveralTrainings(files.collect())
    }

    fn text(&self, place: usize) -> &str {
        let file = self.files.get(place);
        let text = file.and_then(|file| file.text.as_deref());
        text.unwrap_or_default()
    }

    fn in_file(&self, place: usize, why: ImportRefusal) -> ImportRefusal {
        match self.files.get(place) {
            Some(file) => in_file(file, why),
            None => why,
        }
    }

    /// Sets the figures that the only log has beside the files of its run.
    fn measure(&self, read: &mut Imported) -> Result<(), ImportRefusal> {
        let kinds = self.kinds.iter().enumerate();
        let logs = kinds.filter(|(_, kind)| matches!(kind, FileContent::Log));
        let logs: Vec<usize> = logs.map(|(place, _)| place).collect();
        let ([log], None) = (logs.as_slice(), read.plan.measured.step_s) else {
            return Ok(());
        };
        let base = ImportBase::filling(&read.plan);
        let reader = LogReader::of(self.text(*log), self.budget);
        let measured = reader.and_then(|reader| reader.figures(&base));
        let measured = measured.map_err(|why| self.in_file(*log, why))?;
        read.plan.measured = measured.plan.measured;
        read.settings.extend(measured.settings);
        read.notes.extend(measured.notes);
        Ok(())
    }

    /// Names the files that were not read.
    fn name_unread(&self, read: &mut ReadFiles) {
        let [mut unknown, mut unused] = [Vec::new(), Vec::new()];
        let has_log = read.imported.plan.measured.step_s.is_some()
            || read.imported.plan.measured.memory_gib.is_some();
        for (place, (file, kind)) in self.files.iter().zip(&self.kinds).enumerate() {
            if read.used.contains(&place) || has_log && matches!(kind, FileContent::Log) {
                continue;
            }
            let name = excerpt(&file.path);
            match kind {
                FileContent::Faulty(why) => read.imported.notes.push(ImportNote::FaultyFile {
                    file: name,
                    why: why.clone(),
                }),
                FileContent::Unknown | FileContent::Document(_, None) => unknown.push(name),
                FileContent::Document(..)
                | FileContent::Script
                | FileContent::Whole(_)
                | FileContent::Log => {
                    unused.push(name);
                }
            }
        }
        let notes = [
            (
                unused,
                ImportNote::UnusedFiles as fn(Vec<String>) -> ImportNote,
            ),
            (unknown, ImportNote::UnknownFiles),
        ];
        for (names, note) in notes {
            if !names.is_empty() {
                read.imported.notes.push(note(names));
            }
        }
    }
}

/// True of the path of a file that may be one of a run: not in a hidden folder, nor left there by a
/// system.
#[must_use]
pub fn is_shown(path: &str) -> bool {
    let mut parts = path.split(['/', '\\']);
    parts.all(|part| !(part.starts_with('.') && part.len() > 2) && part != "__MACOSX")
}
