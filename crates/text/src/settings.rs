//! Settings of a plan by their keys in a link, with the names and values of their controls.

use cost::plan::Plan;
use formats::link::{self, Key, Values};

use crate::number::grouped;
use crate::plan::title_of;
use crate::{changes, controls};

/// A setting that differs between two plans: `Tensor 8 → 4`. The key `p` is that of the presets.
#[must_use]
pub fn change(key: &'static str, from: &Plan, to: &Plan) -> String {
    if key == "p" {
        return changes::replaced(&title_of(from), &title_of(to));
    }
    changes::moved(&name(key), &value(from, key), &value(to, key))
}

/// The name of the control of a key, with its aside where another control has the same name:
/// `Sequence with TP`.
#[must_use]
pub fn name(key: &'static str) -> String {
    let Some(label) = controls::label(key) else {
        return key.to_owned();
    };
    let others = controls::labels().iter();
    let is_shared = others.filter(|other| other.name == label.name).count() > 1;
    if is_shared && !label.aside.is_empty() {
        [label.name, " ", label.aside].concat()
    } else {
        label.name.to_owned()
    }
}

/// The value of a key in a plan: the name of an option, or as a link writes it, whole numbers for
/// people.
#[must_use]
pub fn value(plan: &Plan, key: &str) -> String {
    if key == "gpus" {
        return grouped(plan.cluster.gpus);
    }
    // The options of a set are its members, not its choices.
    let is_word = |key: &Key| matches!(key.values(), Values::Word(_) | Values::Switch);
    let choice = Key::named(key)
        .filter(is_word)
        .and_then(|key| key.choice(plan));
    let options = controls::label(key).map_or(&[][..], |label| label.options);
    if let Some(option) = choice.and_then(|choice| options.get(choice)) {
        return (*option).to_owned();
    }
    let value = link::value(plan, key);
    value.parse().map_or(value, grouped)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(link: &str) -> Plan {
        link::decode(link).0
    }

    #[test]
    fn a_change_has_the_words_of_its_control() {
        let from = plan("#v=1&p=llama3-70b/h100x64&tp=8&pp=4");
        let to = plan("#v=1&p=llama3-8b/h100x2048&tp=4&ckpt=full&sp=0&off=opt,acts");
        let written = |key| change(key, &from, &to);
        assert_eq!(written("tp"), "Tensor 8 → 4");
        assert_eq!(written("ckpt"), "Checkpointing none → full");
        // The length of a sequence has the same name.
        assert_eq!(written("sp"), "Sequence with TP on → off");
        assert!(written("off").ends_with(" none → opt,acts"));
        assert_eq!(written("p"), [title_of(&from), title_of(&to)].join(" → "));
    }
}
