//! Settings that a file leaves open, or to another file.

use super::ImportReader;
use crate::import::following::Following;
use crate::import::imported::{ImportNote, ImportedSetting, MissingSetting, SettingOrigin};
use crate::link;

/// Keys of figures that the model of a link can supply.
const MODEL_KEYS: [&str; 7] = ["layers", "hidden", "ffn", "heads", "kv", "headdim", "vocab"];

impl ImportReader {
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

    /// Records a number that follows from the number of GPUs, unless another file or the link has it.
    pub(crate) fn follow(&mut self, rule: Following) {
        let key = rule.key();
        if !self.base.names(key) && self.base.stated(key).is_none() {
            self.derived = Some(rule);
        }
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
    pub(super) fn is_given(&self, what: MissingSetting) -> bool {
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
}
