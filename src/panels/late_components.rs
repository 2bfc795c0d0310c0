//! The components of the second part in their places.

use leptos::prelude::*;

use super::data_tables::{MemoryTable, TimeTable};
use super::head::{Menu, NeedGhost};
use super::late_place::LatePlace;
use super::memory::MemoryGhost;
use super::overheads::TimeGhost;
use super::sources::{CardSource, ModelSource};
use super::stops::{Foot, ListMark, OptionMark, Pointed, SliderMarks};
use super::texts::words;
use super::toolbar::Toolbar;
use super::views::ViewsOfPage;
use crate::browser::sheet;
use crate::controls::{Machine, StepControls, text_row};
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
        LatePlace::MemoryGhost => view! { <MemoryGhost/> }.into_any(),
        LatePlace::TimeGhost => view! { <TimeGhost/> }.into_any(),
        LatePlace::NeedGhost => view! { <NeedGhost/> }.into_any(),
        LatePlace::Pointed(plan) => view! { <Pointed plan=plan/> }.into_any(),
        LatePlace::Machine => view! { <Machine/> }.into_any(),
        LatePlace::Text(key) => text_row(key).into_any(),
        LatePlace::Limits(first, last) => (words().stops.refused)(&(first..=last)).into_any(),
        LatePlace::Foot => view! { <Foot/> }.into_any(),
        LatePlace::Stops(key) => view! { <SliderMarks key=key/> }.into_any(),
        LatePlace::Option(key, index) => view! { <OptionMark key=key index=index/> }.into_any(),
        LatePlace::ListOption(key, index) => view! { <ListMark key=key index=index/> }.into_any(),
    }
}
