//! Lesson texts as views: spans as text, safe links, live values, and terms explained at their
//! first use. Nothing in a text is HTML.

use std::ops::Range;

use cost::plan::Word;
use formats::goal::Live;
use leptos::prelude::*;
use lesson::Term;
use lesson::markdown::{Content, LinkTarget, Text, TextBlock, TextSpan};

use super::event::LessonEvent;
use super::figure::figure_link;
use super::panel_buttons::{control_button, view_button};
use super::state::LessonPanel;
use crate::store::PanelStore;
use text::lesson_figure as words;

/// Draws the texts of one page of the panel. Each term is explained once.
pub(super) struct Writer {
    pub(super) panel: PanelStore<LessonPanel>,
    /// True if values are those of the step's start; others follow the plan, and are marked.
    pub(super) is_of_start: bool,
    explained: Vec<Term>,
}

impl Writer {
    /// A writer for a page on which nothing is explained yet.
    pub(super) const fn new(panel: PanelStore<LessonPanel>, is_of_start: bool) -> Self {
        Self {
            panel,
            is_of_start,
            explained: Vec::new(),
        }
    }

    /// Paragraphs and lists of a text, from top to bottom.
    pub(super) fn text(&mut self, text: &Text) -> Vec<AnyView> {
        text.blocks.iter().map(|block| self.block(block)).collect()
    }

    fn block(&mut self, block: &TextBlock) -> AnyView {
        match block {
            TextBlock::Paragraph(spans) => view! { <p>{self.spans(spans)}</p> }.into_any(),
            TextBlock::List(is_counted, items) => {
                let items = items.iter();
                let items = items.map(|item| view! { <li>{self.spans(item)}</li> });
                let items = items.collect_view();
                if *is_counted {
                    view! { <ol>{items}</ol> }.into_any()
                } else {
                    view! { <ul>{items}</ul> }.into_any()
                }
            }
        }
    }

    fn spans(&mut self, spans: &[TextSpan]) -> Vec<AnyView> {
        let mut parts = Vec::new();
        for span in spans {
            self.span(span, &mut parts);
        }
        parts
    }

    /// Adds the parts of a span.
    fn span(&mut self, span: &TextSpan, parts: &mut Vec<AnyView>) {
        let words = match &span.content {
            Content::Words(words) | Content::Code(words) => words.clone(),
            Content::Live(live) => return parts.push(self.live(live.clone())),
        };
        let is_code = matches!(span.content, Content::Code(_));
        match &span.target {
            Some(target) => parts.push(self.link(target, words)),
            None if is_code => parts.push(view! { <code>{words}</code> }.into_any()),
            None if span.is_strong => parts.push(view! { <b>{words}</b> }.into_any()),
            None if span.is_emphasised => parts.push(view! { <em>{words}</em> }.into_any()),
            None => self.explain(&words, parts),
        }
    }

    /// A value of the step's start, or of the present plan. It is not an `output` element: screen
    /// readers would announce each change.
    fn live(&self, live: Live) -> AnyView {
        let panel = self.panel;
        if self.is_of_start {
            let value = panel.read(|state, _| state.run.as_ref()?.start_value(&live));
            return view! { <span class="live">{value}</span> }.into_any();
        }
        let value = move || {
            panel.follow(|_, page| text::goal::live(&live, &page.draft, page.draft_estimate()))
        };
        view! {
            <span class="live">{value}</span>
            <small class="now">{words::now_mark()}</small>
        }
        .into_any()
    }

    /// A link with text.
    fn link(&mut self, target: &LinkTarget, words: String) -> AnyView {
        match target {
            LinkTarget::Web(address) => view! {
                <a href=address.clone() target="_blank" rel="noopener noreferrer">
                    {words}
                </a>
            }
            .into_any(),
            LinkTarget::Control(key) => control_button(self.panel, key, Some("link"), words),
            LinkTarget::View(view) => view_button(self.panel, *view, Some("link"), words),
            LinkTarget::Figure(figure, path) => figure_link(self.panel, *figure, path, words),
            LinkTarget::Term(term) => {
                self.explained.push(*term);
                explained(self.panel, *term, words)
            }
        }
    }

    /// Adds plain text; terms in it are explained at their first use.
    fn explain(&mut self, words: &str, parts: &mut Vec<AnyView>) {
        let mut rest = words;
        while let Some((term, start, end)) = self.first_term(rest) {
            let part = |range| rest.get::<Range<usize>>(range).unwrap_or_default();
            let [before, name, after] = [part(0..start), part(start..end), part(end..rest.len())];
            self.explained.push(term);
            push_words(before, parts);
            parts.push(explained(self.panel, term, name.to_owned()));
            rest = after;
        }
        push_words(rest, parts);
    }

    /// The first term that needs explaining, and its position.
    fn first_term(&self, words: &str) -> Option<(Term, usize, usize)> {
        let lower = words.to_ascii_lowercase();
        let terms = Term::ALL
            .iter()
            .filter(|term| !self.explained.contains(term));
        let found = terms.filter_map(|&term| {
            let name = text::lesson::term(term).name.to_ascii_lowercase();
            let start = lower.find(&name)?;
            let end = start + name.len();
            let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
            let before = lower.get(..start)?.chars().next_back();
            let after = lower.get(end..)?.chars().next();
            let is_inside = is_letter(before) || is_letter(after);
            (!is_inside).then_some((term, start, end))
        });
        found.min_by_key(|(_, start, _)| *start)
    }
}

/// Adds a text, unless it is empty.
fn push_words(words: &str, parts: &mut Vec<AnyView>) {
    if !words.is_empty() {
        parts.push(words.to_owned().into_any());
    }
}

/// A term with its explanation, shown while the pointer or the focus is on it. Escape hides it.
fn explained(panel: PanelStore<LessonPanel>, term: Term, words: String) -> AnyView {
    let id = ["term-", term.word()].concat();
    view! {
        <span class="term">
            <button
                type="button"
                aria-describedby=id.clone()
                on:keydown=move |ev| {
                    if ev.key() == "Escape" {
                        panel.send(LessonEvent::LeaveTerm);
                    }
                }
            >
                {words}
            </button>
            <span role="tooltip" id=id>
                {text::lesson::term(term).what}
            </span>
        </span>
    }
    .into_any()
}
