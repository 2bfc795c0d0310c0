//! Lessons: a panel with a text, a goal, hints and questions beside the planner. It shows no
//! numbers of its own: it marks the page's views and controls, and links to them.
//!
//! - `button` is in the head, shown before the lessons are loaded, and opens them;
//! - the panel itself is a separately loaded part of the program, fetched when it is first opened:
//!   - `opening` opens lessons and their steps, and `actions` has the actions of readers;
//!   - `open_lesson` is a lesson that is open, `open_step` its step, which a reload keeps;
//!   - `applied_setting` sets the page for a step;
//!   - `figure` opens figures, and `prediction` asks readers to predict some;
//!   - `hints` searches for a path to the goal, and `answers` judges answers to questions;
//!   - `summary` writes the summary of a reader's progress;
//!   - `progress` records the steps done, and `storage` stores them;
//! - `view` has the panel's component, `menu` the list of all lessons, and `step` a step, which
//!   `shown_step` and `shown_goal` describe, with `answers_view`, `summary_view` and the texts of
//!   `writer`; they share `panel_buttons`.
//!
//! Tests: `tests.rs`, `step_figures.rs`, `visible_answers.rs`, `tests/browser/lesson.test.mjs`,
//! `tests/browser/lessonhostile.test.mjs`.

mod actions;
mod answers;
mod answers_view;
mod applied_setting;
mod button;
mod event;
mod figure;
mod hints;
mod menu;
mod open_lesson;
mod open_step;
mod opening;
mod panel_buttons;
mod prediction;
mod progress;
mod shared_lesson;
mod shown_goal;
mod shown_step;
mod state;
mod step;
#[cfg(test)]
mod step_figures;
mod step_setting;
mod storage;
mod summary;
mod summary_view;
#[cfg(test)]
mod tests;
mod update;
mod view;
#[cfg(test)]
mod visible_answers;
mod writer;

pub(crate) use button::LessonButton;
pub(crate) use event::LessonEvent;
pub(crate) use event::RequestedLesson;

use leptos::prelude::AnyView;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use crate::panels::{LESSON, OPEN_LESSON};
use crate::store::{
    AnyPanel, Effects, Mount, Page, Panel, PanelMoment, PanelStore, boxed, panel_event,
};
use state::LessonPanel;

/// Fetches the panel. Code that only this function calls is split off and loaded separately.
#[wasm_split(lesson, fallible)]
pub(crate) fn load() -> Result<Vec<Box<dyn AnyPanel>>, SplitLoaderError> {
    Ok(vec![boxed(LessonPanel::default())])
}

panel_event!(LessonEvent, OPEN_LESSON);

impl Panel for LessonPanel {
    type Event = LessonEvent;

    /// The panel's place: before the controls, in reading order.
    fn mount(&self) -> Mount {
        Mount::In(LESSON)
    }

    fn late_style(&self) -> Option<&'static str> {
        Some(include_str!("late.css"))
    }

    fn update(&mut self, page: &Page, event: LessonEvent, effects: &mut Effects<LessonEvent>) {
        update::update(self, page, event, effects);
        self.close_left_figure(page, effects);
        self.end_left_prediction(effects);
        self.show_goal(page);
    }

    fn follow(
        &mut self,
        page: &Page,
        moment: PanelMoment,
        effects: &mut Effects<LessonEvent>,
    ) -> bool {
        match moment {
            PanelMoment::Mounted => {
                storage::look_up(effects);
                true
            }
            PanelMoment::Kept => {
                storage::look_up(effects);
                false
            }
            PanelMoment::Changed => {
                self.give_up_looking(page, effects);
                self.show_goal(page);
                self.is_open
            }
            PanelMoment::Rested => {
                self.keep_step(page, effects);
                self.judge(page, effects)
            }
            PanelMoment::Previewed | PanelMoment::Shown | PanelMoment::Hidden => false,
        }
    }

    fn work(&mut self, _: &Page) -> bool {
        self.look_on()
    }

    fn component(panel: PanelStore<Self>) -> AnyView {
        view::panel(panel)
    }
}

impl LessonPanel {
    /// Sets the page for the step: attributes and a style sheet, which are not elements of a view.
    pub(super) fn show_setting(&mut self, page: &Page) {
        let setting = step_setting::setting(self, page);
        self.stage.set(setting);
    }
}
