//! Version 1 of the fragment: its grammar, every key with its default, in the order written.

mod fields;
mod key;
mod old;
mod read;
mod row;
mod sides;
mod values;
mod write;

pub use self::key::Key;
pub use self::old::replacing;
pub use self::read::{decode, named};
pub(super) use self::sides::{MEASURED, RIVAL};
pub use self::values::{KeyKind, Offers, Values};
pub use self::write::{differences, differing, encode};

use self::fields::FIELDS;
use cost::plan::Plan;

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

/// Restores the values of every held key in a changed plan; returns true if any had changed. A
/// restored default becomes a chosen value, so that it no longer follows other keys. The presets
/// are held by the keys `model`, `gpu` and `gpus`.
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
            is_given |= field.set(changed, &value).is_some();
        }
    }
    is_given
}

/// Every key but `v` and `p`, in the order written.
pub(super) fn keys() -> impl Iterator<Item = &'static str> {
    FIELDS.iter().map(|field| field.key)
}

/// True of the keys of a model's shape, which come first.
pub(crate) fn is_of_model(key: &str) -> bool {
    let mut of_model = keys().take_while(|known| *known != "node");
    of_model.any(|known| known == key)
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
