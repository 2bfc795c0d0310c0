//! View of the published runs, and of their figures beside those of the two plans.

use cost::Estimate;
use cost::plan::Plan;
use formats::famous::{FAMOUS, FamousRun, PublishedFigure};
use formats::link;
use leptos::prelude::*;
use text::compare;

use super::kept_plans::{KeptAct, KeptPlan};
use super::kept_plans_view::row;
use super::state::Compare;
use crate::store::{Page, PanelStore};

/// The list of published runs.
pub(super) fn published_runs(panel: PanelStore<Compare>) -> impl IntoView {
    let runs = FAMOUS.iter().filter_map(named);
    let runs = runs.map(|run| row(panel, run, &KeptAct::OF_PUBLISHED));
    view! {
        <details class="snapshots">
            <summary>{compare::published()}</summary>
            <ul>{runs.collect_view()}</ul>
        </details>
    }
}

/// A run under its plan's name and that of its report; `None` of a plan that nobody has run.
fn named(run: &FamousRun) -> Option<KeptPlan> {
    let report = run.published?;
    let title = text::plan::title_of(&link::decode(run.link).0);
    Some(KeptPlan {
        key: None,
        name: [&title, " · ", report.source].concat(),
        link: run.link.to_owned(),
    })
}

/// The reports of the two plans, each beside the estimate.
pub(super) fn reports(page: &Page) -> Vec<impl IntoView + use<>> {
    let pinned = page.plan.rival.as_deref().zip(page.rival.as_deref());
    let plans = [Some((&*page.plan, &*page.estimate)), pinned];
    let reports = plans.into_iter().flatten().filter_map(reported);
    reports.map(|text| view! { <p>{text}</p> }).collect()
}

/// The figure of a plan's report beside that of its estimate; `None` without a report.
fn reported((plan, estimate): (&Plan, &Estimate)) -> Option<String> {
    let report = report_of(&link::encode(&plan.bare()))?;
    Some(text::start::reported(&report, estimate))
}

/// The report of the plan of a canonical link.
fn report_of(link: &str) -> Option<PublishedFigure> {
    let run = FAMOUS.iter().find(|run| run.link == link)?;
    run.published
}
