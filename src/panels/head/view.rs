//! The head of the page, which stays in sight: the plan's verdict, its key figures, the overheads.

use cost::Estimate;
use cost::convention::{Conventions, MemoryKind};
use cost::machine::Machine;
use cost::memory::Verdict;
use cost::plan::Word;
use cost::shares::Overhead;
use cost::units::Seconds;
use formats::number::{count, days, dollars, duration, fixed, percent};
use search::diagnosis::ExpertWarning;
use text::Strings;

use super::metric_conventions;
use crate::dom::figure::bar;
use crate::dom::{Element, element};
use crate::panels::{BAR_END, LATER_BAR};
use crate::store::{AddressCopy, Page, PlanState};

/// The id of the field that shows the address if the clipboard is unavailable.
pub(super) const ADDRESS: &str = "address";

/// The head.
pub(super) fn view(page: &Page) -> Element {
    let status = element("p")
        .class("unseen")
        .attribute("role", "status")
        .attribute("aria-live", "polite")
        .child(page.announced.clone());
    element("header")
        .child(element("div").class("bar").children(title_bar(page)))
        .child(verdict_strip(page))
        .child(status)
}

/// Name of the tool and of the plan, and the actions on the whole plan.
fn title_bar(page: &Page) -> Vec<Element> {
    let frame = &page.strings.frame;
    let title = (page.strings.plan_title)(&page.draft);
    let copy = if page.copied == AddressCopy::Yes {
        frame.copied
    } else {
        frame.copy_link
    };
    let units = page.units().symbol();
    let theme = ["◐", "○", "●", "◎"][page.settings.theme.index()];
    let theme_name = [frame.theme, ": ", frame.themes[page.settings.theme.index()]].concat();
    let mut bar = vec![
        element("h1").child(frame.title),
        element("p").class("plan-title").child(title),
        // Undo, redo and the pin arrive with the later figures. They take their space from the
        // plan's name, so that no button beside them moves.
        element("span").id(LATER_BAR),
        button("copy-link", copy, copy.to_owned()),
        button("reset", frame.reset, frame.reset.to_owned()),
        button("units", units, [frame.units, " ", units].concat()),
        button("theme", theme, theme_name),
        address_field(page, page.copied == AddressCopy::ByHand),
    ];
    if page.presentation.embed {
        // An element without a box (`display: contents`): later buttons become items of the bar.
        let end = element("span").id(BAR_END);
        bar.push(end.style("display", "contents".to_owned()));
    }
    bar
}

fn button(id: &'static str, words: &'static str, name: String) -> Element {
    element("button")
        .attribute("type", "button")
        .id(id)
        .attribute("aria-label", name)
        .child(words)
}

/// The field of the address, for copying by hand.
fn address_field(page: &Page, is_shown: bool) -> Element {
    let link = if is_shown {
        page.draft_address()
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
        .child(page.strings.frame.copy_by_hand)
        .child(field)
}

/// A key figure: its id, its name, its value, and the text below it.
struct KeyFigure {
    id: &'static str,
    /// The index of its difference in [`MOVES`].
    moves: usize,
    name: fn(&Strings, &Estimate, Conventions) -> String,
    value: fn(&Estimate, Conventions) -> String,
    below: fn(&Strings, &Estimate) -> String,
}

static FIGURES: [KeyFigure; 4] = [
    KeyFigure {
        id: "mfu",
        moves: 1,
        name: |strings, _, conventions| (strings.conventions.name)(conventions).to_owned(),
        value: |estimate, conventions| percent(conventions.utilisation(&estimate.utilisation)),
        below: |strings, estimate| {
            (strings.verdict.mfu_reading)(estimate.utilisation.mfu).to_owned()
        },
    },
    KeyFigure {
        id: "bubble",
        moves: 2,
        name: |strings, _, _| strings.verdict.bubble.to_owned(),
        value: |estimate, _| percent(estimate.time.bubble_fraction()),
        below: |_, _| String::new(),
    },
    KeyFigure {
        id: "step",
        moves: 3,
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
    KeyFigure {
        id: "days",
        moves: 4,
        name: |strings, estimate, _| [&count(estimate.run.tokens), strings.verdict.tokens].concat(),
        value: |estimate, _| days(estimate.run.days),
        below: |_, estimate| dollars(estimate.run.cost_usd),
    },
];

/// The ids of the differences of the figures, in the order of `HeadNotes::moves`.
static MOVES: [&str; 5] = [
    "delta-need",
    "delta-mfu",
    "delta-bubble",
    "delta-step",
    "delta-days",
];

/// Difference of a figure from the plan that it is compared with; empty if there is none.
fn moved(page: &Page, place: usize) -> Element {
    element("small")
        .class("delta")
        .id(MOVES[place])
        .child(page.notes.moves[place].clone())
}

/// A mark on a figure that is rescaled to the reader's machine.
fn mark(strings: &Strings, estimate: &Estimate, is_fitted: fn(&Machine) -> bool) -> &'static str {
    let is_fitted = estimate.machine.as_ref().is_some_and(is_fitted);
    if is_fitted { strings.machine.mark } else { "" }
}

/// The verdict, the figures, and the overheads in one bar.
fn verdict_strip(page: &Page) -> Element {
    let strings = page.strings;
    let state = page.state();
    let (plan, estimate) = (&page.draft, &page.estimate);
    // An illegal plan's first reason is shown here too: on a phone the notices are far below.
    let summary = match page.reasons.first() {
        Some(reason) => (strings.reason)(reason, plan),
        None => (strings.summary)(plan, estimate, page.units()),
    };
    let conventions = page.settings.conventions();
    let figures = FIGURES.iter().map(|figure| {
        let value = element("span")
            .id(figure.id)
            .child((figure.value)(estimate, conventions));
        let below = element("small").child((figure.below)(strings, estimate));
        element("div")
            .child(element("dt").child((figure.name)(strings, estimate, conventions)))
            .child(
                element("dd")
                    .child(value)
                    .child(moved(page, figure.moves))
                    .child(below),
            )
    });
    element("div")
        .class("verdict")
        .attribute("data-state", state_word(state))
        .child(need(page, state))
        .child(
            element("div")
                .child(element("dl").children(figures.collect()))
                .child(metric_conventions::fold(page, plan.levers.dtype)),
        )
        .child(overhead_bar(strings, estimate))
        .child(element("p").class("summary").id("summary").child(summary))
        .child(
            element("p")
                .class("published")
                .id("published")
                .attribute("hidden", page.notes.published.is_none())
                .child(page.notes.published.clone().unwrap_or_default()),
        )
}

/// The class of the state in the style sheet.
const fn state_word(state: PlanState) -> &'static str {
    match state {
        PlanState::Illegal => "illegal",
        PlanState::Legal(Verdict::Fits) => "fits",
        PlanState::Legal(Verdict::Tight) => "tight",
        PlanState::Legal(Verdict::OutOfMemory) => "oom",
    }
}

/// "Fits 62.3 of 79.6 GiB", the largest text of the page.
fn need(page: &Page, state: PlanState) -> Element {
    let strings = page.strings;
    let memory = &page.estimate.memory;
    let words = &strings.verdict;
    let units = page.units();
    let word = match state {
        PlanState::Illegal => words.illegal,
        PlanState::Legal(verdict) => (words.word)(verdict),
    };
    // The value before the drag stays in sight until the pointer is released.
    let ghost = match page
        .peak_before_drag()
        .filter(|&before| before != memory.peak())
    {
        Some(before) => [words.was, &units.figure(before)].concat(),
        None => beside(page),
    };
    let likely = [words.likely, &units.range(memory.peak(), memory.band)].concat();
    let capacity = element("span")
        .id("capacity")
        .child(units.size(memory.capacity));
    let of = element("small").child(words.of).child(" ").child(capacity);
    let amounts = element("span")
        .class("amounts")
        .attribute("hidden", state == PlanState::Illegal)
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
                .attribute("hidden", state == PlanState::Illegal)
                .child(element("span").id("likely").child(likely))
                .child(element("span").id("unproven").child(unproven(page)))
                .child(" ")
                .child(element("span").class("ghost").child(ghost))
                .child(moved(page, 0)),
        )
}

/// Text beside the range of a plan on cards that no published run tells of; empty on others.
fn unproven(page: &Page) -> String {
    if page.plan.cluster.gpu.family.has_published_runs() {
        return String::new();
    }
    let warning = page.strings.diagnosis.warning;
    [" · ", &warning(&ExpertWarning::UnprovenHardware)].concat()
}

/// Text beside the need: its share of the chosen kind of memory, if the verdict uses another kind,
/// and the mark of a rescaled figure.
fn beside(page: &Page) -> String {
    let (strings, estimate) = (page.strings, &page.estimate);
    let conventions = page.settings.conventions();
    let mark = mark(strings, estimate, |machine| machine.measured_peak.is_some());
    if conventions.memory == MemoryKind::NvidiaSmi {
        return mark.to_owned();
    }
    let held = page
        .units()
        .size(estimate.memory.peak_of(conventions.memory));
    let comma = if mark.is_empty() { "" } else { ", " };
    let kind = (strings.conventions.memory)(conventions);
    [&held, " ", kind, comma, mark].concat()
}

/// A part of the overheads' bar: its class, its overhead if it is one, its share of the step.
type BarPart = (&'static str, Option<Overhead>, fn(&Estimate) -> f64);

static PARTS: [BarPart; 8] = [
    ("useful", None, |estimate| estimate.shares.useful),
    ("ceiling", None, |estimate| estimate.shares.ceiling),
    ("last-inch", Some(Overhead::Kernels), |estimate| {
        estimate.shares.kernels
    }),
    ("scratchpad", Some(Overhead::Activations), |estimate| {
        estimate.shares.recompute
    }),
    ("cable", Some(Overhead::Communication), |estimate| {
        estimate.shares.communication
    }),
    ("bubble", Some(Overhead::Bubble), |estimate| {
        estimate.shares.bubble
    }),
    ("imbalance", Some(Overhead::Imbalance), |estimate| {
        estimate.shares.imbalance
    }),
    ("state", Some(Overhead::ModelState), |estimate| {
        estimate.shares.optimizer
    }),
];

/// Shares of a GPU's second, in one bar with text below.
fn overhead_bar(strings: &'static Strings, estimate: &Estimate) -> Element {
    let marks = PARTS.iter();
    let marks = marks.map(|&(class, _, share)| bar(class, share(estimate)));
    let words = PARTS
        .iter()
        .enumerate()
        .map(|(index, &(class, overhead, share))| {
            let name = match overhead {
                Some(overhead) => (strings.overhead)(overhead).name,
                None if index == 0 => strings.time.useful,
                None => strings.time.ceiling,
            };
            let share = fixed(share(estimate) * 100.0, 0);
            let none = if share == "0" { " none" } else { "" };
            let dominant = if overhead == Some(estimate.shares.dominant) {
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
