//! View of the summary of a reader's progress in a lesson.

use leptos::prelude::*;

use super::event::LessonEvent;
use super::panel_buttons::button;
use super::state::LessonPanel;
use super::summary::{self, FIELD, SummaryCopy};
use crate::store::PanelStore;
use text::lesson_figure as words;

/// The summary, folded away.
pub(super) fn draw(panel: PanelStore<LessonPanel>, copied: SummaryCopy) -> impl IntoView {
    let print = words::summary_print();
    let copy = match copied {
        SummaryCopy::No => words::summary_copy(),
        SummaryCopy::Yes => words::summary_copied(),
        SummaryCopy::ByHand => words::summary_selected(),
    };
    let summary = Memo::new(move |_| {
        panel.follow(|state, page| {
            let run = state.run.as_ref();
            run.map_or_else(String::new, |run| summary::text(page, run, &state.progress))
        })
    });
    view! {
        <details id="lesson-summary">
            <summary>{words::summary()}</summary>
            <textarea
                id=FIELD
                readonly=true
                rows="6"
                spellcheck="false"
                aria-label=words::summary()
                prop:value=move || summary.get()
            ></textarea>
            <p class="acts">
                {button(panel, "lesson-copy", copy, || LessonEvent::Copy)}
                {button(panel, "lesson-print", print, || LessonEvent::Print)}
            </p>
            // This is printed instead of the field.
            <pre class="printed" aria-hidden="true">
                {move || summary.get()}
            </pre>
        </details>
    }
}
