//! The result of reading a file.

use super::ImportReader;
use crate::import::imported::{
    Format, ImportRefusal, Imported, ImportedSetting, MissingSetting, SettingOrigin,
};
use crate::import::shape::recognised;
use crate::link;

impl ImportReader {
    /// Records what a plan needs and the file with the other options has.
    pub(super) fn miss_rest(&mut self) {
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

    /// Records a value that the link fills in.
    pub(super) fn fill(&mut self, key: &'static str, value: String) {
        self.record(ImportedSetting {
            key,
            option: String::new(),
            value,
            origin: SettingOrigin::With,
            overruled: None,
        });
    }

    /// Records and applies the keys that the link names and the file lacks.
    pub(super) fn fill_named(&mut self) {
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
    pub(super) fn is_filled(&self, what: MissingSetting) -> bool {
        what.keys().into_iter().any(|key| self.base.names(key))
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
            following: self.derived,
        })
    }
}
