//! Lists for the access to each control.

use formats::link::presentation::Presentation;
use leptos::prelude::*;

use super::super::event::LessonPaneChoice;
use super::super::state::ShareDialog;
use super::control_access::{ControlAccess, fate};
use super::fields::list;
use crate::controls::{ControlList, listed};
use crate::store::PanelStore;

/// The controls with their accesses, collapsed by group.
pub(super) fn controls(
    panel: PanelStore<ShareDialog>,
    asked: &Presentation,
) -> Vec<impl IntoView + use<>> {
    let groups = listed().into_iter();
    groups.map(|group| group_of(panel, asked, &group)).collect()
}

fn group_of(
    panel: PanelStore<ShareDialog>,
    asked: &Presentation,
    group: &ControlList,
) -> impl IntoView + use<> {
    let names = [
        text::share::access_free(),
        text::share::access_locked(),
        text::share::access_hidden(),
    ];
    let fates = group.controls.iter().map(|(key, _)| fate(asked, key));
    let count = |wanted| fates.clone().filter(|fate| *fate == wanted).count();
    let counts =
        text::share::restricted(count(ControlAccess::Locked), count(ControlAccess::Hidden));
    let rows = group
        .controls
        .iter()
        .zip(fates)
        .map(|(&(key, name), fate)| {
            let make = Box::new(move |chosen| LessonPaneChoice::Fate(key, chosen));
            view! {
                <label>
                    {name}
                    {list(panel, [None, Some(key)], &names, fate as usize, make)}
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
