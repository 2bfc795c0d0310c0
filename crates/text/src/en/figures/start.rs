//! The card of a first visit, in English.

use crate::figures::StartText;
use formats::catalog;
use formats::number::grouped;

/// Name of a model or GPU that is not of the catalogue.
const CUSTOM: &str = "custom";

pub(super) const START: StartText = StartText {
    title: "See whether a training run fits your GPUs, how fast it goes, and why. Drag anything.",
    tour: "Start the tour",
    look: "Look around",
    or_open: "or open a link, a config.json or launch arguments:",
    import: "Import",
    famous: "Or begin with a famous plan",
    names: |plan| {
        let model = catalog::model_entry(plan.model.preset);
        let gpu = catalog::gpu_entry(plan.cluster.gpu.preset);
        let gpus = grouped(plan.cluster.gpus);
        [
            model.map_or(CUSTOM, |entry| entry.name).to_owned(),
            [&*gpus, " × ", gpu.map_or(CUSTOM, |entry| entry.name)].concat(),
        ]
    },
    challenge: "Can you make it fit?",
    close: "Close this card",
    menu: "First steps",
};
