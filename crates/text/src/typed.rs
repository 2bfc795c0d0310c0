//! Plans that people type: parts that were not understood, and parts that are missing.

use cost::plan::limits::GPUS;
use formats::link::typed::{PlanFault, PlanPart, key_of};
use formats::link::{Key, LONGEST, LinkWarning};

use crate::{links, list};

messages!("typed");

/// The model of examples.
const EXAMPLE: &str = "llama3-70b";

/// A part that was not understood, with the nearest names.
#[must_use]
pub fn fault(fault: &PlanFault) -> String {
    match fault {
        PlanFault::Model { given, near } if near.is_empty() => no_model(given),
        PlanFault::Model { given, near } => no_model_but(given, near),
        PlanFault::Gpu { given, near } if near.is_empty() => no_gpu(given),
        PlanFault::Gpu { given, near } => no_gpu_but(given, near),
        PlanFault::Gpus(given) => no_gpus(given, *GPUS.start(), *GPUS.end()),
        PlanFault::Key { given, near } if near.is_empty() => no_key(given),
        PlanFault::Key { given, near } => no_key_but(given, near),
        PlanFault::Value { key, given, near } => match Key::named(key_of(key)) {
            None => no_value(given, key),
            Some(known) if near.is_empty() => no_value_of(given, key, &list::values(known)),
            Some(known) => no_value_but(given, key, &list::values(known), near),
        },
        PlanFault::Link(LinkWarning::TooLong) => too_long(LONGEST as u64),
        PlanFault::Link(LinkWarning::Version { given }) => version(given),
        PlanFault::Link(LinkWarning::NothingMeasured) => nothing_measured().to_owned(),
        PlanFault::Link(LinkWarning::Repeated { key }) => repeated(key),
        PlanFault::Link(other) => links::warning(other),
    }
}

/// A part of a plan that a text does not name.
#[must_use]
pub fn lack(part: &PlanPart) -> String {
    match part {
        PlanPart::All => lacks_all().to_owned(),
        PlanPart::Model => lacks_model().to_owned(),
        PlanPart::Cluster(model) => lacks_cluster(model.as_deref().unwrap_or(EXAMPLE)),
        PlanPart::Number(gpu) => lacks_number(gpu),
    }
}
