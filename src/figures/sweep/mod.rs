//! Sweeps: any control across, any result up, a line for each value of a second control.

mod picture;
mod table;
mod work;

use crate::browser::events::{classes, target};
use crate::browser::focus;
use crate::markup::{Element, element};
use search::sweep::{AXES, Axis, Point, Reading, Sweep, axis};
use text::figures::{SweepText, Swept};
use web_sys::wasm_bindgen::JsCast;
use web_sys::{Event, HtmlSelectElement, KeyboardEvent};

use super::desk::Desk;
use super::view::{Drawing, View, no_paint};

/// The id of the figure, and its word in a query's `view`.
const ID: &str = "sweep";

/// The view.
pub(super) static VIEW: View = View {
    id: ID,
    caption: "sweep-caption",
    name: |desk| desk.words.sweep.heading,
    draw,
    paint: no_paint,
    table: Some(table::table),
};

/// What is asked, and what came of it.
#[derive(Default)]
pub(crate) struct Sweeps {
    asked: Asked,
    /// The point that is looked at: its line, its place on it.
    at: Option<(usize, usize)>,
    work: work::Work,
}

/// What the reader asks.
#[derive(Clone, Copy)]
struct Asked {
    reading: Reading,
    /// The key of the axis across.
    across: &'static str,
    /// The key of what differs from line to line; empty for a single line.
    between: &'static str,
    /// Whether the axes are logarithmic: across, up; by what they show where nobody has chosen.
    scales: [Option<bool>; 2],
}

/// Questions that are ready.
static PRESETS: [Asked; 5] = [
    ask(Reading::Bubble, "m", "pp"),
    ask(Reading::Memory, "seq", "tp"),
    ask(Reading::Mfu, "gpus", "pp"),
    ask(Reading::Memory, "dp", "zero"),
    ask(Reading::Step, "mbs", "ckpt"),
];

const fn ask(reading: Reading, across: &'static str, between: &'static str) -> Asked {
    Asked {
        reading,
        across,
        between,
        scales: [None, None],
    }
}

impl Default for Asked {
    fn default() -> Self {
        PRESETS[0]
    }
}

impl Asked {
    fn across(&self) -> &'static Axis {
        axis(self.across).unwrap_or(&AXES[0])
    }

    fn between(&self) -> Option<&'static Axis> {
        axis(self.between)
    }

    fn is(&self, other: &Self) -> bool {
        self.reading == other.reading
            && self.across == other.across
            && self.between == other.between
    }
}

/// An axis's name, if there is one.
fn name(words: &SweepText, axis: Option<&Axis>) -> &'static str {
    axis.map_or("", |axis| words.axes[axis.index()])
}

/// Where a point stands, in words: "pipeline stages 4, micro-batches 16".
fn place_words(words: &SweepText, sweep: &Sweep, line: usize, place: usize) -> String {
    let mut text = String::new();
    let pairs = [
        (sweep.between, sweep.lines.get(line)),
        (Some(sweep.across), sweep.values.get(place)),
    ];
    for pair in pairs {
        if let (Some(axis), Some(&value)) = pair {
            if !text.is_empty() {
                text.push_str(", ");
            }
            text.push_str(words.axes[axis.index()]);
            text.push(' ');
            text.push_str(&(words.value)(axis.key, value));
        }
    }
    text
}

fn draw(desk: &mut Desk) -> Drawing {
    work::follow(desk);
    let words = &desk.words.sweep;
    let asked = desk.sweep.asked;
    let reading = asked.reading;
    let mut body = vec![presets(words, &asked), choices(words, &asked)];
    let Some(sweep) = desk.sweep.work.shown() else {
        body.extend([
            picture::pending(words, asked),
            readout(words, String::new()),
        ]);
        return Drawing {
            sentence: words.pending.to_owned(),
            body,
        };
    };
    let units = desk.sight.units;
    let (mut best, mut place) = (String::new(), String::new());
    if let Some((line, at)) = sweep.best(reading) {
        let figure = sweep.reading(line, at, reading).unwrap_or_default();
        best = (words.figure)(reading, figure, units);
        place = place_words(words, sweep, line, at);
    }
    let own = reading.of(&desk.estimate, desk.counting());
    let sentence = (words.sentence)(&Swept {
        reading: words.readings[reading as usize],
        across: name(words, Some(sweep.across)),
        between: name(words, sweep.between),
        own: (words.figure)(reading, own, units),
        best,
        place,
    });
    body.push(picture::picture(desk, sweep, asked));
    let told = desk.sweep.at.map(|at| told(desk, sweep, reading, at));
    body.push(readout(words, told.unwrap_or_default()));
    let left_out = left_out(words, sweep);
    let told = element("p")
        .class("left-out")
        .attribute("hidden", left_out.is_empty())
        .child((words.left_out)(&left_out));
    body.push(told);
    let cut = element("p")
        .class("left-out")
        .attribute("hidden", !desk.sweep.work.is_cut)
        .child(words.cut);
    body.push(cut);
    Drawing { sentence, body }
}

/// What the point that is looked at says, and how to look at one.
fn readout(words: &SweepText, told: String) -> Element {
    element("p")
        .class("readout")
        .child(element("b").child(told))
        .child(element("small").child(words.hint))
}

/// A point in words; none where no such plan exists.
fn told(desk: &Desk, sweep: &Sweep, reading: Reading, (line, place): (usize, usize)) -> String {
    let words = &desk.words.sweep;
    let Some(Point::Legal {
        readings, verdict, ..
    }) = sweep.point(line, place)
    else {
        return String::new();
    };
    let figure = (words.figure)(reading, readings[reading as usize], desk.sight.units);
    (words.point)(&place_words(words, sweep, line, place), &figure, *verdict)
}

/// Values listed before a list is cut.
const LISTED: usize = 8;

/// What no plan can have: "pipeline stages 5, 10; micro-batches 3".
fn left_out(words: &SweepText, sweep: &Sweep) -> String {
    let mut text = String::new();
    let lists = [sweep.between, Some(sweep.across)].into_iter().rev();
    for (axis, values) in lists.zip(&sweep.left_out) {
        for (index, &value) in values.iter().enumerate() {
            match index {
                0 => {
                    text.push_str(if text.is_empty() { "" } else { "; " });
                    text.push_str(name(words, axis));
                    text.push(' ');
                }
                LISTED => {
                    text.push_str(", …");
                    break;
                }
                _ => text.push_str(", "),
            }
            let key = axis.map_or("", |axis| axis.key);
            text.push_str(&(words.value)(key, value));
        }
    }
    text
}

fn presets(words: &SweepText, asked: &Asked) -> Element {
    let mut group = element("div")
        .class("asks")
        .attribute("role", "group")
        .attribute("aria-label", words.questions);
    for (index, preset) in PRESETS.iter().enumerate() {
        let is_asked = preset.is(asked);
        group = group.child(button("preset", index, is_asked, words.presets[index]));
    }
    group
}

/// What is shown, across what, a line for each of what, and how the axes run.
fn choices(words: &SweepText, asked: &Asked) -> Element {
    let [show, across, between] = words.choices;
    let place = |key: &str| axis(key).map_or(0, |axis| axis.index() + 1);
    let selects = [
        (show, "sweep-reading", None, asked.reading as usize),
        (across, "sweep-across", None, place(asked.across) - 1),
        (
            between,
            "sweep-between",
            Some(words.nothing),
            place(asked.between),
        ),
    ];
    let mut group = element("div").class("asked");
    for (index, (name, id, first, chosen)) in selects.into_iter().enumerate() {
        let names: &[&'static str] = if index == 0 {
            &words.readings
        } else {
            &words.axes
        };
        let mut select = element("select").id(id).attribute("autocomplete", "off");
        let mut chosen = chosen;
        if let Some(nothing) = first {
            select = select.child(option(nothing, chosen == 0));
            chosen = chosen.wrapping_sub(1);
        }
        for (index, name) in names.iter().enumerate() {
            select = select.child(option(name, index == chosen));
        }
        group = group.child(element("label").child(name).child(select));
    }
    group
}

fn option(name: &'static str, is_chosen: bool) -> Element {
    element("option")
        .property("selected", is_chosen)
        .child(name)
}

/// Switches of the axes, across and up, to logarithms.
fn scales(words: &SweepText, are_logarithmic: [bool; 2]) -> Element {
    let mut group = element("div").class("asked");
    for (index, is_logarithmic) in are_logarithmic.into_iter().enumerate() {
        group = group.child(button("scale", index, is_logarithmic, words.scales[index]));
    }
    group
}

/// A button; its class says what it does, its number which.
fn button(class: &'static str, index: usize, is_pressed: bool, name: &'static str) -> Element {
    element("button")
        .attribute("type", "button")
        .class(class)
        .attribute("data-at", index.to_string())
        .attribute("aria-pressed", if is_pressed { "true" } else { "false" })
        .child(name)
}

/// The id of a point, which says where it is.
fn point_id(line: usize, place: usize) -> String {
    [&line.to_string(), "-", &place.to_string()].concat()
}

/// The class, and the one or two numbers, of what an event happened in.
fn meant(event: &Event) -> Option<(String, usize, usize)> {
    let element = target(event)?.closest("#sweep [data-at]").ok()??;
    let at = element.get_attribute("data-at")?;
    let (first, second) = at.split_once('-').unwrap_or((&at, "0"));
    Some((classes(&element), first.parse().ok()?, second.parse().ok()?))
}

/// Something of the view is pressed.
pub(super) fn press(desk: &mut Desk, event: &Event) -> bool {
    let Some((what, first, second)) = meant(event) else {
        return false;
    };
    let sweeps = &mut desk.sweep;
    match what.as_str() {
        "preset" => {
            sweeps.asked = PRESETS.get(first).copied().unwrap_or_default();
            sweeps.at = None;
        }
        "scale" => {
            if let Some(axes) = picture::axes_now(desk).filter(|_| first < 2) {
                desk.sweep.asked.scales[first] = Some(!axes[first].is_logarithmic);
            }
        }
        _ => {
            sweeps.at = Some((first, second));
            if let Some(plan) = sweeps.work.shown().map(|sweep| sweep.plan(first, second)) {
                desk.jump(&plan);
            }
        }
    }
    desk.again(ID);
    false
}

/// Something else is chosen.
pub(super) fn choose(desk: &mut Desk, event: &Event) -> bool {
    let select = target(event).and_then(|target| target.dyn_into::<HtmlSelectElement>().ok());
    let Some(select) = select else {
        return false;
    };
    let index = usize::try_from(select.selected_index()).unwrap_or(0);
    let key = |index: usize| AXES.get(index).map_or("", |axis| axis.key);
    let asked = &mut desk.sweep.asked;
    match select.id().as_str() {
        "sweep-reading" => {
            asked.reading = Reading::ALL.get(index).copied().unwrap_or(asked.reading);
            asked.scales[1] = None;
        }
        "sweep-across" => {
            asked.across = key(index);
            asked.scales[0] = None;
        }
        "sweep-between" => asked.between = index.checked_sub(1).map_or("", key),
        _ => return false,
    }
    // The same control cannot vary in both directions.
    if asked.across == asked.between {
        asked.between = "";
    }
    desk.sweep.at = None;
    desk.again(ID);
    false
}

/// The pointer or the focus comes to a point: its figures are shown in words.
pub(super) fn look_at(desk: &mut Desk, event: &Event) -> bool {
    if let Some((what, line, place)) = meant(event) {
        let at = Some((line, place));
        if what.starts_with("point") && desk.sweep.at != at {
            desk.sweep.at = at;
            desk.again(ID);
        }
    }
    false
}

/// An arrow key moves from point to point: along the line, or to the next line.
pub(super) fn step(desk: &mut Desk, event: &Event) -> bool {
    let Some((what, line, place)) = meant(event) else {
        return false;
    };
    let key = event.dyn_ref::<KeyboardEvent>().map(KeyboardEvent::key);
    let ways: [isize; 2] = match key.as_deref() {
        Some("ArrowRight") => [0, 1],
        Some("ArrowLeft") => [0, -1],
        Some("ArrowUp") => [1, 0],
        Some("ArrowDown") => [-1, 0],
        _ => return false,
    };
    if !what.starts_with("point") {
        return false;
    }
    event.prevent_default();
    let reading = desk.sweep.asked.reading;
    let Some(sweep) = desk.sweep.work.shown() else {
        return false;
    };
    let mut next = [line, place];
    loop {
        let moved = [0, 1].map(|index| next[index].checked_add_signed(ways[index]));
        let [Some(line), Some(place)] = moved else {
            return false;
        };
        next = [line, place];
        if line >= sweep.lines.len() || place >= sweep.values.len() {
            return false;
        }
        // Points that cannot exist are passed over.
        if sweep.reading(line, place, reading).is_some() {
            let id = point_id(line, place);
            desk.afterwards(move || focus(&id));
            return false;
        }
    }
}
