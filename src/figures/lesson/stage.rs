//! How the page is set for a step: which views stand alone, which controls are taken away or
//! locked, what is marked. What the query asks for stays as it is, and is what comes back.

use crate::browser::document;
use crate::browser::sheet::Sheet;
use cost::plan::Word;
use formats::link::presentation::View;
use lesson::{Scene, Step};

/// The attributes of the page that say it, as `src/browser/start.js` writes them.
const VIEW: &str = "data-view";
const LOCK: &str = "data-lock";

/// Keys that stand for several controls.
static SEVERAL: [(&str, &[&str]); 2] = [
    ("p", &["model", "gpu", "gpus"]),
    (
        "mla",
        &["mla", "mlaq", "mlakv", "mlanope", "mlarope", "mlav"],
    ),
];

/// Changes that the planner finds by itself: cures of what does not fit, what helps most.
const TOLD: &str = "#cures,#diagnosis .advice{display:none}";
/// The line beside a figure that is marked.
const LINE: &str =
    "{content:\"\";position:absolute;inset:0 auto 0 -.8rem;width:3px;background:var(--ink)}";

/// The page, set for a step.
#[derive(Default)]
pub(super) struct Stage {
    /// What the query asks for: views, locks. Read when the page is first set.
    asked: Option<[Option<String>; 2]>,
    sheet: Option<Sheet>,
}

impl Stage {
    /// Sets the page.
    pub(super) fn set(&mut self, scene: &Scene, step: &Step) {
        let [view, lock] = self.asked().clone();
        let views: Vec<&str> = scene.view.iter().map(|view| view.word()).collect();
        let view = if views.is_empty() {
            view
        } else {
            Some(views.join(" "))
        };
        let mut locks = lock.unwrap_or_default();
        for key in several(&scene.lock) {
            locks.push(' ');
            locks.push_str(key);
        }
        write(VIEW, view.as_deref());
        write(LOCK, Some(&locks));
        // What to do is for the reader to find.
        let told = if step.goal.is_some() { TOLD } else { "" };
        let css = [&hidden(&scene.hide), &marked(step), told].concat();
        self.sheet.get_or_insert_with(Sheet::new).write(&css);
    }

    /// Leaves it as the query asks for it.
    pub(super) fn clear(&mut self) {
        let [view, lock] = self.asked().clone();
        write(VIEW, view.as_deref());
        write(LOCK, lock.as_deref());
        if let Some(sheet) = &self.sheet {
            sheet.write("");
        }
    }

    fn asked(&mut self) -> &[Option<String>; 2] {
        self.asked.get_or_insert_with(|| {
            let root = document().document_element();
            [VIEW, LOCK].map(|name| root.as_ref()?.get_attribute(name))
        })
    }
}

/// The element of a view.
pub(super) fn element_of(view: View) -> String {
    match view {
        View::Verdict => "header".to_owned(),
        // The control of the recipe of bytes has its word for an id.
        View::Recipe => "#ordered-recipe".to_owned(),
        view => ["#", view.word()].concat(),
    }
}

/// Keys, those that stand for several replaced by them.
fn several<'a>(keys: &'a [&'static str]) -> impl Iterator<Item = &'static str> + 'a {
    keys.iter().flat_map(|key| {
        let known = SEVERAL.iter().find(|(known, _)| known == key);
        known
            .map_or(std::slice::from_ref(key), |(_, keys)| keys)
            .iter()
            .copied()
    })
}

/// Controls that are taken away, and what is left empty by that. Keys are of the program's own
/// list, so that nothing else becomes style.
fn hidden(keys: &[&'static str]) -> String {
    let rows = rows(keys, "[data-control=\"");
    if rows.is_empty() {
        return rows;
    }
    let levers = self::rows(keys, "[data-lever=\"");
    let parts = [
        &rows,
        ",",
        &levers,
        ",aside :is(section,details):not(:has([data-control]:not(",
        &rows,
        "))){display:none}",
    ];
    parts.concat()
}

/// What is marked: figures by a line at their side, controls by one around them.
fn marked(step: &Step) -> String {
    let mut css = String::new();
    let rows = rows(&step.marked_controls, "aside [data-control=\"");
    if !rows.is_empty() {
        css.push_str(&rows);
        css.push_str("{outline:2px solid var(--ink);outline-offset:.4rem}");
    }
    let figures = step
        .marked_views
        .iter()
        .filter(|view| **view != View::Verdict);
    let figures: Vec<String> = figures.map(|view| element_of(*view)).collect();
    if !figures.is_empty() {
        let line = |figure: &String| [figure, "::before"].concat();
        let lines: Vec<String> = figures.iter().map(line).collect();
        for part in [
            &*figures.join(","),
            "{position:relative}",
            &lines.join(","),
            LINE,
        ] {
            css.push_str(part);
        }
    }
    css
}

fn rows(keys: &[&'static str], before: &str) -> String {
    let rows: Vec<String> = several(keys)
        .map(|key| [before, key, "\"]"].concat())
        .collect();
    rows.join(",")
}

fn write(name: &str, value: Option<&str>) {
    if let Some(root) = document().document_element() {
        let _ = match value {
            Some(value) => root.set_attribute(name, value),
            None => root.remove_attribute(name),
        };
    }
}
