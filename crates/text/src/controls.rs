//! Labels of the controls, by the keys of their settings.

use std::cell::LazyCell;

use formats::link::{Key, Values};

messages!("controls");

/// A control's words.
#[derive(Clone, Copy, Debug)]
pub struct Label {
    /// Key of the control in a link.
    pub key: &'static str,
    /// Name of the control, in the field's own term.
    pub name: &'static str,
    /// The lessons' word for the control, or its unit; may be empty.
    pub aside: &'static str,
    /// One sentence of help.
    pub help: &'static str,
    /// Names of the values of a choice, in the order of its vocabulary; empty for numbers.
    pub options: &'static [&'static str],
}

thread_local! {
    /// Labels in the language of the thread, made once.
    static LABELS: LazyCell<&'static [Label]> = LazyCell::new(|| {
        let names = MESSAGES.iter().filter(|((_, attribute), ..)| attribute.is_empty());
        let labels: Vec<Label> = names.filter_map(|((name, _), ..)| made(name)).collect();
        labels.leak()
    });
}

/// Lists of numbers that a control switches on and off.
const SWITCHED: [&str; 2] = ["mla", "mixer"];

/// Whole numbers that a choice offers, at most.
const OFFERED: u64 = 9;

/// The labels of all controls, in the order of their keys' letters.
#[must_use]
pub fn labels() -> &'static [Label] {
    LABELS.with(|labels| **labels)
}

/// The label of a control by its key in a link; `None` if the page has no control for the key.
///
/// ```
/// use text::controls::label;
/// assert_eq!(label("tp").unwrap().name, "Tensor");
/// assert!(label("colour").is_none());
/// ```
#[must_use]
pub fn label(key: &str) -> Option<&'static Label> {
    labels().iter().find(|label| label.key == key)
}

/// The name of a word that a key takes; the word itself if it has none.
#[must_use]
pub fn option(key: &str, word: &'static str) -> &'static str {
    find(key, &["is-", word].concat()).unwrap_or(word)
}

fn made(name: &'static str) -> Option<Label> {
    let options = match Key::named(name).map(Key::values) {
        None => Vec::new(),
        Some(Values::Switch) => vec![crate::frame::off(), crate::frame::on()],
        Some(Values::List { .. }) if SWITCHED.contains(&name) => {
            vec![crate::frame::off(), crate::frame::on()]
        }
        Some(Values::Whole(limits)) if *limits.end() <= OFFERED => {
            let digits =
                (*limits.start()..=*limits.end()).map(|digit| ["is-", &digit.to_string()].concat());
            digits.filter_map(|digit| find(name, &digit)).collect()
        }
        Some(values) => values
            .words()
            .iter()
            .map(|word| option(name, word))
            .collect(),
    };
    Some(Label {
        key: name,
        name: find(name, "")?,
        aside: find(name, "aside").unwrap_or_default(),
        help: find(name, "help").unwrap_or_default(),
        options: options.leak(),
    })
}

#[cfg(test)]
mod tests {
    use formats::link::{Key, Values};

    use super::{MESSAGES, SWITCHED, label};

    /// A new key fails here until it has a label, with a name for each word that it takes.
    #[test]
    fn every_key_has_a_label() {
        for key in Key::all() {
            let Some(label) = label(key.name()) else {
                panic!("the key {key:?} has no label");
            };
            assert!(!label.help.is_empty(), "help of the key {key:?}");
            let expected = match key.values() {
                Values::Whole(limits) if !label.options.is_empty() => {
                    (limits.end() - limits.start() + 1) as usize
                }
                Values::List { .. } if SWITCHED.contains(&key.name()) => 2,
                values => values.words().len(),
            };
            assert_eq!(label.options.len(), expected, "options of the key {key:?}");
        }
    }

    /// A name of a word belongs to a word of its key, and no attribute is misspelt.
    #[test]
    fn every_name_of_a_word_belongs_to_a_word() {
        for ((name, attribute), ..) in MESSAGES {
            if let Some(word) = attribute.strip_prefix("is-") {
                let key = Key::named(name).expect("a key");
                let is_known = key.values().words().contains(&word) || word.parse::<u64>().is_ok();
                assert!(is_known, "{name}.{attribute}");
            } else {
                let known = ["", "aside", "help"];
                assert!(known.contains(attribute), "{name}.{attribute}");
            }
        }
    }
}
