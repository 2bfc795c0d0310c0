//! Access to each control in a lesson's page: free, locked or hidden.

use formats::link::presentation::{self, Presentation};
use text::Strings;

use super::super::words::words;
use crate::controls::{ControlList, listed};
use crate::dom::{Element, element};

/// Access to a control, in the order of the list.
#[derive(Clone, Copy, PartialEq)]
enum Fate {
    Free,
    Locked,
    Hidden,
}

const FATES: [Fate; 3] = [Fate::Free, Fate::Locked, Fate::Hidden];

/// The key of a control that a lesson's page may hide or lock.
pub(super) fn key_of(word: &str) -> Option<&'static str> {
    presentation::controls().find(|known| *known == word)
}

/// Sets the access to the control of a key.
pub(super) fn choose(asked: &mut Presentation, key: &'static str, chosen: usize) {
    let Some(fate) = FATES.get(chosen) else {
        return;
    };
    for keys in [&mut asked.hide, &mut asked.lock] {
        keys.retain(|other| *other != key);
    }
    match fate {
        Fate::Free => {}
        Fate::Locked => asked.lock.push(key),
        Fate::Hidden => asked.hide.push(key),
    }
}

fn fate(asked: &Presentation, key: &str) -> Fate {
    if asked.hide.contains(&key) {
        Fate::Hidden
    } else if asked.lock.contains(&key) {
        Fate::Locked
    } else {
        Fate::Free
    }
}

/// The controls with their accesses, collapsed by group.
pub(super) fn controls(asked: &Presentation, strings: &'static Strings) -> Vec<Element> {
    let groups = listed(strings).into_iter();
    groups.map(|group| group_of(asked, group)).collect()
}

fn group_of(asked: &Presentation, group: ControlList) -> Element {
    let words = &words().lesson;
    let fate = |key| fate(asked, key);
    let count = |wanted| {
        let keys = group.controls.iter().map(|(key, _)| fate(key));
        keys.filter(|fate| *fate == wanted).count()
    };
    let counts = (words.fated)(count(Fate::Locked), count(Fate::Hidden));
    let rows = group.controls.iter().map(|&(key, name)| {
        let options = FATES.iter().zip(words.fates).map(|(option, word)| {
            element("option")
                .property("selected", fate(key) == *option)
                .child(word)
        });
        let select = element("select")
            .attribute("autocomplete", "off")
            .attribute("data-fate", key)
            .children(options.collect());
        element("label").child(name).child(select)
    });
    element("details")
        .child(
            element("summary")
                .child(group.heading)
                .child(" ")
                .child(element("small").child(counts)),
        )
        .child(element("div").class("fates").children(rows.collect()))
}
