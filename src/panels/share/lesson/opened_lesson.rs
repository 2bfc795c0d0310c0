//! Fields for the lesson that the page opens: one of ours, or a teacher's file.

use formats::link::presentation::Presentation;
use leptos::prelude::*;
use lesson::{Address, OURS};

use super::super::event::LessonPaneChoice;
use super::super::state::ShareDialog;
use super::fields::choose;
use super::state::LessonPaneChoices;
use crate::store::PanelStore;

/// The list of our lessons.
const LIST: &str = "lesson-names";
/// The id of the status line.
const SAID: &str = "lesson-name-said";

/// The field, and the status of its content.
pub(super) fn fields(panel: PanelStore<ShareDialog>, asked: Memo<Presentation>) -> AnyView {
    let options =
        OURS.map(|name| view! { <option value=name>{text::share::our_lesson(name)}</option> });
    view! {
        <label class="choice">
            <span>{text::share::opens_name()}</span>
            <input
                type="text"
                autocomplete="off"
                spellcheck="false"
                list=LIST
                placeholder="https://…/lesson.json"
                aria-describedby=SAID
                id="lesson-name"
                prop:value=move || asked.with(|asked| asked.lesson.clone())
                on:input:target=move |ev| {
                    choose(panel, LessonPaneChoice::Lesson(ev.target().value()));
                }
            />
        </label>
        <datalist id=LIST>{options.collect_view()}</datalist>
        <p class="note" id=SAID>
            {move || panel.follow(|dialog, _| status(&dialog.lesson.choices))}
        </p>
    }
    .into_any()
}

/// The sentence about the named lesson.
fn status(choices: &LessonPaneChoices) -> &'static str {
    let name = choices.asked.lesson.as_str();
    match Address::read(name) {
        _ if name.is_empty() => text::share::opens_nothing(),
        // In any case the embedding page sets the goal, and no lesson is opened.
        _ if !choices.goal.text().is_empty() => text::share::opens_with_goal(),
        Some(Address::Ours { .. }) => text::share::opens_ours(),
        Some(Address::File { .. }) => text::share::opens_file(),
        None => text::share::opens_neither(),
    }
}
