//! Programs that a script starts, and the scripts that they run.

use super::launch::{Launch, is_setting};
use super::mark::{self, Mark, is_known, known_end, plain};
use super::state::{Flow, Input, Shell, Status};
use super::variable::Variable;
use crate::excerpt::excerpt;
use crate::import::budget::{ITEM, ReadBudget};

/// Largest number of stored launches.
const MOST_LAUNCHES: usize = 64;
/// Largest number of stored names of files.
const MOST_NAMES: usize = 32;

/// Programs that evaluate scripts.
const SHELLS: [&str; 4] = ["bash", "sh", "zsh", "dash"];
/// Programs that run a script as a job.
const SCHEDULERS: [&str; 4] = ["sbatch", "qsub", "bsub", "msub"];

/// Ends of the names of configurations, which programs take instead of options.
const CONFIGURATIONS: [&str; 3] = [".yaml", ".yml", ".toml"];

/// Sourced files that set no options of a training.
const SURROUNDINGS: [&str; 7] = [
    "activate",
    ".bashrc",
    ".bash_profile",
    ".profile",
    "profile",
    "conda.sh",
    "bash",
];

fn is_shell(word: &str) -> bool {
    SHELLS.contains(&word.rsplit('/').next().unwrap_or_default())
}

impl Shell<'_> {
    /// Evaluates the script that a program runs; returns false if there is none, so that the
    /// program itself counts.
    pub(super) fn run_script(&mut self, name: &str, words: &[String], is_direct: bool) -> bool {
        let is_inline =
            |word: &String| word.starts_with('-') && word.ends_with('c') && word.len() < 6;
        let mut pairs = words.iter().zip(words.iter().skip(1));
        let inline = pairs.position(|(word, next)| is_shell(word) && is_inline(next));
        if let Some(place) = inline {
            let script = words.get(place + 2).cloned().unwrap_or_default();
            let arguments = words.get(place + 4..).unwrap_or_default().to_vec();
            self.child(&script, words.get(..place).unwrap_or_default(), arguments);
            return true;
        }
        if let Some((place, text)) = self.file_that_runs(name, words) {
            let arguments = words.get(place + 1..).unwrap_or_default().to_vec();
            self.child(&text, words.get(..place).unwrap_or_default(), arguments);
            return true;
        }
        let is_python = words.iter().any(|word| word.contains("python"));
        let text = self.state.input.as_ref().map(Input::rest);
        let text = text.filter(|text| is_direct && !is_python && self.budget.take(text.len()));
        if let Some(text) = text.map(str::to_owned) {
            self.child(&text, words, Vec::new());
        }
        false
    }

    /// The file among the words that a shell, a scheduler or the script itself runs, if its text is
    /// known.
    fn file_that_runs(&mut self, name: &str, words: &[String]) -> Option<(usize, String)> {
        let place = if let Some(shell) = words.iter().position(|word| is_shell(word)) {
            let rest = words.get(shell + 1..)?;
            shell + 1 + rest.iter().position(|word| !word.starts_with('-'))?
        } else if SCHEDULERS.contains(&name) {
            // The value of an option may stand before it.
            words
                .iter()
                .skip(1)
                .position(|word| self.text_of(word).is_some())?
                + 1
        } else {
            0
        };
        let path = words.get(place)?;
        let is_path = place > 0 || path.contains('/');
        let text = self.text_of(path).filter(|_| is_path)?;
        let text = self
            .budget
            .take_items(1, text.len())
            .then(|| text.to_owned())?;
        if let Some((_, is_run)) = self.written.get_mut(path.trim_start_matches("./")) {
            *is_run = true;
        }
        Some((place, text))
    }

    /// The text of a file that the script wrote, or that was given with it.
    fn text_of(&self, path: &str) -> Option<&str> {
        let name = path.trim_start_matches("./");
        let written = self.written.get(path).or_else(|| self.written.get(name));
        let known = known_end(path);
        written
            .map(|(text, _)| text.as_str())
            .or_else(|| self.sources.find(known))
    }

    /// Evaluates a script as a program does: with the variables that are exported.
    fn child(&mut self, text: &str, around: &[String], arguments: Vec<String>) {
        let letters = around.iter().map(String::len).sum();
        if !self.budget.take_items(around.len(), letters) {
            return;
        }
        let outer = std::mem::replace(&mut self.outer, around.to_vec());
        self.subshell(|shell| {
            if !shell.state.exports_all {
                shell.state.variables.keep_exported();
            }
            shell.state.functions.clear();
            shell.state.ends_on_failure = false;
            shell.state.arguments = Some(Variable::List(arguments));
            let calls = std::mem::take(&mut shell.calls);
            let status = shell.script(text);
            shell.calls = calls;
            status
        });
        self.outer = outer;
    }

    /// Evaluates the files that the script wrote and did not run, if it starts nothing else.
    pub(super) fn unread_files(&mut self) {
        if !self.launches.is_empty() {
            return;
        }
        self.flow = Flow::Next;
        for (text, is_run) in std::mem::take(&mut self.written).into_values() {
            if !is_run {
                self.child(&text, &[], Vec::new());
            }
        }
    }

    /// Carries out `source`: evaluates a file in place.
    pub(super) fn source(&mut self, words: &[String]) -> Status {
        let Some(path) = words.first() else {
            return Status::Code(2);
        };
        let text = self.text_of(path);
        let text = text.filter(|text| self.budget.take_items(1, text.len()));
        let Some(text) = text.map(str::to_owned) else {
            self.note_absent(path);
            return Status::OK;
        };
        let arguments = words.get(1..).filter(|words| !words.is_empty());
        let arguments = arguments.map(|words| Some(Variable::List(words.to_vec())));
        let outer = arguments.map(|words| std::mem::replace(&mut self.state.arguments, words));
        let pending = self.pending.len();
        self.calls += 1;
        let _ = self.script(&text);
        self.arrive(pending, |flow| matches!(flow, Flow::Next | Flow::Return));
        self.calls -= 1;
        if let Some(outer) = outer {
            self.state.arguments = outer;
        }
        self.state.status.clone().unwrap_or(Status::OK)
    }

    fn note_absent(&mut self, path: &str) {
        let known = known_end(path).trim_start_matches('/');
        let name = if known.is_empty() {
            plain(path)
        } else {
            known.to_owned()
        };
        let file = name.rsplit('/').next().unwrap_or_default();
        let name = excerpt(&name);
        let is_known = SURROUNDINGS.contains(&file) || self.absent.contains(&name);
        if !is_known && self.absent.len() < MOST_NAMES {
            self.absent.push(name);
        }
    }

    /// Records a program that is started.
    pub(super) fn start(&mut self, words: Vec<String>) {
        let is_option = |word: &String| match Mark::first(word) {
            Some(Mark::Maybe { word, .. }) => word.starts_with("--"),
            _ => word.starts_with("--"),
        };
        let has_options =
            words.iter().any(is_option) || words.iter().skip(1).any(|word| is_setting(word));
        let has_options = has_options || self.name_file(words.get(1..).unwrap_or_default());
        if self.is_quiet || !has_options || self.is_repeated() {
            return;
        }
        let budget = self.budget;
        let is_fragment = words.first().is_some_and(is_option);
        let words: Vec<String> = words
            .into_iter()
            .flat_map(|word| cut(word, budget))
            .collect();
        let is_full = self.launches.len() >= MOST_LAUNCHES;
        match self.launches.last_mut() {
            // Options on separate lines, without a backslash before them.
            Some(last) if is_fragment && last.cause == self.cause => last.words.extend(words),
            _ if is_full => {}
            _ => {
                let variables = &self.state.variables;
                let text = |name| variables.text(name).map(str::to_owned);
                self.launches.push(Launch {
                    outer: self.outer.clone(),
                    words,
                    processes: ["NPROC_PER_NODE", "NNODES"].map(text),
                    torchtitan: ["NGPU", "CONFIG_FILE"].map(text),
                    cause: self.cause.clone(),
                });
            }
        }
    }

    /// True if one of these words, or the variable of torchtitan's script, is the path of a file
    /// that was given, or if a word is that of a configuration.
    fn name_file(&self, words: &[String]) -> bool {
        let files = self.sources.len();
        let words = words.iter().map(String::as_str);
        let mut words = words.chain(self.state.variables.text("CONFIG_FILE"));
        words.any(|word| {
            let path = known_end(word);
            let is_configuration = CONFIGURATIONS.iter().any(|end| path.ends_with(end));
            is_configuration
                || self.budget.take(files.saturating_mul(ITEM + path.len()))
                    && self.sources.place(path).is_some()
        })
    }

    /// True if an earlier turn of a loop started the same command; notes the loop.
    fn is_repeated(&mut self) -> bool {
        let site = self.site;
        let mut names = Vec::new();
        for turns in &mut self.turns {
            if turns.turn > 0 && turns.launched.contains(&site) {
                names.push(turns.name.clone());
            }
            turns.launching.insert(site);
        }
        let is_repeated = !names.is_empty();
        for name in names {
            if self.loops.len() < MOST_NAMES && !self.loops.contains(&name) {
                self.loops.push(name);
            }
        }
        is_repeated
    }
}

/// An item with an option and its value as two items; any other unchanged.
pub(super) fn cut(item: String, budget: &ReadBudget) -> Vec<String> {
    let (text, cause) = match Mark::first(&item) {
        Some(Mark::Maybe { word, cause }) => (word, Some(cause)),
        _ => (item.clone(), None),
    };
    let is_long = text.starts_with("--") && text.contains(char::is_whitespace);
    if !is_long || !budget.take_items(2 * mark::words(&text).count(), 2 * text.len()) {
        return vec![item];
    }
    let words = mark::words(&text).map(str::to_owned);
    let words = words.map(|word| match &cause {
        Some(cause) if is_known(&word) => {
            let cause = cause.clone();
            Mark::Maybe { word, cause }.text()
        }
        _ => word,
    });
    words.collect()
}
