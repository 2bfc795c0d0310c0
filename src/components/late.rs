//! Places that hold components of later parts of the program.

use leptos::prelude::*;

use crate::store::{LatePlace, use_store};

/// The component of a place, once its part is loaded.
#[component]
pub(crate) fn Late(place: LatePlace) -> impl IntoView {
    let late = use_store().late(place.part());
    move || late.get().map(|make| make(place.clone()))
}
