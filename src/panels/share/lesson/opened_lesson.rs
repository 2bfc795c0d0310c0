//! Fields for the lesson that the page opens: one of ours, or a teacher's file.

use formats::link::presentation::Presentation;
use leptos::prelude::*;
use lesson::{Address, OURS};

use super::super::event::LessonPaneChoice;
use super::super::state::ShareDialog;
use super::super::words::words;
use super::fields::choose;
use super::state::LessonPaneChoices;
use crate::store::PanelStore;

/// The list of our lessons.
const LIST: &str = "lesson-names";
/// The id of the status line.
const SAID: &str = "lesson-name-said";

/// The field, and the status of its content.
pub(super) fn fields(panel: PanelStore<ShareDialog>, asked: Memo<Presentation>) -> AnyView {
    let words = &words().lesson.opens;
    let options = OURS.map(|name| view! { <option value=name>{(words.ours)(name)}</option> });
    view! {
        <label class="choice">
            <span>{words.name}</span>
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
            {move || words.named[panel.follow(|dialog, _| status(&dialog.lesson.choices))]}
        </p>
    }
    .into_any()
}

/// The index of the sentence about the named lesson.
fn status(choices: &LessonPaneChoices) -> usize {
    let name = choices.asked.lesson.as_str();
    match Address::read(name) {
        _ if name.is_empty() => 0,
        // In any case the embedding page sets the goal, and no lesson is opened.
        _ if !choices.goal.text().is_empty() => 4,
        Some(Address::Ours { .. }) => 1,
        Some(Address::File { .. }) => 2,
        None => 3,
    }
}
