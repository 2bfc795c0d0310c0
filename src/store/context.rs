//! The store as components see it: the page's state as a signal, and its events.

use std::sync::Arc;

use leptos::prelude::*;

use super::effect::{Courier, Message};
use super::event::Event;
use super::page::Page;

/// A handle to the page's state, cheap to copy into every component and handler. `app::frame` puts
/// it into the context.
#[derive(Clone, Copy)]
pub(crate) struct Store {
    page: RwSignal<Arc<Page>>,
    /// Keys that a lesson's step locks.
    step_locks: Memo<Vec<&'static str>>,
    /// Keys of the controls that are marked.
    marks: Memo<Vec<String>>,
    courier: StoredValue<Courier, LocalStorage>,
}

/// A function that reads a value from the page's state.
type PageReader<T> = Box<dyn Fn(&Page) -> T + Send + Sync>;

/// The store of the context.
///
/// # Panics
/// Outside the page's frame.
pub(crate) fn use_store() -> Store {
    expect_context()
}

impl Store {
    /// A store that follows the state in `page`, and whose events go to `courier`.
    pub(crate) fn new(page: RwSignal<Arc<Page>>, courier: Courier) -> Self {
        Self {
            page,
            step_locks: Memo::new(move |_| page.with(|page| page.step_locks.clone())),
            marks: Memo::new(move |_| page.with(|page| page.marked_controls.clone())),
            courier: StoredValue::new_local(courier),
        }
    }

    /// Sends an event to the page.
    pub(crate) fn send(self, event: Event) {
        let courier = self.courier.get_value();
        courier(Message::Page(event));
    }

    /// Sends the event that `event` derives from the present page, if there is one; returns whether
    /// there was.
    pub(crate) fn send_if(self, event: impl FnOnce(&Page) -> Option<Event>) -> bool {
        let event = self.read(event);
        let is_some = event.is_some();
        event.into_iter().for_each(|event| self.send(event));
        is_some
    }

    /// A part of the page's state, or a value derived from it. Views that read it follow only its
    /// changes.
    pub(crate) fn slice<T: PartialEq + Send + Sync + 'static>(
        self,
        of: impl Fn(&Page) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        self.boxed_slice(Box::new(of))
    }

    /// [`Store::slice`] of a boxed function: one body of code for all slices of a type.
    fn boxed_slice<T: PartialEq + Send + Sync + 'static>(self, of: PageReader<T>) -> Memo<T> {
        Memo::new(move |_| self.page.with(|page| of(page)))
    }

    /// A value derived from the page's state that changes only with the locked controls: most of
    /// the page asks for none of it while a slider moves.
    pub(crate) fn lock_slice<T: PartialEq + Send + Sync + 'static>(
        self,
        of: impl Fn(&Page) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        Memo::new(move |_| {
            self.step_locks.track();
            self.read(&of)
        })
    }

    /// True while the control of a key is marked as a cause of a figure.
    pub(crate) fn is_marked(self, key: &'static str) -> Memo<bool> {
        Memo::new(move |_| {
            self.marks
                .with(|marks| marks.iter().any(|mark| mark == key))
        })
    }

    /// Reads the page's state once, without following it.
    pub(crate) fn read<T>(self, read: impl FnOnce(&Page) -> T) -> T {
        self.page.with_untracked(|page| read(page))
    }
}
