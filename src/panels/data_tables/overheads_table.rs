//! The table behind the overheads: the seconds of a step.

use std::convert::Infallible;

use cost::certainty::STEP;
use cost::units::Seconds;
use formats::number::{duration, percent};
use text::TimeKinds;

use super::folded::folded;
use crate::dom::Element;
use crate::dom::figure::Table;
use crate::panels::OVERHEADS_TABLE;
use crate::panels::overheads;
use crate::store::{Effects, Mount, Page, Panel};

/// Names of the parts of a step, as in [`STEP`].
static PARTS: [fn(&TimeKinds) -> &'static str; 10] = [
    |k| k.compute,
    |k| k.recompute,
    |k| k.tensor,
    |k| k.context,
    |k| k.expert,
    |k| k.pipeline,
    |k| k.data,
    |k| k.bubble,
    |k| k.imbalance,
    |k| k.optimizer,
];

/// The table; all its state is the page's.
pub(crate) struct OverheadsTable;

impl Panel for OverheadsTable {
    type Event = Infallible;
    const NAME: &'static str = "tolls-table";

    fn mount(&self) -> Mount {
        Mount::In(OVERHEADS_TABLE)
    }

    fn update(&mut self, _: &Page, event: Infallible, _: &mut Effects<Infallible>) {
        match event {}
    }

    fn view(&self, page: &Page) -> Element {
        let name = page.strings.verdict.time_caption;
        folded(page, overheads::NAME, name, || numbers(page))
    }
}

fn numbers(page: &Page) -> Table {
    let strings = page.strings;
    let kinds = &strings.time;
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
    let rows = parts.map(|(name, term)| row(name(kinds), (term.of)(time), term.certainty.word()));
    Table {
        headings: [
            kinds.step,
            kinds.seconds,
            kinds.share,
            strings.frame.certainty,
        ]
        .map(str::to_owned)
        .to_vec(),
        rows: rows.chain([row(kinds.step, total, "")]).collect(),
        foot: Vec::new(),
    }
}
