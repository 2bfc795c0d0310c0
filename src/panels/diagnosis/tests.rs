use std::sync::Arc;

use search::diagnosis::diagnose;

use super::*;
use crate::panels::testing::{html_of, outline, page, send};

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

/// A plan at rest.
fn diagnosed() -> Page {
    let mut page = page(PLAN);
    let found = diagnose(&page.draft, &page.estimate);
    let findings = Findings {
        plan: Arc::clone(&page.draft),
        advice: found.advice,
        is_whole: true,
        warnings: found.warnings,
    };
    send(&mut page, Event::Diagnosed(Arc::new(findings)));
    page
}

#[test]
fn the_limit_of_a_plan() {
    insta::assert_snapshot!(outline(&html_of(&diagnosed(), LimitLine)));
}

#[test]
fn the_advice_for_a_plan() {
    insta::assert_snapshot!(outline(&html_of(&diagnosed(), AdviceLine)));
}

#[test]
fn until_the_plan_rests_no_change_is_advised() {
    let page = page(PLAN);
    let html = html_of(&page, AdviceLine);
    assert!(html.contains(text::diagnosis::pending()));
    assert!(!html.contains("advised"));
    assert!(ShownAdvice::of(&page).event().is_none());
}

#[test]
fn a_press_makes_the_change_that_was_drawn() {
    let mut page = diagnosed();
    let before = page.estimate.time.total();
    let drawn = ShownAdvice::of(&page);
    send(&mut page, drawn.event().expect("an advised change"));
    assert!(page.estimate.time.total() < before);
    // The advice was for the previous plan.
    assert!(!html_of(&page, AdviceLine).contains("advised"));
}
