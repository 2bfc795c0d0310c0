//! The table behind the time figure: the seconds of a step.

use cost::certainty::STEP;
use cost::units::Seconds;
use leptos::prelude::*;
use text::kinds;
use text::number::{duration, percent};

use crate::components::Table;
use crate::panels::figure::TableBehind;
use crate::panels::overheads;
use crate::store::{Page, use_store};

/// Names of the parts of a step, as in [`STEP`].
static PARTS: [fn() -> &'static str; 11] = [
    kinds::compute,
    kinds::recompute,
    kinds::forward_only,
    kinds::tensor,
    kinds::context,
    kinds::expert,
    kinds::pipeline,
    kinds::data,
    kinds::bubble,
    kinds::imbalance,
    kinds::optimizer_step,
];

/// The table, and below it the meaning of the words for certainty.
#[component]
pub(crate) fn TimeTable() -> impl IntoView {
    let store = use_store();
    view! {
        <TableBehind
            figure=overheads::NAME
            name=text::head::time_caption()
            table=store.shown(numbers)
            legend=text::frame::certainties()
        />
    }
}

fn numbers(page: &Page) -> Table {
    let time = &page.estimate.time;
    let total = time.total();
    let row = |name: &str, seconds: Seconds, certainty: &str| {
        vec![
            name.to_owned(),
            duration(seconds),
            percent(time.share(seconds)),
            certainty.to_owned(),
        ]
    };
    let parts = PARTS.iter().zip(&STEP);
    let rows = parts.map(|(name, term)| {
        row(
            name(),
            (term.of)(time),
            text::kinds::certainty(term.certainty),
        )
    });
    Table {
        headings: [
            kinds::step(),
            kinds::seconds(),
            kinds::share(),
            text::frame::certainty(),
        ]
        .map(str::to_owned)
        .to_vec(),
        rows: rows.chain([row(kinds::step(), total, "")]).collect(),
        foot: Vec::new(),
    }
}
