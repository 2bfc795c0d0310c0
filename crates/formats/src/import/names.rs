//! Serialization of an import's plan, and of the names that it takes from our tables.

use cost::plan::Plan;
use serde::de::{Deserialize, Deserializer, Error};

use crate::catalog::MODELS;
use crate::link::Key;
use crate::link::presentation::PRESETS;

/// A name in a table of ours: a key of a link, a part of its presets, a model of the catalogue, or
/// an option that names another file.
pub type KnownName = &'static str;

/// Options that name another file with options.
pub(crate) const OTHER_FILES: [KnownName; 3] = [
    "deepspeed",
    "deepspeed_config.deepspeed_config_file",
    "--config_file",
];

/// Options that name the file with all options that a command leaves out.
pub(crate) const REST_FILES: [KnownName; 4] = ["--config-name", "--config", "@", "config"];

/// Reads a name, as its table has it.
///
/// # Errors
/// Those of the format, and where no table has the name.
pub(crate) fn known<'de, D: Deserializer<'de>>(from: D) -> Result<KnownName, D::Error> {
    let name = <&str>::deserialize(from)?;
    let keys = Key::all().map(Key::name);
    let models = MODELS.iter().map(|entry| entry.model.preset);
    let mut names = keys
        .chain(PRESETS)
        .chain(models)
        .chain(OTHER_FILES)
        .chain(REST_FILES);
    let known = names.find(|known| *known == name);
    known.ok_or_else(|| Error::custom("no such name"))
}

/// A plan without plan B and measurements of another plan, with its presets as names: exact, where
/// a link leaves out what was chosen as it follows from others.
pub(crate) mod as_plan {
    use super::{KnownName, Plan};
    use crate::catalog;
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::{Serialize, Serializer};

    /// Writes a plan.
    ///
    /// # Errors
    /// Those of the format.
    pub(crate) fn serialize<S: Serializer>(plan: &Plan, to: S) -> Result<S::Ok, S::Error> {
        let presets: [KnownName; 2] = [plan.model.preset, plan.cluster.gpu.preset];
        (presets, plan).serialize(to)
    }

    /// Reads a plan.
    ///
    /// # Errors
    /// Those of the format, and where the catalogue has no such model or GPU.
    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Plan, D::Error> {
        let ([model, gpu], mut plan) = <([&str; 2], Plan)>::deserialize(from)?;
        let presets = catalog::model(model).zip(catalog::gpu(gpu));
        let (model, gpu) = presets.ok_or_else(|| D::Error::custom("no such preset"))?;
        plan.model.preset = model.preset;
        plan.cluster.gpu.preset = gpu.preset;
        Ok(plan)
    }
}
