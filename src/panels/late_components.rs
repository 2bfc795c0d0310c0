//! The components of later parts in their places.

use formats::link::presentation::View;
use leptos::prelude::*;

use super::bill::Bill;
use super::data_tables::{MemoryTable, TimeTable};
use super::head::{Menu, NeedGhost, RefusalMark, RefusalNotice};
use super::lesson::LessonButton;
use super::memory::{HostBar, MemoryGhost, OnlyBarKey};
use super::memory_moment::MemoryMoment;
use super::notices::ChangeLine;
use super::overheads::{TimeGhost, TimeLabels};
use super::predict::PredictButton;
use super::recipe::Recipe;
use super::share::ShareButtons;
use super::sources::{CardSource, ModelSource};
use super::stops::{Foot, ListMark, OptionMark, Pointed, SliderMarks};
use super::toolbar::Toolbar;
use super::unfold::{NARROW, UnfoldButton, UnfoldCaption};
use super::views::ViewsOfPage;
use crate::browser::{media, sheet};
use crate::controls::{Machine, StepControls, text_row};
use crate::store::{LatePlace, Part, Store};

/// Makes the components of the second part appear in their places.
pub(super) fn show(store: Store) {
    sheet::adopt(include_str!("views.css"));
    store.late(Part::Figures).set(Some(component));
}

/// Makes the components of the third part appear in their places.
pub(super) fn show_views(store: Store) {
    sheet::adopt(include_str!("memory_moment/late.css"));
    store
        .late(Part::Views)
        .set(Some(|_| view! { <MemoryMoment/> }.into_any()));
}

/// Makes the views of the fourth part appear in their tabs.
pub(super) fn show_plans(store: Store) {
    sheet::adopt(concat!(
        include_str!("bill/late.css"),
        include_str!("recipe/late.css")
    ));
    store.late(Part::Plans).set(Some(view_of_plans));
}

/// The view of a tab, if it has no state of a panel.
pub(super) fn view_of_plans(place: LatePlace) -> AnyView {
    match place {
        LatePlace::View(View::Bill) => view! { <Bill/> }.into_any(),
        LatePlace::View(View::Recipe) => view! { <Recipe/> }.into_any(),
        _ => ().into_any(),
    }
}

/// The component of a place of the second part.
pub(super) fn component(place: LatePlace) -> AnyView {
    match place {
        LatePlace::Toolbar => view! { <Toolbar/> }.into_any(),
        LatePlace::DialogButtons => view! {
            <PredictButton/>
            <ShareButtons/>
            <LessonButton/>
        }
        .into_any(),
        LatePlace::Menu => view! { <Menu/> }.into_any(),
        LatePlace::MemoryTable => view! { <MemoryTable/> }.into_any(),
        LatePlace::TimeTable => view! { <TimeTable/> }.into_any(),
        LatePlace::ModelSource => view! { <ModelSource/> }.into_any(),
        LatePlace::CardSource => view! { <CardSource/> }.into_any(),
        LatePlace::Changes => view! {
            <ChangeLine/>
            <UnfoldButton is_narrow=media::matches(NARROW)/>
        }
        .into_any(),
        LatePlace::StepControls => view! { <StepControls/> }.into_any(),
        LatePlace::Views => view! { <ViewsOfPage/> }.into_any(),
        LatePlace::MemoryGhost => view! { <MemoryGhost/> }.into_any(),
        LatePlace::HostMemory => view! {
            <HostBar/>
            <OnlyBarKey/>
            <UnfoldCaption/>
        }
        .into_any(),
        LatePlace::TimeGhost => view! {
            <TimeLabels/>
            <TimeGhost/>
            <UnfoldCaption/>
        }
        .into_any(),
        LatePlace::RefusalMark => view! { <RefusalMark/> }.into_any(),
        LatePlace::RefusalNotice => view! { <RefusalNotice/> }.into_any(),
        LatePlace::NeedGhost => view! { <NeedGhost/> }.into_any(),
        LatePlace::Pointed(plan) => view! { <Pointed plan=plan/> }.into_any(),
        LatePlace::Machine => view! { <Machine/> }.into_any(),
        LatePlace::Text(key) => text_row(key).into_any(),
        LatePlace::Limits(first, last) => text::stops::refused(&(first..=last)).into_any(),
        LatePlace::Foot => view! { <Foot/> }.into_any(),
        LatePlace::Stops(key) => view! { <SliderMarks key=key/> }.into_any(),
        LatePlace::Option(key, index) => view! { <OptionMark key=key index=index/> }.into_any(),
        LatePlace::ListOption(key, index) => view! { <ListMark key=key index=index/> }.into_any(),
        // Components of other parts.
        LatePlace::MemoryMoment
        | LatePlace::MemoryGuess
        | LatePlace::TimeGuess
        | LatePlace::View(_)
        | LatePlace::Goal
        | LatePlace::OwnTabLink => ().into_any(),
    }
}
