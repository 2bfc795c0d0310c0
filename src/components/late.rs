//! Places that hold components of later parts of the program.

use leptos::prelude::*;

use crate::store::{LatePlace, use_store};

/// The component of a place, once its part is loaded.
#[component]
pub(crate) fn Late(place: LatePlace) -> impl IntoView {
    let late = use_store().late(place.part());
    // A part comes once. Where it is there, nothing follows the signal, which would keep an entry of
    // every reader that ever was: opening a step of a lesson cost 7 kB.
    move || {
        let make = late.get_untracked().or_else(|| late.get());
        make.map(|make| make(place.clone()))
    }
}
