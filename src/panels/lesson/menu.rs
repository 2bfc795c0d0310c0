//! The list of all lessons: ours with the reader's progress, and fields for others.

use cost::plan::Word;
use leptos::prelude::*;
use lesson::{OURS, Term};

use super::event::LessonEvent;
use super::panel_buttons::button;
use super::shared_lesson::OwnLesson;
use super::state::LessonPanel;
use super::writer::Writer;
use crate::browser::file;
use crate::store::PanelStore;
use text::lesson_figure as words;

/// The list of all lessons, with refusals above it.
pub(super) fn draw(panel: PanelStore<LessonPanel>) -> AnyView {
    let is_any_absent = panel.slice(|state, _| state.own_lessons.contains(&OwnLesson::Absent));
    let has_own = Memo::new(move |_| {
        panel.follow(|state, page| state.own.as_ref().is_some_and(|own| *own != page.draft))
    });
    let own = move || {
        button(panel, "lesson-own", words::own(), || {
            LessonEvent::RestoreOwn
        })
    };
    let lessons = (0..OURS.len()).map(|place| lesson(panel, place));
    view! {
        // In a separate element, so that what follows keeps its place and the focus.
        <div>{move || panel.follow(|state, _| said(panel, state))}</div>
        <p class="sentence">{words::menu_sentence()}</p>
        <ul class="shelf">{lessons.collect_view()}</ul>
        {move || is_any_absent.get().then(|| view! { <p>{again(panel)}</p> })}
        {move || has_own.get().then(own)}
        {others(panel)}
        {glossary()}
        {kept(panel)}
    }
    .into_any()
}

/// Texts about a lesson on its way, and reasons why one is not open.
fn said(panel: PanelStore<LessonPanel>, state: &LessonPanel) -> impl IntoView + use<> {
    let pending = state
        .is_pending
        .then(|| view! { <p class="pending">{words::pending()}</p> });
    let refused = (!state.refused.is_empty()).then(|| {
        let faults = state.refused.iter();
        let faults = faults.map(|fault| view! { <li>{fault.clone()}</li> });
        // A lesson refused for its content would be refused again.
        let again = state.retry.as_ref().map(|_| again(panel));
        view! {
            <div class="refused" role="alert">
                <p>{words::refused()}</p>
                <ul>{faults.collect_view()}</ul>
                {again}
            </div>
        }
    });
    (pending, refused)
}

/// The button that requests again all that failed to load.
fn again(panel: PanelStore<LessonPanel>) -> impl IntoView {
    view! {
        <button type="button" on:click=move |_| panel.send(LessonEvent::AskAgain)>
            {text::frame::again()}
        </button>
    }
}

/// One of our lessons, as far as it is loaded.
fn lesson(panel: PanelStore<LessonPanel>, place: usize) -> impl IntoView {
    let name = OURS[place];
    let shelved = Memo::new(move |_| {
        panel.follow(|state, _| {
            let done = state.progress.of(name).len();
            (state.own_lessons[place].clone(), done)
        })
    });
    let inside = move || {
        let (lesson, done) = shelved.get();
        let (title, text, said) = match lesson {
            OwnLesson::Yes(lesson) => {
                let mut text = Writer::new(panel, false).text(&lesson.text);
                text.truncate(1);
                let said = words::progress(lesson.steps.len(), done);
                (lesson.title.clone(), text, said)
            }
            OwnLesson::Absent => (name.to_owned(), Vec::new(), words::absent(name)),
            OwnLesson::No | OwnLesson::Soon => {
                (name.to_owned(), Vec::new(), words::pending().to_owned())
            }
        };
        let open = move |_| panel.send(LessonEvent::OpenAt(name.to_owned()));
        view! {
            <button type="button" data-lesson=name on:click=open>
                {title}
            </button>
            <small>{said}</small>
            {text}
        }
    };
    view! { <li>{inside}</li> }
}

/// Fields for lessons of other authors.
fn others(panel: PanelStore<LessonPanel>) -> impl IntoView {
    let (name, open) = (words::other_address(), words::other_open());
    let file = words::other_file();
    view! {
        <details class="others">
            <summary>{words::others()}</summary>
            <label>
                {name}
                <input
                    type="text"
                    inputmode="url"
                    autocomplete="off"
                    spellcheck="false"
                    id="lesson-address"
                    prop:value=move || panel.follow(|state, _| state.address.clone())
                    on:input:target=move |ev| {
                        panel.send(LessonEvent::TypeAddress(ev.target().value()));
                    }
                    on:keydown=move |ev| {
                        if ev.key() == "Enter" {
                            panel.send(LessonEvent::OpenTyped);
                        }
                    }
                />
            </label>
            {button(panel, "lesson-open", open, || LessonEvent::OpenTyped)}
            <label>
                {file}
                <input
                    type="file"
                    accept=".json,application/json"
                    id="lesson-file"
                    on:change:target=move |ev| {
                        if let Some(file) = file::chosen(&ev.target()) {
                            panel.send(LessonEvent::ReadFile(file));
                        }
                    }
                />
            </label>
        </details>
    }
}

fn glossary() -> impl IntoView {
    let terms = Term::ALL.iter().map(|&term| {
        let meaning = text::lesson::term(term);
        view! {
            <dt>{meaning.name}</dt>
            <dd>{meaning.what}</dd>
        }
    });
    view! {
        <details class="glossary">
            <summary>{words::glossary()}</summary>
            <dl>{terms.collect_view()}</dl>
        </details>
    }
}

/// The box that says whether progress is stored, and the button that removes it.
fn kept(panel: PanelStore<LessonPanel>) -> impl IntoView {
    let keep = move |is_kept: bool| {
        panel.send_if(|state, _| {
            (is_kept != state.progress.is_kept()).then_some(LessonEvent::KeepProgress(is_kept))
        });
    };
    view! {
        <p class="kept">
            <label>
                <input
                    type="checkbox"
                    autocomplete="off"
                    id="lesson-keep"
                    prop:checked=move || panel.follow(|state, _| state.progress.is_kept())
                    on:change:target=move |ev| keep(ev.target().checked())
                />
                {words::keep()}
            </label>
            {button(panel, "lesson-forget", words::forget(), || LessonEvent::ForgetProgress)}
            <span
                class="unloaded"
                role="status"
                hidden=move || panel.follow(|state, _| !state.progress.is_refused())
            >
                {words::not_kept()}
            </span>
        </p>
    }
}
