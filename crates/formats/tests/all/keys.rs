//! The table of keys: each row agrees with the values that its key takes, and with the limits of
//! plans.

use std::collections::HashSet;

use cost::plan::limits;
use formats::catalog::default_plan;
use formats::link::{Key, KeyKind, Offers, Values};

#[test]
fn each_key_stands_once() {
    let mut seen = HashSet::new();
    for key in Key::all() {
        assert!(seen.insert(key.name()), "{key:?} stands twice");
    }
    let last = seen.len();
    assert_eq!(Key::at(last), None);
    assert!((0..last).all(|index| Key::at(index) == Key::all().nth(index)));
}

#[test]
fn each_key_takes_its_values_and_no_others() {
    for key in Key::all() {
        match key.values() {
            Values::Switch => {
                assert!(
                    key.takes("0") && key.takes("1") && !key.takes("2"),
                    "{key:?}"
                );
            }
            Values::Whole(limits) => {
                let (least, most) = (*limits.start(), *limits.end());
                assert!(key.takes(&least.to_string()), "{key:?} {least}");
                assert!(key.takes(&most.to_string()), "{key:?} {most}");
                assert!(!key.takes(&(most + 1).to_string()), "{key:?} {most}");
                assert!(
                    least == 0 || !key.takes(&(least - 1).to_string()),
                    "{key:?}"
                );
            }
            Values::Number(limits) => {
                let (least, most) = (*limits.start(), *limits.end());
                assert!(key.takes(&least.to_string()), "{key:?} {least}");
                assert!(key.takes(&most.to_string()), "{key:?} {most}");
                assert!(!key.takes(&(most + 1.0).to_string()), "{key:?} {most}");
                assert!(!key.takes(&(least - 0.0001).to_string()), "{key:?} {least}");
            }
            Values::Word(words) => {
                assert!(words.iter().all(|word| key.takes(word)), "{key:?}");
                assert!(!key.takes(&words.join(",")), "{key:?}");
            }
            Values::Set(words) => {
                assert!(words.iter().all(|word| key.takes(word)), "{key:?}");
                assert!(key.takes(&words.join(",")), "{key:?}");
            }
            Values::List { count, limits } => {
                let list = |value: u64, count: usize| vec![value.to_string(); count].join(",");
                for count in [*count.start(), *count.end()] {
                    assert!(key.takes(&list(*limits.end(), count)), "{key:?}");
                    assert!(!key.takes(&list(*limits.end() + 1, count)), "{key:?}");
                }
                assert!(!key.takes(&list(*limits.end(), count.end() + 1)), "{key:?}");
            }
        }
        assert_eq!(key.takes("none"), key.has_none(), "{key:?}");
    }
}

/// `cost` names keys beside limits, because it cannot have the table.
#[test]
fn limits_are_those_of_plans() {
    let plan = default_plan();
    let (wholes, numbers) = (limits::wholes(&plan), limits::numbers(&plan));
    for key in Key::all() {
        let name = key.name();
        let has_limits = match key.values() {
            Values::Whole(limits) => wholes
                .iter()
                .any(|(other, _, legal)| *other == name && legal == *limits),
            Values::Number(limits) => numbers
                .iter()
                .any(|(other, _, legal)| *other == name && legal == *limits),
            Values::Switch | Values::Word(_) | Values::Set(_) | Values::List { .. } => true,
        };
        assert!(has_limits, "cost::plan::limits lacks the limits of {name}");
    }
    let named = wholes.iter().map(|(name, ..)| *name);
    for name in named.chain(numbers.iter().map(|(name, ..)| *name)) {
        assert!(name == "p" || Key::named(name).is_some(), "{name}");
    }
}

/// A sweep offers words of keys that have words, and numbers of keys that have numbers.
#[test]
fn a_sweep_offers_values_of_the_key() {
    for key in Key::all() {
        let Some(offers) = key.offers() else { continue };
        let has_words = matches!(offers, Offers::Words);
        assert_eq!(has_words, !key.values().words().is_empty(), "{key:?}");
        assert!(
            !matches!(key.kind(), KeyKind::Set | KeyKind::List),
            "{key:?}"
        );
    }
}
