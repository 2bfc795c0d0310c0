//! Version 1 of the fragment: its grammar, every key with its default, in the order written.

mod fields;
mod key;
mod old;
mod row;
mod values;

pub use self::key::Key;
pub use self::old::replacing;
pub use self::values::{KeyKind, Offers, Values};

use self::fields::FIELDS;
use self::old::old_key;
use self::row::LinkField;
use super::text::{prefix, unescape, whole};
use super::{LONGEST, LinkWarning};
use crate::catalog;
use crate::excerpt::excerpt;
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
    // The rival runs on the same machine, unless a measurement of its own stands in the link.
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

/// Reads which plan was measured, where the keys of `prefix` say that it was another one.
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

/// Before the keys of the plan that was measured.
const MEASURED: &str = "m.";
/// Before the keys of plan B.
const RIVAL: &str = "b.";
/// Before the keys of the plan that was measured on plan B's machine, where it is not plan A's.
const RIVAL_MEASURED: &str = "b.m.";
/// After the prefix of a side: the key of a plan that equals the one it starts from.
const SAME: &str = "same";

/// The plan that begins as `start` and has what the keys of a side say. `None` if there are no such
/// keys, or if they change nothing and none says that this is meant.
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

/// Pairs that a link to `plan` has and one to `read` has not. Measurements and rivals are left out.
///
/// ```
/// use formats::link::{self, decode};
/// let (plan, _) = decode("p=llama3-70b/h100x64&tp=8&pp=4");
/// let (other, _) = decode("p=llama3-70b/h100x64&tp=4&pp=4&mbs=2");
/// assert_eq!(link::differences(&plan, &other), ["tp=4", "mbs=2"]);
/// ```
#[must_use]
pub fn differences(read: &Plan, plan: &Plan) -> Vec<String> {
    let mut link = String::new();
    push_side(&mut link, "", &mut read.bare(), &plan.bare());
    link.split('&')
        .filter(|pair| !pair.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Writes the canonical fragment of a plan: version, presets, then what differs from the
/// defaults, in fixed order.
///
/// ```
/// use formats::link;
/// let (plan, _) = link::decode("pp=4&tp=8&sp=1&p=llama3-70b/h100x64");
/// assert_eq!(link::encode(&plan), "#v=1&p=llama3-70b/h100x64&tp=8&pp=4");
/// ```
#[must_use]
pub fn encode(plan: &Plan) -> String {
    let mut link = String::from("#v=1&p=");
    link.push_str(&presets(plan));
    // What a reader of the link has at each point: first what the presets alone say.
    let mut read = catalog::default_plan();
    rebase(&mut read, plan);
    push_differences(&mut link, "", &mut read, plan);
    if let (Some(other), false) = (&plan.measured.plan, plan.measured.is_empty()) {
        push_side(&mut link, MEASURED, &mut read.bare(), &other.bare());
    }
    if let Some(rival) = &plan.rival {
        let alone = link.len();
        push_side(&mut link, RIVAL, &mut read, rival);
        if link.len() == alone {
            link.push_str("&b.same=1");
        }
        push_measured_of_rival(&mut link, plan, rival);
    }
    link
}

/// Writes the plan that was measured on plan B's machine, where a reader would take another one.
fn push_measured_of_rival(link: &mut String, plan: &Plan, rival: &Plan) {
    let measured = measured_plan(rival);
    let read = if measured_alike(rival, plan) {
        measured_plan(plan)
    } else {
        rival
    };
    if rival.measured.is_empty() || same(&read.bare(), &measured.bare()) {
        return;
    }
    let alone = link.len();
    push_side(link, RIVAL_MEASURED, &mut rival.bare(), &measured.bare());
    if link.len() == alone {
        link.push_str("&b.m.same=1");
    }
}

/// The plan that was measured, if anything was.
fn measured_plan(plan: &Plan) -> &Plan {
    plan.measured.plan.as_deref().unwrap_or(plan)
}

/// Differences of two plans: each key with its current values in both. Measurements and rivals are
/// left out; presets come as the key `p`.
///
/// ```
/// use formats::link::{self, decode};
/// let (plan, _) = decode("p=llama3-70b/h100x64&tp=8&pp=4");
/// let (other, _) = decode("p=llama3-70b/h100x64&tp=4&pp=4");
/// let [(key, before, after)] = &link::differing(&plan, &other)[..] else { panic!() };
/// assert_eq!((*key, before.as_str(), after.as_str()), ("tp", "8", "4"));
/// ```
#[must_use]
pub fn differing(one: &Plan, other: &Plan) -> Vec<(&'static str, String, String)> {
    let mut differing = Vec::new();
    let (before, after) = (presets(one), presets(other));
    if before != after {
        differing.push(("p", before, after));
    }
    let mut read = one.bare();
    rebase(&mut read, other);
    each_difference(&mut read, &other.bare(), &mut |field, after| {
        differing.push((field.key, (field.get)(one).text(), after));
    });
    differing
}

/// The current value of a key, as a link writes it; empty if there is no such key.
///
/// ```
/// use formats::link;
/// let (plan, _) = link::decode("#v=1&p=llama3-70b/h100x64&pp=4&split=19,21,21,19");
/// assert_eq!(link::value(&plan, "split"), "19,21,21,19");
/// assert_eq!(link::value(&plan, "ckptn"), "none");
/// ```
#[must_use]
pub fn value(plan: &Plan, key: &str) -> String {
    Key::named(key).map_or_else(String::new, |key| key.value(plan))
}

/// Restores the values of every held key in a changed plan; returns true if any had changed. Values
/// are the current ones: a default that followed another key follows it no longer. The presets are
/// held by the keys `model`, `gpu` and `gpus`.
///
/// ```
/// use formats::link;
/// let (plan, _) = link::decode("#v=1&p=llama3-70b/h100x64&tp=8");
/// let (mut changed, _) = link::decode("#v=1&p=llama3-70b/h100x64&tp=4&pp=4&seq=4096");
/// let is_held = |key: &str| key == "tp" || key == "gbs";
/// assert!(link::hold(&is_held, &plan, &mut changed));
/// // The batch followed the sequence, and keeps its value now.
/// assert_eq!(link::encode(&changed), "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&seq=4096&gbs=512");
/// assert!(!link::hold(&is_held, &plan, &mut changed));
/// ```
pub fn hold(is_held: &dyn Fn(&str) -> bool, was: &Plan, changed: &mut Plan) -> bool {
    let mut is_given = false;
    if changed.model.preset != was.model.preset && is_held("model") {
        changed.model = was.model;
        is_given = true;
    }
    let cluster = &mut changed.cluster;
    if cluster.gpu.preset != was.cluster.gpu.preset && is_held("gpu") {
        cluster.gpu = was.cluster.gpu;
        is_given = true;
    }
    if cluster.gpus != was.cluster.gpus && is_held("gpus") {
        cluster.gpus = was.cluster.gpus;
        is_given = true;
    }
    for field in FIELDS {
        let value = (field.get)(was);
        if value != (field.get)(changed) && is_held(field.key) {
            is_given |= (field.set)(changed, &value.text()).is_some();
        }
    }
    is_given
}

/// Every key but `v` and `p`, in the order written.
pub(super) fn keys() -> impl Iterator<Item = &'static str> {
    FIELDS.iter().map(|field| field.key)
}

/// Sets a key as a link does. Returns false and changes nothing if the text is not a value of the
/// key.
///
/// ```
/// use formats::catalog;
/// use formats::link;
/// let mut plan = catalog::default_plan();
/// assert!(link::set_value(&mut plan, "split", "15,17"));
/// assert!(!link::set_value(&mut plan, "split", "half of them"));
/// assert_eq!(plan.layout.split, [15, 17]);
/// ```
#[must_use]
pub fn set_value(plan: &mut Plan, key: &str, text: &str) -> bool {
    Key::named(key).is_some_and(|key| key.set(plan, text))
}

/// The current number of a key; `None` if it has no number.
///
/// ```
/// use formats::catalog;
/// use formats::link;
/// let plan = catalog::default_plan();
/// assert_eq!(link::number(&plan, "hbmbw"), Some(3_350.0));
/// assert_eq!(link::number(&plan, "mstep"), None);
/// ```
#[must_use]
pub fn number(plan: &Plan, key: &str) -> Option<f64> {
    Key::named(key)?.number(plan)
}

/// Sets a key to a number that is not negative, to at most six decimals. Returns false and changes
/// nothing if the key cannot have that value.
pub fn set_number(plan: &mut Plan, key: &str, value: f64) -> bool {
    Key::named(key).is_some_and(|key| key.set_number(plan, value))
}

/// Writes what a plan has and `read` has not, its presets first. It starts as a copy, so its
/// presets bring their own figures only where it names others.
fn push_side(link: &mut String, side: &str, read: &mut Plan, plan: &Plan) {
    if presets(plan) != presets(read) {
        for piece in ["&", side, "p=", &presets(plan)] {
            link.push_str(piece);
        }
    }
    rebase(read, plan);
    push_differences(link, side, read, plan);
}

/// Writes every current value of `plan` that `read` does not have.
fn push_differences(link: &mut String, side: &str, read: &mut Plan, plan: &Plan) {
    each_difference(read, plan, &mut |field, text| {
        for piece in ["&", side, field.key, "=", &text] {
            link.push_str(piece);
        }
    });
}

/// Passes every current value of `plan` that `read` does not have. Reads it back at once, because
/// later defaults follow from earlier values.
fn each_difference(read: &mut Plan, plan: &Plan, pass: &mut dyn FnMut(&LinkField, String)) {
    for field in FIELDS {
        let value = (field.get)(plan);
        if value != (field.get)(read) {
            let text = value.text();
            let _ = (field.set)(read, &text);
            pass(field, text);
        }
    }
}

/// True if the figures measured are the same.
fn measured_alike(a: &Plan, b: &Plan) -> bool {
    (a.measured.step_s, a.measured.memory_gib) == (b.measured.step_s, b.measured.memory_gib)
}

/// True if no current value differs.
fn same(a: &Plan, b: &Plan) -> bool {
    presets(a) == presets(b) && FIELDS.iter().all(|field| (field.get)(a) == (field.get)(b))
}

/// `model/gpuxcount`.
fn presets(plan: &Plan) -> String {
    let mut text = String::from(plan.model.preset);
    text.push('/');
    text.push_str(plan.cluster.gpu.preset);
    text.push('x');
    text.push_str(&plan.cluster.gpus.to_string());
    text
}

/// Takes over the presets of `other` where they differ.
fn rebase(plan: &mut Plan, other: &Plan) {
    if plan.model.preset != other.model.preset {
        plan.model = catalog::model(other.model.preset).unwrap_or(plan.model);
    }
    if plan.cluster.gpu.preset != other.cluster.gpu.preset {
        plan.cluster.gpu = catalog::gpu(other.cluster.gpu.preset).unwrap_or(plan.cluster.gpu);
    }
    plan.cluster.gpus = other.cluster.gpus;
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
        // A rival on the same preset keeps what plan A changed of it.
        Some(model) if model.preset == plan.model.preset => {}
        Some(model) => plan.model = model,
        None => warnings.push(LinkWarning::UnknownModel {
            given: excerpt(model),
            used: plan.model.preset,
        }),
    }
    // Card names contain the letter too: the count stands behind the last one.
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
    // Sides within this one are read by themselves.
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
    // What was measured is not measured of another plan again.
    let is_nested = (key.starts_with(MEASURED) || key.starts_with(RIVAL_MEASURED))
        && (name == "mstep" || name == "mmem");
    let field = FIELDS.iter().find(|field| field.key == name);
    let Some(field) = field.filter(|_| !is_nested) else {
        warnings.push(LinkWarning::UnknownKey { key: excerpt(key) });
        return;
    };
    if (field.set)(plan, value).is_none() {
        warnings.push(LinkWarning::BadValue {
            key: key.to_owned(),
            given: excerpt(value),
            used: (field.get)(plan).text(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::presentation::controls;

    const LARGE: &str =
        "#v=1&p=deepseek-v3-671b/h800x2048&tp=8&pp=8&ep=8&sp=1&vp=2&zero=1&mbs=2&ckpt=sel&seq=8192";

    #[test]
    fn each_key_keeps_its_value_whatever_changes() {
        let (plan, _) = decode(LARGE);
        let (other, _) = decode(
            "#v=1&p=gpt2-1.5b/a100-80x16&tp=2&sp=0&mstep=3&tok=1000000&split=24,24&pp=2&off=opt",
        );
        for key in controls() {
            let mut changed = other.clone();
            let _ = hold(&|held| held == key, &plan, &mut changed);
            assert_eq!(value(&changed, key), value(&plan, key), "{key}");
            assert!(!hold(&|held| held == key, &plan, &mut changed), "{key}");
        }
    }

    #[test]
    fn all_keys_held_leave_no_change() {
        let (plan, _) = decode(LARGE);
        let (mut other, _) = decode("#v=1&p=gpt2-1.5b/a100-80x16&tp=2");
        assert!(hold(&|_| true, &plan, &mut other));
        assert_eq!(encode(&other), encode(&plan));
        let (mut same, _) = decode(LARGE);
        assert!(!hold(&|_| true, &plan, &mut same));
    }

    #[test]
    fn presets_are_held_each_by_its_own_key() {
        let (plan, _) = decode("#v=1&p=llama3-8b/h100x8");
        let (other, _) = decode("#v=1&p=gpt2-1.5b/a100-80x16");
        for (key, expected) in [
            ("model", "#v=1&p=llama3-8b/a100-80x16"),
            ("gpu", "#v=1&p=gpt2-1.5b/h100x16"),
            ("gpus", "#v=1&p=gpt2-1.5b/a100-80x8"),
            ("nonsense", "#v=1&p=gpt2-1.5b/a100-80x16"),
        ] {
            let mut changed = other.clone();
            let _ = hold(&|held| held == key, &plan, &mut changed);
            assert_eq!(encode(&changed), expected, "{key}");
        }
    }
}
