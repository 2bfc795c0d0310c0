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
use super::super::words::title;
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
    let is_hidden = move || !is_shown.get();
    let sentence =
        move || panel.follow(|_, page| text::share::lesson_sentence(&title(&page.draft)));
    // All choices but the goal, which changes with each letter typed.
    let asked = panel.slice(|dialog, _| dialog.lesson.choices.asked.clone());
    view! {
        <p class="sentence" hidden=is_hidden>
            {sentence}
        </p>
        <div class="lesson" hidden=is_hidden>
            <form class="choices">
                <section>
                    <h3>{text::share::lesson_show()}</h3>
                    <div class="ticks">{move || asked.with(|asked| views(panel, asked))}</div>
                    <p class="note">{text::share::lesson_all_views()}</p>
                </section>
                <section>
                    <h3>{text::share::lesson_controls()}</h3>
                    {move || asked.with(|asked| control_access_view::controls(panel, asked))}
                </section>
                <section>
                    <h3>{text::share::lesson_look()}</h3>
                    {move || asked.with(|asked| looks(panel, asked))}
                </section>
                <section>
                    <h3>{text::share::lesson_goal()}</h3>
                    {goal_view::fields(panel)}
                </section>
                <section>
                    <h3>{text::share::opens_heading()}</h3>
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
        let make = Box::new(move |is_ticked| LessonPaneChoice::View(view, is_ticked));
        tick(
            panel,
            ["lesson-view", view.word()],
            text::share::view_name(view),
            asked.view.contains(&view),
            make,
        )
    });
    boxes.collect()
}

/// Choices of theme, units, MFU convention, and tables.
fn looks(panel: PanelStore<ShareDialog>, asked: &Presentation) -> AnyView {
    let themes = [
        text::share::theme_system(),
        text::share::theme_light(),
        text::share::theme_dark(),
        text::share::theme_projector(),
    ];
    let units = [text::share::unit_gib(), text::share::unit_gb()];
    let mfu = [
        text::share::mfu_full(),
        text::share::mfu_causal(),
        text::share::mfu_recomputed(),
    ];
    let choice = |id, name, options: &[&'static str], chosen, make: fn(usize) -> _| {
        view! {
            <label class="choice">
                <span>{name}</span>
                {list(panel, [Some(id), None], options, chosen, Box::new(make))}
            </label>
        }
    };
    view! {
        {choice("lesson-theme", text::share::look_theme(), &themes, place(asked.theme), LessonPaneChoice::Theme)}
        {choice("lesson-units", text::share::look_units(), &units, place(asked.units), LessonPaneChoice::Units)}
        {choice("lesson-mfu", text::share::look_mfu(), &mfu, place(asked.mfu), LessonPaneChoice::Mfu)}
        {tick(
            panel,
            ["lesson-table", ""],
            text::share::lesson_tables().to_owned(),
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
    let load = move |_| panel.send(ShareEvent::Lesson(LessonPaneEvent::LoadWriter));
    view! {
        <details id="own-lesson">
            <summary id="own-open" on:click=load>
                {text::share::opens_own()}
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
    let preview = text::share::lesson_preview();
    let snippet = panel.slice(|dialog, page| Snippet::of(&dialog.lesson.choices, page));
    let source = panel.slice(|dialog, _| dialog.lesson.preview.source());
    view! {
        <section>
            <h3>{text::share::lesson_take()}</h3>
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
    let kind = snippet.kind;
    let names = [
        text::share::way_link(),
        text::share::way_frame(),
        text::share::way_element(),
    ];
    let help = match kind {
        SnippetKind::Link => text::share::way_link_help(),
        SnippetKind::Frame => text::share::way_frame_help(),
        SnippetKind::Element => text::share::way_element_help(),
    };
    let ways = SNIPPET_KINDS.into_iter().zip(names);
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
    let code = (kind == SnippetKind::Link).then(|| {
        let code = Code::of(&snippet.text);
        drawn(
            code.as_ref(),
            text::share::link_code(),
            text::share::link_no_code(),
        )
    });
    let is_file = panel.page().read(|page| address::is_file(&page.address));
    let single = is_file.then(|| view! { <p class="note">{text::share::lesson_single()}</p> });
    view! {
        <div class="ways" role="radiogroup" aria-label=text::share::lesson_take()>
            {ways.collect_view()}
        </div>
        <p class="note">{help}</p>
        {lines(field::CODE, names[kind as usize], snippet.text.clone())}
        <p class="acts">{copy_button(panel, field::CODE)}</p>
        {code}
        {single}
    }
    .into_any()
}
