//! The script among several files that starts the training, and the files that it names.

use std::collections::BTreeSet;

use super::file::{FileContent, NamedFile};
use crate::excerpt::excerpt;
use crate::exchange::formats::FileKind;
use crate::exchange::programs;
use crate::frameworks::megatron;
use crate::import::Sources;
use crate::import::base::ImportBase;
use crate::import::budget::{ITEM, ReadBudget};
use crate::import::imported::{Format, ImportRefusal, TextPosition, TrainingFile};
use crate::import::reading::ImportReader;
use crate::import::shell::{self, Launch, Script, is_known};
use crate::import::sources::{named, shared};

/// The script that starts the training.
pub(super) struct Start {
    /// Its place among the files.
    pub(super) file: usize,
    pub(super) script: Script,
    pub(super) program: Program,
    /// The command; `None` if the script only holds options.
    pub(super) launch: Option<Launch>,
    /// Launches of programs of this kind.
    pub(super) count: usize,
}

/// The program that a script starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Program {
    /// One whose options are those of a format, or of a program that is not read.
    Of(FileKind),
    /// Megatron-LM.
    Megatron,
    /// Another one.
    Unknown,
}

/// The script of several files that starts the training, and the files that scripts use as parts of
/// them.
///
/// # Errors
/// If several scripts start trainings and none of them runs the others, or if the scripts take too
/// much work.
pub(super) fn start(
    files: &[NamedFile],
    kinds: &[FileContent],
    from: Option<Format>,
    budget: &ReadBudget,
) -> Result<(Option<Start>, BTreeSet<usize>), ImportRefusal> {
    let letters = files
        .iter()
        .map(|file| file.text.as_ref().map_or(0, String::len));
    if !budget.take_items(files.len(), letters.sum()) {
        return Err(ImportRefusal::TooMuch { at: None });
    }
    let texts = files.iter();
    let texts = texts.map(|file| (file.path.clone(), file.text.clone().unwrap_or_default()));
    let sources = Sources::new(texts.collect());
    let mut found: Vec<(usize, Start)> = Vec::new();
    let mut used = BTreeSet::new();
    for (place, file) in files.iter().enumerate() {
        let FileContent::Script = kinds.get(place).unwrap_or(&FileContent::Unknown) else {
            continue;
        };
        let Some(text) = &file.text else { continue };
        let script = shell::evaluate(text, &sources, budget);
        let at = TextPosition {
            line: script.line,
            column: 1,
        };
        budget
            .charge(0, || Some(at))
            .map_err(|why| in_file(file, why))?;
        let mut parts = sources.take_used();
        parts.remove(&place);
        used.extend(parts);
        let from = from.filter(|_| place == 0);
        let start = started(place, text, script, from, budget);
        found.push((rank(&start, &sources), start));
    }
    // Scripts that run each other are no parts.
    let is_part = |start: &Start| used.contains(&start.file);
    if found.iter().all(|(_, start)| is_part(start)) {
        used.clear();
    }
    found.retain(|(rank, start)| *rank > 0 && !used.contains(&start.file));
    let most = found.iter().map(|(rank, _)| *rank).max().unwrap_or(0);
    found.retain(|(rank, _)| *rank == most);
    if found.len() > 1 {
        let files = found.iter().filter_map(|(_, start)| {
            let file = excerpt(&files.get(start.file)?.path);
            Some(TrainingFile { file, format: None })
        });
        return Err(ImportRefusal::SeveralTrainings(files.collect()));
    }
    Ok((found.pop().map(|(_, start)| start), used))
}

/// The training that a script starts.
fn started(
    file: usize,
    text: &str,
    script: Script,
    from: Option<Format>,
    budget: &ReadBudget,
) -> Start {
    let known = match from {
        None => programs::started(&script, budget),
        Some(Format::Megatron) => None,
        Some(format) => programs::longest(&script, FileKind::Read(format)),
    };
    let known = known.map(|found| (found.kind, found.launch.clone(), found.count));
    if let Some((options, launch, count)) = known {
        return Start {
            file,
            program: Program::Of(options),
            launch: Some(launch),
            count,
            script,
        };
    }
    let base = ImportBase::filling(&crate::catalog::default_plan());
    let mut reader = ImportReader::of(&base);
    let replaces = |word: &String| {
        let option = word.split('=').next().unwrap_or_default();
        matches!(option, "--yaml-cfg" | "--yaml_cfg")
    };
    let is_replaced = script
        .launches
        .iter()
        .any(|launch| launch.words.iter().any(replaces));
    let is_megatron =
        is_replaced || megatron::read::read(text, &script, &mut reader, budget).is_ok();
    let longest = script.launches.iter().rev();
    let launch = longest.max_by_key(|launch| launch.words.len()).cloned();
    Start {
        file,
        program: if is_megatron {
            Program::Megatron
        } else {
            Program::Unknown
        },
        launch,
        count: 0,
        script,
    }
}

/// The rank of a script among others: a known program before another one that is given files or
/// GPUs, and a command before options in variables. None for a script that starts no training.
fn rank(start: &Start, sources: &Sources) -> usize {
    let is_started = usize::from(!start.script.launches.is_empty());
    match start.program {
        Program::Of(_) => 5,
        Program::Megatron => 3 + is_started,
        Program::Unknown => {
            let launch = start.launch.as_ref();
            let words = launch.map_or(&[][..], |launch| &launch.words);
            let names_file = words.iter().any(|word| {
                let path = value(word);
                is_known(path) && sources.place(path).is_some()
            });
            let is_launched = words.iter().any(|word| {
                let name = word.rsplit('/').next().unwrap_or_default();
                matches!(
                    name,
                    "torchrun" | "deepspeed" | "accelerate" | "torch.distributed.run"
                )
            });
            match (is_launched, names_file) {
                (true, _) => 2,
                (_, true) => 1,
                _ => 0,
            }
        }
    }
}

/// A refusal with the name of its file.
pub(super) fn in_file(file: &NamedFile, why: ImportRefusal) -> ImportRefusal {
    ImportRefusal::InFile {
        file: excerpt(&file.path),
        why: Box::new(why),
    }
}

/// The value of a word: the part behind an equals sign, if it has one.
fn value(word: &str) -> &str {
    word.split_once('=').map_or(word, |(_, value)| value)
}

/// A path in a command or a document.
#[derive(Clone, Debug)]
pub(super) struct NamedPath {
    /// The option before it, without dashes; empty if there is none.
    pub(super) option: String,
    pub(super) path: String,
}

/// The paths that a command names, with those of the variables that its program reads.
pub(super) fn paths(launch: &Launch, budget: &ReadBudget) -> Vec<NamedPath> {
    let letters = launch.words.iter().map(String::len).sum();
    if !budget.take_items(2 * launch.words.len(), letters) {
        return Vec::new();
    }
    let mut paths = Vec::new();
    let mut before = "";
    for word in &launch.words {
        let (option, path) = match word.split_once('=') {
            Some((option, path)) => (option, path),
            None if word.starts_with('-') => {
                before = word;
                continue;
            }
            None => (before, word.as_str()),
        };
        if is_known(path) {
            paths.push(NamedPath {
                option: option.trim_start_matches('-').replace('-', "_"),
                path: path.to_owned(),
            });
        }
        before = "";
    }
    let [_, config] = &launch.torchtitan;
    paths.extend(
        config
            .iter()
            .filter(|path| is_known(path))
            .map(|path| NamedPath {
                option: String::from("CONFIG_FILE"),
                path: path.clone(),
            }),
    );
    paths
}

/// The place of the file that a path names.
pub(super) fn place(files: &[NamedFile], path: &str, budget: &ReadBudget) -> Option<usize> {
    budget
        .take(files.len().saturating_mul(ITEM + path.len()))
        .then(|| named(files.iter().map(|file| file.path.as_str()), path))?
}

/// True if a path is that of the folder of a file, as far as the file's own path shows it.
pub(super) fn is_folder_of(file: &NamedFile, path: &str) -> bool {
    let inside = [path.trim_end_matches('/'), "/config.json"].concat();
    shared(&file.path, &inside) > 1
}
