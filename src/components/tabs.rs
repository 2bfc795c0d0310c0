//! A row of tabs, of which one is open.

use leptos::ev::KeyboardEvent;
use leptos::html::Div;
use leptos::prelude::*;

use crate::browser::{focus, scroll_sideways_to};

/// A tab: its name, and the id of the panel that it opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tab {
    pub(crate) name: &'static str,
    pub(crate) panel: String,
    /// True for the first tab of a group: a line stands before it.
    pub(crate) begins_group: bool,
}

/// A row of tabs, of which one is open. It is one stop of the Tab key; the arrow keys, Home and End
/// open the others (WAI-ARIA pattern "Tabs with automatic activation"). The id of a tab is that of
/// its panel with "-tab" after it.
#[component]
pub(crate) fn Tabs(
    /// The name of the row.
    label: &'static str,
    tabs: Vec<Tab>,
    /// The index of the open tab.
    open: Signal<usize>,
    /// Receives the index of the tab that a reader opens.
    on_open: impl Fn(usize) + Copy + 'static,
) -> impl IntoView {
    let last = tabs.len().saturating_sub(1);
    let ids: Vec<String> = tabs.iter().map(|tab| tab_id(&tab.panel)).collect();
    let move_by_key = move |ev: KeyboardEvent| {
        if let Some(next) = tab_after(&ev.key(), open.get_untracked(), last) {
            ev.prevent_default();
            on_open(next);
            focus(&ids[next]);
        }
    };
    let tab = move |(index, tab): (usize, Tab)| {
        let is_open = move || open.get() == index;
        view! {
            <button
                type="button"
                role="tab"
                id=tab_id(&tab.panel)
                data-group=tab.begins_group
                aria-controls=tab.panel
                aria-selected=move || is_open().to_string()
                tabindex=move || if is_open() { "0" } else { "-1" }
                on:click=move |_| on_open(index)
            >
                {tab.name}
            </button>
        }
    };
    let tabs = tabs.into_iter().enumerate().map(tab).collect_view();
    let row = NodeRef::<Div>::new();
    Effect::new(move |_| {
        let place = open.get();
        if let Some(row) = row.get() {
            scroll_sideways_to(&row, place);
        }
    });
    view! {
        <div
            class="tab-row"
            role="tablist"
            tabindex="-1"
            aria-label=label
            node_ref=row
            on:keydown=move_by_key
        >
            {tabs}
        </div>
    }
}

/// The id of the tab of a panel.
pub(crate) fn tab_id(panel: &str) -> String {
    [panel, "-tab"].concat()
}

/// The index of the tab that a key opens; none for other keys. The arrows go round.
pub(crate) fn tab_after(key: &str, open: usize, last: usize) -> Option<usize> {
    match key {
        "ArrowRight" if open < last => Some(open + 1),
        "ArrowRight" | "Home" => Some(0),
        "ArrowLeft" if open > 0 => Some(open - 1),
        "ArrowLeft" | "End" => Some(last),
        _ => None,
    }
}
