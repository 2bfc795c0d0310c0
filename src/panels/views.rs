//! The views that are open one at a time, and their tabs.
//!
//! Tests: below, and `tests/browser/views.test.mjs`.

use cost::plan::Word;
use formats::link::presentation::View;
use leptos::ev::keydown;
use leptos::mount::mount_to;
use leptos::prelude::*;
use web_sys::wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};

use super::{VIEWS, words};
use crate::browser::{address, by_id, sheet};
use crate::components::{Tab, Tabs, tab_id};
use crate::store::{Event, Store, use_store};

/// Fields that take digits themselves.
const TAKES_DIGITS: &str =
    "select, textarea, input:not([type=range], [type=radio], [type=checkbox])";

/// Mounts the views in their region.
pub(crate) fn mount(store: Store) {
    sheet::adopt(include_str!("views.css"));
    if let Some(region) = by_id(VIEWS).and_then(|region| region.dyn_into::<HtmlElement>().ok()) {
        mount_to(region, move || {
            provide_context(store);
            keep_in_address(store);
            open_by_digits(store);
            view! { <Views/> }
        })
        .forget();
    }
}

/// The tabs, and an element for each view.
#[component]
pub(crate) fn Views() -> impl IntoView {
    let store = use_store();
    let place = store.slice(|page| place_of(page.tab));
    let tabs = View::TABS.into_iter().zip(words().frame.tabs);
    let tabs = tabs.map(|(view, name)| Tab {
        name,
        panel: view_id(view),
    });
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
            ></div>
        }
    });
    view! {
        <Tabs label=words().frame.tab_list tabs=tabs.collect() open=place on_open=move |place| open(store, place)/>
        {panels.collect_view()}
    }
}

/// The id of the element of a view.
pub(crate) fn view_id(view: View) -> String {
    ["view-", view.word()].concat()
}

/// Opens the tab at a place, if there is one.
fn open(store: Store, place: usize) {
    if let Some(&view) = View::TABS.get(place) {
        store.send(Event::OpenTab(view));
    }
}

fn place_of(view: View) -> usize {
    let mut tabs = View::TABS.iter();
    tabs.position(|tab| *tab == view).unwrap_or_default()
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

/// Opens the first ten tabs by the digits, unless they are typed into a field.
fn open_by_digits(store: Store) {
    let listener = window_event_listener(keydown, move |ev: KeyboardEvent| {
        let target = ev
            .target()
            .and_then(|target| target.dyn_into::<Element>().ok());
        let is_typed = target.is_some_and(|target| target.matches(TAKES_DIGITS).unwrap_or(true));
        let has_modifier = ev.ctrl_key() || ev.meta_key() || ev.alt_key();
        if let (false, false, Some(place)) = (is_typed, has_modifier, place_of_digit(&ev.key())) {
            open(store, place);
        }
    });
    on_cleanup(move || listener.remove());
}

/// The place of the tab that a digit opens: "1" the first, "0" the tenth.
fn place_of_digit(key: &str) -> Option<usize> {
    let digit: usize = key.parse().ok().filter(|_| key.len() == 1)?;
    Some(digit.checked_sub(1).unwrap_or(9))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panels::testing::{html_of, page_of, send};

    const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

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
        let html = html_of(&page, Views);
        assert_eq!(with(&html, "aria-selected=\"true\""), ["view-timeline-tab"]);
        assert_eq!(with(&html, "data-shown"), ["view-timeline"]);
        assert_eq!(html.matches("role=\"tab\"").count(), View::TABS.len());
        send(&mut page, Event::OpenTab(View::Sweep));
        let html = html_of(&page, Views);
        assert_eq!(with(&html, "aria-selected=\"true\""), ["view-sweep-tab"]);
        assert_eq!(with(&html, "tabindex=\"0\""), ["view-sweep-tab"]);
        assert_eq!(with(&html, "data-shown"), ["view-sweep"]);
    }

    #[test]
    fn an_address_opens_a_tab_or_shows_views_alone() {
        let shown = |query| with(&html_of(&page_of(query, PLAN), Views), "data-shown");
        assert_eq!(shown("?tab=bill"), ["view-bill"]);
        assert_eq!(shown("?tab=memory"), ["view-timeline"]);
        assert_eq!(shown("?view=map,run&tab=bill"), ["view-map", "view-run"]);
    }

    #[test]
    fn a_view_that_is_always_in_sight_opens_no_tab() {
        let mut page = page_of("?tab=run", PLAN);
        send(&mut page, Event::OpenTab(View::Memory));
        assert_eq!(page.tab, View::Run);
    }

    #[test]
    fn each_view_of_a_tab_is_found_by_its_place() {
        for view in View::TABS {
            assert_eq!(View::TABS[place_of(view)], view);
        }
    }

    #[test]
    fn digits_open_the_first_ten() {
        assert_eq!(
            ["1", "9", "0"].map(place_of_digit),
            [Some(0), Some(8), Some(9)]
        );
        assert_eq!(["a", "12", "", "-"].map(place_of_digit), [None; 4]);
    }
}
