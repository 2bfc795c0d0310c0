//! The table behind the memory figure: the bytes of each stage.

use std::convert::Infallible;

use cost::certainty::MEMORY;
use cost::memory::StageMemory;

use super::folded::folded;
use crate::dom::Element;
use crate::dom::figure::Table;
use crate::panels::MEMORY_TABLE;
use crate::panels::memory::{self, names};
use crate::store::{Effects, Mount, Page, Panel};

/// The table; all its state is the page's.
pub(crate) struct MemoryTable;

impl Panel for MemoryTable {
    type Event = Infallible;
    const NAME: &'static str = "memory-table";

    fn mount(&self) -> Mount {
        Mount::In(MEMORY_TABLE)
    }

    fn update(&mut self, _: &Page, event: Infallible, _: &mut Effects<Infallible>) {
        match event {}
    }

    fn view(&self, page: &Page) -> Element {
        let name = page.strings.verdict.memory_caption;
        folded(page, memory::NAME, name, || numbers(page))
    }
}

fn numbers(page: &Page) -> Table {
    let strings = page.strings;
    let kinds = &strings.memory;
    let units = page.units();
    let first = [kinds.stage, ", ", units.symbol()].concat();
    let row = |(index, stage): (usize, &StageMemory)| {
        let cells = MEMORY.iter().map(|term| units.figure((term.of)(stage)));
        let ends = std::iter::once(units.figure(stage.total()));
        std::iter::once(index.to_string())
            .chain(cells)
            .chain(ends)
            .collect()
    };
    let stages = &page.estimate.memory.stages;
    let certainties = MEMORY.iter().map(|term| term.certainty.word().to_owned());
    Table {
        headings: std::iter::once(first)
            .chain(names(kinds).map(str::to_owned))
            .chain([kinds.total.to_owned()])
            .collect(),
        rows: stages.iter().enumerate().map(row).collect(),
        foot: std::iter::once(strings.frame.certainty.to_owned())
            .chain(certainties)
            .collect(),
    }
}
