//! The command of a script that starts Megatron-LM.

use crate::frameworks::megatron::read::options::MegatronOptions;
use crate::import::budget::ReadBudget;
use crate::import::imported::{ImportNote, ImportRefusal, MissingSetting, TextPosition};
use crate::import::reading::ImportReader;
use crate::import::shell::{self, Launch, Mark, Script, ScriptGpus, plain};
use crate::import::sources::Sources;

/// The command with most options of Megatron-LM.
pub(crate) struct Command {
    /// The options of the command.
    pub(crate) options: MegatronOptions,
    gpus: ScriptGpus,
    notes: Vec<ImportNote>,
}

impl Command {
    /// Reads a script. If no command has an option of Megatron-LM, it reads the variables that hold
    /// options, else all words of the text.
    ///
    /// # Errors
    /// If the text takes too much work.
    pub(crate) fn of(
        text: &str,
        sources: &Sources,
        budget: &ReadBudget,
    ) -> Result<Self, ImportRefusal> {
        let script = shell::evaluate(text, sources, budget);
        let command = Self::of_script(text, &script, budget);
        // Evaluation stops at the end of the budget.
        let at = TextPosition {
            line: script.line,
            column: 1,
        };
        budget.charge(0, || Some(at))?;
        Ok(command)
    }

    fn of_script(text: &str, script: &Script, budget: &ReadBudget) -> Self {
        let mut started = Vec::new();
        for launch in &script.launches {
            let options = MegatronOptions::of(launch.arguments(), budget);
            if options.count() > 0 {
                started.push((options, launch));
            }
        }
        let count = started.len();
        // The first of the commands with most options.
        started.reverse();
        let best = started
            .into_iter()
            .max_by_key(|(options, _)| options.count());
        if let Some((options, launch)) = best {
            return Self {
                options,
                gpus: shell::gpus(text, script, launch, budget),
                notes: notes(script, Some(launch), count),
            };
        }
        let held = MegatronOptions::of(&script.held, budget);
        let options = if held.count() > 0 {
            held
        } else {
            MegatronOptions::of(&shell::plain_words(text, budget), budget)
        };
        Self {
            options,
            gpus: shell::gpus(text, script, &Launch::default(), budget),
            notes: notes(script, None, 0),
        }
    }

    /// Records remarks on the reading of the script.
    pub(crate) fn remark(&self, reading: &mut ImportReader) {
        for note in &self.notes {
            reading.remark(note.clone());
        }
        self.options.remark(reading);
    }

    /// Sets the GPUs, as far as the script names them.
    pub(crate) fn gpus(&self, reading: &mut ImportReader) {
        if let Some((option, gpu)) = &self.gpus.kind {
            reading.set_gpu(option, *gpu);
        }
        if let Some((option, mark)) = &self.gpus.open {
            let (option, variable) = (option.clone(), plain(mark.variable()));
            reading.remark(match mark {
                Mark::Undefined(_) => ImportNote::Undefined { option, variable },
                _ => ImportNote::Undecided { option, variable },
            });
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
