//! A plan that is being read: the values of its keys with their origins, by options of a file or of
//! the framework. Beside this file: the model and the GPUs (`presets.rs`), what stays open
//! (`open.rs`), what is said (`remarks.rs`), and the result (`done.rs`).
//!
//! Tests: `crates/formats/tests/all/import_accounts.rs`, `crates/formats/tests/all/corpus.rs`.

mod done;
mod open;
mod presets;
mod remarks;

use super::base::ImportBase;
use super::following::Following;
use super::imported::{
    ImportNote, ImportedSetting, MissingSetting, SettingOrigin, UnknownModel, Unsaid,
};
use super::value::ParsedValue;
use crate::excerpt::excerpt;
use crate::link;
use cost::params::ModelParams;
use cost::plan::limits::TOKENS;
use cost::plan::{Offload, Overlap, Plan, Recipe, WordSet};
use cost::run;

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
    derived: Option<Following>,
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
            derived: None,
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

    /// Adds a part to what moves to the host, as an option of the file says.
    pub(crate) fn moves_more(&mut self, part: Offload, option: &str) {
        let levers = &mut self.plan.levers;
        let more = WordSet::of(&[part]);
        levers.offload = WordSet::from_bits(levers.offload.bits() | more.bits());
        self.note("off", option, SettingOrigin::Read);
    }

    /// Records that the file has an option of the framework, even if it sets no key.
    pub(crate) const fn has_option(&mut self) {
        self.has_read = true;
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
        let each = self.plan.tokens_per_step();
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
}
