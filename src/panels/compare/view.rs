//! View of two plans side by side, and of the stored plans.

use cost::reading::{Better, READINGS, Reading};
use formats::link;
use leptos::prelude::*;
use text::compare;
use text::number::{amount, moved};

use super::kept_plans_view::kept_plans;
use super::published_runs::{published_runs, reports};
use super::state::{Compare, CompareEvent, ID, PlanAct};
use crate::components::{Table, percent_of};
use crate::panels::figure::Figure;
use crate::store::{Page, PanelStore};

/// The whole figure.
pub(super) fn figure(panel: PanelStore<Compare>) -> AnyView {
    view! {
        <Figure
            id=ID
            caption="compare-caption"
            name=compare::heading()
            sentence=Box::new(move || panel.follow(|_, page| sentence(page)))
            table=Box::new(move || panel.follow(|_, page| numbers(page)))
        >
            {move || panel.follow(|_, page| reports(page))}
            {move || panel.follow(|_, page| differing(page))}
            <ul class="moves">{move || panel.follow(|_, page| bars(page))}</ul>
            <div class="acts">{move || panel.follow(|_, page| acts(panel, page))}</div>
            {kept_plans(panel)}
            {published_runs(panel)}
        </Figure>
    }
    .into_any()
}

/// The main statement.
fn sentence(page: &Page) -> String {
    match (&page.plan.rival, &page.rival) {
        (None, _) => compare::invitation().to_owned(),
        (Some(_), None) => compare::impossible().to_owned(),
        (Some(_), Some(pinned)) => compare::sentence(&page.estimate, pinned, page.units()),
    }
}

/// The buttons that act on the two plans; without a pinned plan only the first.
fn acts(panel: PanelStore<Compare>, page: &Page) -> Vec<impl IntoView + use<>> {
    let count = if page.plan.rival.is_some() { 4 } else { 1 };
    let acts = PlanAct::ALL.into_iter().zip(compare::acts());
    let button = |(act, name)| {
        view! {
            <button
                type="button"
                class="act"
                on:click=move |_| panel.send(CompareEvent::Act(act))
            >
                {name}
            </button>
        }
    };
    acts.take(count).map(button).collect()
}

/// List of the controls in which the plans differ.
fn differing(page: &Page) -> impl IntoView + use<> {
    let rival = page.plan.rival.as_ref();
    let changes = rival.map(|rival| link::differing(&page.plan, rival));
    let changes = changes.unwrap_or_default();
    let name = if changes.is_empty() {
        compare::alike()
    } else {
        compare::differ()
    };
    let changes = changes.into_iter().map(|(key, now, then)| {
        view! {
            <li>
                <b>{key}</b>
                {[" ", &now, " → ", &then].concat()}
            </li>
        }
    });
    view! {
        <div class="differ" hidden=rival.is_none()>
            <span>{name}</span>
            <ul>{changes.collect_view()}</ul>
        </div>
    }
}

/// The figures that differ, each with a bar from the middle: to the right if A has more.
fn bars(page: &Page) -> Vec<impl IntoView + use<>> {
    let names = compare::readings().into_iter();
    let rows = READINGS.iter().zip(names).filter_map(|(reading, name)| {
        let pinned = page.rival.as_deref()?;
        let [now, then] = [&*page.estimate, pinned].map(reading.of);
        let (a, b) = (now.number(), then.number());
        if a == 0.0 && b == 0.0 {
            return None;
        }
        let share = change(a, b);
        Some(view! {
            <li data-reading=reading.key>
                <span class="name">{name}</span>
                <span class="now">{amount(now, page.units())}</span>
                <span class="track" aria-hidden="true">
                    <i
                        class=judgement(reading, a, b)
                        style=("--by", percent_of(share.abs() / 2.0))
                        data-way=if share < 0.0 { "less" } else { "more" }
                    ></i>
                </span>
                <b>{moved(now, then)}</b>
            </li>
        })
    });
    rows.collect()
}

/// Relative difference of A from B, from −1 (A is zero) to 1 (B is zero); ±½ is a factor of three.
fn change(a: f64, b: f64) -> f64 {
    (a - b) / (a + b)
}

/// The class of plan A in a figure: better, worse or the same.
fn judgement(reading: &Reading, a: f64, b: f64) -> &'static str {
    match (reading.better, a > b) {
        _ if a == b => "same",
        (Better::More, true) | (Better::Less, false) => "better",
        (Better::More, false) | (Better::Less, true) => "worse",
    }
}

/// Every reading of both plans.
fn numbers(page: &Page) -> Table {
    let rows = match page.rival.as_deref() {
        None => Vec::new(),
        Some(pinned) => {
            let row = |(reading, name): (&Reading, &str)| {
                let [now, then] = [&*page.estimate, pinned].map(reading.of);
                let [first, second] = [now, then].map(|each| amount(each, page.units()));
                vec![name.to_owned(), first, second, moved(now, then)]
            };
            READINGS.iter().zip(compare::readings()).map(row).collect()
        }
    };
    Table {
        headings: compare::headings().map(str::to_owned).to_vec(),
        rows,
        foot: Vec::new(),
    }
}
