use super::*;
use crate::panels::testing::{Stand, first_look, page};
use crate::store::Event;

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

#[test]
fn the_table_behind_memory() {
    let mut stand = Stand::new(MemoryTable, page(PLAN));
    assert!(!stand.html().contains("<table>"));
    stand.send(Event::Fold("memory".to_owned(), true));
    insta::assert_snapshot!(stand.html());
}

#[test]
fn the_table_behind_the_overheads() {
    let mut stand = Stand::new(OverheadsTable, page(PLAN));
    stand.send(Event::Fold("tolls".to_owned(), true));
    insta::assert_snapshot!(stand.html());
}

#[test]
fn a_table_opens_with_its_own_figure_alone() {
    let mut stand = Stand::new(OverheadsTable, page(PLAN));
    stand.send(Event::Fold("memory".to_owned(), true));
    assert!(!stand.html().contains("<table>"));
}

#[test]
fn they_stand_in_the_room_that_the_figures_leave() {
    let page = page(PLAN);
    let html = first_look(&page);
    for id in [crate::panels::MEMORY_TABLE, crate::panels::OVERHEADS_TABLE] {
        assert!(html.contains(&["id=\"", id, "\""].concat()), "{html}");
    }
}
