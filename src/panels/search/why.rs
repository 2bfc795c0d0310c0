//! Reasons why another layout is better: the path to it, and the value of each axis.

use cost::plan::Plan;
use cost::units::Seconds;
use leptos::prelude::*;
use search::optimize::{LayoutAxis, PathStep};
use text::number::{BytesText as _, duration, listed, signed_percent};
use text::search_figure as words;

use super::adopting::adopting;
use super::answers::{Answers, SearchRun};
use super::form::fold;
use super::state::{AXES_FOLD, Search};
use crate::store::{Page, PanelStore};

/// The shortest path from the reader's own layout to the best, one change per line.
pub(super) fn path_to_best(
    panel: PanelStore<Search>,
    answers: Option<&Answers>,
    page: &Page,
) -> impl IntoView + use<> {
    let path = answers.and_then(Answers::legs);
    let drawn = path.map(|legs| match legs.as_deref() {
        None => view! { <p>{words::apart()}</p> }.into_any(),
        Some([]) => view! { <p>{words::no_path()}</p> }.into_any(),
        Some(legs) => {
            let plan = answers.map_or(&page.plan, |answers| &answers.plan);
            view! { <ol class="onward">{steps(panel, plan, legs, page)}</ol> }.into_any()
        }
    });
    view! {
        <section class="way" hidden=path.is_none()>
            <h3>{words::path_heading()}</h3>
            {drawn}
        </section>
    }
}

/// The steps of a path.
fn steps(
    panel: PanelStore<Search>,
    plan: &Plan,
    legs: &[PathStep],
    page: &Page,
) -> Vec<impl IntoView + use<>> {
    let mut before = page.estimate.time.total();
    let step = |leg: &PathStep| {
        let axes = leg.axes.iter();
        let axes: Vec<&str> = axes.map(|axis| text::search::axis(*axis)).collect();
        let gain = leg.step.change_from(before);
        before = leg.step;
        view! {
            <li>
                <b>{listed(&axes)}</b>
                {adopting(panel, "adopt", plan, leg.candidate)}
                <span class="figure">{figure(leg.step, gain)}</span>
                <span class="figure">{page.units().size(leg.peak)}</span>
            </li>
        }
    };
    legs.iter().map(step).collect()
}

/// The time of a step, and its relative difference.
fn figure(step: Seconds, gain: f64) -> String {
    [&duration(step), " (", &signed_percent(gain), ")"].concat()
}

/// The best layout without each axis that the best of all uses, folded away. Each needs a separate
/// search.
pub(super) fn without(panel: PanelStore<Search>) -> impl IntoView {
    let lines = move || {
        panel.follow(|search, page| {
            let is_open = page.is_open(AXES_FOLD);
            let answers = search.in_sight().filter(|_| is_open);
            answers.map_or(Vec::new(), |answers| lines(panel, answers, page))
        })
    };
    view! {
        <details
            class="numbers"
            id=AXES_FOLD
            on:toggle:target=move |ev| fold(panel, AXES_FOLD, ev.target().open())
        >
            <summary>{words::without()}</summary>
            <ol class="onward">{lines}</ol>
        </details>
    }
}

/// A line for each axis that the best layout uses.
fn lines(panel: PanelStore<Search>, answers: &Answers, page: &Page) -> Vec<impl IntoView + use<>> {
    let best = answers.rows().first().map(|row| row.found.step);
    let line = |(axis, run): (LayoutAxis, Option<&SearchRun>)| {
        let name = text::search::axis(axis);
        view! {
            <li>
                <b>{name}</b>
                {value(panel, &answers.plan, page, run, best)}
            </li>
        }
    };
    answers.without().into_iter().map(line).collect()
}

/// The best layout of a search without an axis, and its loss.
fn value(
    panel: PanelStore<Search>,
    plan: &Plan,
    page: &Page,
    run: Option<&SearchRun>,
    best: Option<Seconds>,
) -> AnyView {
    let Some(run) = run.filter(|run| run.took.is_some()) else {
        return view! { <span>{words::looking()}</span> }.into_any();
    };
    let (Some(row), Some(best)) = (run.first(), best) else {
        return view! { <span>{words::needed()}</span> }.into_any();
    };
    let found = &row.found;
    let loss = found.step.change_from(best);
    view! {
        {adopting(panel, "adopt", plan, found.candidate)}
        <span class="figure">{figure(found.step, loss)}</span>
        <span class="figure">{page.units().size(found.peak)}</span>
    }
    .into_any()
}
