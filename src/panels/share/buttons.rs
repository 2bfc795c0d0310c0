//! The dialog's buttons in the head of the page, which are there before the dialog has come.

use super::event::ShareEvent;
use super::pane::Pane;
use super::state::ShareDialog;
use crate::browser::file::File;
use crate::dom::{Element, Heard, Kind, element};
use crate::panels::late_part::{is_asked, stand_in};
use crate::panels::{LATER_BAR, words};
use crate::store::{Effects, Event, Moment, Mount, Page, Panel, Part, PartState};

/// The name of the part, on the button that asks for it again.
const PART: &str = "share";

/// The ids of the buttons, and what they open.
static BUTTONS: [(&str, Pane); 2] = [("share", Pane::Link), ("import", Pane::Import)];

/// The buttons.
#[derive(Default)]
pub(crate) struct ShareButtons {
    /// Pane to be opened once the dialog is there, and the file that it then reads.
    pub(super) wanted: Option<(Pane, Option<File>)>,
    /// State of the dialog's part when the buttons were drawn last.
    part: PartState,
}

/// An event of the buttons.
#[derive(Debug)]
pub(crate) enum ButtonsEvent {
    /// The dialog is wanted at a pane, and is to read a file.
    Open(Pane, Option<File>),
    /// Its part of the program is asked for again.
    LoadAgain,
}

impl Panel for ShareButtons {
    type Event = ButtonsEvent;
    const NAME: &'static str = "share-buttons";

    fn mount(&self) -> Mount {
        Mount::AlwaysIn(LATER_BAR)
    }

    fn hear(&self, _: &Page, heard: &Heard) -> Option<ButtonsEvent> {
        match heard.kind {
            Kind::Click if is_asked(heard, PART) => Some(ButtonsEvent::LoadAgain),
            Kind::Click => {
                // The press may land on a word of the button.
                let id = heard.within("button")?.id();
                let (_, pane) = BUTTONS.iter().find(|(known, _)| *known == id)?;
                Some(ButtonsEvent::Open(*pane, None))
            }
            // Files are dragged over the page, which takes them.
            Kind::DragOver => {
                if heard.has_files() {
                    heard.prevent_default();
                }
                None
            }
            Kind::Drop => {
                let file = heard.file()?;
                heard.prevent_default();
                Some(ButtonsEvent::Open(Pane::Import, Some(file)))
            }
            _ => None,
        }
    }

    fn update(&mut self, page: &Page, event: ButtonsEvent, effects: &mut Effects<ButtonsEvent>) {
        match event {
            ButtonsEvent::LoadAgain => effects.send(Event::Load(Part::Share)),
            ButtonsEvent::Open(pane, file) => match page.parts.of(Part::Share) {
                PartState::Here => ShareDialog::tell(effects, ShareEvent::Open(pane, file)),
                PartState::Coming | PartState::Late => self.wanted = Some((pane, file)),
                PartState::Absent | PartState::Failed => {
                    self.wanted = Some((pane, file));
                    effects.send(Event::Load(Part::Share));
                }
            },
        }
    }

    fn follow(&mut self, page: &Page, moment: Moment, effects: &mut Effects<ButtonsEvent>) -> bool {
        let part = page.parts.of(Part::Share);
        if moment != Moment::Changed || part == self.part {
            return false;
        }
        self.part = part;
        if part == PartState::Here {
            if let Some((pane, file)) = self.wanted.take() {
                ShareDialog::tell(effects, ShareEvent::Open(pane, file));
            }
        } else if let Some(sentence) = part.of_words(words().share.unloaded) {
            effects.announce(sentence);
        }
        true
    }

    fn view(&self, page: &Page) -> Element {
        let words = &words().share;
        let names = words.buttons.into_iter();
        let buttons = BUTTONS.iter().zip(names).map(|(&(id, _), [name, more])| {
            element("button")
                .attribute("type", "button")
                .attribute("aria-haspopup", "dialog")
                .id(id)
                .child(name)
                .child(element("span").class("more").child(more))
        });
        let unloaded = page.parts.of(Part::Share).of_words(words.unloaded);
        let unloaded = unloaded.map(|said| stand_in(PART, said));
        element("span")
            .class("acts")
            .children(buttons.collect())
            // Always there, so that what stands behind keeps its place.
            .child(element("span").children(unloaded.into_iter().collect()))
    }
}
