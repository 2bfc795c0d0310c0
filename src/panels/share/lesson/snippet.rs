//! Texts that a teacher takes along: a link, a frame, or the planner's own element.

use formats::link::presentation::Presentation;

use super::super::addresses;
use super::super::words;
use super::way::Way;
use crate::store::Page;

/// Height of a frame that shows the whole page, and of one that shows some views, in pixels. A
/// plain frame does not grow; its reader can scroll in it.
const HEIGHTS: [&str; 2] = ["900", "640"];

/// The text to copy.
pub(super) fn text(way: Way, address: &str, asked: &Presentation, page: &Page) -> String {
    let title = words::title(&page.draft);
    match way {
        Way::Link => address.to_owned(),
        Way::Frame => frame(address, asked, &title),
        Way::Element => element(asked, page, &title),
    }
}

fn frame(address: &str, asked: &Presentation, title: &str) -> String {
    let height = HEIGHTS[usize::from(!asked.view.is_empty())];
    let mut html = String::from("<iframe");
    attribute(&mut html, "src", address);
    attribute(&mut html, "title", &named(title));
    attribute(&mut html, "width", "100%");
    attribute(&mut html, "height", height);
    attribute(&mut html, "loading", "lazy");
    attribute(&mut html, "allow", "clipboard-write; web-share");
    attribute(&mut html, "style", "border: 0");
    html.push_str("></iframe>");
    html
}

fn element(asked: &Presentation, page: &Page, title: &str) -> String {
    let mut html = String::from("<script type=\"module\"");
    attribute(&mut html, "src", &addresses::of_file(page, "embed.js"));
    html.push_str("></script>\n<shardwise-planner");
    attribute(&mut html, "plan", &page.link());
    attribute(&mut html, "title", &named(title));
    for (name, value) in asked.pairs() {
        attribute(&mut html, name, &value);
    }
    html.push_str("></shardwise-planner>");
    html
}

/// A name for those who do not see the frame.
fn named(title: &str) -> String {
    ["Shardwise: ", title].concat()
}

/// Adds an attribute, in which nothing ends it before its end.
fn attribute(html: &mut String, name: &str, value: &str) {
    for part in [" ", name, "=\""] {
        html.push_str(part);
    }
    for letter in value.chars() {
        match letter {
            '&' => html.push_str("&amp;"),
            '"' => html.push_str("&quot;"),
            '<' => html.push_str("&lt;"),
            letter => html.push(letter),
        }
    }
    html.push('"');
}
