//! Events that components send to panels.

use super::context::Store;
use super::effect::Message;
use super::event::Event;
use super::letter::{Letter, PanelEvent};
use super::page::Page;
use super::panel::Panel;
use super::panel_store::PanelStore;
use super::parts::Part;

impl<P: Panel> PanelStore<P> {
    /// Sends an event to the panel.
    pub(crate) fn send(self, event: P::Event) {
        self.page().tell(event);
    }

    /// Sends the event that `event` derives from the present state, if there is one; returns
    /// whether there was.
    pub(crate) fn send_if(self, event: impl FnOnce(&P, &Page) -> Option<P::Event>) -> bool {
        let event = self.read(event);
        let is_some = event.is_some();
        event.into_iter().for_each(|event| self.send(event));
        is_some
    }
}

impl Store {
    /// Sends an event to a panel, whose type says which. If that panel's part of the program is on
    /// its way, the event waits for it.
    pub(crate) fn tell(self, event: impl PanelEvent) {
        self.dispatch(Message::Panel(Letter::of(event)));
    }

    /// Fetches the part of the program that has a panel, unless it is loaded, and sends an event to
    /// that panel.
    pub(crate) fn open(self, part: Part, event: impl PanelEvent) {
        self.tell(event);
        self.send(Event::Load(part));
    }
}
