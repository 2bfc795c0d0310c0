//! Events that components send to panels.

use super::context::Store;
use super::effect::{Message, PanelEvent};
use super::page::Page;
use super::panel::Panel;
use super::panel_store::PanelStore;

impl<P: Panel> PanelStore<P> {
    /// Sends an event to the panel.
    pub(crate) fn send(self, event: P::Event) {
        let event = PanelEvent::of(self.name, event);
        self.store.dispatch(Message::Panel(event));
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
    /// Sends an event to a panel, if it is mounted. There is only one panel of its type.
    pub(crate) fn send_to<P: Panel>(self, event: P::Event) {
        self.dispatch(Message::Panel(PanelEvent::of(P::NAME, event)));
    }
}
