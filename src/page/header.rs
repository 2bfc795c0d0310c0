//! The head of the page, which stays in sight: the plan's verdict, its key figures, the tolls.

use std::time::Duration;

use cost::Estimate;
use cost::convention::{Counting, MemoryKind};
use cost::machine::Machine;
use cost::memory::Verdict;
use cost::tolls::Toll;
use cost::units::Seconds;
use formats::link;
use formats::number::{Units, count, days, dollars, duration, fixed, percent};
use leptos::ev::Event;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use text::Strings;
use web_sys::HtmlInputElement;

use super::counting;
use super::planner::{Copied, Look, Planner, State, THEMES};
use crate::browser::events::target;
use crate::browser::{address, clipboard, preferences};
use crate::markup::figure::bar;
use crate::markup::{Element, element, live, words};

/// How long "Link copied" stays.
const COPIED: Duration = Duration::from_secs(2);

/// The head.
#[component]
pub(crate) fn Header(planner: Planner) -> impl IntoView {
    view! {
        <header>
            <div class="bar">{live(move || title_bar(planner))}</div>
            {live(move || vec![verdict_strip(planner)])}
            <p class="unseen" role="status" aria-live="polite">
                {words(move || planner.look().said.clone())}
            </p>
        </header>
    }
}

/// Name of the tool and of the plan, and what can be done with the whole of it.
fn title_bar(planner: Planner) -> Vec<Element> {
    let frame = &planner.strings.frame;
    let title = (planner.strings.plan_title)(&planner.plan());
    let look = planner.look();
    let copy = if look.copied == Copied::Yes {
        frame.copied
    } else {
        frame.copy_link
    };
    let units = look.units.symbol();
    let theme = ["◐", "○", "●", "◎"][look.theme];
    let theme_name = [frame.theme, ": ", frame.themes[look.theme]].concat();
    vec![
        element("h1").child(frame.title),
        element("p").class("plan-title").child(title),
        button("copy-link", copy, copy.to_owned()),
        button("reset", frame.reset, frame.reset.to_owned()),
        button("units", units, [frame.units, " ", units].concat()),
        // Undo, redo and the pin come with the later figures.
        element("span").id("later-bar"),
        button("theme", theme, theme_name),
        address_field(planner, look.copied == Copied::ByHand),
    ]
}

fn button(id: &'static str, words: &'static str, name: String) -> Element {
    element("button")
        .attribute("type", "button")
        .id(id)
        .attribute("aria-label", name)
        .child(words)
}

/// The address, shown to be copied by hand.
fn address_field(planner: Planner, is_shown: bool) -> Element {
    let link = if is_shown {
        address::with_fragment(&link::encode(&planner.plan()))
    } else {
        String::new()
    };
    let field = element("input")
        .attribute("type", "text")
        .id(ADDRESS)
        .attribute("readonly", true)
        .property("value", link);
    element("label")
        .class("by-hand")
        .attribute("hidden", !is_shown)
        .child(planner.strings.frame.copy_by_hand)
        .child(field)
}

/// The field that shows the address where the clipboard is closed.
const ADDRESS: &str = "address";

/// One of the bar's buttons is pressed.
pub(super) fn press(planner: Planner, event: &Event) {
    let id = target(event).map(|element| element.id());
    match id.as_deref() {
        Some("copy-link") => copy(planner),
        Some("reset") => planner.reset(),
        Some("units") => switch_units(planner),
        Some("theme") => switch_theme(planner),
        _ => {}
    }
}

fn copy(planner: Planner) {
    clipboard::copy(&address::with_fragment(&planner.link()), move |worked| {
        if worked {
            tell_copied(planner);
        } else {
            // The address is shown, follows the plan, and is in sight in a moment.
            planner.set_look(|look| look.copied = Copied::ByHand);
            set_timeout(move || copy_shown(planner), Duration::ZERO);
        }
    });
}

/// "Link copied" stays a moment.
fn tell_copied(planner: Planner) {
    planner.set_look(|look| look.copied = Copied::Yes);
    set_timeout(
        move || planner.set_look(|look| look.copied = Copied::No),
        COPIED,
    );
}

/// Selects the address that is shown, and copies it the older way; where that is closed too, it
/// stays for the reader's own hand.
fn copy_shown(planner: Planner) {
    let field = document().get_element_by_id(ADDRESS);
    if let Some(field) = field.and_then(|field| field.dyn_into::<HtmlInputElement>().ok()) {
        field.select();
        if clipboard::copy_selected() {
            tell_copied(planner);
        }
    }
}

fn switch_units(planner: Planner) {
    planner.set_look(|look| {
        look.units = match look.units {
            Units::Gib => Units::Gb,
            Units::Gb => Units::Gib,
        };
        preferences::keep("units", if look.units == Units::Gb { "gb" } else { "gib" });
    });
}

fn switch_theme(planner: Planner) {
    planner.set_look(|look| {
        look.theme = (look.theme + 1) % 3;
        preferences::show_theme(THEMES[look.theme]);
        preferences::keep("theme", THEMES[look.theme]);
    });
}

/// A figure that people compare: its id, its name, its value, what stands below it.
struct Figure {
    id: &'static str,
    /// The id of the place where the later figures write how far it has moved from plan B.
    delta: &'static str,
    name: fn(&Strings, &Estimate, Counting) -> String,
    value: fn(&Estimate, Counting) -> String,
    below: fn(&Strings, &Estimate) -> String,
}

static FIGURES: [Figure; 4] = [
    Figure {
        id: "mfu",
        delta: "delta-mfu",
        name: |strings, _, counting| (strings.counting.name)(counting).to_owned(),
        value: |estimate, counting| percent(counting.utilisation(&estimate.utilisation)),
        below: |strings, estimate| {
            (strings.verdict.mfu_reading)(estimate.utilisation.mfu).to_owned()
        },
    },
    Figure {
        id: "bubble",
        delta: "delta-bubble",
        name: |strings, _, _| strings.verdict.bubble.to_owned(),
        value: |estimate, _| percent(estimate.time.bubble_fraction()),
        below: |_, _| String::new(),
    },
    Figure {
        id: "step",
        delta: "delta-step",
        name: |strings, estimate, _| {
            let mark = mark(strings, estimate, |machine| machine.measured_step.is_some());
            let comma = if mark.is_empty() { "" } else { ", " };
            [strings.verdict.step, comma, mark].concat()
        },
        value: |estimate, _| duration(estimate.time.total()),
        below: |_, estimate| {
            let range = estimate.step_band.around(estimate.time.total().0);
            let [low, high] = range.map(|seconds| duration(Seconds(seconds)));
            [&low, "–", &high].concat()
        },
    },
    Figure {
        id: "days",
        delta: "delta-days",
        name: |strings, estimate, _| [&count(estimate.run.tokens), strings.verdict.tokens].concat(),
        value: |estimate, _| days(estimate.run.days),
        below: |_, estimate| dollars(estimate.run.cost_usd),
    },
];

/// An empty place for how far a figure has moved.
fn delta(id: &'static str) -> Element {
    element("small").class("delta").id(id)
}

/// Says so where a figure is rescaled to the reader's machine.
fn mark(strings: &Strings, estimate: &Estimate, is_fitted: fn(&Machine) -> bool) -> &'static str {
    let is_fitted = estimate.machine.as_ref().is_some_and(is_fitted);
    if is_fitted { strings.machine.mark } else { "" }
}

/// The verdict, the figures, and the tolls in one bar.
fn verdict_strip(planner: Planner) -> Element {
    let strings = planner.strings;
    let state = planner.state();
    let look = planner.look();
    let (plan, estimate) = (planner.plan(), planner.estimate());
    // An illegal plan's first reason stands here too: on a phone the notices are far below.
    let summary = match planner.reasons().first() {
        Some(reason) => (strings.reason)(reason, &plan),
        None => (strings.summary)(&plan, &estimate, look.units),
    };
    let counting = Counting::of(look.counting);
    let figures = FIGURES.iter().map(|figure| {
        let value = element("span")
            .id(figure.id)
            .child((figure.value)(&estimate, counting));
        let below = element("small").child((figure.below)(strings, &estimate));
        element("div")
            .child(element("dt").child((figure.name)(strings, &estimate, counting)))
            .child(
                element("dd")
                    .child(value)
                    .child(delta(figure.delta))
                    .child(below),
            )
    });
    element("div")
        .class("verdict")
        .attribute("data-state", state_word(state))
        .child(need(strings, state, &estimate, &look))
        .child(
            element("div")
                .child(element("dl").children(figures.collect()))
                .child(counting::fold(strings, &look, plan.levers.dtype)),
        )
        .child(toll_bar(strings, &estimate))
        .child(element("p").class("summary").id("summary").child(summary))
        .child(
            element("p")
                .class("published")
                .id("published")
                .attribute("hidden", true),
        )
}

/// The state as the style sheet knows it.
const fn state_word(state: State) -> &'static str {
    match state {
        State::Illegal => "illegal",
        State::Legal(Verdict::Fits) => "fits",
        State::Legal(Verdict::Tight) => "tight",
        State::Legal(Verdict::OutOfMemory) => "oom",
    }
}

/// "Fits 62.3 of 79.6 GiB", the largest words of the page.
fn need(strings: &'static Strings, state: State, estimate: &Estimate, look: &Look) -> Element {
    let memory = &estimate.memory;
    let words = &strings.verdict;
    let units = look.units;
    let word = match state {
        State::Illegal => words.illegal,
        State::Legal(verdict) => (words.word)(verdict),
    };
    // The value before the drag stays in sight until the finger lifts.
    let ghost = match look.before_drag.filter(|&before| before != memory.peak()) {
        Some(before) => [words.was, &units.figure(before)].concat(),
        None => beside(strings, estimate, look),
    };
    let likely = [words.likely, &units.range(memory.peak(), memory.band)].concat();
    let capacity = element("span")
        .id("capacity")
        .child(units.size(memory.capacity));
    let of = element("small").child(words.of).child(" ").child(capacity);
    let amounts = element("span")
        .class("amounts")
        .attribute("hidden", state == State::Illegal)
        .child(" ")
        .child(element("b").id("need").child(units.figure(memory.peak())))
        .child(" ")
        .child(of);
    element("p")
        .class("need")
        .child(element("em").id("verdict").child(word))
        .child(amounts)
        .child(
            element("span")
                .class("below")
                .attribute("hidden", state == State::Illegal)
                .child(element("span").id("likely").child(likely))
                .child(" ")
                .child(element("span").class("ghost").child(ghost))
                .child(delta("delta-need")),
        )
}

/// What stands beside the need: how much that is of the chosen kind of memory, where the kind is
/// not that of the verdict, and the mark of a fitted figure.
fn beside(strings: &Strings, estimate: &Estimate, look: &Look) -> String {
    let counting = Counting::of(look.counting);
    let mark = mark(strings, estimate, |machine| machine.measured_peak.is_some());
    if counting.memory == MemoryKind::NvidiaSmi {
        return mark.to_owned();
    }
    let held = look.units.size(estimate.memory.peak_of(counting.memory));
    let comma = if mark.is_empty() { "" } else { ", " };
    let kind = (strings.counting.memory)(counting);
    [&held, " ", kind, comma, mark].concat()
}

/// A part of the tolls' bar: its class, its toll if it is one, its share of the step.
type Part = (&'static str, Option<Toll>, fn(&Estimate) -> f64);

static PARTS: [Part; 7] = [
    ("useful", None, |estimate| estimate.tolls.useful),
    ("ceiling", None, |estimate| estimate.tolls.ceiling),
    ("last-inch", Some(Toll::LastInch), |estimate| {
        estimate.tolls.last_inch
    }),
    ("scratchpad", Some(Toll::Scratchpad), |estimate| {
        estimate.tolls.scratchpad
    }),
    ("cable", Some(Toll::Cable), |estimate| estimate.tolls.cable),
    ("bubble", Some(Toll::Bubble), |estimate| {
        estimate.tolls.bubble
    }),
    ("state", Some(Toll::State), |estimate| estimate.tolls.state),
];

/// Where a GPU's second goes, in one bar with its words below.
fn toll_bar(strings: &'static Strings, estimate: &Estimate) -> Element {
    let marks = PARTS.iter();
    let marks = marks.map(|&(class, _, share)| bar(class, share(estimate)));
    let words = PARTS
        .iter()
        .enumerate()
        .map(|(index, &(class, toll, share))| {
            let name = match toll {
                Some(toll) => (strings.toll)(toll).name,
                None if index == 0 => strings.time.useful,
                None => strings.time.ceiling,
            };
            let share = fixed(share(estimate) * 100.0, 0);
            let none = if share == "0" { " none" } else { "" };
            let dominant = if toll == Some(estimate.tolls.dominant) {
                " dominant"
            } else {
                ""
            };
            element("li")
                .class([class, none, dominant].concat())
                .child(name)
                .child(" ")
                .child(share)
        });
    let marks = element("div")
        .class("marks")
        .attribute("aria-hidden", "true")
        .children(marks.collect());
    element("div")
        .class("toll-bar")
        .child(marks)
        .child(element("ul").class("words").children(words.collect()))
}
