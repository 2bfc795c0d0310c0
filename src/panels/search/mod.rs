//! The best layout: of all legal ones, found by workers while the reader watches.
//!
//! The figure is a part of the program of its own, fetched when it comes into sight; until then
//! `stand_in.rs` stands in its place. `pool.rs` knows the workers and `programs.rs` are they,
//! `answers.rs` is what they have found, `update.rs` asks and takes in.
//!
//! Tests: `tests.rs`, `tests/browser/search.test.mjs`.

mod adopting;
mod answers;
mod asked;
mod event;
mod list;
mod picture;
mod pool;
mod programs;
mod stand_in;
mod state;
#[cfg(test)]
mod tests;
mod texts;
mod update;
mod view;
mod why;

use wasm_split_helpers::{SplitLoaderError, wasm_split};

pub(crate) use stand_in::SearchStandIn;

use crate::dom::{Element, Heard};
use crate::panels::LATER;
use crate::store::{AnyPanel, Effects, Moment, Mount, Page, Panel};
use event::SearchEvent;
use state::Search;

/// Fetches the figure: what nothing but this calls is a part of the program of its own.
#[wasm_split(best, fallible)]
pub(crate) fn load() -> Result<Vec<Box<dyn AnyPanel>>, SplitLoaderError> {
    Ok(vec![Box::new(Search::default())])
}

impl Panel for Search {
    type Event = SearchEvent;
    const NAME: &'static str = state::ID;

    fn mount(&self) -> Mount {
        Mount::In(LATER)
    }

    fn hear(&self, _: &Page, heard: &Heard) -> Option<SearchEvent> {
        update::hear(self, heard)
    }

    fn update(&mut self, page: &Page, event: SearchEvent, effects: &mut Effects<SearchEvent>) {
        update::update(self, page, event, effects);
    }

    fn follow(&mut self, page: &Page, moment: Moment, effects: &mut Effects<SearchEvent>) -> bool {
        match moment {
            Moment::Shown => self.is_in_sight = true,
            Moment::Hidden => self.is_in_sight = false,
            _ => {}
        }
        let is_new = matches!(moment, Moment::Mounted | Moment::Changed | Moment::Shown);
        if is_new {
            update::follow(self, page, effects);
            update::send(self, effects);
        }
        is_new
    }

    fn is_worth_drawing(&mut self) -> bool {
        let is_news = std::mem::take(&mut self.is_news);
        if is_news {
            self.drawn = self.clock;
        }
        is_news
    }

    fn view(&self, page: &Page) -> Element {
        view::figure(self, page)
    }
}
