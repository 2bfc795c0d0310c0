//! View of the run.

use leptos::prelude::*;
use text::run::{self as words, RunValues};

use super::scale::ratio_of_parameters;
use super::section_parts::named;
use super::state::{CAPTION, ID, RunFigure};
use super::{budget, failures, mfu_value, scale};
use crate::panels::figure::Figure;
use crate::store::{Page, PanelStore};

/// The whole figure.
pub(super) fn figure(panel: PanelStore<RunFigure>) -> AnyView {
    view! {
        <Figure
            id=ID
            caption=CAPTION
            name=words::heading()
            sentence=Box::new(move || panel.follow(RunFigure::sentence))
            table=Box::new(move || panel.follow(RunFigure::table))
            is_of_time=true
        >
            {scale::scale(panel)}
            {move || panel.follow(|_, page| named(panel, page, &words::figures(&page.estimate.run)))}
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
        words::main_sentence(&RunValues {
            tokens: run.tokens,
            ratio: ratio_of_parameters(&page.plan),
            run,
            gpus: page.plan.cluster.gpus,
            resources: self.resources_of(page),
        })
    }
}
