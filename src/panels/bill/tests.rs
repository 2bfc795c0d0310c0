use super::{Bill, ID};
use crate::panels::testing::{html_of, outline, page, send};
use crate::store::{Event, Page};

const PLAN: &str = "#v=1&p=llama3-8b/h100x8";

fn html(page: &Page) -> String {
    html_of(page, || leptos::prelude::view! { <Bill/> })
}

#[test]
fn the_view_of_a_plan() {
    insta::assert_snapshot!(outline(&html(&page(PLAN))));
}

#[test]
fn the_table_is_made_only_while_it_is_open() {
    let mut page = page(PLAN);
    assert!(!html(&page).contains("<table>"));
    send(&mut page, Event::Fold(ID.to_owned(), true));
    assert!(html(&page).contains("2 × N"), "{}", html(&page));
    send(&mut page, Event::Fold(ID.to_owned(), false));
    assert!(!html(&page).contains("<table>"));
}

#[test]
fn a_unit_of_memory_that_changes_is_shown() {
    let mut page = page(PLAN);
    let before = html(&page);
    send(&mut page, Event::SwitchUnits);
    assert_ne!(html(&page), before);
}

#[test]
fn a_plan_that_cannot_exist_shows_the_last_one_that_could() {
    let mut page = page(PLAN);
    let drawn = |html: &str| html.split("class=\"drawn\"").nth(1).map(str::to_owned);
    let before = drawn(&html(&page));
    send(
        &mut page,
        Event::Follow("#v=1&p=llama3-8b/h100x8&tp=5".to_owned()),
    );
    assert!(page.is_stale());
    assert!(html(&page).contains("class=\"stale\""), "{}", html(&page));
    assert_eq!(drawn(&html(&page)), before);
}
