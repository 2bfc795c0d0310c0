//! Search for the best of all legal layouts by workers, shown while it runs.
//!
//! The figure is a separately loaded part of the program, fetched when its tab is first open; until
//! then `reduced.rs` is shown. `pool.rs` tracks the requests to workers, `programs.rs` runs the
//! workers, `answers.rs` has their answers, and `update.rs` asks questions and handles replies.
//!
//! Tests: `tests.rs`, `tests/browser/search.test.mjs`.

mod adopting;
mod answers;
mod asked;
mod event;
mod fits;
mod fits_view;
mod form;
mod list;
mod picture;
mod pool;
mod programs;
mod state;
#[cfg(test)]
mod tests;
mod update;
mod view;
mod why;

use wasm_split_helpers::{SplitLoaderError, wasm_split};

use formats::link::presentation::View;
use leptos::prelude::AnyView;

use crate::panels::stand_in::StoodFor;
use crate::store::{
    AnyPanel, Effects, Mount, Page, Panel, PanelMoment, PanelStore, Part, boxed, panel_event,
};
use event::SearchEvent;
use state::Search;

/// The view's place until its part of the program is loaded.
pub(crate) const STOOD_FOR: StoodFor = StoodFor {
    part: Part::Search,
    id: state::ID,
    caption: "search-caption",
    heading: text::search_figure::heading,
    invitation: text::search_figure::invitation,
};

/// Fetches the figure. Code that only this function calls is split off and loaded separately.
#[wasm_split(best, fallible)]
pub(crate) fn load() -> Result<Vec<Box<dyn AnyPanel>>, SplitLoaderError> {
    Ok(vec![boxed(Search::default())])
}

panel_event!(SearchEvent, state::ID);

impl Panel for Search {
    type Event = SearchEvent;

    fn mount(&self) -> Mount {
        Mount::View(View::Search)
    }

    fn late_style(&self) -> Option<&'static str> {
        Some(include_str!("late.css"))
    }

    fn update(&mut self, page: &Page, event: SearchEvent, effects: &mut Effects<SearchEvent>) {
        update::update(self, page, event, effects);
    }

    fn follow(
        &mut self,
        page: &Page,
        moment: PanelMoment,
        effects: &mut Effects<SearchEvent>,
    ) -> bool {
        match moment {
            PanelMoment::Shown => self.is_in_sight = true,
            PanelMoment::Hidden => self.is_in_sight = false,
            _ => {}
        }
        let is_still = matches!(
            moment,
            PanelMoment::Mounted | PanelMoment::Rested | PanelMoment::Shown
        );
        if is_still {
            self.fits.rest(page);
        }
        let is_new = is_still || moment == PanelMoment::Changed;
        if is_new {
            update::follow(self, page, effects);
            update::end_preview(self, page, effects);
            update::send(self, effects);
        }
        is_new && moment != PanelMoment::Rested
    }

    fn is_worth_drawing(&mut self) -> bool {
        let is_news = std::mem::take(&mut self.is_news);
        if is_news {
            self.drawn = self.clock;
        }
        is_news
    }

    fn component(panel: PanelStore<Self>) -> AnyView {
        view::figure(panel)
    }
}
