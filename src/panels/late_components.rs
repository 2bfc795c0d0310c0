//! The components of the second part in their places.

use leptos::prelude::*;

use super::data_tables::{MemoryTable, TimeTable};
use super::head::Menu;
use super::late_place::LatePlace;
use super::sources::{CardSource, ModelSource};
use super::toolbar::Toolbar;
use super::views::ViewsOfPage;
use crate::browser::sheet;
use crate::controls::StepControls;
use crate::store::Store;

/// Makes the components appear in their places.
pub(super) fn show(store: Store) {
    sheet::adopt(include_str!("views.css"));
    store.late().set(Some(component));
}

/// The component of a place.
pub(super) fn component(place: LatePlace) -> AnyView {
    match place {
        LatePlace::Toolbar => view! { <Toolbar/> }.into_any(),
        LatePlace::Menu => view! { <Menu/> }.into_any(),
        LatePlace::MemoryTable => view! { <MemoryTable/> }.into_any(),
        LatePlace::TimeTable => view! { <TimeTable/> }.into_any(),
        LatePlace::ModelSource => view! { <ModelSource/> }.into_any(),
        LatePlace::CardSource => view! { <CardSource/> }.into_any(),
        LatePlace::StepControls => view! { <StepControls/> }.into_any(),
        LatePlace::Views => view! { <ViewsOfPage/> }.into_any(),
    }
}
