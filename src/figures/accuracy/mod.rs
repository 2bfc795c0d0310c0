//! How right is this? Published runs beside what this page's model says of them. Nothing of it
//! is loaded before the reader opens it.

mod plot;
mod runs;
mod sheet;
mod table;

use crate::browser::events::{classes, target};
use crate::browser::slices::Begun;
use crate::browser::{address, focus, pointer};
use crate::markup::{Element, element};
use cost::plan::Plan;
use formats::number::Units;
use text::figures::AccuracyText;
use web_sys::Event;

use super::desk::Desk;
use super::loaded::{self, Loaded, stand_in};
use super::view::{Drawing, View, no_paint};
use runs::{Run, Runs};
use sheet::{SIDE, Sheet};

/// The id of the figure, and its word in a query's `view`.
const ID: &str = "accuracy";
/// The id of the region of the table.
const TABLE: &str = "accuracy-table";
/// Rows of the table at first.
const ROWS: usize = 20;
/// Rows more at a press.
const MORE: usize = 40;

/// The view.
pub(super) static VIEW: View = View {
    id: ID,
    caption: "accuracy-caption",
    name: |desk| desk.words.accuracy.heading,
    draw,
    paint: no_paint,
    table: None,
};

/// The runs, and how they are looked at.
#[derive(Default)]
pub(crate) struct Accuracy {
    loaded: Loaded<Runs>,
    /// The runs that are being read.
    judging: Option<Begun>,
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
    fn runs(&self) -> Option<&'static Runs> {
        match self.loaded {
            Loaded::Yes(runs) => Some(runs),
            Loaded::No | Loaded::Soon(_) | Loaded::Late(_) | Loaded::Failed => None,
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

fn draw(desk: &mut Desk) -> Drawing {
    let words = &desk.words.accuracy;
    let accuracy = &desk.accuracy;
    let is_open = desk.is_open(ID);
    let sentence = match accuracy.runs() {
        Some(runs) => (words.sentence)(&runs.summary, accuracy.choice.figure),
        None => words.what.to_owned(),
    };
    let is_asked = address::query("view").is_some_and(|views| views.contains(ID));
    let details = element("details")
        .class("numbers")
        .attribute("open", is_asked)
        .child(element("summary").child(words.open));
    let unloaded = accuracy.loaded.said(words.unloaded);
    let details = match (accuracy.loaded, unloaded) {
        (Loaded::Yes(runs), _) if is_open => {
            let sheet = Sheet::of(runs, accuracy.choice, desk.sight.units);
            let unread = (words.unread)(runs.unread);
            details
                .child(
                    element("p")
                        .attribute("hidden", runs.unread == 0)
                        .child(unread),
                )
                .child(opened(words, &sheet))
        }
        (_, Some(said)) => details.child(element("p").child(stand_in(ID, said))),
        _ => details.child(element("p").child(words.loading)),
    };
    // Once: what has not come is asked for again by the reader alone.
    if is_open && matches!(accuracy.loaded, Loaded::No) {
        runs::load(desk);
    }
    Drawing {
        sentence,
        body: vec![details],
    }
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
            (words.label)(&run.plan),
            (words.detail)(&run.plan),
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

/// Something of the view is pressed.
pub(super) fn press(desk: &mut Desk, event: &Event) -> bool {
    if loaded::is_asked(event, ID) {
        runs::load(desk);
        return true;
    }
    let Some((what, index)) = meant(desk, event) else {
        return false;
    };
    let choice = &mut desk.accuracy.choice;
    let chosen = |source| Choice {
        source,
        figure: choice.figure,
        ..Choice::default()
    };
    match what.as_str() {
        "run" | "hit" => load(desk, index, event),
        "which" => {
            *choice = Choice {
                figure: index,
                ..Choice::default()
            };
        }
        "only" => *choice = chosen(Some(index)),
        "all" => *choice = chosen(None),
        _ => {
            choice.more += MORE;
            // The button may be gone in a moment, and the focus must not go with it.
            desk.afterwards(|| focus(TABLE));
        }
    }
    true
}

/// The pointer or the focus comes to a run: it is looked at.
pub(super) fn look_at(desk: &mut Desk, event: &Event) -> bool {
    match meant(desk, event) {
        Some((what, index))
            if ["run", "hit"].contains(&what.as_str())
                && desk.accuracy.choice.at != Some(index) =>
        {
            desk.accuracy.choice.at = Some(index);
            true
        }
        _ => false,
    }
}

/// The class and the number of what an event happened in; in the plot that of the nearest run.
fn meant(desk: &Desk, event: &Event) -> Option<(String, usize)> {
    let element = target(event)?.closest("#accuracy [data-at]").ok()??;
    let what = classes(&element);
    if what != "hit" {
        let index = element.get_attribute("data-at")?.parse().ok()?;
        return Some((what, index));
    }
    let side = pointer::width(&element);
    let place = pointer::place(event)?.map(|from| from / side * SIDE);
    let runs = desk.accuracy.runs()?;
    let nearest = Sheet::of(runs, desk.accuracy.choice, desk.sight.units).nearest(place)?;
    Some((what, nearest))
}

/// Makes a run's plan the page's own.
fn load(desk: &mut Desk, index: usize, event: &Event) {
    // Another tab or window is the browser's to open.
    if pointer::goes_elsewhere(event) {
        return;
    }
    event.prevent_default();
    desk.accuracy.choice.at = Some(index);
    if let Some(run) = desk.accuracy.runs().and_then(|runs| runs.all.get(index)) {
        desk.jump(&run.plan);
    }
}
