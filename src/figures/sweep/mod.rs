//! Sweeps: any control across, any result up, a line for each value of a second control.

mod picture;
mod table;
mod work;

use shardwise::browser::events::target;
use shardwise::browser::focus;
use shardwise::markup::{Element, element};
use shardwise::search::sweep::{AXES, Axis, Point, Reading, Sweep, axis};
use shardwise::text::figures::{LeftOut, SweepText, Swept};
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

/// What a sweep varies, in words: names and values of a point.
fn place_words(words: &SweepText, sweep: &Sweep, line: usize, place: usize) -> Vec<String> {
    let pair = |axis: &Axis, values: &[f64], at: usize| {
        let value = values.get(at).copied().unwrap_or_default();
        [(words.axis)(axis.key), " ", &(words.value)(axis.key, value)].concat()
    };
    let between = sweep.between.map(|axis| pair(axis, &sweep.lines, line));
    let across = pair(sweep.across, &sweep.values, place);
    between.into_iter().chain([across]).collect()
}

fn draw(desk: &mut Desk) -> Drawing {
    work::follow(desk);
    let words = &desk.words.sweep;
    let asked = desk.sweep.asked;
    let mut body = vec![presets(words, &asked), choices(words, &asked)];
    let Some(sweep) = desk.sweep.work.shown() else {
        return Drawing {
            sentence: words.pending.to_owned(),
            body,
        };
    };
    let units = desk.sight.units;
    let best = sweep.best(asked.reading).and_then(|(line, place)| {
        let figure = sweep.reading(line, place, asked.reading)?;
        let figure = (words.figure)(asked.reading, figure, units);
        Some((figure, place_words(words, sweep, line, place)))
    });
    let own = asked.reading.of(&desk.estimate, desk.counting());
    let sentence = (words.sentence)(&Swept {
        reading: words.readings[asked.reading as usize],
        across: (words.axis)(sweep.across.key),
        between: sweep.between.map(|axis| (words.axis)(axis.key)),
        own: (words.figure)(asked.reading, own, units),
        best,
    });
    body.push(picture::picture(desk, sweep, asked));
    body.push(readout(desk, sweep, asked.reading));
    body.extend(left_out(words, sweep));
    Drawing { sentence, body }
}

/// What is told of the point that is looked at.
fn readout(desk: &Desk, sweep: &Sweep, reading: Reading) -> Element {
    let words = &desk.words.sweep;
    let told = desk.sweep.at.and_then(|at| told(desk, sweep, reading, at));
    element("p")
        .class("readout")
        .child(element("b").child(told.unwrap_or_default()))
        .child(element("small").child(words.hint))
}

/// A point in words.
fn told(
    desk: &Desk,
    sweep: &Sweep,
    reading: Reading,
    (line, place): (usize, usize),
) -> Option<String> {
    let words = &desk.words.sweep;
    let Point::Legal {
        readings, verdict, ..
    } = sweep.point(line, place)?
    else {
        return None;
    };
    let figure = (words.figure)(reading, readings[reading as usize], desk.sight.units);
    let place = place_words(words, sweep, line, place);
    Some((words.point)(&place, &figure, *verdict))
}

/// What no plan can have.
fn left_out(words: &SweepText, sweep: &Sweep) -> Option<Element> {
    let across = (sweep.across, &sweep.left_out[0]);
    let between = sweep.between.map(|axis| (axis, &sweep.left_out[1]));
    let axes = between.into_iter().chain([across]);
    let axes = axes.filter(|(_, values)| !values.is_empty());
    let axes = axes.map(|(axis, values)| {
        let values = values.iter().map(|&value| (words.value)(axis.key, value));
        ((words.axis)(axis.key), values.collect())
    });
    let axes: Vec<LeftOut> = axes.collect();
    (!axes.is_empty()).then(|| {
        element("p")
            .class("left-out")
            .child((words.left_out)(&axes))
    })
}

fn presets(words: &SweepText, asked: &Asked) -> Element {
    let presets = PRESETS.iter().zip(words.presets).enumerate();
    let buttons = presets
        .map(|(index, (preset, name))| button("preset", index, preset.is(asked)).child(name));
    element("div")
        .class("asks")
        .attribute("role", "group")
        .attribute("aria-label", words.questions)
        .children(buttons.collect())
}

/// What is shown, across what, a line for each of what, and how the axes run.
fn choices(words: &SweepText, asked: &Asked) -> Element {
    let readings = words.readings.into_iter().enumerate();
    let readings = readings.map(|(index, name)| option(name, index == asked.reading as usize));
    let axes = |now: &str| -> Vec<Element> {
        AXES.iter()
            .map(|axis| option((words.axis)(axis.key), axis.key == now))
            .collect()
    };
    let mut between = vec![option(words.nothing, asked.between.is_empty())];
    between.extend(axes(asked.between));
    let selects = [readings.collect(), axes(asked.across), between];
    let ids = ["sweep-reading", "sweep-across", "sweep-between"];
    let selects = selects.into_iter().zip(ids).zip(words.choices);
    let selects = selects.map(|((options, id), name)| {
        element("label").child(name).child(
            element("select")
                .id(id)
                .attribute("autocomplete", "off")
                .children(options),
        )
    });
    let scales = words.scales.into_iter().enumerate().map(|(index, name)| {
        let is_logarithmic = asked.scales[index].unwrap_or(false);
        button("scale", index, is_logarithmic).child(name)
    });
    element("div")
        .class("asked")
        .children(selects.collect())
        .children(scales.collect())
}

fn option(name: &'static str, is_chosen: bool) -> Element {
    element("option")
        .property("selected", is_chosen)
        .child(name)
}

/// A button; its class says what it does, its number which.
fn button(class: &'static str, index: usize, is_pressed: bool) -> Element {
    element("button")
        .attribute("type", "button")
        .class(class)
        .attribute("data-at", index.to_string())
        .attribute("aria-pressed", if is_pressed { "true" } else { "false" })
}

/// The id of a point.
fn point_id(line: usize, place: usize) -> String {
    ["sweep-", &line.to_string(), "-", &place.to_string()].concat()
}

/// The class, and the one or two numbers, of what an event happened in.
fn meant(event: &Event) -> Option<(String, usize, usize)> {
    let element = target(event)?.closest("#sweep [data-at]").ok()??;
    let at = element.get_attribute("data-at")?;
    let (first, second) = at.split_once('-').unwrap_or((&at, "0"));
    let numbers = (first.parse().ok()?, second.parse().ok()?);
    Some((element.class_name(), numbers.0, numbers.1))
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
            let scales = picture::scales(desk);
            if let (Some(scale), Some(now)) =
                (desk.sweep.asked.scales.get_mut(first), scales.get(first))
            {
                *scale = Some(!now);
            }
        }
        _ => {
            sweeps.at = Some((first, second));
            if let Some(plan) = sweeps.work.shown().map(|sweep| sweep.plan(first, second)) {
                desk.jump(&plan);
            }
        }
    }
    desk.refresh(ID);
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
    desk.refresh(ID);
    false
}

/// The pointer or the focus comes to a point: it is told.
pub(super) fn look_at(desk: &mut Desk, event: &Event) -> bool {
    if let Some((what, line, place)) = meant(event) {
        let at = Some((line, place));
        if what.starts_with("point") && desk.sweep.at != at {
            desk.sweep.at = at;
            desk.refresh(ID);
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
