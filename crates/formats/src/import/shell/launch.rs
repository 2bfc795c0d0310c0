//! A command with options that a script starts.

/// A command with options that a script starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Launch {
    /// Words of the programs around the command, such as srun.
    pub(crate) outer: Vec<String>,
    /// The expanded words of the command.
    pub(crate) words: Vec<String>,
    /// Processes of a node and nodes, as variables give them to launchers that read them.
    pub(crate) processes: [Option<String>; 2],
    /// The number of GPUs and the configuration as variables give them to torchtitan's script.
    pub(crate) torchtitan: [Option<String>; 2],
    /// The variable that decides if the command is started.
    pub(crate) cause: Option<String>,
}

impl Launch {
    /// The place of the program's arguments: after a script of Python or a module, else at the
    /// first option, with dashes if there is one.
    fn split(&self) -> usize {
        let is_starter = |word: &str| {
            word.starts_with("torch.distributed")
                || word.starts_with("accelerate.")
                || word.starts_with("deepspeed.")
        };
        let mut module = None;
        for (place, word) in self.words.iter().enumerate() {
            let is_script = word.ends_with(".py") && !word.ends_with("launch.py");
            if is_script {
                return place + 1;
            }
            let before = place.checked_sub(1).and_then(|place| self.words.get(place));
            let is_module = before.is_some_and(|before| before == "-m") && !is_starter(word);
            if is_module && module.is_none() {
                module = Some(place + 1);
            }
        }
        let is_option = |word: &String| word.starts_with("--") || word == "@";
        let first = self.words.iter().position(is_option);
        let setting = || self.words.iter().position(|word| is_setting(word));
        let place = module.or(first).or_else(setting);
        place.unwrap_or(self.words.len())
    }

    /// Words before the program's arguments; all words if the place is unknown.
    pub(crate) fn launcher(&self) -> &[String] {
        let split = self.split();
        let has_program = self.words.get(split.wrapping_sub(1)).is_some_and(|word| {
            word.ends_with(".py")
                || !word.starts_with("--")
                    && split > 1
                    && self
                        .words
                        .get(split - 2)
                        .is_some_and(|before| before == "-m")
        });
        let end = if has_program { split } else { self.words.len() };
        self.words.get(..end).unwrap_or_default()
    }

    /// True if Accelerate's launcher reads a file with its settings.
    pub(crate) fn has_accelerate_file(&self) -> bool {
        let is_file = |word: &String| {
            let name = word.split('=').next().unwrap_or_default();
            matches!(name, "--config_file" | "--config-file")
        };
        let words = self.launcher();
        words.iter().any(|word| word.contains("accelerate")) && words.iter().any(is_file)
    }

    /// The program's arguments.
    pub(crate) fn arguments(&self) -> &[String] {
        self.words.get(self.split()..).unwrap_or_default()
    }
}

/// True of a word that sets an option as programs with Hydra take it, such as `trainer.nnodes=4`.
pub(crate) fn is_setting(word: &str) -> bool {
    let Some((path, _)) = word.trim_start_matches('+').split_once('=') else {
        return false;
    };
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.');
    path.starts_with(|first: char| first.is_ascii_lowercase()) && path.chars().all(is_part)
}
