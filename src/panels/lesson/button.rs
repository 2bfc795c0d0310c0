//! The button in the head that opens lessons, shown before the lessons are loaded.

use leptos::prelude::*;

use super::event::{LessonEvent, RequestedLesson};
use super::open_step::OpenStep;
use crate::panels::late_part::PartNotice;
use crate::store::{Page, Part, Store, use_store};

/// The id of the button.
pub(super) const BUTTON: &str = "lessons";

/// The button, and a sentence if the lessons are late or failed to load.
#[component]
pub(crate) fn LessonButton() -> impl IntoView {
    let store = use_store();
    // Effects run in a browser only: native tests have no storage.
    Effect::new(move || {
        if let Some(lesson) =
            OpenStep::read().and_then(|step| store.read(|page| resumed(step, page)))
        {
            open(store, lesson);
        }
    });
    view! {
        <span class="acts">
            <button type="button" id=BUTTON on:click=move |_| open(store, RequestedLesson::Menu)>
                {text::lesson_figure::button()}
            </button>
            // Always present, so that what follows keeps its place.
            <span>
                <PartNotice part=Part::Lesson name="lesson"/>
            </span>
        </span>
    }
}

pub(super) fn open(store: Store, lesson: RequestedLesson) {
    store.open(Part::Lesson, LessonEvent::Open(lesson));
}

/// The lesson whose step this tab had open when it was last loaded, unless the page is another one.
/// A lesson that the query names is opened anyway.
pub(super) fn resumed(step: OpenStep, page: &Page) -> Option<RequestedLesson> {
    let query = &page.presentation;
    let is_resumed = query.lesson.is_empty() && !query.embed && step.is_of(page);
    is_resumed.then_some(RequestedLesson::At(step.lesson))
}
