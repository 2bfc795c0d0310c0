//! The views that are open one at a time, and their tabs.
//!
//! Tests: below, and `tests/browser/views.test.mjs`.

use cost::plan::Word;
use formats::link::presentation::View;
use leptos::ev::keydown;
use leptos::prelude::*;
use web_sys::wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use super::stand_in::StandIn;
use super::unfold::NARROW;
use super::{CONTROLS, FIGURES, HEAD, OPEN_LESSON, VIEWS, search, watch};
use crate::browser::keys::plain_key;
use crate::browser::{address, media, regions};
use crate::components::{Late, Tab, Tabs, tab_id};
use crate::store::{Event, LatePlace, PINNED, Store, use_store};

/// Fields that take digits themselves.
const TAKES_DIGITS: &str =
    "select, textarea, input:not([type=range], [type=radio], [type=checkbox])";

/// The views and their tabs, which also follow the digit keys and the address.
#[component]
pub(super) fn ViewsOfPage() -> impl IntoView {
    let store = use_store();
    keep_in_address(store);
    follow_keys(store);
    view! { <Views is_narrow=media::matches(NARROW)/> }
}

/// The tabs, and an element for each view.
#[component]
fn Views(
    /// True on a phone, where memory and time are tabs, too.
    is_narrow: Signal<bool>,
) -> impl IntoView {
    let store = use_store();
    let are_offered = store.slice(|page| View::TABS.map(|view| page.offers(view)));
    let panels = View::TABS.map(|view| {
        let panel = view_id(view);
        let is_shown = store.slice(move |page| page.shows(view));
        view! {
            <div
                class="view"
                id=panel.clone()
                role="tabpanel"
                aria-labelledby=tab_id(&panel)
                data-shown=is_shown
            >
                {move || is_shown.get().then(|| content(view))}
            </div>
        }
    });
    view! {
        {move || view! { <Row has_pinned=is_narrow.get() are_offered=are_offered.get()/> }}
        {panels.collect_view()}
    }
}

/// The content of a view that is shown: that without a panel's state, or what stands there until
/// the panel is loaded. A panel is mounted after it.
fn content(view: View) -> AnyView {
    match view {
        View::Search => view! { <StandIn stood_for=search::STOOD_FOR/> }.into_any(),
        View::Watch => view! { <StandIn stood_for=watch::STOOD_FOR/> }.into_any(),
        View::Bill | View::Recipe => view! { <Late place=LatePlace::View(view)/> }.into_any(),
        _ => ().into_any(),
    }
}

/// The row of tabs.
#[component]
fn Row(
    /// True if memory and time are tabs, too.
    has_pinned: bool,
    /// True for each of [`View::TABS`] that is offered.
    are_offered: [bool; View::TABS.len()],
) -> impl IntoView {
    let store = use_store();
    let (tab, pinned) = (
        store.slice(|page| page.tab),
        store.slice(|page| page.pinned),
    );
    let first = if has_pinned { PINNED.len() } else { 0 };
    let pinned_tabs = PINNED
        .into_iter()
        .zip([text::views::memory(), text::views::time()])
        .take(first);
    let view_tabs = View::TABS
        .into_iter()
        .zip(text::views::tabs())
        .zip(are_offered);
    let view_tabs = view_tabs.filter_map(|(tab, is_offered)| is_offered.then_some(tab));
    let (views, names): (Vec<View>, Vec<&str>) = pinned_tabs.chain(view_tabs).unzip();
    let tab_of = |(&view, name)| Tab {
        name,
        panel: view_id(view),
        begins_group: View::GROUPS.contains(&view),
    };
    let tabs = views.iter().zip(names).map(tab_of).collect();
    let views = StoredValue::new(views);
    let open = Signal::derive(move || {
        let shown = pinned.get().filter(|_| has_pinned).unwrap_or(tab.get());
        let place = views.with_value(|views| views.iter().position(|view| *view == shown));
        place.unwrap_or_default()
    });
    let open_at = move |place: usize| {
        if let Some(view) = views.with_value(|views| views.get(place).copied()) {
            store.send(Event::OpenTab(view));
        }
    };
    view! { <Tabs label=text::views::tab_list() tabs=tabs open=open on_open=open_at/> }
}

/// The id of the element of a view: that of its tab, or the figure that is always in sight.
pub(crate) fn view_id(view: View) -> String {
    if PINNED.contains(&view) {
        return view.word().to_owned();
    }
    ["view-", view.word()].concat()
}

/// Writes the open tab to the address, and follows it when the browser goes back. An embedded page
/// leaves its address alone.
fn keep_in_address(store: Store) {
    if store.read(|page| page.presentation.embed) {
        return;
    }
    let tab = store.slice(|page| page.tab);
    Effect::watch(
        move || tab.get(),
        |tab, _, _| address::keep_tab(*tab),
        false,
    );
    address::on_change(move || {
        let tab = address::tab().unwrap_or(View::TABS[0]);
        if tab != store.read(|page| page.tab) {
            store.send(Event::OpenTab(tab));
        }
    });
}

/// Regions in the order in which the key F6 walks them.
const REGIONS: [&str; 5] = [HEAD, CONTROLS, FIGURES, VIEWS, OPEN_LESSON];

/// Walks the regions by F6, and opens the first ten tabs by the digits, unless they are typed into a
/// field.
fn follow_keys(store: Store) {
    let listener = window_event_listener(keydown, move |ev: KeyboardEvent| {
        let target = ev
            .target()
            .and_then(|target| target.dyn_into::<Element>().ok());
        let is_typed = target.is_some_and(|target| target.matches(TAKES_DIGITS).unwrap_or(true));
        let Some(key) = plain_key(&ev) else {
            return;
        };
        if key == "F6" {
            ev.prevent_default();
            regions::walk(&REGIONS, ev.shift_key());
        } else if let (false, Some(view)) = (is_typed, view_of_digit(&key)) {
            store.send(Event::OpenTab(view));
        }
    });
    on_cleanup(move || listener.remove());
}

/// The view that a digit opens: "1" the first, "0" the tenth.
fn view_of_digit(key: &str) -> Option<View> {
    let digit: usize = key.parse().ok().filter(|_| key.len() == 1)?;
    View::TABS.get(digit.checked_sub(1).unwrap_or(9)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panels::testing::{html_of, page_of, send};
    use crate::store::Page;

    const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

    fn html(page: &Page, is_narrow: bool) -> String {
        html_of(
            page,
            || view! { <Views is_narrow=Signal::stored(is_narrow)/> },
        )
    }

    /// The ids of the elements that have an attribute.
    fn with(html: &str, attribute: &str) -> Vec<String> {
        let lines = html.lines().filter(|line| line.contains(attribute));
        lines
            .filter_map(|line| Some(line.split_once(" id=\"")?.1.split('"').next()?.to_owned()))
            .collect()
    }

    #[test]
    fn one_tab_is_open_and_its_view_is_shown() {
        let mut page = page_of("", PLAN);
        let drawn = html(&page, false);
        assert_eq!(with(&drawn, "aria-selected=\"true\""), ["view-cut-tab"]);
        assert_eq!(with(&drawn, "data-shown"), ["view-cut"]);
        // That of the six decisions belongs to lessons.
        assert_eq!(drawn.matches("role=\"tab\"").count(), View::TABS.len() - 1);
        assert_eq!(
            with(&drawn, "data-group"),
            ["view-cut-tab", "view-sweep-tab", "view-run-tab"]
        );
        send(&mut page, Event::OpenTab(View::Sweep));
        let drawn = html(&page, false);
        assert_eq!(with(&drawn, "aria-selected=\"true\""), ["view-sweep-tab"]);
        assert_eq!(with(&drawn, "tabindex=\"0\""), ["view-sweep-tab"]);
        assert_eq!(with(&drawn, "data-shown"), ["view-sweep"]);
    }

    #[test]
    fn an_address_opens_a_tab_or_shows_views_alone() {
        let shown = |query| with(&html(&page_of(query, PLAN), false), "data-shown");
        assert_eq!(shown("?tab=bill"), ["view-bill"]);
        // Memory is always in sight, and so is what was a view of its terms.
        for word in ["memory", "terms"] {
            let page = page_of(&["?tab=", word].concat(), PLAN);
            assert_eq!(with(&html(&page, false), "data-shown"), ["view-cut"]);
            assert!(page.link_warnings.is_empty());
        }
        assert_eq!(shown("?view=map,run&tab=bill"), ["view-map", "view-run"]);
    }

    #[test]
    fn a_view_that_is_always_in_sight_opens_no_tab() {
        let mut page = page_of("?tab=run", PLAN);
        send(&mut page, Event::OpenTab(View::Memory));
        assert_eq!(page.tab, View::Run);
    }

    #[test]
    fn on_a_phone_memory_and_time_are_tabs_and_the_view_is_behind_them() {
        let mut page = page_of("", PLAN);
        let tabs = |page: &Page| with(&html(page, true), "aria-selected=\"true\"");
        assert_eq!(tabs(&page), ["memory-tab"]);
        send(&mut page, Event::OpenTab(View::Overheads));
        assert_eq!(tabs(&page), ["tolls-tab"]);
        send(&mut page, Event::OpenTab(View::Map));
        assert_eq!(tabs(&page), ["view-map-tab"]);
        let count = html(&page, true).matches("role=\"tab\"").count();
        assert_eq!(count, View::TABS.len() - 1 + PINNED.len());
    }

    #[test]
    fn digits_open_the_first_ten() {
        let tabs = [0, 8, 9].map(|place| Some(View::TABS[place]));
        assert_eq!(["1", "9", "0"].map(view_of_digit), tabs);
        assert_eq!(["a", "12", "", "-"].map(view_of_digit), [None; 4]);
    }
}
