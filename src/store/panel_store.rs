//! A panel as its component sees it: its state beside the page's, and its events.

use std::any::Any;
use std::cell::RefCell;
use std::marker::PhantomData;
use std::rc::Rc;

use leptos::prelude::*;

use super::changes::Changes;
use super::context::{Store, use_store};
use super::page::Page;
use super::shown::Shown;

/// A handle to a panel's state, cheap to copy into its component and handlers.
///
/// The component changes when the panel is drawn ([`Panel::follow`] and
/// [`Panel::update`] say when), and only while its view is open. So a closed view costs nothing.
pub(crate) struct PanelStore<P> {
    /// A `RefCell<P>`. Its type is erased, so that one body of code keeps the states of all panels.
    state: StoredValue<Rc<dyn Any>, LocalStorage>,
    store: Store,
    changes: Changes,
    panel: PhantomData<fn() -> P>,
}

impl<P> Clone for PanelStore<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for PanelStore<P> {}

impl<P: 'static> PanelStore<P> {
    /// A handle to the state of a panel; `changes` makes its component follow the state. The
    /// context has the page's store.
    pub(super) fn new(state: &Rc<RefCell<P>>, changes: Changes) -> Self {
        Self {
            state: StoredValue::new_local(Rc::clone(state) as Rc<dyn Any>),
            store: use_store(),
            changes,
            panel: PhantomData,
        }
    }

    /// Reads the state of the panel and of the page once, without following them.
    pub(crate) fn read<T>(self, read: impl FnOnce(&P, &Page) -> T) -> T {
        let state = self.state.get_value();
        self.store.read(|page| read(&cell(&*state).borrow(), page))
    }

    /// Changes the state while a component draws: what only the browser knows, such as the width of
    /// a canvas.
    pub(crate) fn write<T>(self, write: impl FnOnce(&mut P, &Page) -> T) -> T {
        let state = self.state.get_value();
        self.store
            .read(|page| write(&mut cell(&*state).borrow_mut(), page))
    }

    /// Reads the state, and follows it: the reading closure runs again whenever the panel is drawn.
    pub(crate) fn follow<T>(self, read: impl FnOnce(&P, &Page) -> T) -> T {
        self.changes.track();
        self.read(read)
    }

    /// A value derived from the state, as a signal that changes only with that value.
    pub(crate) fn slice<T: PartialEq + Send + Sync + 'static>(
        self,
        of: impl Fn(&P, &Page) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        Memo::new(move |_| self.follow(&of))
    }

    /// A view of the state, drawn again whenever the panel is drawn.
    ///
    /// All such views are of one type, and so are all values of [`PanelStore::shown`] of one type,
    /// so that the code by which they follow the panel is in the page once.
    pub(crate) fn view<V: IntoView + 'static>(
        self,
        view: impl Fn(&P, &Page) -> V + Send + Sync + 'static,
    ) -> Shown<AnyView> {
        Box::new(move || self.follow(&view).into_any())
    }

    /// A value of the state, such as a text or an attribute, that follows the panel.
    pub(crate) fn shown<T>(self, of: impl Fn(&P, &Page) -> T + Send + Sync + 'static) -> Shown<T> {
        Box::new(move || self.follow(&of))
    }

    /// The store of the page.
    pub(crate) fn page(self) -> Store {
        self.store
    }
}

/// The state of a panel of this type.
fn cell<P: 'static>(state: &dyn Any) -> &RefCell<P> {
    state.downcast_ref().unwrap_or_else(|| unreachable!())
}
