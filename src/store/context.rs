//! The store as components see it: signals of the page's state, and its events.

use std::sync::Arc;

use leptos::prelude::*;

use super::changes::Changes;
use super::effect::{Courier, Message};
use super::event::Event;
use super::late::MakeLate;
use super::page::Page;
use super::parts::Part;
use super::shown::Shown;

/// A handle to the page's state, cheap to copy into every component and handler. `app::frame` puts
/// it into the context.
///
/// Each [`Store::slice`] is a signal that changes only with its value, and the store compares the
/// values. With a memo a slice, every event woke the effects of all of them, and an event of the
/// slider of the price took 8.8 ms on a processor slowed down four times instead of 4.7
/// (`node tests/browser/bench.mjs sliders`).
#[derive(Clone, Copy)]
pub(crate) struct Store {
    state: StoredValue<State, LocalStorage>,
    courier: StoredValue<Courier, LocalStorage>,
    late: [RwSignal<Option<MakeLate>>; Part::COUNT],
    changes: Changes,
}

struct State {
    page: Arc<Page>,
    slices: Vec<Slice>,
}

/// Sets the signal of a slice to its value for a page; `false` once the signal is gone.
type Slice = Box<dyn Fn(&Page) -> bool>;

/// A function that reads a value from the page's state.
type PageReader<T> = Box<dyn Fn(&Page) -> T>;

/// The store of the context.
///
/// # Panics
/// Outside the page's frame.
pub(crate) fn use_store() -> Store {
    expect_context()
}

impl Store {
    /// A store of a page, whose events go to `courier`.
    pub(crate) fn new(page: Arc<Page>, courier: Courier) -> Self {
        let state = State {
            page,
            slices: Vec::new(),
        };
        Self {
            state: StoredValue::new_local(state),
            courier: StoredValue::new_local(courier),
            late: [None; Part::COUNT].map(RwSignal::new),
            changes: Changes::new(),
        }
    }

    /// Sends an event to the page.
    pub(crate) fn send(self, event: Event) {
        self.dispatch(Message::Page(event));
    }

    /// Sends a message to the page or to a panel.
    pub(crate) fn dispatch(self, message: Message) {
        let courier = self.courier.get_value();
        courier(message);
    }

    /// Sends the event that `event` derives from the present page, if there is one; returns whether
    /// there was.
    pub(crate) fn send_if(self, event: impl FnOnce(&Page) -> Option<Event>) -> bool {
        let event = self.read(event);
        let is_some = event.is_some();
        event.into_iter().for_each(|event| self.send(event));
        is_some
    }

    /// A part of the page's state, or a value derived from it alone, as a signal that changes only
    /// with that value.
    pub(crate) fn slice<T: PartialEq + Send + Sync + 'static>(
        self,
        of: impl Fn(&Page) -> T + 'static,
    ) -> ReadSignal<T> {
        self.boxed_slice(Box::new(of))
    }

    /// [`Store::slice`] of a boxed function: one body of code for all slices of a type.
    fn boxed_slice<T: PartialEq + Send + Sync + 'static>(self, of: PageReader<T>) -> ReadSignal<T> {
        let (value, set_value) = signal(self.read(&of));
        let slice = move |page: &Page| {
            let new = of(page);
            match value.try_with_untracked(|old| *old != new) {
                Some(true) => set_value.try_set(new).is_none(),
                is_new => is_new.is_some(),
            }
        };
        self.state
            .update_value(|state| state.slices.push(Box::new(slice)));
        value
    }

    /// A value derived from the page's state, which is computed at each change of the state, and only
    /// where it is shown.
    pub(crate) fn shown<T: 'static>(self, of: fn(&Page) -> T) -> Shown<T> {
        Box::new(move || {
            self.changes.track();
            self.read(of)
        })
    }

    /// The function that makes the components of a part, once the part is loaded.
    pub(crate) fn late(self, part: Part) -> RwSignal<Option<MakeLate>> {
        self.late[part as usize]
    }

    /// Reads the page's state once, without following it.
    pub(crate) fn read<T>(self, read: impl FnOnce(&Page) -> T) -> T {
        self.state.with_value(|state| read(&state.page))
    }

    /// Makes all slices follow the changed state of the page.
    pub(crate) fn publish(self, page: Arc<Page>) {
        self.state.update_value(|state| {
            state.page = page;
            state.slices.retain(|slice| slice(&state.page));
        });
        self.changes.notify();
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use super::*;
    use crate::panels::testing::page;

    const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";
    const OTHER: &str = "#v=1&p=llama3-70b/h100x64&tp=4&pp=4";

    /// A store, and the messages that it has sent.
    fn store() -> (Store, Rc<RefCell<Vec<Message>>>) {
        let sent = Rc::new(RefCell::new(Vec::new()));
        let into = Rc::clone(&sent);
        let courier = Rc::new(move |message| into.borrow_mut().push(message));
        (Store::new(Arc::new(page(PLAN)), courier), sent)
    }

    #[test]
    fn a_slice_changes_only_with_its_value() {
        Owner::new().with(|| {
            let (store, _) = store();
            let tensor = store.slice(|page| page.draft.layout.tensor);
            let runs = Memo::new(move |runs: Option<&u32>| {
                tensor.track();
                runs.map_or(0, |runs| runs + 1)
            });
            assert_eq!((tensor.get_untracked(), runs.get_untracked()), (8, 0));
            store.publish(Arc::new(page(PLAN)));
            assert_eq!((tensor.get_untracked(), runs.get_untracked()), (8, 0));
            store.publish(Arc::new(page(OTHER)));
            assert_eq!((tensor.get_untracked(), runs.get_untracked()), (4, 1));
            assert_eq!(store.read(|page| page.draft.layout.tensor), 4);
        });
    }

    #[test]
    fn slices_of_a_component_that_has_gone_are_no_longer_computed() {
        Owner::new().with(|| {
            let (store, _) = store();
            let count = || store.state.with_value(|state| state.slices.len());
            let kept = store.slice(|page| page.draft.layout.tensor);
            let component = Owner::current().expect("an owner").child();
            component.with(|| store.slice(|page| page.draft.layout.pipeline));
            store.publish(Arc::new(page(PLAN)));
            assert_eq!(count(), 2);
            component.cleanup();
            store.publish(Arc::new(page(OTHER)));
            assert_eq!((count(), kept.get_untracked()), (1, 4));
        });
    }

    #[test]
    fn an_event_that_does_not_follow_is_not_sent() {
        Owner::new().with(|| {
            let (store, sent) = store();
            assert!(!store.send_if(|_| None));
            assert!(sent.borrow().is_empty());
            assert!(store.send_if(|page| Some(Event::Announce(page.link()))));
            let sent = sent.borrow();
            let link = page(PLAN).link();
            assert!(matches!(&sent[..], [Message::Page(Event::Announce(words))] if *words == link));
        });
    }
}
