use leptos::prelude::*;

use super::*;
use crate::panels::testing::{html_of, outline, page, send};
use crate::store::{Event, Page};

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

fn memory(page: &Page) -> String {
    html_of(page, || view! { <MemoryTable/> })
}

fn time(page: &Page) -> String {
    html_of(page, || view! { <TimeTable/> })
}

#[test]
fn the_table_behind_memory() {
    let mut page = page(PLAN);
    assert!(!memory(&page).contains("<table>"));
    send(&mut page, Event::Fold("memory".to_owned(), true));
    insta::assert_snapshot!(outline(&memory(&page)));
}

#[test]
fn the_table_behind_the_overheads() {
    let mut page = page(PLAN);
    send(&mut page, Event::Fold("tolls".to_owned(), true));
    insta::assert_snapshot!(outline(&time(&page)));
}

#[test]
fn a_table_opens_with_its_own_figure_alone() {
    let mut page = page(PLAN);
    send(&mut page, Event::Fold("memory".to_owned(), true));
    assert!(!time(&page).contains("<table>"));
}
