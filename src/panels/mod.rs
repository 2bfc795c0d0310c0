//! The panels, one folder each.
//!
//! A panel has a state, events, and a view of its state and the page's (see `crate::store::Panel`).
//! Those of the first look are components, which `crate::app` mounts (`frame.rs`). To add another
//! one, write its folder and name it in [`later`]. A separately loaded part of the program has a row
//! in [`LATE_PARTS`].
//!
//! A separately loaded part also has a variant of `Part` (`src/store/parts.rs`), a row in `PARTS`
//! of `xtask/src/release/pack.rs` and one in `PARTS` of `xtask/src/sizes.rs`. A view has a word in
//! `View` (`crates/formats/src/link/presentation/views.rs`), a place in `View::TABS`, a name in
//! `FigureFrame::tabs` (crate `text`), a selector in `style/alone.css`, and its panel in
//! `views_of_plan` or `views_of_plans`. `style/page.css` imports a panel's `style.css`; a panel of a
//! later part may bring a `late.css` (`Panel::late_style`).
//!
//! The second, the third and the fourth part are one file each, with the code that they share with
//! later parts. All parts are one program: they share the memory, the cost model and the page's state.

mod accuracy;
mod advice;
mod bill;
mod compare;
mod cut;
mod data_tables;
pub(crate) mod diagnosis;
pub(crate) mod embed;
mod figure;
pub(crate) mod head;
mod late_components;
pub(crate) mod late_part;
pub(crate) mod lesson;
mod low_window;
mod map;
pub(crate) mod memory;
mod memory_moment;
mod memory_terms;
pub(crate) mod notices;
pub(crate) mod overheads;
mod recipe;
mod roofline;
mod run;
pub(crate) mod search;
pub(crate) mod share;
mod slots;
mod sources;
mod stand_in;
pub(crate) mod start;
mod stops;
mod sweep;
#[cfg(test)]
pub(crate) mod testing;
mod timeline;
pub(crate) mod toolbar;
pub(crate) mod views;
mod watch;
mod waterfall;

pub(crate) use slots::*;

use wasm_split_helpers::{SplitLoaderError, wasm_split};

use crate::store::{AnyPanel, Part, Store, boxed};
use late_part::LatePart;

/// The parts of the program that are loaded after the first one.
pub(crate) static LATE_PARTS: [LatePart; 9] = [
    LatePart {
        part: Part::Figures,
        load: |store| Box::pin(load_later(store)),
    },
    LatePart {
        part: Part::Views,
        load: |store| Box::pin(load_views(store)),
    },
    LatePart {
        part: Part::Plans,
        load: |store| Box::pin(load_plans(store)),
    },
    LatePart {
        part: Part::Embed,
        load: |store| Box::pin(embed::load(store)),
    },
    LatePart {
        part: Part::Search,
        load: |_| Box::pin(search::load()),
    },
    LatePart {
        part: Part::Watch,
        load: |_| Box::pin(watch::load()),
    },
    LatePart {
        part: Part::Share,
        load: |_| Box::pin(share::load()),
    },
    LatePart {
        part: Part::Lesson,
        load: |_| Box::pin(lesson::load()),
    },
    LatePart {
        part: Part::Writer,
        load: |_| Box::pin(share::load_writer()),
    },
];

/// Fetches the second part: its components appear in their places, and its panels in the views.
/// Code that only this function calls is split off, so that the verdict need not wait for it.
#[wasm_split(figures, fallible)]
fn load_later(store: Store) -> Result<Vec<Box<dyn AnyPanel>>, SplitLoaderError> {
    late_components::show(store);
    Ok(later())
}

/// Fetches the advice and views of the present plan.
#[wasm_split(views, fallible)]
fn load_views(store: Store) -> Result<Vec<Box<dyn AnyPanel>>, SplitLoaderError> {
    late_components::show_views(store);
    Ok(views_of_plan())
}

/// Fetches the other views.
#[wasm_split(plans, fallible)]
fn load_plans(store: Store) -> Result<Vec<Box<dyn AnyPanel>>, SplitLoaderError> {
    late_components::show_plans(store);
    Ok(views_of_plans())
}

/// The panels of the second part, from top to bottom.
fn later() -> Vec<Box<dyn AnyPanel>> {
    vec![boxed(stops::StopMarker::default())]
}

/// The card of a first visit, the advice, and the views of the present plan in the order of the tabs,
/// except the roofline and the terms of memory.
fn views_of_plan() -> Vec<Box<dyn AnyPanel>> {
    vec![
        boxed(start::StartCard::default()),
        boxed(cut::CutFigure::default()),
        boxed(advice::Adviser::default()),
        boxed(timeline::TimelineFigure::default()),
        boxed(waterfall::WaterfallFigure::default()),
        boxed(map::Map::default()),
    ]
}

/// The roofline, the terms of memory, the views of other plans and of the run, in the order of the
/// tabs.
fn views_of_plans() -> Vec<Box<dyn AnyPanel>> {
    vec![
        boxed(roofline::RooflineFigure::default()),
        boxed(memory_terms::MemoryTerms::default()),
        boxed(sweep::SweepFigure::default()),
        boxed(compare::Compare::default()),
        boxed(run::RunFigure::default()),
        boxed(accuracy::Accuracy::default()),
    ]
}
