//! Memory, time and money side by side, each against its limit.

use leptos::prelude::*;
use text::number::{days, dollars};

use super::RunFigure;
use super::section_parts::{RunSlider, slider};
use super::state::{DAYS, DOLLARS};
use super::update::RunEvent;
use crate::components::percent_of;
use crate::store::{Page, PanelStore};
use text::run as words;

/// The slider of the time budget; its positions are those in [`DAYS`].
pub(super) static DAYS_SLIDER: RunSlider = RunSlider {
    id: "run-days",
    ends: [0.0, (DAYS.len() - 1) as f64],
    place: |run, _| run.days as f64,
    words: |run, _| days(run.budget().days),
    event: |_, place| Some(RunEvent::GrantDays(place as usize)),
};
/// The slider of the money budget; its positions are those in [`DOLLARS`].
pub(super) static DOLLARS_SLIDER: RunSlider = RunSlider {
    id: "run-dollars",
    ends: [0.0, (DOLLARS.len() - 1) as f64],
    place: |run, _| run.dollars as f64,
    words: |run, _| dollars(run.budget().dollars),
    event: |_, place| Some(RunEvent::GrantDollars(place as usize)),
};
/// Position of the limits along the bars, as a share of their width.
const LIMIT_AT: f64 = 0.625;

/// The section on the three limits.
pub(super) fn resources(panel: PanelStore<RunFigure>) -> AnyView {
    let [days, dollars] = [words::time_budget(), words::money_budget()];
    view! {
        <section>
            <h3>{words::resources()}</h3>
            <ul class="resources">{move || panel.follow(rows)}</ul>
            <div class="budgets">
                {slider(panel, &DAYS_SLIDER, days)} {slider(panel, &DOLLARS_SLIDER, dollars)}
            </div>
        </section>
    }
    .into_any()
}

/// The bars of the three limits.
fn rows(run: &RunFigure, page: &Page) -> Vec<impl IntoView + use<>> {
    let names = words::resource_names();
    let resources = run.resources_of(page).into_iter().enumerate();
    resources
        .map(|(index, resource)| {
            let taken = (resource.share() * LIMIT_AT).min(1.0);
            view! {
                <li class=resource.is_exceeded().then_some("exceeded")>
                    <b>{names[index]}</b>
                    <div class="track" aria-hidden="true">
                        {bar("taken", 0.0, taken)} {bar("beyond", LIMIT_AT, taken)}
                        {bar("limit", LIMIT_AT, LIMIT_AT)}
                    </div>
                    <span>{words::resource_value(index, resource, page.units())}</span>
                </li>
            }
        })
        .collect()
}

/// A bar along a track; its ends are shares of the track.
fn bar(class: &'static str, start: f64, end: f64) -> impl IntoView {
    view! {
        <i
            class=class
            style=("left", percent_of(start))
            style=("width", percent_of(end - start))
        ></i>
    }
}
