//! Lessons beside the planner: a panel with a text, a goal, hints and questions. It shows nothing
//! of its own of a plan: it marks the page's views and controls and leads to them.
//!
//! - `button` is the panel in the head that opens it, there before it has come;
//! - the panel itself is a part of the program of its own, fetched when it is first opened:
//!   `opening` opens lessons and goes to their steps, `actions` does what readers ask for there,
//!   `run` is a lesson that is open, `stage` sets the page for a step, `hints` looks for a way to
//!   the goal, `progress` is what is done, `storage` what the browser keeps of it;
//! - `view` draws the frame, `menu` the list of all lessons, `step` a step, with `answers`,
//!   `summary` and the texts of `writer`.
//!
//! Tests: `tests.rs`, `tests/browser/lesson.test.mjs`, `tests/browser/lessonhostile.test.mjs`.

mod actions;
mod answers;
mod button;
mod event;
mod hints;
mod menu;
mod opening;
mod progress;
mod run;
mod setting;
mod shelf;
mod stage;
mod state;
mod step;
mod storage;
mod summary;
#[cfg(test)]
mod tests;
mod texts;
mod update;
mod view;
mod wanted;
mod writer;

pub(crate) use button::{LessonButton, LessonButtonEvent};
pub(crate) use wanted::Wanted;

use wasm_split_helpers::{SplitLoaderError, wasm_split};

use crate::browser::sheet;
use crate::dom::{Element, Heard};
use crate::panels::MAIN;
use crate::store::{AnyPanel, Effects, Moment, Mount, Page, Panel};
use event::LessonEvent;
use state::LessonPanel;

/// Fetches the panel: what nothing but this calls is a part of the program of its own.
#[wasm_split(lesson, fallible)]
pub(crate) fn load() -> Result<Vec<Box<dyn AnyPanel>>, SplitLoaderError> {
    Ok(vec![Box::new(LessonPanel::default())])
}

impl Panel for LessonPanel {
    type Event = LessonEvent;
    const NAME: &'static str = state::ID;

    /// Between the head and all else, as it is to be read.
    fn mount(&self) -> Mount {
        Mount::Before(MAIN)
    }

    fn hear(&self, _: &Page, heard: &Heard) -> Option<LessonEvent> {
        update::hear(self, heard)
    }

    fn update(&mut self, page: &Page, event: LessonEvent, effects: &mut Effects<LessonEvent>) {
        update::update(self, page, event, effects);
    }

    fn follow(&mut self, page: &Page, moment: Moment, effects: &mut Effects<LessonEvent>) -> bool {
        match moment {
            Moment::Mounted => {
                effects.run(|_| sheet::adopt(include_str!("late.css")));
                storage::look_up(effects);
                opening::measure_room(effects);
                true
            }
            Moment::Kept => {
                storage::look_up(effects);
                false
            }
            Moment::Changed => {
                self.give_up_looking(page, effects);
                self.is_open
            }
            Moment::Rested => self.judge(page, effects),
            Moment::Previewed | Moment::Shown | Moment::Hidden => false,
        }
    }

    fn work(&mut self, _: &Page) -> bool {
        self.look_on()
    }

    fn end_work(&mut self, _: &Page, _: bool, _: &mut Effects<LessonEvent>) {
        self.end_looking();
    }

    fn view(&self, page: &Page) -> Element {
        view::panel(self, page)
    }

    /// Sets the page for the step: attributes and a sheet of style, which are no elements.
    fn paint(&mut self, page: &Page) {
        let setting = setting::setting(self, page);
        self.stage.set(setting);
    }
}
