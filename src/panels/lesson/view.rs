//! View of the panel: its head, below it the list of all lessons or a step, and the step's foot.

use leptos::prelude::*;

use super::event::LessonEvent;
use super::panel_buttons::button;
use super::shown_step::ShownStep;
use super::state::LessonPanel;
use super::{menu, step};
use crate::components::CloseButton;
use crate::panels::OPEN_LESSON;
use crate::store::PanelStore;
use text::lesson_figure as words;

/// The panel. Its content is made only while it is open.
pub(super) fn panel(panel: PanelStore<LessonPanel>) -> AnyView {
    let is_open = panel.slice(|state, _| state.is_open);
    let shown = panel.slice(ShownStep::of);
    Effect::new(move |_| {
        panel.follow(|_, _| ());
        panel.write(LessonPanel::show_setting);
    });
    // Names of the open lesson and its step; empty for the list of all lessons.
    let name = move |of: fn(&ShownStep) -> &str| {
        move || {
            let shown = shown.read();
            let name = shown.as_ref().map_or("", of).to_owned();
            is_open.get().then_some(name)
        }
    };
    view! {
        <section
            id=OPEN_LESSON
            tabindex="-1"
            aria-label=words::name()
            hidden=move || !is_open.get()
            data-open=is_open
            data-lesson=name(|shown| &shown.lesson.id)
            data-step=name(|shown| &shown.step().id)
        >
            {move || is_open.get().then(|| inside(panel))}
        </section>
    }
    .into_any()
}

/// The head and what is open below it.
fn inside(panel: PanelStore<LessonPanel>) -> impl IntoView {
    // A memo that outlived this part would keep an entry of each reader that has gone.
    let shown = panel.slice(ShownStep::of);
    let is_folded = panel.slice(|state, _| state.is_folded);
    let open = move || match shown.get() {
        Some(shown) => step::draw(panel, &shown),
        None => menu::draw(panel),
    };
    let foot = move || shown.get().map(|shown| step::foot(panel, &shown));
    view! {
        {head(panel, shown, is_folded)}
        <p
            class="unkept"
            role="status"
            hidden=move || panel.follow(|state, _| !state.is_unkept)
        >
            {words::unkept()}
        </p>
        <div class="body" hidden=move || is_folded.get() lang=move || language(shown)>
            {open}
        </div>
        <div id="lesson-foot">{foot}</div>
    }
}

/// The language of the lesson that is shown; empty if it names none, as HTML writes an unknown one.
/// None if the panel shows the list, which is in the page's language.
fn language(shown: Memo<Option<ShownStep>>) -> Option<String> {
    let shown = shown.read();
    shown.as_ref().map(|shown| shown.lesson.language.clone())
}

/// The title, the button for the list, and the buttons that fold and close the panel.
fn head(
    panel: PanelStore<LessonPanel>,
    shown: Memo<Option<ShownStep>>,
    is_folded: Memo<bool>,
) -> impl IntoView {
    let all = move || {
        let is_shown = shown.read().is_some();
        is_shown.then(|| button(panel, "lesson-all", words::all(), || LessonEvent::ShowMenu))
    };
    let title = move || {
        let shown = shown.read();
        let title = shown.as_ref().map(|shown| shown.lesson.title.clone());
        title.unwrap_or_else(|| words::all().to_owned())
    };
    let fold = move || {
        if is_folded.get() {
            words::unfold()
        } else {
            words::fold()
        }
    };
    view! {
        <div class="head">
            {all} <strong lang=move || language(shown)>{title}</strong>
            <button
                type="button"
                id="lesson-fold"
                aria-expanded=move || if is_folded.get() { "false" } else { "true" }
                aria-label=fold
                title=fold
                on:click=move |_| panel.send(LessonEvent::Fold)
            >
                {move || if is_folded.get() { "▴" } else { "▾" }}
            </button>
            <CloseButton
                id="lesson-close"
                name=words::close()
                press=move || panel.send(LessonEvent::Close)
            />
        </div>
    }
}
