//! The key figures beside the verdict.

use cost::Estimate;
use cost::convention::Conventions;
use cost::machine::Machine;
use cost::memory::Verdict;
use cost::units::Seconds;
use cost::why::Root;
use leptos::prelude::*;
use text::number::{between, dollars, duration, percent};

use crate::panels::why::FigureButton;
use crate::store::{FigureMove, Page, use_store};

/// A key figure of the plan.
struct KeyFigure {
    id: &'static str,
    /// The figure whose arithmetic opens.
    root: Root,
    /// The index of its difference in [`MOVES`].
    moves: usize,
    name: fn(&Estimate, Conventions) -> String,
    value: fn(&Estimate, Conventions) -> String,
    /// The text that appears under the pointer.
    title: fn(&Estimate) -> String,
}

static KEY_FIGURES: [KeyFigure; 4] = [
    KeyFigure {
        id: "mfu",
        root: Root::Mfu,
        moves: 1,
        name: |_, conventions| text::conventions::name(conventions).to_owned(),
        value: |estimate, conventions| percent(conventions.utilisation(&estimate.utilisation)),
        title: |estimate| {
            // A plan that cannot run is not rated.
            if estimate.memory.verdict == Verdict::OutOfMemory {
                return String::new();
            }
            text::head::mfu_rating(estimate.utilisation.mfu).to_owned()
        },
    },
    KeyFigure {
        id: "bubble",
        root: Root::Idle,
        moves: 2,
        name: |_, _| text::head::idle().to_owned(),
        value: |estimate, _| percent(estimate.time.idle_fraction()),
        title: |estimate| text::head::idle_parts(estimate),
    },
    KeyFigure {
        id: "step",
        root: Root::Step,
        moves: 3,
        name: |estimate, _| {
            let mark = mark(estimate, |machine| machine.measured_step.is_some());
            let comma = if mark.is_empty() { "" } else { ", " };
            [text::head::step(), comma, mark].concat()
        },
        value: |estimate, _| duration(estimate.time.total()),
        title: |estimate| {
            let range = estimate.step_band.around(estimate.time.total().0);
            let [low, high] = range.map(|seconds| duration(Seconds(seconds)));
            between(&low, &high)
        },
    },
    KeyFigure {
        id: "cost",
        root: Root::Cost,
        moves: 4,
        name: |estimate, _| text::head::cost(estimate.run.days),
        value: |estimate, _| dollars(estimate.run.cost_usd),
        title: |estimate| text::head::tokens(estimate.run.tokens),
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

/// The key figures. The style sheet shows their note on the frame of a plan out of memory.
#[component]
pub(super) fn KeyFigures() -> impl IntoView {
    let figures = KEY_FIGURES
        .iter()
        .map(|figure| view! { <Figure figure=figure/> });
    let note = use_store().slice(|page| {
        if page.estimate.memory.verdict == Verdict::OutOfMemory {
            text::head::if_it_fit().to_owned()
        } else {
            String::new()
        }
    });
    view! { <dl data-note=note>{figures.collect_view()}</dl> }
}

#[component]
fn Figure(figure: &'static KeyFigure) -> impl IntoView {
    let store = use_store();
    let name = store.slice(|page| (figure.name)(&page.estimate, conventions(page)));
    let value = store.slice(|page| (figure.value)(&page.estimate, conventions(page)));
    let title = store.slice(|page| (figure.title)(&page.estimate));
    view! {
        <div title=title>
            <dt>{name}</dt>
            <dd>
                <FigureButton root=figure.root id=figure.id value=value/>
                <Difference place=figure.moves/>
            </dd>
        </div>
    }
}

/// The key figures of an estimate as texts, in the order of the head.
pub(crate) fn key_figures(page: &Page, estimate: &Estimate) -> [String; 4] {
    let conventions = conventions(page);
    KEY_FIGURES
        .each_ref()
        .map(|figure| (figure.value)(estimate, conventions))
}

fn conventions(page: &Page) -> Conventions {
    page.settings.conventions()
}

/// Difference of a figure from the plan that it is compared with; empty if there is none.
#[component]
pub(super) fn Difference(
    /// The figure's place in `HeadNotes::moves`.
    place: usize,
) -> impl IntoView {
    let store = use_store();
    let text = |of: fn(&FigureMove) -> &String| {
        store.slice(move |page| of(&page.notes.moves[place]).clone())
    };
    view! {
        <small class="delta" id=MOVES[place] title=text(|figure| &figure.pinned)>
            {text(|figure| &figure.shown)}
        </small>
    }
}

/// A mark on a figure that is rescaled to the reader's machine.
pub(super) fn mark(estimate: &Estimate, is_fitted: fn(&Machine) -> bool) -> &'static str {
    let is_fitted = estimate.machine.as_ref().is_some_and(is_fitted);
    if is_fitted { text::head::fitted() } else { "" }
}
