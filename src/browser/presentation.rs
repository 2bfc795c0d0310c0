//! Presentation of the page by a query or a lesson, as attributes and rules for style sheets: views
//! shown alone, controls hidden, whether the page is embedded.
//!
//! Tests: `tests/browser/presentation.test.mjs`.

use cost::plan::Word;
use formats::link::presentation::{Presentation, View, several};

use super::document;
use super::sheet::StyleSheet;

/// Applies the presentation that a query asks for.
pub fn show(asked: &Presentation) {
    show_views(&asked.view);
    if asked.embed {
        set_root("data-embed", Some(""));
    }
    // Only if something is hidden: such a style sheet doubles the browser's work at every change.
    let rules = [showing(&asked.show), hiding(&asked.hide)].concat();
    if !rules.is_empty() {
        StyleSheet::new().write(&rules);
    }
}

/// Shows some views alone, or all of them; `style/alone.css` has the rules.
pub fn show_views(views: &[View]) {
    let words: Vec<&str> = views.iter().map(|view| view.word()).collect();
    let words = words.join(" ");
    set_root("data-view", (!views.is_empty()).then_some(&words));
}

/// Sets an attribute of the root element, or removes it.
pub fn set_root(name: &str, value: Option<&str>) {
    if let Some(root) = document().document_element() {
        let _ = match value {
            Some(value) => root.set_attribute(name, value),
            None => root.remove_attribute(name),
        };
    }
}

/// CSS that hides controls, the links to them, and groups that become empty. All keys are from the
/// program's own list, so that no other text becomes CSS.
#[must_use]
pub fn hiding(keys: &[&'static str]) -> String {
    if keys.is_empty() {
        return String::new();
    }
    let rows = rows(keys, "[data-control=\"");
    let levers = self::rows(keys, "[data-lever=\"");
    // `concat` instead of `format!`: the first part has no formatting, whose code is larger than
    // this file's.
    let empty = [
        ",aside :is(section,details,.machine):not(:has([data-control]:not(",
        &rows,
        "))){display:none}",
    ];
    [&rows, ",", &levers, &empty.concat()].concat()
}

/// CSS that shows controls alone, without headings and notes, and hides the links to all others.
#[must_use]
pub fn showing(keys: &[&'static str]) -> String {
    if keys.is_empty() {
        return String::new();
    }
    let rows = rows(keys, "[data-control=\"");
    let levers = self::rows(keys, "[data-lever=\"");
    [
        "[data-lever]:not(",
        &levers,
        "),aside :is([data-control]:not(",
        &rows,
        "),section:not(:has(",
        &rows,
        ")),h2,h3,summary,.follows,.foot,#forget){display:none}",
    ]
    .concat()
}

/// A selector of the rows of these keys, each prefixed with `begin`.
fn rows(keys: &[&'static str], begin: &str) -> String {
    let rows: Vec<String> = controls(keys)
        .map(|key| [begin, key, "\"]"].concat())
        .collect();
    rows.join(",")
}

/// Keys of controls; a key that names several controls is replaced by theirs.
pub fn controls<'a>(keys: &'a [&'static str]) -> impl Iterator<Item = &'static str> + 'a {
    keys.iter().flat_map(|key| {
        match several(key) {
            [] => std::slice::from_ref(key),
            keys => keys,
        }
        .iter()
        .copied()
    })
}
