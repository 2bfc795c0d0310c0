//! Places of the first part of the program that hold components of the second part.

use leptos::prelude::*;

use crate::store::use_store;

/// A place for a component of the second part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LatePlace {
    /// In the head: undo, redo, and the pin.
    Toolbar,
    /// In the head: the menu.
    Menu,
    /// Behind the memory figure: its table.
    MemoryTable,
    /// Behind the time figure: its table.
    TimeTable,
    /// Among the controls of a model: the source of its shape.
    ModelSource,
    /// Among the controls of a card: the source of its figures.
    CardSource,
    /// Below the first figures: the tabs and their views.
    Views,
}

/// Makes the component of a place. The second part brings it.
pub(crate) type MakeLate = fn(LatePlace) -> AnyView;

/// The component of a place, once the second part is loaded.
#[component]
pub(crate) fn Late(place: LatePlace) -> impl IntoView {
    let late = use_store().late();
    move || late.get().map(|make| make(place))
}
