//! The model and the GPUs that a file names.

use super::ImportReader;
use crate::catalog::{CUSTOM, nearest_models, released_model};
use crate::excerpt::excerpt;
use crate::import::imported::{ImportedSetting, MissingSetting, SettingOrigin, UnknownModel};
use cost::plan::limits::GPUS;
use cost::plan::{Gpu, Model};

impl ImportReader {
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

    pub(super) fn note_preset(&mut self, key: &'static str, option: &str, value: String) {
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
    pub(super) fn preset(&self, key: &str) -> String {
        let plan = &self.base.plan;
        match key {
            "gpus" => plan.cluster.gpus.to_string(),
            "gpu" => plan.cluster.gpu.preset.to_owned(),
            _ => plan.model.preset.to_owned(),
        }
    }

    /// True if the file has named a model of the catalogue.
    pub(crate) fn has_model_of_file(&self) -> bool {
        self.has("model")
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
    pub(super) fn has_model(&self) -> bool {
        self.base.names("model") && self.base.plan.model.preset != CUSTOM
    }
}
