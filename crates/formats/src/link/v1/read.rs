//! A fragment to a plan.

use super::fields::FIELDS;
use super::old::old_key;
use super::sides::{MEASURED, RIVAL, RIVAL_MEASURED, SAME, measured_alike, presets, same};
use crate::catalog;
use crate::excerpt::excerpt;
use crate::link::text::{prefix, unescape, whole};
use crate::link::{LONGEST, LinkWarning};
use cost::plan::{Plan, limits};

/// Reads a plan from a fragment, with or without its `#`, or from a whole address.
///
/// ```
/// use formats::link;
/// let (plan, warnings) = link::decode("#v=1&p=llama3-70b/h100x64&tp=8&pp=4&colour=red");
/// assert_eq!((plan.layout.tensor, plan.data_parallel()), (8, 2));
/// assert_eq!(warnings, [link::LinkWarning::UnknownKey { key: "colour".into() }]);
/// ```
#[must_use]
pub fn decode(link: &str) -> (Plan, Vec<LinkWarning>) {
    let mut warnings = Vec::new();
    let fragment = link.split_once('#').map_or(link, |(_, fragment)| fragment);
    let pairs = pairs(fragment, &mut warnings);
    let mut plan = base(&pairs, "p", catalog::default_plan(), &mut warnings);
    apply(&mut plan, &pairs, "", &mut warnings);
    read_measured_plan(&mut plan, &pairs, MEASURED, &mut warnings);
    // The rival runs on the same machine, unless the link has another measurement for it.
    let mut start = plan.clone();
    start.hold_measured();
    if let Some(mut rival) = side(&pairs, RIVAL, start, &mut warnings) {
        if !measured_alike(&rival, &plan) {
            rival.measured.plan = None;
        }
        read_measured_plan(&mut rival, &pairs, RIVAL_MEASURED, &mut warnings);
        plan.rival = Some(Box::new(rival));
    }
    (plan, warnings)
}

/// Keys that a link names with a valid value, and `model`, `gpu` and `gpus` if its presets are
/// understood. Keys that replaced an old one count as named.
///
/// ```
/// use formats::link;
/// let named = link::named("#v=1&p=llama3-70b/h100x64&tp=8&pp=none&colour=red");
/// assert_eq!(named, ["model", "gpu", "gpus", "tp"]);
/// ```
#[must_use]
pub fn named(link: &str) -> Vec<&'static str> {
    let fragment = link.split_once('#').map_or(link, |(_, fragment)| fragment);
    let mut named = Vec::new();
    for (key, value) in pairs(fragment, &mut Vec::new()) {
        if key == "p" {
            named.extend(named_presets(&value));
        } else if let Some(old) = old_key(&key) {
            named.extend(old.sets);
        } else if let Some(field) = FIELDS.iter().find(|field| field.key == key) {
            named.extend(field.read(&value).map(|_| field.key));
        }
    }
    named
}

/// The parts of the presets that are understood.
fn named_presets(text: &str) -> Vec<&'static str> {
    let (model, cluster) = text.split_once('/').unwrap_or((text, ""));
    let (gpu, count) = cluster.rsplit_once('x').unwrap_or((cluster, ""));
    let parts = [
        ("model", catalog::model(model).is_some()),
        ("gpu", catalog::gpu(gpu).is_some()),
        ("gpus", whole(count, &limits::GPUS).is_some()),
    ];
    let understood = parts
        .into_iter()
        .filter(|(_, is_understood)| *is_understood);
    understood.map(|(name, _)| name).collect()
}

/// Reads the measured plan, if keys with `prefix` show that it is another one.
fn read_measured_plan(
    plan: &mut Plan,
    pairs: &[KeyValue],
    prefix: &'static str,
    warnings: &mut Vec<LinkWarning>,
) {
    if let Some(other) = side(pairs, prefix, plan.bare(), warnings) {
        if plan.measured.is_empty() {
            warnings.push(LinkWarning::NothingMeasured);
        } else {
            plan.measured.plan = Some(Box::new(other));
        }
    }
}

/// The plan `start` with the keys of a side applied. `None` without such keys, or if they change
/// nothing and no key marks this as intended.
fn side(
    pairs: &[KeyValue],
    side: &'static str,
    start: Plan,
    warnings: &mut Vec<LinkWarning>,
) -> Option<Plan> {
    if !pairs.iter().any(|(key, _)| key.starts_with(side)) {
        return None;
    }
    let mut plan = base(pairs, &[side, "p"].concat(), start.clone(), warnings);
    apply(&mut plan, pairs, side, warnings);
    let is_meant = pairs
        .iter()
        .any(|(key, value)| key.strip_prefix(side) == Some(SAME) && value == "1");
    (is_meant || !same(&plan, &start)).then_some(plan)
}

type KeyValue = (String, String);

/// Cuts a fragment into its pairs, the first of each key.
fn pairs(fragment: &str, warnings: &mut Vec<LinkWarning>) -> Vec<KeyValue> {
    let read = prefix(fragment, LONGEST);
    if read.len() < fragment.len() {
        warnings.push(LinkWarning::TooLong);
    }
    let mut pairs: Vec<KeyValue> = Vec::new();
    for part in read.split('&').filter(|part| !part.is_empty()) {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        let (key, value) = (unescape(key), unescape(value));
        if pairs.iter().any(|(earlier, _)| *earlier == key) {
            warnings.push(LinkWarning::Repeated { key: excerpt(&key) });
        } else {
            pairs.push((key, value));
        }
    }
    pairs
}

/// The plan that the presets of `key` name, else `plan` itself.
fn base(pairs: &[KeyValue], key: &str, mut plan: Plan, warnings: &mut Vec<LinkWarning>) -> Plan {
    let Some((_, text)) = pairs.iter().find(|(name, _)| name == key) else {
        return plan;
    };
    let (model, cluster) = text.split_once('/').unwrap_or((text, ""));
    match catalog::model(model) {
        // A rival with the same preset keeps plan A's changes of it.
        Some(model) if model.preset == plan.model.preset => {}
        Some(model) => plan.model = model,
        None => warnings.push(LinkWarning::UnknownModel {
            given: excerpt(model),
            used: plan.model.preset,
        }),
    }
    // Names of cards also contain the letter: the count follows the last one.
    let (gpu, count) = match cluster.rsplit_once('x') {
        Some((gpu, count)) => (gpu, whole(count, &limits::GPUS)),
        None => (cluster, None),
    };
    match catalog::gpu(gpu) {
        Some(gpu) if gpu.preset == plan.cluster.gpu.preset => {}
        Some(gpu) => plan.cluster.gpu = gpu,
        None => warnings.push(LinkWarning::UnknownGpu {
            given: excerpt(gpu),
            used: plan.cluster.gpu.preset,
        }),
    }
    match count {
        Some(count) => plan.cluster.gpus = count,
        None => warnings.push(LinkWarning::BadValue {
            key: key.to_owned(),
            given: excerpt(text),
            used: presets(&plan),
        }),
    }
    plan
}

/// Applies the pairs whose key starts with `side` to a plan. Old keys come first, so that they
/// never overrule the keys that replaced them.
fn apply(plan: &mut Plan, pairs: &[KeyValue], side: &str, warnings: &mut Vec<LinkWarning>) {
    // Nested sides are read separately.
    let inner: &[&str] = match side {
        "" => &[MEASURED, RIVAL],
        RIVAL => &[MEASURED],
        _ => &[],
    };
    let mut today = Vec::new();
    for (key, value) in pairs {
        let Some(name) = key.strip_prefix(side) else {
            continue;
        };
        if inner.iter().any(|prefix| name.starts_with(prefix)) {
            continue;
        }
        match old_key(name) {
            Some(old) => {
                if (old.set)(plan, value).is_none() {
                    warnings.push(LinkWarning::BadValue {
                        key: key.clone(),
                        given: excerpt(value),
                        used: old.now(plan),
                    });
                }
            }
            None => today.push((key, name, value)),
        }
    }
    for (key, name, value) in today {
        match name {
            "p" => {}
            SAME if value == "1" && side.starts_with(RIVAL) => {}
            "v" if value == "1" && side.is_empty() => {}
            "v" if side.is_empty() => warnings.push(LinkWarning::Version {
                given: excerpt(value),
            }),
            _ => apply_field(plan, key, name, value, warnings),
        }
    }
}

fn apply_field(
    plan: &mut Plan,
    key: &str,
    name: &str,
    value: &str,
    warnings: &mut Vec<LinkWarning>,
) {
    // A measured plan has no measurements of another plan.
    let is_nested = (key.starts_with(MEASURED) || key.starts_with(RIVAL_MEASURED))
        && (name == "mstep" || name == "mmem");
    let field = FIELDS.iter().find(|field| field.key == name);
    let Some(field) = field.filter(|_| !is_nested) else {
        warnings.push(LinkWarning::UnknownKey { key: excerpt(key) });
        return;
    };
    match field.read(value) {
        Some(value) => field.set(plan, &value).unwrap_or_default(),
        None => warnings.push(LinkWarning::BadValue {
            key: key.to_owned(),
            given: excerpt(value),
            used: (field.get)(plan).text(),
        }),
    }
}
