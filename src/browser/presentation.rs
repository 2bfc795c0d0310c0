//! Presentation of the page by a query or a lesson, as style sheets see it: views shown alone,
//! controls taken away, whether the page is a part of another one.

use cost::plan::Word;
use formats::link::presentation::{PRESETS, Presentation, View};

use super::document;
use super::sheet::Sheet;

/// Sets the page as a query asks.
pub fn show(asked: &Presentation) {
    show_views(&asked.view);
    if asked.embed {
        set_root("data-embed", Some(""));
    }
    // Only where there is something to take away: such a sheet has the browser look twice at every
    // change.
    if !asked.hide.is_empty() {
        Sheet::new().write(&hiding(&asked.hide));
    }
}

/// Shows views alone, or all of them; `style/alone.css` knows them.
pub fn show_views(views: &[View]) {
    let words: Vec<&str> = views.iter().map(|view| view.word()).collect();
    let words = words.join(" ");
    set_root("data-view", (!views.is_empty()).then_some(&words));
}

/// Sets an attribute of the whole page, or takes it away.
pub fn set_root(name: &str, value: Option<&str>) {
    if let Some(root) = document().document_element() {
        let _ = match value {
            Some(value) => root.set_attribute(name, value),
            None => root.remove_attribute(name),
        };
    }
}

/// Takes controls away, what leads to them, and what is left empty by that. Keys are of the
/// program's own list, so that nothing else becomes style.
#[must_use]
pub fn hiding(keys: &[&'static str]) -> String {
    if keys.is_empty() {
        return String::new();
    }
    let rows = rows(keys, "[data-control=\"");
    let levers = self::rows(keys, "[data-lever=\"");
    // By `concat`: the first part has no formatting, which weighs more than all of this file.
    let empty = [
        ",aside :is(section,details):not(:has([data-control]:not(",
        &rows,
        "))){display:none}",
    ];
    [&rows, ",", &levers, &empty.concat()].concat()
}

/// A selector of the controls of these keys, which begins so.
#[must_use]
pub fn rows(keys: &[&'static str], begin: &str) -> String {
    let rows: Vec<String> = several(keys)
        .map(|key| [begin, key, "\"]"].concat())
        .collect();
    rows.join(",")
}

/// Keys, those that stand for several controls replaced by theirs.
fn several<'a>(keys: &'a [&'static str]) -> impl Iterator<Item = &'static str> + 'a {
    const LATENT: [&str; 6] = ["mla", "mlaq", "mlakv", "mlanope", "mlarope", "mlav"];
    keys.iter().flat_map(|&key| match key {
        "p" => PRESETS.to_vec(),
        "mla" => LATENT.to_vec(),
        key => vec![key],
    })
}
