//! View of the run.

use cost::run::tokens_per_parameter;
use leptos::prelude::*;
use text::figures::RunValues;

use super::state::{CAPTION, ID, RunFigure};
use super::{budget, failures, mfu_value, scale};
use crate::panels::figure::Figure;
use crate::store::{Page, PanelStore, words};

/// The whole figure.
pub(super) fn figure(panel: PanelStore<RunFigure>) -> AnyView {
    view! {
        <Figure
            id=ID
            caption=CAPTION
            name=words().run.heading
            sentence=Box::new(move || panel.follow(RunFigure::sentence))
            table=Box::new(move || panel.follow(RunFigure::table))
            is_of_time=true
        >
            {scale::scale(panel)}
            <dl class="run-figures">{move || panel.follow(|_, page| figures(page))}</dl>
            {budget::resources(panel)}
            {failures::failures(panel)}
            {mfu_value::worth(panel)}
        </Figure>
    }
    .into_any()
}

impl RunFigure {
    /// The figure's main statement.
    fn sentence(&self, page: &Page) -> String {
        let run = page.estimate.run;
        (words().run.sentence)(&RunValues {
            tokens: run.tokens,
            ratio: tokens_per_parameter(&page.plan),
            run,
            gpus: page.plan.cluster.gpus,
            resources: self.resources_of(page),
        })
    }
}

/// The figures of the run, each with its name.
fn figures(page: &Page) -> Vec<impl IntoView + use<>> {
    let words = &words().run;
    let values = (words.figure_values)(&page.estimate.run);
    let figures = words.figures.into_iter().zip(values);
    figures
        .map(|(name, value)| {
            view! {
                <div>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                </div>
            }
        })
        .collect()
}
