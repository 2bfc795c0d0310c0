//! The GPUs of a program that a script starts, and remarks on the script.
//!
//! Tests: `crates/formats/tests/all/import_scripts.rs`.

use super::budget::ReadBudget;
use super::imported::{ImportNote, MissingSetting};
use super::reading::ImportReader;
use super::shell::{self, Launch, Mark, Script, ScriptGpus, plain};

/// The GPUs of a program that a script starts, and remarks on the script.
pub(crate) struct Launched {
    gpus: ScriptGpus,
    notes: Vec<ImportNote>,
}

impl Launched {
    /// Those of a launch, one of `count` that could be read; without a launch those of the script.
    pub(crate) fn of(
        text: &str,
        script: &Script,
        launch: Option<&Launch>,
        count: usize,
        budget: &ReadBudget,
    ) -> Self {
        let none = Launch::default();
        Self {
            gpus: shell::gpus(text, script, launch.unwrap_or(&none), budget),
            notes: notes(script, launch, count),
        }
    }

    /// Records the remarks.
    pub(crate) fn remark(&self, reading: &mut ImportReader) {
        for note in &self.notes {
            reading.remark(note.clone());
        }
    }

    /// The number of GPUs, if the script names it, with the option that gives it.
    pub(crate) fn number(&self) -> Option<(String, u64)> {
        self.gpus.number.clone()
    }

    /// Sets the GPUs, as far as the script names them.
    pub(crate) fn gpus(&self, reading: &mut ImportReader) {
        if let Some((option, gpu)) = &self.gpus.kind {
            reading.set_gpu(option, *gpu);
        }
        if let Some((option, mark)) = &self.gpus.open {
            reading.remark(open_option(option, mark));
        }
        match &self.gpus.number {
            Some((option, number)) => {
                reading.set_gpus(option, *number);
                if self.gpus.kind.is_none() {
                    reading.missing(MissingSetting::Gpu);
                }
            }
            None => reading.missing(MissingSetting::Cluster),
        }
    }
}

/// The remark on an option whose value a variable leaves open.
pub(crate) fn open_option(option: &str, mark: &Mark) -> ImportNote {
    let (option, variable) = (option.to_owned(), plain(mark.variable()));
    match mark {
        Mark::Undefined(_) => ImportNote::Undefined { option, variable },
        _ => ImportNote::Undecided { option, variable },
    }
}

fn notes(script: &Script, launch: Option<&Launch>, count: usize) -> Vec<ImportNote> {
    let mut notes = Vec::new();
    if count > 1 {
        notes.push(ImportNote::SeveralCommands(count));
    }
    if let Some(cause) = launch.and_then(|launch| launch.cause.as_ref()) {
        notes.push(ImportNote::UndecidedCommand(plain(cause)));
    }
    let turns = script
        .loops
        .iter()
        .map(|name| ImportNote::FirstTurn(name.clone()));
    notes.extend(turns);
    let absent = script.absent.iter();
    notes.extend(absent.map(|file| ImportNote::NotGiven(file.clone())));
    let unset = script.unset.iter();
    notes.extend(unset.map(|name| ImportNote::TakenUnset(plain(name))));
    notes
}
