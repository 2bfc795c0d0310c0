//! The component of a panel in the page.

use std::any::Any;

use leptos::mount::mount_to;
use leptos::prelude::{Owner, provide_context};
use web_sys::wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use crate::browser::{by_id, document};
use crate::panels::views::view_id;
use crate::store::{AnyPanel, Changes, Mount, Store};

/// A panel's component in the page.
pub(super) struct DrawnPanel {
    /// The element in which it stands.
    place: HtmlElement,
    /// Notifies the component of changes of the panel's state.
    changes: Changes,
    /// The component leaves the page when this is dropped.
    _mounted: Box<dyn Any>,
}

impl DrawnPanel {
    /// Draws a panel; none if it has no place in the page.
    pub(super) fn new(panel: &dyn AnyPanel, store: Store) -> Option<Self> {
        let place = place_of(panel.mount())?;
        let component = panel.component();
        // The handler that causes the drawing runs with the owner of another component, which may
        // go before this one. This owner has no parent.
        let owner = Owner::default();
        let (changes, mounted) = owner.with(|| {
            let changes = Changes::new();
            let mounted = mount_to(place.clone(), move || {
                provide_context(store);
                component(changes)
            });
            (changes, mounted)
        });
        Some(Self {
            place,
            changes,
            _mounted: Box::new((mounted, owner)),
        })
    }

    /// Makes the component show the panel's present state.
    pub(super) fn update(&self) {
        self.changes.notify();
    }

    /// The element in which the component stands.
    pub(super) fn place(&self) -> &Element {
        &self.place
    }
}

/// The element in which a component stands.
fn place_of(mount: Mount) -> Option<HtmlElement> {
    let place = match mount {
        Mount::In(id) => by_id(id)?,
        Mount::View(view) => by_id(&view_id(view))?,
        Mount::Dialog => return document().body(),
        Mount::Nowhere => return None,
    };
    place.dyn_into().ok()
}
