//! The panels, one folder each.
//!
//! # A region that shows the page's state alone
//!
//! Most regions show the page's state alone. They are components, as in the Leptos book:
//!
//! ```ignore
//! #[component]
//! pub(super) fn Bill() -> impl IntoView {
//!     let store = use_store();
//!     let lines = store.slice(lines);                 // a signal that changes only with its value
//!     view! {
//!         <ul>{move || lines.get().map(line).collect_view()}</ul>
//!         <button on:click=move |_| store.send(Event::Reset)>"Plain plan"</button>
//!     }
//! }
//! ```
//!
//! A region of the first look stands in `crate::app::frame` or in another component. One of a later
//! part has a place, [`LatePlace`](crate::store::LatePlace), which `late_components.rs` fills.
//! Examples: `bill`, `recipe`, `memory_moment`.
//!
//! # A region with a further state
//!
//! State that only one region knows, such as what is pointed at, and work that takes long, make a
//! panel ([`Panel`](crate::store::Panel)): a state, events, an `update` without the browser, and a
//! component.
//!
//! ```ignore
//! pub(super) enum MapEvent { ColourBy(Axis) }
//! panel_event!(MapEvent, "map");                      // the type is the panel's address
//!
//! impl Panel for Map {
//!     type Event = MapEvent;
//!     fn mount(&self) -> Mount { Mount::View(View::Map) }
//!     fn update(&mut self, _: &Page, event: MapEvent, effects: &mut Effects<MapEvent>) {
//!         let MapEvent::ColourBy(axis) = event;
//!         self.axis = axis;                           // the component is drawn again
//!         effects.announce(axis.name());              // what is no state is an effect
//!     }
//!     fn component(panel: PanelStore<Self>) -> AnyView {
//!         let colour = move || panel.follow(|map, page| map.colour(page));
//!         let by_tensor = move |_| panel.send(MapEvent::ColourBy(Axis::Tensor));
//!         view! { <svg fill=colour on:click=by_tensor></svg> }.into_any()
//!     }
//! }
//! ```
//!
//! Another panel is sent an event by `effects.tell(event)` or `store.tell(event)`; an event of a type
//! that is no panel's does not compile. `open(part, event)` also fetches the panel's part of the
//! program, for which the event waits. Long work is `work`, a piece at a call; an event ends it.
//! Examples: `map` (small), `sweep` (with work), `search` (with workers).
//!
//! # Why panels are not components with signals
//!
//! It was tried with three of them, beside this system. The first load grew by 1.9 kB, a drag took as
//! long as before, and 60 lines of the three went. What happens in the page reaches a panel by a call of
//! `follow`, not by a signal: effects of Leptos run in a microtask, after the loop has drawn, so a
//! panel that followed signals would be drawn twice. And the loop draws first what is in sight, at
//! most once a frame, and the rest when the plan rests.
//!
//! # Parts of the program
//!
//! To add a panel, write its folder and name it in [`later`], [`views_of_plan`] or
//! [`views_of_plans`]. A separately loaded part of the program has a row in [`LATE_PARTS`], a variant
//! of `Part` (`src/store/parts.rs`), a row in `PARTS` of `xtask/src/release/pack.rs` and one in
//! `PARTS` of `xtask/src/sizes.rs`. A view has a word in `View`
//! (`crates/formats/src/link/presentation/views.rs`), a place in `View::TABS`, a name in
//! `FigureFrame::tabs` (crate `text`) and a selector in `style/alone.css`. `style/page.css` imports a
//! panel's `style.css`; a panel of a later part may bring a `late.css` (`Panel::late_style`).
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
mod guess_over_bar;
pub(crate) mod head;
#[cfg(test)]
mod languages;
mod late_components;
pub(crate) mod late_part;
pub(crate) mod lesson;
mod low_window;
mod map;
pub(crate) mod memory;
mod memory_moment;
pub(crate) mod notices;
#[cfg(test)]
mod numbers;
#[cfg(test)]
mod outline;
pub(crate) mod overheads;
pub(crate) mod predict;
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
mod unfold;
pub(crate) mod views;
mod watch;
mod waterfall;
pub(crate) mod why;

pub(crate) use slots::*;

use wasm_split_helpers::{SplitLoaderError, wasm_split};

use crate::store::{AnyPanel, Part, Store, boxed};
use late_part::LatePart;

/// The parts of the program that are loaded after the first one.
pub(crate) static LATE_PARTS: [LatePart; 11] = [
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
        part: Part::Why,
        load: |_| Box::pin(why::load()),
    },
    LatePart {
        part: Part::Predict,
        load: |store| Box::pin(predict::load(store)),
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
/// except the roofline.
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

/// The roofline, the views of other plans and of the run, in the order of the tabs.
fn views_of_plans() -> Vec<Box<dyn AnyPanel>> {
    vec![
        boxed(roofline::RooflineFigure::default()),
        boxed(sweep::SweepFigure::default()),
        boxed(compare::Compare::default()),
        boxed(run::RunFigure::default()),
        boxed(accuracy::Accuracy::default()),
    ]
}
