//! The head of the page, which stays in sight: verdict, key figures, overheads, and actions on the
//! whole plan.
//!
//! Tests: `tests.rs`.

mod metric_conventions;
#[cfg(test)]
mod tests;
mod update;
mod view;

pub(crate) use update::HeadEvent;

use crate::browser::{clipboard, select};
use crate::dom::{Element, UiEvent};
use crate::panels::MAIN;
use crate::store::{AddressCopy, Effects, Event, Mount, Page, Panel};

/// The head; all its state is the page's.
pub(crate) struct Head;

impl Panel for Head {
    type Event = HeadEvent;
    const NAME: &'static str = "head";

    fn mount(&self) -> Mount {
        Mount::Before(MAIN)
    }

    fn on_ui_event(&self, _: &Page, ui_event: &UiEvent) -> Option<HeadEvent> {
        update::on_ui_event(ui_event)
    }

    fn update(&mut self, _: &Page, event: HeadEvent, effects: &mut Effects<HeadEvent>) {
        match event {
            HeadEvent::Copy => effects.send(Event::CopyLink),
            HeadEvent::CopyShown => effects.run(|sender| {
                // If that fails too, the text stays selected for the reader to copy.
                select(view::ADDRESS);
                if clipboard::copy_selected() {
                    sender.send_to_page(Event::Copied(AddressCopy::Yes));
                }
            }),
            HeadEvent::Reset => effects.send(Event::Reset),
            HeadEvent::Units => effects.send(Event::SwitchUnits),
            HeadEvent::Theme => effects.send(Event::NextTheme),
            HeadEvent::ChooseConvention(question, answer) => {
                effects.send(Event::ChooseConvention(question, answer));
            }
        }
    }

    fn view(&self, page: &Page) -> Element {
        view::view(page)
    }
}
