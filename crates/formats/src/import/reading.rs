//! A plan that is being read, with the options that were not understood.

use std::collections::BTreeSet;

use super::base::ImportBase;
use super::imported::{
    Format, ImportNote, ImportRefusal, Imported, ImportedSetting, MissingSetting, SettingOrigin,
    UnknownModel, Unsaid,
};
use super::shape::recognised;
use super::value::ParsedValue;
use crate::catalog::{CUSTOM, nearest_models, released_model};
use crate::excerpt::excerpt;
use crate::link;
use cost::params::ModelParams;
use cost::plan::limits::{GPUS, TOKENS};
use cost::plan::{Gpu, Model, Overlap, Plan, Recipe, WordSet};
use cost::run;

/// Largest number of stored names of each kind: enough to correct a file, too few to flood a page.
const MOST_NAMES: usize = 100;

/// Keys of figures that the model of a link can supply.
const MODEL_KEYS: [&str; 7] = ["layers", "hidden", "ffn", "heads", "kv", "headdim", "vocab"];

/// The beginning of all options for which a name stands: one with a dot or a star at its end.
fn beginning(name: &str) -> Option<&str> {
    let table = name.ends_with('.').then_some(name);
    name.strip_suffix('*').or(table)
}

/// True if an option is among names, separated by blanks. One with a dot or a star at its end stands
/// for all that begin so.
pub(crate) fn is_among(names: &str, option: &str) -> bool {
    names.split_ascii_whitespace().any(|name| {
        let begin = beginning(name);
        begin.map_or(name == option, |begin| option.starts_with(begin))
    })
}

/// A plan that is being read.
pub(crate) struct ImportReader {
    /// The plan so far.
    pub(crate) plan: Plan,
    base: ImportBase,
    settings: Vec<ImportedSetting>,
    /// True if the options are those of a command, which change a file of the program.
    pub(crate) is_command: bool,
    /// True if another file has the options that this one leaves out.
    leaves_rest: bool,
    /// True while options are read that change a model which the file names.
    changes_model: bool,
    /// Options that a command leaves open, so that its document lacks them.
    open: Vec<String>,
    /// True once the file has given an option of the framework.
    has_read: bool,
    unknown: Vec<String>,
    unfit: Vec<(String, String)>,
    notes: Vec<ImportNote>,
    missing: Vec<MissingSetting>,
    /// Missing settings that would follow from others.
    following: Vec<MissingSetting>,
    unsaid: Vec<Unsaid>,
    unknown_model: Option<UnknownModel>,
}

impl ImportReader {
    /// A reader that begins with a plan, which supplies the settings that the file leaves open.
    pub(crate) fn of(base: &ImportBase) -> Self {
        Self {
            plan: base.start().clone(),
            base: base.clone(),
            settings: base.given().to_vec(),
            is_command: false,
            leaves_rest: false,
            changes_model: false,
            open: Vec::new(),
            has_read: false,
            unknown: Vec::new(),
            unfit: Vec::new(),
            notes: Vec::new(),
            missing: Vec::new(),
            following: Vec::new(),
            unsaid: Vec::new(),
            unknown_model: None,
        }
    }

    /// Begins the model of the file with these features, but keeps the figures that the link names,
    /// and the shape that the configuration of the model gives.
    pub(crate) fn start_model(&mut self, model: Model) {
        if self.base.has_model() {
            return self.keep_model();
        }
        self.plan.model = model;
        let named: Vec<&'static str> = self.base.named().collect();
        for key in named {
            self.restore(key);
        }
    }

    /// Sets a key of a link that the file gives; records a value that it cannot take, under the
    /// option's name.
    pub(crate) fn set(&mut self, key: &'static str, option: &str, text: &str) {
        self.has_read = true;
        if link::set_value(&mut self.plan, key, text) {
            self.note(key, option, SettingOrigin::Read);
        } else {
            self.unfit(option, text);
        }
    }

    /// Sets a key of a link to the value that the framework's parser fills in, under the
    /// framework's name of the option.
    pub(crate) fn default(&mut self, key: &'static str, option: &str, text: &str) {
        if self.leaves_rest {
            return;
        }
        if link::set_value(&mut self.plan, key, text) {
            self.note(key, option, SettingOrigin::Default);
        } else {
            self.unfit(option, text);
        }
    }

    /// Sets a key to a whole number: that of the file, else the framework's default.
    pub(crate) fn set_or(
        &mut self,
        key: &'static str,
        option: &str,
        number: Option<u64>,
        default: u64,
    ) {
        match number {
            Some(number) => self.set_whole(key, option, number),
            None => self.default(key, option, &default.to_string()),
        }
    }

    /// Records the present value of a key, under the option that gave it. If the link names the
    /// key, the link's value is restored.
    pub(crate) fn note(&mut self, key: &'static str, option: &str, origin: SettingOrigin) {
        if self.leaves_rest && origin == SettingOrigin::Default {
            return;
        }
        self.has_read |= origin == SettingOrigin::Read;
        if self.is_kept(key) {
            return self.keep_model();
        }
        if origin == SettingOrigin::Default && self.restore_stated(key) {
            return;
        }
        let mut setting = ImportedSetting {
            key,
            option: excerpt(option),
            value: link::value(&self.plan, key),
            origin,
            overruled: None,
        };
        if self.base.names(key) {
            self.restore(key);
            let value = link::value(&self.plan, key);
            let other = std::mem::replace(&mut setting.value, value);
            let differs = origin == SettingOrigin::Read && other != setting.value;
            setting.overruled = differs.then_some(other);
            setting.origin = SettingOrigin::With;
        }
        self.record(setting);
    }

    /// True of a key of the model whose shape another file gives.
    fn is_kept(&self, key: &str) -> bool {
        self.base.has_model() && (key == "model" || link::is_of_model(key))
    }

    fn keep_model(&mut self) {
        self.plan.model = self.base.start().model;
    }

    /// Restores the value of a key that another file states and the link does not name. Returns true
    /// if there is one.
    fn restore_stated(&mut self, key: &str) -> bool {
        let stated = self.base.stated(key).filter(|_| !self.base.names(key));
        let Some(stated) = stated.cloned() else {
            return false;
        };
        let _ = link::set_value(&mut self.plan, key, &stated.value);
        self.record(stated);
        true
    }

    /// Sets the plan's framework.
    pub(crate) fn recipe(&mut self, recipe: Recipe) {
        self.plan.stack.recipe = recipe;
        self.note("recipe", "", SettingOrigin::Default);
    }

    /// Sets the overlap to the plan's with `more` and without `less`. It follows the recipe if it
    /// is the recipe's.
    pub(crate) fn set_overlap(
        &mut self,
        option: &str,
        more: WordSet<Overlap>,
        less: WordSet<Overlap>,
    ) {
        let bits = (self.plan.overlap().bits() | more.bits()) & !less.bits();
        self.plan.stack.overlap = None;
        let chosen = WordSet::from_bits(bits);
        self.plan.stack.overlap = (chosen != self.plan.overlap()).then_some(chosen);
        self.note("overlap", option, SettingOrigin::Read);
    }

    /// Records the present value of a key: as read if one of the options exists, under its name,
    /// else as the framework's default, under the first name.
    pub(crate) fn note_by(
        &mut self,
        key: &'static str,
        options: &[&str],
        is_there: impl Fn(&str) -> bool,
    ) {
        let found = options.iter().find(|option| is_there(option));
        let first = options.first().copied().unwrap_or_default();
        match found {
            Some(option) => self.note(key, option, SettingOrigin::Read),
            None => self.note(key, first, SettingOrigin::Default),
        }
    }

    /// Sets the model of the catalogue that the file names, and records that of the link as
    /// overruled.
    pub(crate) fn set_model(&mut self, option: &str, model: Model) {
        self.has_read = true;
        self.start_model(model);
        self.note_preset("model", option, model.preset.to_owned());
    }

    /// Sets the model of the catalogue with a name that the file gives, or records the name as
    /// unknown.
    pub(crate) fn set_named_model(&mut self, option: &str, name: &str) {
        match released_model(name) {
            Some(entry) => self.set_model(option, entry.model),
            None => self.unknown_model(option, name),
        }
    }

    /// Records the name of a model that the catalogue lacks and whose shape the file does not give.
    pub(crate) fn unknown_model(&mut self, option: &str, name: &str) {
        if self.base.has_model() {
            self.has_read = true;
            return;
        }
        self.unfit(option, name);
        self.missing(MissingSetting::Model);
        self.unknown_model = Some(UnknownModel {
            option: excerpt(option),
            name: excerpt(name),
            near: nearest_models(name)
                .into_iter()
                .map(str::to_owned)
                .collect(),
        });
    }

    /// Records that the file has an option of the framework, even if it sets no key.
    pub(crate) const fn has_option(&mut self) {
        self.has_read = true;
    }

    /// Sets the number of GPUs that the file gives, and records that of the link's preset as
    /// overruled.
    pub(crate) fn set_gpus(&mut self, option: &str, number: u64) {
        if !GPUS.contains(&number) {
            self.unfit(option, &number.to_string());
            return;
        }
        self.plan.cluster.gpus = number;
        self.note_preset("gpus", option, number.to_string());
    }

    /// Sets the kind of GPU that the file names, and records that of the link's preset as
    /// overruled.
    pub(crate) fn set_gpu(&mut self, option: &str, gpu: Gpu) {
        self.plan.cluster.gpu = gpu;
        self.note_preset("gpu", option, gpu.preset.to_owned());
    }

    fn note_preset(&mut self, key: &'static str, option: &str, value: String) {
        if self.is_kept(key) {
            return;
        }
        let other = self.preset(key);
        let differs = self.base.names(key) && other != value;
        self.record(ImportedSetting {
            key,
            option: excerpt(option),
            value,
            origin: SettingOrigin::Read,
            overruled: differs.then_some(other),
        });
    }

    /// A part of the presets of the base plan.
    fn preset(&self, key: &str) -> String {
        let plan = &self.base.plan;
        match key {
            "gpus" => plan.cluster.gpus.to_string(),
            "gpu" => plan.cluster.gpu.preset.to_owned(),
            _ => plan.model.preset.to_owned(),
        }
    }

    fn record(&mut self, setting: ImportedSetting) {
        self.settings.retain(|other| other.key != setting.key);
        self.settings.push(setting);
    }

    /// Begins the layout of the file with that of a plain plan, and with what other files say.
    pub(crate) fn start_layout(&mut self) {
        let mut plain = Plan::new(self.plan.model, self.plan.cluster);
        for given in self.base.given() {
            let _ = link::set_value(&mut plain, given.key, &given.value);
        }
        self.plan.layout = plain.layout;
    }

    /// True if the keys have values that the file, the framework or the link gives.
    pub(crate) fn knows(&self, keys: &[&str]) -> bool {
        let mut keys = keys.iter();
        keys.all(|key| self.has(key) || self.base.names(key))
    }

    /// True if a key has a value with an origin.
    fn has(&self, key: &str) -> bool {
        self.settings.iter().any(|setting| setting.key == key)
    }

    /// True if the file has named a model of the catalogue.
    pub(crate) fn has_model_of_file(&self) -> bool {
        self.has("model")
    }

    /// Restores the base plan's value of a key.
    fn restore(&mut self, key: &str) {
        let value = link::value(&self.base.plan, key);
        let _ = link::set_value(&mut self.plan, key, &value);
    }

    /// Sets a key to a whole number that follows from others.
    pub(crate) fn set_whole(&mut self, key: &'static str, option: &str, number: u64) {
        self.set(key, option, &number.to_string());
    }

    /// Sets a key from a field of a document, if the field exists.
    pub(crate) fn field(
        &mut self,
        key: &'static str,
        value: &ParsedValue,
        path: &str,
    ) -> Option<u64> {
        self.value(key, path, value.at(path)?)
    }

    /// Sets a key from the value of a field.
    pub(crate) fn value(
        &mut self,
        key: &'static str,
        path: &str,
        found: &ParsedValue,
    ) -> Option<u64> {
        match found {
            ParsedValue::Whole(number) => {
                self.set_whole(key, path, *number);
                return Some(*number);
            }
            ParsedValue::Switch(is_on) => self.set(key, path, if *is_on { "1" } else { "0" }),
            ParsedValue::Text(text) | ParsedValue::Number(text) => {
                let text = text.clone();
                self.unfit(path, &text);
            }
            _ => self.unfit(path, "…"),
        }
        None
    }

    /// Sets the tokens of the run to those of this number of steps. Leaves them open if the model's
    /// default gives the same number of steps.
    pub(crate) fn steps(&mut self, steps: Option<u64>, option: &str) {
        let Some(steps) = steps else { return };
        self.plan.run.tokens = None;
        let each = self
            .plan
            .global_batch()
            .saturating_mul(self.plan.sequence());
        let follows = run::tokens(&self.plan, ModelParams::of(&self.plan.model).total);
        if follows.div_ceil(each.max(1)) != steps {
            // The last step of the longest run goes beyond its tokens.
            let most = *TOKENS.end();
            let is_last = steps.saturating_sub(1).saturating_mul(each) < most;
            let tokens = steps.saturating_mul(each);
            self.set_whole(
                "tok",
                option,
                if is_last { tokens.min(most) } else { tokens },
            );
        }
    }

    /// True if no further unknown name is stored.
    pub(crate) const fn is_full(&self) -> bool {
        self.unknown.len() >= MOST_NAMES
    }

    /// Records an unknown name.
    pub(crate) fn unknown(&mut self, name: &str) {
        if self.is_full() {
            return;
        }
        let name = excerpt(name);
        if !self.unknown.contains(&name) {
            self.unknown.push(name);
        }
    }

    /// Records a value that the plan cannot have.
    pub(crate) fn unfit(&mut self, option: &str, value: &str) {
        if self.unfit.len() < MOST_NAMES {
            self.unfit.push((excerpt(option), excerpt(value)));
        }
    }

    /// Records a remark.
    pub(crate) fn remark(&mut self, note: ImportNote) {
        if self.notes.len() < MOST_NAMES && !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Records that the file has a key and leaves its value open. The plan has the default.
    pub(crate) fn leave_open(&mut self, key: &'static str, default: Option<&str>) {
        if self.is_kept(key) {
            return self.keep_model();
        }
        if self.restore_stated(key) {
            return;
        }
        if self.base.names(key) {
            self.restore(key);
        } else if let Some(default) = default {
            let _ = link::set_value(&mut self.plan, key, default);
        }
        self.settings.retain(|setting| setting.key != key);
        self.missing(MissingSetting::Figure(key));
    }

    /// Leaves a key open that follows from others, so that it is named after all of these.
    pub(crate) fn leave_following(&mut self, key: &'static str, default: Option<&str>) {
        let before = self.missing.len();
        self.leave_open(key, default);
        self.following.extend(self.missing.drain(before..));
    }

    /// Takes in the options that a command leaves open.
    pub(crate) fn leave_options_open(&mut self, options: impl Iterator<Item = String>) {
        self.open.extend(options);
    }

    /// True if the command leaves one of these options open.
    pub(crate) fn is_open(&self, options: &str) -> bool {
        let mut options = options.split_ascii_whitespace();
        !self.open.is_empty() && options.any(|option| self.open.iter().any(|open| open == option))
    }

    /// Records a setting that the file leaves open. A figure of a model comes from the link's
    /// model, if any.
    pub(crate) fn missing(&mut self, what: MissingSetting) {
        if self.is_given(what) {
            return;
        }
        if let MissingSetting::Figure(key) = what
            && MODEL_KEYS.contains(&key)
            && self.has_model()
        {
            self.restore(key);
            self.fill(key, link::value(&self.plan, key));
        } else if what == MissingSetting::Cluster && self.has("gpus") {
            // The command that starts the program gives their number.
            self.missing(MissingSetting::Gpu);
        } else if what == MissingSetting::Gpu && self.has("gpu") {
            // It gives the kind, too.
        } else if !self.missing.contains(&what) {
            self.missing.push(what);
        }
    }

    /// True if another file gives a setting that this one leaves open.
    fn is_given(&self, what: MissingSetting) -> bool {
        let gives = |key: &&str| self.base.given().iter().any(|given| given.key == *key);
        match what {
            MissingSetting::Model => self.base.has_model(),
            MissingSetting::Figure(key) if self.is_kept(key) => true,
            MissingSetting::Figure(_)
            | MissingSetting::Batch
            | MissingSetting::Sequence
            | MissingSetting::Auto(_) => what.keys().iter().any(gives),
            _ => false,
        }
    }

    /// Records that an option names another file, which decides the sharded state.
    pub(crate) fn other_file(&mut self, option: &'static str) {
        let is_claimed = |setting: &ImportedSetting| {
            setting.key == "zero" && setting.origin == SettingOrigin::Default
        };
        self.settings.retain(|setting| !is_claimed(setting));
        self.missing(MissingSetting::OtherFile(option));
    }

    /// Withdraws the framework's defaults, as another file may have the options.
    pub(crate) fn withdraw_defaults(&mut self) {
        let is_claimed = |setting: &ImportedSetting| {
            setting.origin == SettingOrigin::Default && setting.key != "recipe"
        };
        self.settings.retain(|setting| !is_claimed(setting));
    }

    /// Marks settings that were read as defaults of the framework, by their options.
    pub(crate) fn filled_by_framework(&mut self, is_filled: impl Fn(&str) -> bool) {
        let read = self.settings.iter_mut();
        for setting in read.filter(|setting| setting.origin == SettingOrigin::Read) {
            if is_filled(&setting.option) {
                setting.origin = SettingOrigin::Default;
            }
        }
    }

    /// Records that an option names the file with all options that are not there. No default of the
    /// framework is claimed beside it.
    pub(crate) fn rest_in(&mut self, option: &'static str) {
        self.has_read = true;
        self.leaves_rest = true;
        self.missing(MissingSetting::Rest(option));
    }

    /// Records what a plan needs and the file with the other options has.
    fn miss_rest(&mut self) {
        let needed = [
            (MissingSetting::Model, &["model"][..]),
            (MissingSetting::Batch, &["mbs", "gbs"]),
            (MissingSetting::Sequence, &["seq"]),
        ];
        for (what, keys) in needed {
            if self.leaves_rest && !self.knows(keys) {
                self.missing(what);
            }
        }
    }

    /// Records that the file lacks an option whose default differs between releases.
    pub(crate) fn later_default(&mut self, option: &str) {
        if !self.leaves_rest {
            self.remark(ImportNote::LaterDefault(option.to_owned()));
        }
    }

    /// True if another file, or the model that the file names, has the options that are left out.
    pub(crate) const fn leaves_rest(&self) -> bool {
        self.leaves_rest || self.changes_model
    }

    /// Begins or ends the options that change the model which the file names, if it names one: the
    /// model has those that are left out. True if it does.
    pub(crate) fn change_model(&mut self, is_begun: bool) -> bool {
        self.changes_model = is_begun && self.has_model_of_file();
        self.changes_model
    }

    /// True while options are read that change a model which the file names.
    pub(crate) const fn changes_model(&self) -> bool {
        self.changes_model
    }

    /// True if the link names a model with a shape.
    fn has_model(&self) -> bool {
        self.base.names("model") && self.base.plan.model.preset != CUSTOM
    }

    /// Records a value that the link fills in.
    fn fill(&mut self, key: &'static str, value: String) {
        self.record(ImportedSetting {
            key,
            option: String::new(),
            value,
            origin: SettingOrigin::With,
            overruled: None,
        });
    }

    /// Records and applies the keys that the link names and the file lacks.
    fn fill_named(&mut self) {
        let named: Vec<&'static str> = self.base.named().collect();
        let is_open = self.missing.contains(&MissingSetting::Model);
        for key in named {
            match key {
                "model" if is_open && !self.has(key) => self.fill(key, self.preset(key)),
                "model" => {}
                "gpu" | "gpus" if self.has(key) => {}
                "gpu" | "gpus" => self.fill(key, self.preset(key)),
                _ => {
                    self.restore(key);
                    if !self.has(key) {
                        self.fill(key, link::value(&self.plan, key));
                    }
                }
            }
        }
    }

    /// True if the link names a setting that the file leaves open.
    fn is_filled(&self, what: MissingSetting) -> bool {
        what.keys().into_iter().any(|key| self.base.names(key))
    }

    /// Records a feature that no plan can have.
    pub(crate) fn unsaid(&mut self, what: Unsaid) {
        if !self.unsaid.contains(&what) {
            self.unsaid.push(what);
        }
    }

    /// Records the fields of a document that are on none of the lists and begin with none of the
    /// prefixes.
    pub(crate) fn unlisted(&mut self, value: &ParsedValue, lists: &[&str], prefixes: &[&str]) {
        let names = || lists.iter().flat_map(|list| list.split_ascii_whitespace());
        let known: BTreeSet<&str> = names().collect();
        let prefixes: Vec<&str> = names()
            .filter_map(beginning)
            .chain(prefixes.iter().copied())
            .collect();
        value.each_path(&mut |path| {
            let is_inside = |prefix: &&str| path.starts_with(*prefix);
            if !self.is_full() && !known.contains(path) && !prefixes.iter().any(is_inside) {
                self.unknown(path);
            }
        });
    }

    /// The result. The model has its name if the catalogue has its shape, else the features that a
    /// link can express.
    ///
    /// # Errors
    /// If no option of the format was read.
    pub(crate) fn done(mut self, format: Format) -> Result<Imported, ImportRefusal> {
        if !self.has_read {
            return Err(ImportRefusal::NoOption(format));
        }
        if self.base.has_model() {
            self.keep_model();
        }
        self.miss_rest();
        self.fill_named();
        for what in std::mem::take(&mut self.following) {
            self.missing(what);
        }
        let missing = std::mem::take(&mut self.missing);
        let is_known = |what| what == MissingSetting::Cluster && self.has("gpus");
        let missing = missing.into_iter();
        let missing = missing.filter(|what| !self.is_filled(*what) && !is_known(*what));
        let missing: Vec<MissingSetting> = missing.collect();
        let is_open = missing.contains(&MissingSetting::Model);
        let unknown_model = self.unknown_model.take().filter(|_| is_open);
        let (model, unsaid) = recognised(&self.plan.model);
        self.plan.model = model;
        self.unsaid.extend(unsaid);
        Ok(Imported {
            format,
            plan: self.plan,
            settings: self.settings,
            unknown: self.unknown,
            unfit: self.unfit,
            unsaid: self.unsaid,
            notes: self.notes,
            missing,
            unknown_model,
        })
    }
}
