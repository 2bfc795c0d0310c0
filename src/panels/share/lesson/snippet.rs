//! Snippets that a teacher copies: a link, a frame, or the planner's own element.

use formats::link::presentation::Presentation;

use super::super::words;
use super::escape::push_attribute;
use super::snippet_kind::SnippetKind;
use super::state::LessonPaneChoices;
use crate::address;
use crate::store::Page;

/// Height in pixels of a frame that shows the whole page, and of one that shows some views. A plain
/// frame does not grow; its reader can scroll in it.
const HEIGHTS: [&str; 2] = ["900", "640"];

/// A snippet.
#[derive(Clone, PartialEq)]
pub(super) struct Snippet {
    pub(super) kind: SnippetKind,
    /// The text to copy.
    pub(super) text: String,
}

impl Snippet {
    /// The snippet with a teacher's choices.
    pub(super) fn of(choices: &LessonPaneChoices, page: &Page) -> Self {
        let kind = choices.snippet_kind;
        let asked = choices.presentation();
        let title = words::title(&page.draft);
        let text = match kind {
            SnippetKind::Link => choices.address(page, false),
            SnippetKind::Frame => frame(&choices.address(page, true), &asked, &title),
            SnippetKind::Element => element(&asked, page, &title),
        };
        Self { kind, text }
    }
}

fn frame(address: &str, asked: &Presentation, title: &str) -> String {
    let height = HEIGHTS[usize::from(!asked.view.is_empty())];
    let mut html = String::from("<iframe");
    push_attribute("src", address, &mut html);
    push_attribute("title", &named(title), &mut html);
    push_attribute("width", "100%", &mut html);
    push_attribute("height", height, &mut html);
    push_attribute("loading", "lazy", &mut html);
    push_attribute(
        "allow",
        &["clipboard-write", "web-share"].join("; "),
        &mut html,
    );
    push_attribute("style", "border: 0", &mut html);
    html.push_str("></iframe>");
    html
}

fn element(asked: &Presentation, page: &Page, title: &str) -> String {
    let mut html = String::from("<script type=\"module\"");
    push_attribute(
        "src",
        &address::of_file(&page.address, "embed.js"),
        &mut html,
    );
    html.push_str("></script>\n<shardwise-planner");
    push_attribute("plan", &page.link(), &mut html);
    push_attribute("title", &named(title), &mut html);
    for (name, value) in asked.pairs() {
        push_attribute(name, &value, &mut html);
    }
    html.push_str("></shardwise-planner>");
    html
}

/// A title for readers who do not see the frame.
fn named(title: &str) -> String {
    ["Shardwise: ", title].concat()
}
