//! The dialog around its panes.

use leptos::ev::{KeyboardEvent, MouseEvent};
use leptos::prelude::*;

use super::event::ShareEvent;
use super::pane::{HEADING, ID, PANE, PANES, Pane};
use super::state::ShareDialog;
use super::{files, import, lesson, link, update};
use crate::components::CloseButton;
use crate::store::PanelStore;

/// The whole dialog.
pub(super) fn dialog(panel: PanelStore<ShareDialog>) -> AnyView {
    let pane = panel.slice(|dialog, _| dialog.pane);
    let label = move || pane.get().label();
    let is_import = Memo::new(move |_| pane.get() == Pane::Import);
    let heading = move || match is_import.get() {
        true => text::share::import(),
        false => text::share::heading(),
    };
    // A pane that stands alone is no panel of a tab.
    let role = move || (!is_import.get()).then_some("tabpanel");
    // The panes fill the dialog, so a press on the dialog itself is one beside it.
    let press = move |ev: MouseEvent| {
        if ev.target() == ev.current_target() {
            panel.send(ShareEvent::Close);
        }
    };
    view! {
        <dialog
            id=ID
            aria-labelledby=HEADING
            on:click=press
            on:close:target=move |ev| {
                // It may have been opened again before this event.
                if !ev.target().open() {
                    panel.send_if(|dialog, _| update::closed(dialog));
                }
            }
        >
            <div class="head">
                <h2 id=HEADING>{heading}</h2>
                {move || (!is_import.get()).then(|| tabs(panel, pane))}
                <CloseButton
                    id="share-dialog-close"
                    name=text::share::close()
                    press=move || panel.send(ShareEvent::Close)
                />
            </div>
            <div id=PANE role=role aria-labelledby=label data-pane=label>
                {panes(panel, pane)}
            </div>
            <p class="unseen" role="status">
                {move || panel.follow(|dialog, _| dialog.copied.said())}
            </p>
        </dialog>
    }
    .into_any()
}

/// The row of tabs. It is one stop of the Tab key; the arrow keys, Home and End show the others.
fn tabs(panel: PanelStore<ShareDialog>, pane: Memo<Pane>) -> AnyView {
    let turn = move |ev: KeyboardEvent| {
        if let Some(next) = pane.get_untracked().after(&ev.key()) {
            ev.prevent_default();
            panel.send(ShareEvent::Turn(next));
        }
    };
    let names = [
        text::share::pane_link(),
        text::share::pane_lesson(),
        text::share::pane_files(),
    ];
    let tabs = PANES.iter().zip(names).map(|(&(id, this), name)| {
        let is_chosen = move || pane.get() == this;
        view! {
            <button
                type="button"
                role="tab"
                id=id
                aria-controls=PANE
                aria-selected=move || is_chosen().to_string()
                tabindex=move || if is_chosen() { "0" } else { "-1" }
                on:click=move |_| panel.send(ShareEvent::Show(this))
            >
                {name}
            </button>
        }
    });
    view! {
        <div class="tabs" role="tablist" aria-labelledby=HEADING on:keydown=turn>
            {tabs.collect_view()}
        </div>
    }
    .into_any()
}

/// The shown pane. That of lessons stays in the page, out of sight, once it has been shown: the
/// editor of lessons is mounted in it.
fn panes(panel: PanelStore<ShareDialog>, pane: Memo<Pane>) -> AnyView {
    let is_lesson = Memo::new(move |_| pane.get() == Pane::Lesson);
    let has_lesson = Memo::new(move |had: Option<&bool>| had == Some(&true) || is_lesson.get());
    let shown = move || match pane.get() {
        Pane::Link => link::pane(panel),
        Pane::Lesson => ().into_any(),
        Pane::Files => files::pane(panel),
        Pane::Import => import::pane(panel),
    };
    view! {
        {shown}
        {move || has_lesson.get().then(|| lesson::pane(panel, is_lesson))}
    }
    .into_any()
}
