//! View of the editor.

use leptos::prelude::*;
use lesson::LessonRefusal;

use super::event::WriterEvent;
use super::state::{LessonWriter, TEXT, WriterOutcome};
use crate::browser::file;
use crate::store::PanelStore;

/// The id of the outcome.
const SAID: &str = "own-said";
/// Largest number of faults listed at once.
const FAULTS: usize = 8;

/// The whole editor.
pub(super) fn editor(panel: PanelStore<LessonWriter>) -> AnyView {
    let text = panel.slice(|writer, _| writer.text.clone());
    let is_wrong = move || {
        panel
            .follow(|writer, _| writer.outcome.is_wrong())
            .to_string()
    };
    view! {
        <div>
            <p class="note">{text::share::own_instructions()}</p>
            {acts(panel)}
            <textarea
                id=TEXT
                aria-label=text::share::own_field()
                aria-invalid=is_wrong
                aria-describedby=SAID
                spellcheck="false"
                autocomplete="off"
                placeholder="{ \"shardwise\": 1, … }"
                prop:value=text
                on:input:target=move |ev| {
                    let text = ev.target().value();
                    panel.send_if(|writer, _| writer.typed(text));
                }
            ></textarea>
            <div id=SAID aria-live="polite">
                {move || panel.follow(|writer, _| outcome(&writer.outcome))}
            </div>
        </div>
    }
    .into_any()
}

/// The buttons that begin, open and save a lesson.
fn acts(panel: PanelStore<LessonWriter>) -> AnyView {
    let is_empty = panel.slice(|writer, _| writer.is_empty());
    view! {
        <p class="acts">
            <button
                type="button"
                id="own-template"
                disabled=move || !is_empty.get()
                on:click=move |_| panel.send(WriterEvent::AskBeginning)
            >
                {text::share::own_template()}
            </button>
            <label class="file">
                <input
                    type="file"
                    accept=".json,application/json"
                    id="own-file"
                    on:change:target=move |ev| {
                        if let Some(file) = file::chosen(&ev.target()) {
                            panel.send(WriterEvent::ChooseFile(file));
                        }
                    }
                />
                {text::share::own_choose()}
            </label>
            <button
                type="button"
                id="own-keep"
                disabled=is_empty
                on:click=move |_| panel.send(WriterEvent::Keep)
            >
                {text::share::own_keep()}
            </button>
        </p>
    }
    .into_any()
}

/// The lesson's outline, or its faults; none for an empty text.
fn outcome(outcome: &WriterOutcome) -> Option<AnyView> {
    let unread;
    let faults = match outcome {
        WriterOutcome::Nothing => return None,
        WriterOutcome::Lesson(title, steps) => {
            let said = text::share::own_read(title, *steps as u64);
            return Some(view! { <p class="note">{said}</p> }.into_any());
        }
        WriterOutcome::Faults(faults) => faults,
        WriterOutcome::Unread => {
            unread = text::lesson::refused(&LessonRefusal::TooLarge);
            &unread
        }
    };
    let lines = faults.iter().take(FAULTS).cloned();
    let more = faults.len().saturating_sub(FAULTS);
    let more = (more > 0).then(|| text::share::own_more(more as u64));
    let lines = lines
        .chain(more)
        .map(|line| view! { <li>{line}</li> })
        .collect_view();
    Some(view! { <ul class="plain-list">{lines}</ul> }.into_any())
}
