//! The command of a script that starts Megatron-LM.

use crate::frameworks::megatron::read::words::MegatronOptions;
use crate::import::budget::ReadBudget;
use crate::import::imported::ImportRefusal;
use crate::import::launched::Launched;
use crate::import::reading::ImportReader;
use crate::import::shell::{self, Script};

/// The command with most options of Megatron-LM.
pub(crate) struct Command {
    /// The options of the command.
    pub(crate) options: MegatronOptions,
    /// The GPUs, and remarks on the script.
    pub(crate) launched: Launched,
}

impl Command {
    /// Reads a script. If no command has an option of Megatron-LM, it reads the variables that hold
    /// options, else all words of the text.
    ///
    /// # Errors
    /// If the words take too much work.
    pub(crate) fn of(
        text: &str,
        script: &Script,
        budget: &ReadBudget,
    ) -> Result<Self, ImportRefusal> {
        let mut started = Vec::new();
        for launch in &script.launches {
            let options = MegatronOptions::of(launch.arguments(), budget)?;
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
            return Ok(Self {
                options,
                launched: Launched::of(text, script, Some(launch), count, budget),
            });
        }
        let held = MegatronOptions::of(&script.held, budget)?;
        let options = if held.count() > 0 {
            held
        } else {
            MegatronOptions::of(&shell::plain_words(text, budget), budget)?
        };
        Ok(Self {
            options,
            launched: Launched::of(text, script, None, 0, budget),
        })
    }

    /// Records remarks on the reading of the script.
    pub(crate) fn remark(&self, reading: &mut ImportReader) {
        self.launched.remark(reading);
        self.options.remark(reading);
    }
}
