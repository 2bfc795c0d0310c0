//! The dialog's buttons in the head, mounted before the dialog is loaded.

use super::event::ShareEvent;
use super::pane::Pane;
use super::state::ShareDialog;
use crate::browser::file::ChosenFile;
use crate::dom::{Element, UiEvent, UiEventKind, element};
use crate::panels::late_part::{is_asked, stand_in};
use crate::panels::{LATER_BAR, words};
use crate::store::{Effects, Event, Mount, Page, Panel, PanelMoment, Part, PartState};

/// The name of the part, on its retry button.
const PART: &str = "share";

/// The ids of the buttons, and what they open.
static BUTTONS: [(&str, Pane); 4] = [
    ("share", Pane::Link),
    ("import", Pane::Import),
    // In the menu, for small screens.
    ("menu-share", Pane::Link),
    ("menu-import", Pane::Import),
];

/// The buttons.
#[derive(Default)]
pub(crate) struct ShareButtons {
    /// Pane to be opened once the dialog is loaded, and the file that it then reads.
    pub(super) wanted: Option<(Pane, Option<ChosenFile>)>,
    /// State of the dialog's part when the buttons were last drawn.
    part: PartState,
}

/// An event of the buttons.
#[derive(Debug)]
pub(crate) enum ButtonsEvent {
    /// The dialog is requested with a pane, and with a file to read.
    Open(Pane, Option<ChosenFile>),
    /// The dialog's part of the program is requested again.
    LoadAgain,
}

impl Panel for ShareButtons {
    type Event = ButtonsEvent;
    const NAME: &'static str = "share-buttons";

    fn mount(&self) -> Mount {
        Mount::AlwaysIn(LATER_BAR)
    }

    fn on_ui_event(&self, _: &Page, ui_event: &UiEvent) -> Option<ButtonsEvent> {
        match ui_event.kind {
            UiEventKind::Click if is_asked(ui_event, PART) => Some(ButtonsEvent::LoadAgain),
            UiEventKind::Click => {
                // The press may hit the text inside the button.
                let id = ui_event.within("button")?.id();
                let (_, pane) = BUTTONS.iter().find(|(known, _)| *known == id)?;
                Some(ButtonsEvent::Open(*pane, None))
            }
            // The page accepts files that are dragged over it.
            UiEventKind::DragOver => {
                if ui_event.has_files() {
                    ui_event.prevent_default();
                }
                None
            }
            UiEventKind::Drop => {
                let file = ui_event.file()?;
                ui_event.prevent_default();
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

    fn follow(
        &mut self,
        page: &Page,
        moment: PanelMoment,
        effects: &mut Effects<ButtonsEvent>,
    ) -> bool {
        let part = page.parts.of(Part::Share);
        if moment != PanelMoment::Changed || part == self.part {
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
            // Always present, so that what follows keeps its place.
            .child(element("span").children(unloaded.into_iter().collect()))
    }
}
