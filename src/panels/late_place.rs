//! Places of the first part of the program that hold components of the second part.

use leptos::prelude::*;

pub(crate) use crate::store::LatePlace;
use crate::store::use_store;

/// The component of a place, once the second part is loaded.
#[component]
pub(crate) fn Late(place: LatePlace) -> impl IntoView {
    let late = use_store().late();
    move || late.get().map(|make| make(place.clone()))
}
