//! The pane of lessons.

use cost::plan::Word;
use formats::link::presentation::{Presentation, View as PageView};
use leptos::attr::loading;
use leptos::prelude::*;

use super::super::code::{Code, drawn};
use super::super::copy::field;
use super::super::copy_view::{copy_button, lines};
use super::super::event::{LessonPaneChoice, LessonPaneEvent, ShareEvent};
use super::super::state::ShareDialog;
use super::super::words::{title, words};
use super::fields::{choose, list, tick};
use super::preview::FRAME;
use super::snippet::Snippet;
use super::snippet_kind::{SNIPPET_KINDS, SnippetKind};
use super::{control_access_view, goal_view, opened_lesson};
use crate::address;
use crate::panels::LESSON_WRITER;
use crate::panels::late_part::PartNotice;
use crate::store::{PanelStore, Part};

/// The name of the editor's part, on its retry button.
const WRITER: &str = "writer";

/// The pane. While it is not shown it stays out of sight, without the snippet and the preview.
pub(in super::super) fn pane(panel: PanelStore<ShareDialog>, is_shown: Memo<bool>) -> AnyView {
    let words = &words().lesson;
    let [show, controls, look, goal, ..] = words.headings;
    let is_hidden = move || !is_shown.get();
    let sentence = move || panel.follow(|_, page| (words.sentence)(&title(&page.draft)));
    // All choices but the goal, which changes with each letter typed.
    let asked = panel.slice(|dialog, _| dialog.lesson.choices.asked.clone());
    view! {
        <p class="sentence" hidden=is_hidden>
            {sentence}
        </p>
        <div class="lesson" hidden=is_hidden>
            <form class="choices">
                <section>
                    <h3>{show}</h3>
                    <div class="ticks">{move || asked.with(|asked| views(panel, asked))}</div>
                    <p class="note">{words.all_views}</p>
                </section>
                <section>
                    <h3>{controls}</h3>
                    {move || asked.with(|asked| control_access_view::controls(panel, asked))}
                </section>
                <section>
                    <h3>{look}</h3>
                    {move || asked.with(|asked| looks(panel, asked))}
                </section>
                <section>
                    <h3>{goal}</h3>
                    {goal_view::fields(panel)}
                </section>
                <section>
                    <h3>{words.opens.heading}</h3>
                    {opened_lesson::fields(panel, asked)}
                    {editor(panel)}
                </section>
            </form>
            <div class="out">{move || is_shown.get().then(|| taken_along(panel))}</div>
        </div>
    }
    .into_any()
}

/// The views, with checkboxes.
fn views(panel: PanelStore<ShareDialog>, asked: &Presentation) -> Vec<AnyView> {
    let boxes = PageView::ALL.iter().map(|&view| {
        let word = view.word();
        let name = (words().lesson.view)(word);
        let make = Box::new(move |is_ticked| LessonPaneChoice::View(view, is_ticked));
        tick(
            panel,
            ["lesson-view", word, name],
            asked.view.contains(&view),
            make,
        )
    });
    boxes.collect()
}

/// Choices of theme, units, MFU convention, and tables.
fn looks(panel: PanelStore<ShareDialog>, asked: &Presentation) -> AnyView {
    let words = &words().lesson;
    let [theme, units, mfu] = words.looks;
    let choice = |id, name, options: &[&'static str], chosen, make: fn(usize) -> _| {
        view! {
            <label class="choice">
                <span>{name}</span>
                {list(panel, [Some(id), None], options, chosen, Box::new(make))}
            </label>
        }
    };
    view! {
        {choice("lesson-theme", theme, &words.themes, place(asked.theme), LessonPaneChoice::Theme)}
        {choice("lesson-units", units, &words.units, place(asked.units), LessonPaneChoice::Units)}
        {choice("lesson-mfu", mfu, &words.mfu, place(asked.mfu), LessonPaneChoice::Mfu)}
        {tick(
            panel,
            ["lesson-table", "", words.tables],
            asked.table,
            Box::new(LessonPaneChoice::Tables),
        )}
    }
    .into_any()
}

/// The index of a choice in its list; the first option means none.
fn place<W: Word>(chosen: Option<W>) -> usize {
    chosen.map_or(0, Word::index)
}

/// The editor's place, and a stand-in until its part is loaded. The editor is mounted in the empty
/// element, so that must stay.
fn editor(panel: PanelStore<ShareDialog>) -> AnyView {
    let words = &words().lesson.opens;
    let load = move |_| panel.send(ShareEvent::Lesson(LessonPaneEvent::LoadWriter));
    view! {
        <details id="own-lesson">
            <summary id="own-open" on:click=load>
                {words.own}
            </summary>
            <div>
                <PartNotice part=Part::Writer name=WRITER/>
            </div>
            <div id=LESSON_WRITER></div>
        </details>
    }
    .into_any()
}

/// The snippet, and the preview of what readers see.
fn taken_along(panel: PanelStore<ShareDialog>) -> AnyView {
    let [.., preview, take] = words().lesson.headings;
    let snippet = panel.slice(|dialog, page| Snippet::of(&dialog.lesson.choices, page));
    let source = panel.slice(|dialog, _| dialog.lesson.preview.source());
    view! {
        <section>
            <h3>{take}</h3>
            {move || snippet.with(|snippet| taken(panel, snippet))}
        </section>
        <section>
            <h3>{preview}</h3>
            <iframe {..loading("lazy")} id=FRAME title=preview src=source></iframe>
        </section>
    }
    .into_any()
}

/// The snippet as a link, a frame or an element.
fn taken(panel: PanelStore<ShareDialog>, snippet: &Snippet) -> AnyView {
    let all = words();
    let words = &all.lesson;
    let kind = snippet.kind;
    let ways = SNIPPET_KINDS.into_iter().zip(words.ways);
    let ways = ways.map(|(known, name)| {
        view! {
            <label>
                <input
                    type="radio"
                    name="lesson-way"
                    autocomplete="off"
                    value=known.word()
                    prop:checked=known == kind
                    on:change=move |_| choose(panel, LessonPaneChoice::SnippetKind(known))
                />
                {name}
            </label>
        }
    });
    let place = kind as usize;
    let code = (kind == SnippetKind::Link).then(|| {
        let code = Code::of(&snippet.text);
        drawn(code.as_ref(), all.link.code, all.link.no_code)
    });
    let is_file = panel.page().read(|page| address::is_file(&page.address));
    let single = is_file.then(|| view! { <p class="note">{words.single}</p> });
    view! {
        <div class="ways" role="radiogroup" aria-label=words.headings[5]>
            {ways.collect_view()}
        </div>
        <p class="note">{words.way_help[place]}</p>
        {lines(field::CODE, words.ways[place], snippet.text.clone())}
        <p class="acts">{copy_button(panel, field::CODE)}</p>
        {code}
        {single}
    }
    .into_any()
}
