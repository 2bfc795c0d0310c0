//! Fields of a document of a framework, and the keys of a link that they set.

use super::following::Following;
use super::imported::{MissingSetting, SettingOrigin};
use super::reading::ImportReader;
use super::value::ParsedValue;
use cost::plan::{GradientType, MasterWeights, Optimizer, Overlap, WordSet};

/// Most references that are followed one after another: files have one or two.
const LONGEST_CHAIN: usize = 4;

/// A document that is being read.
pub(crate) struct Fields<'a> {
    /// The document, or a part of it.
    pub(crate) value: &'a ParsedValue,
    /// The plan so far.
    pub(crate) reading: &'a mut ImportReader,
}

impl<'a> Fields<'a> {
    /// The value of the first of these paths that exists, with the path. The word `auto` is not a
    /// value.
    pub(crate) fn first(&self, paths: &'static str) -> Option<(&'static str, &'a ParsedValue)> {
        let mut paths = paths.split_ascii_whitespace();
        paths.find_map(|path| Some((path, self.at(path)?)))
    }

    /// The value at a path. Where it is `${another.path}`, as OmegaConf has it, the value there, as
    /// far as the file has it.
    fn at(&self, path: &str) -> Option<&'a ParsedValue> {
        let mut found = self.value.at(path)?;
        for _ in 0..LONGEST_CHAIN {
            let named = found.text().and_then(|text| text.strip_prefix("${"));
            let named = named.and_then(|text| text.strip_suffix('}'));
            match named.and_then(|path| self.value.at(path)) {
                Some(other) => found = other,
                None => break,
            }
        }
        Some(found)
    }

    /// Sets a key to a number or switch of the file.
    pub(crate) fn set(&mut self, key: &'static str, paths: &'static str) -> Option<u64> {
        let (path, value) = self.first(paths)?;
        if matches!(value, ParsedValue::Open) || value.text() == Some("auto") {
            self.reading.missing(MissingSetting::Auto(key));
            return None;
        }
        self.reading.value(key, path, value)
    }

    /// Sets figures of a model, each by its paths, and records those that the file lacks.
    pub(crate) fn figures(&mut self, rows: &[(&'static str, &'static str)]) {
        for &(key, paths) in rows {
            if self.set(key, paths).is_none() {
                self.reading.missing(MissingSetting::Figure(key));
            }
        }
    }

    /// Sets a key to a number or switch of the file, else to the framework's default.
    pub(crate) fn set_or(&mut self, key: &'static str, paths: &'static str, default: &str) {
        if self.first(paths).is_some() {
            let _ = self.set(key, paths);
        } else {
            let option = paths.split_ascii_whitespace().next().unwrap_or_default();
            self.reading.default(key, option, default);
        }
    }

    /// Sets a key by a word of the file, else to the framework's default. A word outside the list
    /// is recorded.
    pub(crate) fn word(
        &mut self,
        key: &'static str,
        paths: &'static str,
        words: &[(&str, &str)],
        default: Option<&str>,
    ) {
        let Some((path, value)) = self.first(paths) else {
            let option = paths.split_ascii_whitespace().next().unwrap_or_default();
            if let Some(default) = default {
                self.reading.default(key, option, default);
            }
            return;
        };
        let written = written(value);
        if written == "auto" && words.iter().all(|(word, _)| *word != "auto") {
            self.reading.missing(MissingSetting::Auto(key));
            return;
        }
        let is_it = |word: &str| word.eq_ignore_ascii_case(&written);
        match words.iter().find(|(word, _)| is_it(word)) {
            Some((_, text)) => self.reading.set(key, path, text),
            None => self.reading.unfit(path, &written),
        }
    }

    /// The first of these paths as a whole number.
    pub(crate) fn whole(&self, paths: &'static str) -> Option<u64> {
        self.first(paths)?.1.whole()
    }

    /// The first of these paths as a text.
    pub(crate) fn text(&self, paths: &'static str) -> Option<&'a str> {
        self.first(paths)?.1.text()
    }

    /// True if the value of the first of these paths is on.
    pub(crate) fn is_on(&self, paths: &'static str) -> bool {
        self.first(paths).is_some_and(|(_, value)| value.is_on())
    }

    /// True if one of these paths exists.
    pub(crate) fn has(&self, paths: &'static str) -> bool {
        self.first(paths).is_some()
    }

    /// The first of these paths as written.
    pub(crate) fn written(&self, paths: &'static str) -> Option<String> {
        self.first(paths).map(|(_, value)| written(value))
    }

    /// The items of the first of these paths; one value counts as a list of one.
    pub(crate) fn items(&self, paths: &'static str) -> Vec<String> {
        match self.first(paths) {
            Some((_, ParsedValue::List(items))) => items.iter().map(written).collect(),
            Some((_, value)) => vec![written(value)],
            None => Vec::new(),
        }
    }

    /// True if the command leaves one of these options open.
    pub(crate) fn is_open(&self, options: &str) -> bool {
        self.reading.is_open(options)
    }

    /// Records the present value of a key: as read if one of the paths exists, else as the
    /// framework's default. It is missing if the command leaves one of them open.
    pub(crate) fn note(&mut self, key: &'static str, paths: &'static str) {
        if self.is_open(paths) {
            return self.reading.leave_open(key, None);
        }
        match self.first(paths) {
            Some((path, _)) => self.reading.note(key, path, SettingOrigin::Read),
            None => {
                let option = paths.split_ascii_whitespace().next().unwrap_or_default();
                self.reading.note(key, option, SettingOrigin::Default);
            }
        }
    }

    /// Sets the longest sequence of the model's pre-training, if the file has it.
    pub(crate) fn longest(&mut self, paths: &'static str) {
        if let Some(longest) = self.whole(paths) {
            let most = *cost::plan::limits::SEQUENCE.end();
            self.reading.plan.model.trained_sequence = longest.clamp(1, most);
        }
    }

    /// Sets the global batch to sequences of a micro-batch times steps of accumulation times
    /// data-parallel ranks.
    pub(crate) fn global_batch(&mut self, option: &str, accumulation: u64) {
        let rule = Following::Batch(accumulation);
        let global = rule.sequences(&self.reading.plan);
        self.reading.set_whole("gbs", option, global);
        self.reading.follow(rule);
    }

    /// Sets the global batch to one micro-batch for each data-parallel rank, as the framework's
    /// default. It is open where one of the keys that decide the ranks is.
    pub(crate) fn usual_global_batch(&mut self, option: &str, ranks: &[&str]) {
        let rule = Following::Batch(1);
        let global = rule.sequences(&self.reading.plan).to_string();
        if self.reading.knows(ranks) {
            self.reading.default("gbs", option, &global);
        } else {
            self.reading.leave_open("gbs", Some(&global));
        }
        self.reading.follow(rule);
    }

    /// Sets the GPUs to a product of degrees.
    pub(crate) fn gpus(&mut self, option: &str, degrees: &[u64]) {
        let product = degrees
            .iter()
            .fold(1_u64, |all, degree| all.saturating_mul(*degree));
        self.reading.set_gpus(option, product);
        self.reading.missing(MissingSetting::Gpu);
    }

    /// Sets the model of the catalogue that the file names.
    pub(crate) fn model(&mut self, paths: &'static str) {
        let found = self.first(paths);
        match found.and_then(|(path, value)| Some((path, value.text()?))) {
            Some((path, name)) => self.reading.set_named_model(path, name),
            None => self.reading.missing(MissingSetting::Model),
        }
    }

    /// Sets the types of weights, moments and gradients: all 16 bits, or all 32 bits.
    pub(crate) fn state_type(&mut self, paths: &'static str, is_half: bool) {
        let levers = &mut self.reading.plan.levers;
        levers.optimizer = if is_half {
            Optimizer::AdamWBf16
        } else {
            Optimizer::AdamW
        };
        levers.master = is_half.then_some(MasterWeights::None);
        levers.gradients = is_half.then_some(GradientType::Half);
        for key in ["opt", "master", "grads"] {
            self.note(key, paths);
        }
    }

    /// Adds a kind of overlap to the plan's, or removes it, by a switch of the file.
    pub(crate) fn overlap(&mut self, paths: &'static str, kind: Overlap) {
        let kind = WordSet::of(&[kind]);
        if let Some((path, value)) = self.first(paths) {
            let (more, less) = if value.is_on() {
                (kind, WordSet::EMPTY)
            } else {
                (WordSet::EMPTY, kind)
            };
            self.reading.set_overlap(path, more, less);
        }
    }

    /// Pads the vocabulary to a multiple for each tensor-parallel rank.
    pub(crate) fn pad_vocabulary(&mut self, option: &str, multiple: u64) {
        let plan = &self.reading.plan;
        let multiple = multiple.saturating_mul(plan.layout.tensor).max(1);
        let vocab = plan.model.vocab;
        let padded = vocab.checked_next_multiple_of(multiple);
        if let Some(padded) = padded.filter(|padded| *padded != vocab) {
            self.reading.set_whole("vocab", option, padded);
        }
    }

    /// Records fields that are on none of the lists and begin with none of the prefixes.
    pub(crate) fn unlisted(&mut self, lists: &[&str], prefixes: &[&str]) {
        self.reading.unlisted(self.value, lists, prefixes);
    }
}

/// A value as written; one that is open as a file writes what another program decides.
pub(crate) fn written(value: &ParsedValue) -> String {
    match value {
        ParsedValue::Null => String::from("null"),
        ParsedValue::Switch(is_on) => String::from(if *is_on { "true" } else { "false" }),
        ParsedValue::Whole(number) => number.to_string(),
        ParsedValue::Number(text) | ParsedValue::Text(text) => text.clone(),
        ParsedValue::List(items) => items.iter().map(written).collect::<Vec<_>>().join(","),
        ParsedValue::Fields(_) => String::from("…"),
        ParsedValue::Open => String::from("auto"),
    }
}
