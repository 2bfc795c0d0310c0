//! Access to each control in a lesson's page: free, locked or hidden.

use formats::link::presentation::{self, Presentation};
use leptos::prelude::*;
use text::Strings;

use super::super::event::LessonPaneChoice;
use super::super::state::ShareDialog;
use super::super::words::words;
use super::fields::list;
use crate::controls::{ControlList, listed};
use crate::store::PanelStore;

/// Access to a control, in the order of the list.
#[derive(Clone, Copy, PartialEq)]
enum Fate {
    Free,
    Locked,
    Hidden,
}

const FATES: [Fate; 3] = [Fate::Free, Fate::Locked, Fate::Hidden];

/// Sets the access to the control of a key, if a lesson's page may hide or lock it.
pub(super) fn choose(asked: &mut Presentation, key: &'static str, chosen: usize) {
    let Some(fate) = FATES.get(chosen) else {
        return;
    };
    if !presentation::controls().any(|known| known == key) {
        return;
    }
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
pub(super) fn controls(
    panel: PanelStore<ShareDialog>,
    asked: &Presentation,
    strings: &'static Strings,
) -> Vec<impl IntoView + use<>> {
    let groups = listed(strings).into_iter();
    groups.map(|group| group_of(panel, asked, &group)).collect()
}

fn group_of(
    panel: PanelStore<ShareDialog>,
    asked: &Presentation,
    group: &ControlList,
) -> impl IntoView + use<> {
    let words = &words().lesson;
    let fates = group.controls.iter().map(|(key, _)| fate(asked, key));
    let count = |wanted| fates.clone().filter(|fate| *fate == wanted).count();
    let counts = (words.fated)(count(Fate::Locked), count(Fate::Hidden));
    let rows = group
        .controls
        .iter()
        .zip(fates)
        .map(|(&(key, name), fate)| {
            let make = Box::new(move |chosen| LessonPaneChoice::Fate(key, chosen));
            view! {
                <label>
                    {name}
                    {list(panel, [None, Some(key)], &words.fates, fate as usize, make)}
                </label>
            }
        });
    view! {
        <details>
            <summary>
                {group.heading}
                " "
                <small>{counts}</small>
            </summary>
            <div class="fates">{rows.collect_view()}</div>
        </details>
    }
}
