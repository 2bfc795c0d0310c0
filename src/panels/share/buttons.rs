//! The dialog's buttons in the head, mounted before the dialog is loaded.

use leptos::ev;
use leptos::prelude::*;

use super::event::ShareEvent;
use super::pane::Pane;
use super::state::ShareDialog;
use crate::browser::file::{self, ChosenFile};
use crate::panels::late_part::stand_in;
use crate::panels::{LATER_BAR, words};
use crate::store::{
    Effects, Event, Mount, Page, Panel, PanelMoment, PanelStore, Part, PartState, use_store,
};

/// The name of the part, on its retry button.
const PART: &str = "share";

/// The ids of the buttons in the bar, and what they open.
static BUTTONS: [(&str, Pane); 2] = [("share", Pane::Link), ("import", Pane::Import)];
/// The ids of the buttons in the menu, and what they open.
static MENU_BUTTONS: [(&str, Pane); 2] =
    [("menu-share", Pane::Link), ("menu-import", Pane::Import)];

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
}

impl Panel for ShareButtons {
    type Event = ButtonsEvent;
    const NAME: &'static str = "share-buttons";

    fn mount(&self) -> Mount {
        Mount::In(LATER_BAR)
    }

    fn update(&mut self, page: &Page, event: ButtonsEvent, effects: &mut Effects<ButtonsEvent>) {
        match event {
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

    fn component(panel: PanelStore<Self>) -> AnyView {
        take_dropped_files(panel);
        buttons(panel)
    }
}

/// The buttons in the bar, and a stand-in for the dialog if it is late or failed to load.
fn buttons(panel: PanelStore<ShareButtons>) -> AnyView {
    let words = &words().share;
    let buttons = BUTTONS.iter().zip(words.buttons);
    let buttons = buttons.map(|(&(id, pane), [name, more])| {
        view! {
            <button
                type="button"
                aria-haspopup="dialog"
                id=id
                on:click=move |_| panel.send(ButtonsEvent::Open(pane, None))
            >
                {name}
                <span class="more">{more}</span>
            </button>
        }
    });
    let unloaded = move || {
        let sentence = panel.follow(|_, page| page.parts.of(Part::Share).of_words(words.unloaded));
        sentence.map(|sentence| stand_in(Part::Share, PART, sentence))
    };
    view! {
        <span class="acts">
            {buttons.collect_view()}
            // Always present, so that what follows keeps its place.
            <span>{unloaded}</span>
        </span>
    }
    .into_any()
}

/// The buttons in the menu of the head, for small screens.
#[component]
pub(crate) fn ShareMenuButtons() -> impl IntoView {
    let store = use_store();
    let [[share, more], [import, _]] = words().share.buttons;
    let names = [[share, more].concat(), import.to_owned()];
    let buttons = MENU_BUTTONS.iter().zip(names).map(|(&(id, pane), name)| {
        let open = move |_| store.send_to::<ShareButtons>(ButtonsEvent::Open(pane, None));
        view! {
            <button type="button" id=id on:click=open>
                {name}
            </button>
        }
    });
    buttons.collect_view()
}

/// Imports the file that is dropped anywhere on the page.
fn take_dropped_files(panel: PanelStore<ShareButtons>) {
    // Effects run in a browser only: native tests have no window.
    Effect::new(move || {
        // The page accepts files that are dragged over it.
        let over = window_event_listener(ev::dragover, |ev| {
            if file::is_dragged(&ev) {
                ev.prevent_default();
            }
        });
        let drop = window_event_listener(ev::drop, move |ev| {
            if let Some(file) = file::dropped(&ev) {
                ev.prevent_default();
                panel.send(ButtonsEvent::Open(Pane::Import, Some(file)));
            }
        });
        on_cleanup(move || {
            over.remove();
            drop.remove();
        });
    });
}
