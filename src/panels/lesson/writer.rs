//! Lesson texts as elements: spans as text, safe links, live values, and terms explained at their
//! first use.

use std::ops::Range;

use crate::dom::{Child, Element, element};
use cost::plan::Word;
use lesson::Term;
use lesson::markdown::{Content, LinkTarget, Text, TextBlock, TextSpan};
use text::{EN_GOAL, EN_LESSON};

use crate::store::Page;

/// Draws the texts of one page of the panel. Each term is explained once.
pub(super) struct Writer<'a> {
    page: &'a Page,
    explained: Vec<Term>,
}

impl<'a> Writer<'a> {
    /// A writer for a page on which nothing is explained yet.
    pub(super) const fn new(page: &'a Page) -> Self {
        Self {
            page,
            explained: Vec::new(),
        }
    }

    /// Paragraphs and lists of a text, from top to bottom.
    pub(super) fn text(&mut self, text: &Text) -> Vec<Element> {
        text.blocks.iter().map(|block| self.block(block)).collect()
    }

    fn block(&mut self, block: &TextBlock) -> Element {
        match block {
            TextBlock::Paragraph(spans) => self.spans(element("p"), spans),
            TextBlock::List(is_counted, items) => {
                let items = items.iter().map(|item| self.spans(element("li"), item));
                let items = items.collect();
                element(if *is_counted { "ol" } else { "ul" }).children(items)
            }
        }
    }

    fn spans(&mut self, mut place: Element, spans: &[TextSpan]) -> Element {
        for span in spans {
            place = self.span(place, span);
        }
        place
    }

    /// Adds a span to an element.
    fn span(&mut self, place: Element, span: &TextSpan) -> Element {
        let tag = match (&span.content, span.is_strong, span.is_emphasised) {
            (Content::Code(_), ..) => Some("code"),
            (_, true, _) => Some("b"),
            (_, false, true) => Some("em"),
            (_, false, false) => None,
        };
        let words = match &span.content {
            Content::Words(words) | Content::Code(words) => words.clone(),
            Content::Live(live) => {
                let page = self.page;
                let value = (EN_GOAL.live)(live, &page.draft, page.draft_estimate());
                // Not an `output` element: screen readers would announce each change.
                return place.child(element("span").class("live").child(value));
            }
        };
        match (&span.target, tag) {
            (Some(target), _) => place.child(self.link(target, words)),
            (None, Some(tag)) => place.child(element(tag).child(words)),
            (None, None) => self.explain(place, &words),
        }
    }

    /// A link with text.
    fn link(&mut self, target: &LinkTarget, words: String) -> Element {
        let button = |name, value: &str| {
            element("button")
                .attribute("type", "button")
                .class("link")
                .attribute(name, value.to_owned())
        };
        match target {
            LinkTarget::Web(address) => element("a")
                .attribute("href", address.clone())
                .attribute("target", "_blank")
                .attribute("rel", "noopener noreferrer")
                .child(words),
            LinkTarget::Control(key) => button("data-lever", key).child(words),
            LinkTarget::View(view) => button("data-show", view.word()).child(words),
            LinkTarget::Term(term) => {
                self.explained.push(*term);
                explained(*term, words)
            }
        }
    }

    /// Adds plain text; terms in it are explained at their first use.
    fn explain(&mut self, mut place: Element, words: &str) -> Element {
        let mut rest = words;
        while let Some((term, start, end)) = self.first_term(rest) {
            let part = |range| rest.get::<Range<usize>>(range).unwrap_or_default();
            let [before, name, after] = [part(0..start), part(start..end), part(end..rest.len())];
            self.explained.push(term);
            place = with_words(place, before).child(explained(term, name.to_owned()));
            rest = after;
        }
        with_words(place, rest)
    }

    /// The first term that needs explaining, and its position.
    fn first_term(&self, words: &str) -> Option<(Term, usize, usize)> {
        let lower = words.to_ascii_lowercase();
        let terms = Term::ALL
            .iter()
            .filter(|term| !self.explained.contains(term));
        let found = terms.filter_map(|&term| {
            let name = (EN_LESSON.term)(term).name.to_ascii_lowercase();
            // Not by a text search, which adds kilobytes of code that nothing else uses.
            let mut places = lower.as_bytes().windows(name.len());
            let start = places.position(|place| place == name.as_bytes())?;
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

fn with_words(place: Element, words: &str) -> Element {
    if words.is_empty() {
        place
    } else {
        place.child(words.to_owned())
    }
}

/// A term with its explanation, shown while the pointer or the focus is on it.
pub(super) fn explained(term: Term, words: impl Into<Child>) -> Element {
    let id = ["term-", term.word()].concat();
    let meaning = (EN_LESSON.term)(term).what;
    element("span")
        .class("term")
        .child(
            element("button")
                .attribute("type", "button")
                .attribute("aria-describedby", id.clone())
                .child(words),
        )
        .child(
            element("span")
                .attribute("role", "tooltip")
                .attribute("id", id)
                .child(meaning),
        )
}
