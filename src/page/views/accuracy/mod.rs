//! How right is this? Published runs beside what this page's model says of them. Nothing of it
//! is loaded before the reader opens it.

mod plot;
mod runs;
mod sheet;
mod table;

use std::sync::Arc;

use leptos::ev::Event;
use leptos::wasm_bindgen::JsCast;
use shardwise::cost::plan::Plan;
use shardwise::text::AccuracyText;
use shardwise::text::number::Units;
use web_sys::MouseEvent;

use super::caption;
use crate::browser::events::target;
use crate::browser::{address, focus};
use crate::page::markup::{Element, element};
use crate::page::planner::Planner;
use runs::{Loaded, Run, Runs};
use sheet::{SIDE, Sheet};

/// The id of the figure, and its word in a query's `view`.
const ID: &str = "accuracy";
/// The id of the region of the table.
const TABLE: &str = "accuracy-table";
/// Rows of the table at first.
const ROWS: usize = 20;
/// Rows more at a press.
const MORE: usize = 40;

/// The runs, and how they are looked at.
#[derive(Clone, Default)]
pub(crate) struct Accuracy {
    loaded: Loaded,
    choice: Choice,
}

/// What the reader chose.
#[derive(Clone, Copy, Default)]
struct Choice {
    /// 0 for the step, 1 for memory.
    figure: usize,
    /// The only source, if one is chosen.
    source: Option<usize>,
    /// Rows of the table beyond the first.
    more: usize,
    /// The run that is looked at.
    at: Option<usize>,
}

impl Accuracy {
    /// The runs, once they are here.
    fn runs(&self) -> Option<&Arc<Runs>> {
        match &self.loaded {
            Loaded::Yes(runs) => Some(runs),
            Loaded::No | Loaded::Soon | Loaded::Failed => None,
        }
    }

    /// What was measured of this plan, if it is one of the runs; nothing before those are here.
    pub(crate) fn published(
        &self,
        plan: &Plan,
        words: &AccuracyText,
        units: Units,
    ) -> Option<String> {
        let runs = self.runs()?;
        let plan = plan.bare();
        // Two sources may have run the same plan: the one that was pressed comes first.
        let pressed = self.choice.at.and_then(|at| runs.all.get(at));
        let mut all = pressed.into_iter().chain(&runs.all);
        let run = all.find(|run| run.plan == plan);
        Some(run.map_or(String::new(), |run| sentence(words, runs, run, units)))
    }
}

/// What was measured, beside what the model says.
fn sentence(words: &AccuracyText, runs: &Runs, run: &Run, units: Units) -> String {
    let source = runs.sources.get(run.source).map_or("", String::as_str);
    (words.published)(source, &run.published, units)
}

/// The figure.
pub(crate) fn figure(planner: Planner) -> Element {
    let words = &planner.strings.accuracy;
    let look = planner.look();
    let is_open = look.open_tables.iter().any(|open| open == ID);
    let said = match look.accuracy.runs() {
        Some(runs) => (words.sentence)(&runs.summary, look.accuracy.choice.figure),
        None => words.what.to_owned(),
    };
    let is_asked = address::query("view").is_some_and(|views| views.contains(ID));
    let details = element("details")
        .attribute("open", is_asked)
        .child(element("summary").child(words.open));
    let details = match &look.accuracy.loaded {
        Loaded::Yes(runs) if is_open => {
            let sheet = Sheet::of(runs, look.accuracy.choice, look.units);
            details.child(opened(words, &sheet))
        }
        Loaded::Failed => details.child(element("p").child(words.failed)),
        _ => details.child(element("p").child(words.loading)),
    };
    element("figure")
        .id(ID)
        .attribute("aria-labelledby", "accuracy-caption")
        .child(caption("accuracy-caption", words.heading, said))
        .child(details)
}

/// Choices, plot and table.
fn opened(words: &'static AccuracyText, sheet: &Sheet) -> Element {
    let choice = sheet.choice;
    let figures = words
        .figures
        .into_iter()
        .enumerate()
        .map(|(index, name)| button("which", index, choice.figure == index).child(name));
    let sources = sheet.runs.sources.iter().enumerate();
    let sources = sources.map(|(index, name)| {
        button("only", index, choice.source == Some(index))
            .child(plot::mark(index))
            .child(name.clone())
    });
    let all = button("all", 0, choice.source.is_none());
    let sources = std::iter::once(all.child(words.all)).chain(sources);
    let at = choice.at.and_then(|at| sheet.runs.all.get(at));
    let [label, detail, said] = match at {
        Some(run) => [
            run.label.clone(),
            run.detail.clone(),
            sentence(words, sheet.runs, run, sheet.units),
        ],
        None => [String::new(), String::new(), words.hint.to_owned()],
    };
    let readout = element("p")
        .class("readout")
        .child(element("b").child(label))
        .child(element("small").child(detail))
        .child(said);
    element("div")
        .class("compared")
        .child(group(words.choices[0], figures.collect()))
        .child(plot::plot(words, sheet))
        .child(
            element("div")
                .child(group(words.choices[1], sources.collect()))
                .child(readout),
        )
        .children(table::table(words, sheet))
}

fn group(name: &'static str, buttons: Vec<Element>) -> Element {
    element("div")
        .class("sources")
        .attribute("role", "group")
        .attribute("aria-label", name)
        .children(buttons)
}

/// A button that chooses; its class says what, its number which.
fn button(class: &'static str, index: usize, is_chosen: bool) -> Element {
    element("button")
        .attribute("type", "button")
        .class(class)
        .attribute("data-at", index.to_string())
        .attribute("aria-pressed", if is_chosen { "true" } else { "false" })
}

/// The view is opened: the runs are needed.
pub(super) fn on_open(planner: Planner, figure: &str) {
    if figure == ID {
        runs::load(planner);
    }
}

/// Something of the view is pressed.
pub(crate) fn press(planner: Planner, event: &Event) {
    let Some((what, index)) = meant(planner, event) else {
        return;
    };
    let source = |source| {
        move |choice: Choice| Choice {
            source,
            figure: choice.figure,
            ..Choice::default()
        }
    };
    match what.as_str() {
        "run" | "hit" => load(planner, index, event),
        "which" => choose(planner, |_| Choice {
            figure: index,
            ..Choice::default()
        }),
        "only" => choose(planner, source(Some(index))),
        "all" => choose(planner, source(None)),
        _ => {
            choose(planner, |choice| Choice {
                more: choice.more + MORE,
                ..choice
            });
            // The button may be gone in a moment, and the focus must not go with it.
            focus(TABLE);
        }
    }
}

/// The pointer or the focus comes to a run: it is looked at.
pub(crate) fn look_at(planner: Planner, event: &Event) {
    match meant(planner, event) {
        Some((what, index))
            if ["run", "hit"].contains(&what.as_str())
                && planner.look_now().accuracy.choice.at != Some(index) =>
        {
            choose(planner, |choice| Choice {
                at: Some(index),
                ..choice
            });
        }
        _ => {}
    }
}

/// The class and the number of what an event happened in; in the plot that of the nearest run.
fn meant(planner: Planner, event: &Event) -> Option<(String, usize)> {
    let element = target(event)?.closest("#accuracy [data-at]").ok()??;
    let what = element.class_name();
    if what != "hit" {
        let index = element.get_attribute("data-at")?.parse().ok()?;
        return Some((what, index));
    }
    let (mouse, side) = (
        event.dyn_ref::<MouseEvent>()?,
        f64::from(element.client_width()),
    );
    let place = [mouse.offset_x(), mouse.offset_y()].map(|from| f64::from(from) / side * SIDE);
    let look = planner.look_now();
    let runs = look.accuracy.runs()?;
    let nearest = Sheet::of(runs, look.accuracy.choice, look.units).nearest(place)?;
    Some((what, nearest))
}

fn choose(planner: Planner, change: impl FnOnce(Choice) -> Choice) {
    planner.set_look(|look| look.accuracy.choice = change(look.accuracy.choice));
}

/// Makes a run's plan the page's own.
fn load(planner: Planner, index: usize, event: &Event) {
    // Another tab or window is the browser's to open.
    let mouse = event.dyn_ref::<MouseEvent>();
    if mouse.is_some_and(|mouse| mouse.ctrl_key() || mouse.meta_key() || mouse.shift_key()) {
        return;
    }
    event.prevent_default();
    choose(planner, |choice| Choice {
        at: Some(index),
        ..choice
    });
    let look = planner.look_now();
    if let Some(run) = look.accuracy.runs().and_then(|runs| runs.all.get(index)) {
        planner.jump(|plan| *plan = run.plan.clone());
        planner.set_look(|look| look.link_warnings.clear());
    }
}
