use super::*;
use crate::panels::testing::{html_of, outline, page, send};

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

fn html(page: &Page) -> String {
    html_of(page, || view! { <Toolbar/> })
}

#[test]
fn the_view_of_a_fresh_page() {
    insta::assert_snapshot!(outline(&html(&page(PLAN))));
}

#[test]
fn the_buttons_know_whether_there_is_a_step() {
    let mut page = page(PLAN);
    let is_disabled = |page: &Page, id: &str| {
        let html = html(page);
        let button = html
            .lines()
            .find(|line| line.contains(id))
            .expect("a button");
        button.contains("aria-disabled=\"true\"")
    };
    send(&mut page, Event::Rest);
    let mut moved = Plan::clone(&page.draft);
    moved.layout.tensor = 4;
    send(&mut page, Event::Edit(Box::new(moved)));
    send(&mut page, Event::Rest);
    assert!(!is_disabled(&page, "\"undo\"") && is_disabled(&page, "\"redo\""));
    send(&mut page, Event::Walk(HistoryStep::Back));
    assert_eq!(page.draft.layout.tensor, 8);
    assert!(is_disabled(&page, "\"undo\"") && !is_disabled(&page, "\"redo\""));
}

#[test]
fn keys_undo_and_redo() {
    let steps = [("z", false), ("Z", true), ("z", true), ("y", false)];
    let steps = steps.map(|(key, has_shift)| step_of_key(key, has_shift));
    let [back, forward] = [HistoryStep::Back, HistoryStep::Forward].map(Some);
    assert_eq!(steps, [back, forward, forward, forward]);
    assert_eq!(step_of_key("a", false), None);
}

#[test]
fn the_pin_pins_the_plan_and_takes_it_out_again() {
    let mut page = page(PLAN);
    let event = pin_or_unpin(&page).expect("the plan can be pinned");
    send(&mut page, event);
    assert!(page.draft.rival.is_some() && page.rival.is_some());
    assert!(html(&page).contains("aria-pressed=\"true\""));
    let event = pin_or_unpin(&page).expect("the pinned plan can be removed");
    send(&mut page, event);
    assert!(page.draft.rival.is_none() && page.rival.is_none());
}

#[test]
fn a_plan_that_cannot_exist_is_not_pinned() {
    assert!(pin_or_unpin(&page("#v=1&p=llama3-8b/h100x8&tp=3")).is_none());
}
