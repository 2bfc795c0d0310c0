//! The page in another language: no English word is left in what it shows.

use formats::famous::FAMOUS;
use html5gum::{HtmlString, Token, Tokenizer};
use test_utils::english;
use text::language::choose_tag;

use super::testing::{components, html, page, panels_of_the_page};

/// Attributes that people read or hear.
const READ: [&str; 8] = [
    "alt",
    "aria-description",
    "aria-label",
    "aria-placeholder",
    "aria-roledescription",
    "aria-valuetext",
    "placeholder",
    "title",
];

/// Plans of every kind, one of which is impossible.
const LINKS: [&str; 6] = [
    "",
    "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&b.tp=4",
    "#v=1&p=deepseek-v3-671b/h800x2048&ep=64&pp=16&cp=2&zero=3",
    "#v=1&p=llama3-405b/a100-80x8",
    "#v=1&p=custom/customx8&mstep=9&mmem=60",
    "#v=1&p=llama3-8b/h100x8&tp=3",
];

/// All that a view has to be read: a text or an attribute a line.
fn read(html: &str) -> String {
    let text = |bytes: &HtmlString| String::from_utf8_lossy(bytes).into_owned();
    let mut lines = Vec::new();
    for token in Tokenizer::new(html).flatten() {
        match token {
            Token::StartTag(start) => {
                let attributes = start.attributes.iter();
                let read = attributes.filter(|(name, _)| READ.contains(&text(name).as_str()));
                lines.extend(read.map(|(_, value)| text(value)));
            }
            Token::String(words) => lines.push(text(&words)),
            _ => {}
        }
    }
    lines.join("\n") + "\n"
}

/// Checks that views, which `views` makes as HTML in another language, have no English words except
/// those of `passed`.
pub(crate) fn check(passed: &str, views: impl FnOnce() -> Vec<String>) {
    choose_tag("en-XA").expect("a language");
    let text = views().iter().map(|html| read(html)).collect::<String>();
    let lines = text.lines().map(|line| (line, english(line, passed)));
    let faults: Vec<_> = lines.filter(|(_, words)| !words.is_empty()).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

/// The views of a page: its own components, and its panels.
fn views(link: &str) -> Vec<String> {
    let page = page(link);
    let panels = panels_of_the_page();
    let panels = panels.iter().map(|panel| html(&**panel, &page));
    [components(&page)].into_iter().chain(panels).collect()
}

#[test]
fn the_page_has_no_english() {
    let reports = FAMOUS.iter().filter_map(|run| run.published);
    let names: Vec<&str> = reports.map(|report| report.source).collect();
    check(&names.join(" "), || {
        LINKS.into_iter().flat_map(views).collect()
    });
}
