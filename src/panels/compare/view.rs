//! View of two plans side by side, and of the stored plans.

use std::mem::{Discriminant, discriminant};

use cost::Estimate;
use cost::reading::{Amount, Better, READINGS, Reading};
use formats::link;
use leptos::prelude::*;
use text::number::{amount, difference};
use text::{compare, settings};

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
            {move || panel.follow(|_, page| sides(page))}
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

/// List of the settings in which the plans differ.
fn differing(page: &Page) -> impl IntoView + use<> {
    let rival = page.plan.rival.as_ref();
    let changes = rival.map_or_else(Vec::new, |rival| {
        let keys = link::differing(&page.plan, rival).into_iter();
        keys.map(|(key, ..)| settings::change(key, &page.plan, rival))
            .collect()
    });
    let name = if changes.is_empty() {
        compare::alike()
    } else {
        compare::differ()
    };
    let changes = changes
        .into_iter()
        .map(|change| view! { <li>{change}</li> });
    view! {
        <div class="differ" hidden=rival.is_none()>
            <span>{name}</span>
            <ul>{changes.collect_view()}</ul>
        </div>
    }
}

/// The figures of both plans, each with its difference as a number and as a bar.
fn sides(page: &Page) -> Option<AnyView> {
    let pinned = page.rival.as_deref()?;
    let headings = compare::headings();
    let headings = headings.map(|heading| view! { <th scope="col">{heading}</th> });
    let rows: Vec<ComparedFigure> = compared(&page.estimate, pinned).collect();
    let scale = |row: &ComparedFigure| {
        let alike = rows.iter().filter(|other| other.unit() == row.unit());
        alike.map(ComparedFigure::larger).fold(0.0, f64::max)
    };
    let rows = rows.iter().map(|row| {
        let share = (row.by() / scale(row)).abs() / 2.0;
        let [now, then] = row.sides.map(|side| amount(side, page.units()));
        view! {
            <tr data-reading=row.reading.key>
                <th scope="row">{row.name}</th>
                <td>{now}</td>
                <td>{then}</td>
                <td>{difference(row.sides[0], row.sides[1], page.units())}</td>
                <td class="track" aria-hidden="true">
                    <i
                        class=row.judgement()
                        style=("--by", percent_of(share))
                        data-way=if row.by() < 0.0 { "less" } else { "more" }
                    ></i>
                </td>
            </tr>
        }
    });
    let table = view! {
        <table class="sides">
            <thead>
                <tr>
                    {headings}
                    <td class="track" aria-hidden="true"></td>
                </tr>
            </thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
        <small class="bars">{compare::bars()}</small>
    };
    Some(table.into_any())
}

/// A figure of both plans.
struct ComparedFigure {
    reading: &'static Reading,
    name: &'static str,
    /// The figure of A, and that of B.
    sides: [Amount; 2],
}

impl ComparedFigure {
    /// The kind of the amounts. Figures of one kind have one scale.
    fn unit(&self) -> Discriminant<Amount> {
        discriminant(&self.sides[0])
    }

    /// The larger of the two numbers, in the unit of the figure.
    fn larger(&self) -> f64 {
        let [now, then] = self.sides.map(Amount::number);
        now.max(then)
    }

    /// The difference of A from B, in the unit of the figure.
    fn by(&self) -> f64 {
        let [now, then] = self.sides.map(Amount::number);
        now - then
    }

    /// The class of plan A in the figure: better, worse or the same.
    fn judgement(&self) -> &'static str {
        match (self.reading.better, self.by() > 0.0) {
            _ if self.by() == 0.0 => "same",
            (Better::More, true) | (Better::Less, false) => "better",
            (Better::More, false) | (Better::Less, true) => "worse",
        }
    }
}

/// The figures that are not zero in both plans.
fn compared<'a>(
    now: &'a Estimate,
    pinned: &'a Estimate,
) -> impl Iterator<Item = ComparedFigure> + use<'a> {
    let figures = READINGS.iter().zip(compare::readings());
    let figures = figures.map(move |(reading, name)| ComparedFigure {
        reading,
        name,
        sides: [now, pinned].map(reading.of),
    });
    figures.filter(|figure| figure.larger() > 0.0)
}

/// Every reading of both plans.
fn numbers(page: &Page) -> Table {
    let rows = match page.rival.as_deref() {
        None => Vec::new(),
        Some(pinned) => {
            let row = |(reading, name): (&Reading, &str)| {
                let [now, then] = [&*page.estimate, pinned].map(reading.of);
                let [first, second] = [now, then].map(|each| amount(each, page.units()));
                let change = difference(now, then, page.units());
                vec![name.to_owned(), first, second, change]
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
