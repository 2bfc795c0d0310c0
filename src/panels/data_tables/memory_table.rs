//! The table behind the memory figure: the bytes of each stage.

use cost::certainty::MEMORY;
use cost::memory::StageMemory;
use leptos::prelude::*;
use text::kinds;
use text::number::BytesText as _;

use crate::components::Table;
use crate::panels::figure::TableBehind;
use crate::panels::memory;
use crate::store::{Page, use_store};

/// The table, and below it the meaning of the words for certainty.
#[component]
pub(crate) fn MemoryTable() -> impl IntoView {
    let store = use_store();
    view! {
        <TableBehind
            figure=memory::NAME
            name=text::head::memory_caption()
            table=store.shown(numbers)
            legend=text::frame::certainties()
        />
    }
}

fn numbers(page: &Page) -> Table {
    let units = page.units();
    let first = [kinds::stage(), ", ", units.symbol()].concat();
    let row = |(index, stage): (usize, &StageMemory)| {
        let cells = MEMORY.iter().map(|term| units.figure((term.of)(stage)));
        let ends = std::iter::once(units.figure(stage.total()));
        std::iter::once(index.to_string())
            .chain(cells)
            .chain(ends)
            .collect()
    };
    let stages = &page.estimate.memory.stages;
    let certainties = MEMORY
        .iter()
        .map(|term| text::kinds::certainty(term.certainty).to_owned());
    Table {
        headings: std::iter::once(first)
            .chain(kinds::memory_terms().map(str::to_owned))
            .chain([kinds::total().to_owned()])
            .collect(),
        rows: stages.iter().enumerate().map(row).collect(),
        foot: std::iter::once(text::frame::certainty().to_owned())
            .chain(certainties)
            .collect(),
    }
}
