//! Events on their way to a panel.

use std::cell::Cell;
use std::thread::LocalKey;

/// An event of a panel. Its type is the address: an event reaches the one panel whose
/// [`Panel::Event`](super::Panel::Event) it is.
pub(crate) trait PanelEvent: Sized + 'static {
    /// The panel's name.
    const PANEL: &'static str;

    /// The place where an event waits until the panel takes it.
    fn inbox() -> &'static LocalKey<Cell<Option<Self>>>;

    /// Takes the event that waits, if there is one.
    fn take() -> Option<Self> {
        Self::inbox().take()
    }
}

/// Makes a type the events of the panel of this name.
macro_rules! panel_event {
    ($event:ty, $panel:expr) => {
        impl $crate::store::PanelEvent for $event {
            const PANEL: &'static str = $panel;

            fn inbox() -> &'static std::thread::LocalKey<std::cell::Cell<Option<Self>>> {
                thread_local! {
                    static INBOX: std::cell::Cell<Option<$event>> =
                        const { std::cell::Cell::new(None) };
                }
                &INBOX
            }
        }
    };
}
pub(crate) use panel_event;

/// An event of any panel.
pub(crate) struct Letter {
    panel: &'static str,
    put: Box<dyn FnOnce()>,
}

impl Letter {
    /// An event for its panel.
    pub(crate) fn of<E: PanelEvent>(event: E) -> Self {
        Self {
            panel: E::PANEL,
            put: Box::new(move || E::inbox().set(Some(event))),
        }
    }

    /// Puts the event into the panel's inbox, and returns the name of the panel. If the panel is
    /// not mounted yet, the event waits there, and a later one takes its place.
    pub(crate) fn deliver(self) -> &'static str {
        (self.put)();
        self.panel
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq)]
    enum DoorEvent {
        Ring(u8),
    }

    panel_event!(DoorEvent, "door");

    #[test]
    fn an_event_waits_and_a_later_one_takes_its_place() {
        assert_eq!(DoorEvent::take(), None);
        assert_eq!(Letter::of(DoorEvent::Ring(1)).deliver(), "door");
        assert_eq!(Letter::of(DoorEvent::Ring(2)).deliver(), "door");
        assert_eq!(DoorEvent::take(), Some(DoorEvent::Ring(2)));
        assert_eq!(DoorEvent::take(), None);
    }
}
