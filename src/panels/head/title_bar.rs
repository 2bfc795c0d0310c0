//! Name of the tool and of the plan, and the actions on the whole plan.

use leptos::prelude::*;

use crate::components::Late;
use crate::store::{LatePlace, use_store};

/// The names of the tool and of the plan.
#[component]
pub(super) fn Title() -> impl IntoView {
    let store = use_store();
    let name = text::frame::title();
    let title = store.slice(|page| text::plan::title_of(&page.draft));
    view! {
        <div class="title">
            <h1>{name}</h1>
            <p class="plan-title">{title}</p>
        </div>
    }
}

/// Places of the actions: undo, redo, the pin, Share, Import and Lessons, and the menu. They arrive
/// with the later part in a place of fixed width.
#[component]
pub(super) fn Actions() -> impl IntoView {
    view! {
        <div class="bar">
            <span id="later-bar">
                <Late place=LatePlace::Toolbar/>
                <Late place=LatePlace::DialogButtons/>
            </span>
            <span id="menu-place">
                <Late place=LatePlace::Menu/>
            </span>
        </div>
    }
}
