use super::state::ID;
use super::*;
use crate::panels::testing::{Stand, page};
use crate::store::Event;

const PLAN: &str = "#v=1&p=llama3-8b/h100x8";

fn stand(fragment: &str) -> Stand<BillFigure> {
    Stand::new(BillFigure, page(fragment))
}

#[test]
fn the_view_of_a_plan() {
    insta::assert_snapshot!(stand(PLAN).html());
}

#[test]
fn the_table_is_made_only_while_it_is_open() {
    let mut stand = stand(PLAN);
    assert!(!stand.html().contains("<table>"));
    stand.send(Event::Fold(ID.to_owned(), true));
    assert!(stand.html().contains("2 × N"), "{}", stand.html());
    stand.send(Event::Fold(ID.to_owned(), false));
    assert!(!stand.html().contains("<table>"));
}

#[test]
fn a_unit_of_memory_that_changes_is_shown() {
    let mut stand = stand(PLAN);
    let before = stand.html();
    stand.send(Event::SwitchUnits);
    assert_ne!(stand.html(), before);
}

#[test]
fn a_plan_that_cannot_exist_shows_the_last_one_that_could() {
    let mut stand = stand(PLAN);
    let drawn = |html: &str| html.split("class=\"drawn\"").nth(1).map(str::to_owned);
    let before = drawn(&stand.html());
    stand.send(Event::Follow("#v=1&p=llama3-8b/h100x8&tp=5".to_owned()));
    assert!(stand.page.is_stale());
    assert!(stand.html().contains("class=\"stale\""), "{}", stand.html());
    assert_eq!(drawn(&stand.html()), before);
}
