//! A textbook's value of the figure, and the steps from it to ours.

use cost::amount::Unit;
use cost::why::Root;
use cost::why::paper::Paper;
use leptos::prelude::*;
use text::{paper, why_card as why};

use super::state::WhyCard;
use crate::components::percent_of;
use crate::store::Page;

/// A row: the textbook's value, a step, or our value.
struct Row {
    name: &'static str,
    /// Its value, or the difference that it makes.
    value: String,
    /// Begin and end of its bar, as shares of the largest value.
    bar: [f64; 2],
    /// True of a step that makes the value smaller.
    is_less: bool,
}

/// The textbook's value, the steps and our value; nothing of figures without a formula.
pub(super) fn paper(card: &WhyCard, page: &Page) -> Option<impl IntoView + use<>> {
    let root = card.figure?.root;
    let paper = card.paper.as_ref()?;
    let formula = paper.formula().map(|entry| paper::formula(&entry));
    let rows = rows(paper, root, page).into_iter().map(|row| {
        let [begin, end] = row.bar;
        view! {
            <li>
                <span>{row.name}</span>
                <b>{row.value}</b>
                <span class="length">
                    <u
                        class:less=row.is_less
                        style:margin-inline-start=percent_of(begin)
                        style:width=percent_of(end - begin)
                    ></u>
                </span>
            </li>
        }
    });
    // The value of a plan that is being dragged follows when it rests.
    let is_old = page.draft != page.rested;
    Some(view! {
        <section class="paper" class:old=is_old>
            <h3>{why::paper_heading()}</h3>
            <p class="letters">{formula}</p>
            <p class="source">{paper::source(paper.source)}</p>
            <ul>{rows.collect_view()}</ul>
        </section>
    })
}

fn rows(paper: &Paper, root: Root, page: &Page) -> Vec<Row> {
    let unit = paper
        .formula()
        .and_then(|entry| entry.unit())
        .unwrap_or(Unit::NONE);
    let units = page.units();
    let ours = paper.steps.last().map_or(paper.value, |step| step.value);
    let values = paper.steps.iter().map(|step| step.value);
    let most = values.fold(paper.value, f64::max).max(f64::MIN_POSITIVE);
    let whole = |name, value: f64| Row {
        name,
        value: why::value_of(root, value, unit, units),
        bar: [0.0, value / most],
        is_less: false,
    };
    let mut rows = vec![whole(paper::name(), paper.value)];
    let mut before = paper.value;
    for step in &paper.steps {
        rows.push(Row {
            name: paper::change(step.change),
            value: why::difference(root, step.value - before, unit, units),
            bar: [before.min(step.value) / most, before.max(step.value) / most],
            is_less: step.value < before,
        });
        before = step.value;
    }
    rows.push(whole(why::here(), ours));
    rows
}
