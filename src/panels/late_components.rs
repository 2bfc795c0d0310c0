//! Components that are loaded after the first look: the menu of the head, and the views.

use leptos::mount::mount_to;
use leptos::prelude::*;
use web_sys::HtmlElement;
use web_sys::wasm_bindgen::JsCast;

use super::head::Menu;
use super::views::ViewsOfPage;
use super::{MENU, VIEWS};
use crate::browser::{by_id, sheet};
use crate::store::Store;

/// Mounts the components in their places.
pub(super) fn mount(store: Store) {
    sheet::adopt(include_str!("views.css"));
    mount_in(MENU, store, || view! { <Menu/> });
    mount_in(VIEWS, store, || view! { <ViewsOfPage/> });
}

/// Mounts a view in the element of an id, as long as the page lives.
fn mount_in<V: IntoView + 'static>(id: &str, store: Store, view: impl Fn() -> V + 'static) {
    let place = by_id(id).and_then(|place| place.dyn_into::<HtmlElement>().ok());
    if let Some(place) = place {
        mount_to(place, move || {
            provide_context(store);
            view()
        })
        .forget();
    }
}
