//! The panels, a folder each.
//!
//! A panel has a state, its events, and a view of both its state and the page's (see
//! `crate::store::Panel`). To add one, write its folder and name it in [`first`] or, if the first
//! look does not need it, in [`load_later`].

mod accuracy;
mod advice;
mod bill;
mod compare;
mod data_tables;
pub(crate) mod diagnosis;
pub(crate) mod embed;
mod figure;
pub(crate) mod head;
pub(crate) mod late_part;
pub(crate) mod lesson;
mod map;
pub(crate) mod memory;
mod memory_terms;
pub(crate) mod notices;
pub(crate) mod overheads;
mod recipe;
mod roofline;
mod run;
pub(crate) mod search;
pub(crate) mod share;
mod slots;
mod sweep;
#[cfg(test)]
pub(crate) mod testing;
mod texts;
mod timeline;
mod toolbar;
mod waterfall;

pub(crate) use slots::*;
pub(crate) use texts::words;

use wasm_split_helpers::{SplitLoaderError, wasm_split};

use crate::controls;
use crate::store::AnyPanel;

/// The panels of the first look, which come with the first part of the program, in the order in
/// which they are put up.
pub(crate) fn first() -> Vec<Box<dyn AnyPanel>> {
    // The notices come right behind the verdict, so that both are drawn in one frame.
    let mut panels: Vec<Box<dyn AnyPanel>> = vec![Box::new(notices::Notices)];
    panels.extend(controls::panels());
    panels.extend([
        Box::new(memory::MemoryFigure) as Box<dyn AnyPanel>,
        Box::new(overheads::OverheadsFigure),
        Box::new(diagnosis::DiagnosisFigure),
    ]);
    panels
}

/// Fetches the panels of the second part, from top to bottom: what nothing but this calls is split
/// off from the first part, so that the verdict need not wait for it.
#[wasm_split(figures, fallible)]
pub(crate) fn load_later() -> Result<Vec<Box<dyn AnyPanel>>, SplitLoaderError> {
    Ok(vec![
        Box::new(toolbar::Toolbar),
        Box::new(share::ShareButtons::default()),
        Box::new(lesson::LessonButton::default()),
        Box::new(advice::Adviser::default()),
        Box::new(data_tables::MemoryTable),
        Box::new(data_tables::OverheadsTable),
        Box::new(memory_terms::MemoryTerms::default()),
        Box::new(timeline::TimelineFigure::default()),
        Box::new(waterfall::WaterfallFigure::default()),
        Box::new(map::Map::default()),
        Box::new(roofline::RooflineFigure::default()),
        Box::new(sweep::SweepFigure::default()),
        Box::new(search::SearchStandIn::default()),
        Box::new(run::RunFigure::default()),
        Box::new(bill::BillFigure),
        Box::new(recipe::RecipeFigure),
        Box::new(compare::Compare::default()),
        Box::new(accuracy::Accuracy::default()),
    ])
}
