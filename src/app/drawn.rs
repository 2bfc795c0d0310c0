//! What is drawn of a panel: its elements, or its component.

use std::any::Any;

use leptos::mount::mount_to;
use leptos::prelude::{Notify, Trigger, provide_context};
use web_sys::wasm_bindgen::JsCast;
use web_sys::{HtmlElement, Node};

use crate::browser::{by_id, document};
use crate::dom::Drawn;
use crate::panels::views::view_id;
use crate::store::{AnyPanel, Mount, Page, Store};

/// What is drawn of a panel.
pub(super) enum DrawnPanel {
    /// The elements of its view.
    Elements(Option<Drawn>),
    /// Its component, which follows the panel's state at each notice.
    Component {
        /// The element in which it stands.
        place: HtmlElement,
        changed: Trigger,
        /// The component leaves the page when this is dropped.
        _mounted: Box<dyn Any>,
    },
}

impl DrawnPanel {
    /// Draws a panel; none if it has no place in the page.
    pub(super) fn new(panel: &dyn AnyPanel, page: &Page, store: Store) -> Option<Self> {
        if panel.is_component() {
            return Self::component(panel, store);
        }
        let mut drawn = None;
        panel.draw(page, &mut drawn);
        let new = Self::Elements(drawn);
        stand(new.node()?, panel.mount());
        Some(new)
    }

    fn component(panel: &dyn AnyPanel, store: Store) -> Option<Self> {
        let place = place_of(panel.mount())?;
        let changed = Trigger::new();
        let component = panel.component();
        let mounted = mount_to(place.clone(), move || {
            provide_context(store);
            component(changed)
        });
        Some(Self::Component {
            place,
            changed,
            _mounted: Box::new(mounted),
        })
    }

    /// Makes what is drawn show the panel's present state.
    pub(super) fn update(&mut self, panel: &dyn AnyPanel, page: &Page) {
        match self {
            Self::Component { changed, .. } => changed.notify(),
            Self::Elements(drawn) => {
                panel.draw(page, drawn);
                // The view that holds the panel's place may have been removed and drawn anew.
                if let Some(drawn) = drawn.as_ref().filter(|drawn| !drawn.node.is_connected()) {
                    stand(&drawn.node, panel.mount());
                }
            }
        }
    }

    /// The root of the panel's elements, unless it has a component.
    pub(super) fn elements(&self) -> Option<&Node> {
        match self {
            Self::Component { .. } => None,
            Self::Elements(drawn) => drawn.as_ref().map(|drawn| &drawn.node),
        }
    }

    /// The element that shows whether the panel is in sight.
    pub(super) fn node(&self) -> Option<&Node> {
        match self {
            Self::Component { place, .. } => Some(place),
            Self::Elements(drawn) => drawn.as_ref().map(|drawn| &drawn.node),
        }
    }
}

/// The element in which a component stands.
fn place_of(mount: Mount) -> Option<HtmlElement> {
    match mount {
        Mount::In(id) | Mount::AlwaysIn(id) => html_element(id),
        Mount::View(view) => html_element(&view_id(view)),
        Mount::Above => document().body(),
        Mount::Nowhere => None,
    }
}

fn html_element(id: &str) -> Option<HtmlElement> {
    by_id(id)?.dyn_into().ok()
}

/// Inserts a panel's root into the page.
fn stand(node: &Node, mount: Mount) {
    if let Some(place) = place_of(mount) {
        let _ = place.append_child(node);
    }
}
