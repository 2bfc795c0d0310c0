//! The head of the page, which stays in sight: the plan's verdict, its key figures, the overheads, and
//! what can be done with the plan as a whole.
//!
//! Tests: `tests.rs`.

mod metric_conventions;
#[cfg(test)]
mod tests;
mod update;
mod view;

pub(crate) use update::HeadEvent;

use crate::browser::{clipboard, select};
use crate::dom::{Element, Heard};
use crate::panels::MAIN;
use crate::store::{Copied, Effects, Event, Mount, Page, Panel};

/// The head; all that it shows is the page's.
pub(crate) struct Head;

impl Panel for Head {
    type Event = HeadEvent;
    const NAME: &'static str = "head";

    fn mount(&self) -> Mount {
        Mount::Before(MAIN)
    }

    fn hear(&self, _: &Page, heard: &Heard) -> Option<HeadEvent> {
        update::hear(heard)
    }

    fn update(&mut self, _: &Page, event: HeadEvent, effects: &mut Effects<HeadEvent>) {
        match event {
            HeadEvent::Copy => effects.send(Event::CopyLink),
            HeadEvent::CopyShown => effects.run(|sender| {
                // Where that is closed too, it stays for the reader's own hand.
                select(view::ADDRESS);
                if clipboard::copy_selected() {
                    sender.send_to_page(Event::Copied(Copied::Yes));
                }
            }),
            HeadEvent::Reset => effects.send(Event::Reset),
            HeadEvent::Units => effects.send(Event::SwitchUnits),
            HeadEvent::Theme => effects.send(Event::NextTheme),
            HeadEvent::Count(question, answer) => effects.send(Event::Count(question, answer)),
        }
    }

    fn view(&self, page: &Page) -> Element {
        view::view(page)
    }
}
