use std::sync::Arc;

use search::diagnosis::diagnose;

use super::*;
use crate::panels::testing::{Stand, page};
use crate::store::{Effect, Event, Findings};

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

/// The figure of a plan at rest.
fn stand() -> Stand<DiagnosisFigure> {
    let mut stand = Stand::new(DiagnosisFigure::default(), page(PLAN));
    stand.send(Event::Diagnosed(Arc::new(findings(&stand.page))));
    stand
}

fn findings(page: &Page) -> Findings {
    let found = diagnose(&page.draft, &page.estimate);
    Findings {
        plan: Arc::clone(&page.draft),
        advice: found.advice,
        is_whole: true,
        warnings: found.warnings,
    }
}

#[test]
fn the_view_of_a_plan() {
    insta::assert_snapshot!(stand().html());
}

#[test]
fn until_the_plan_rests_no_change_is_advised() {
    let stand = Stand::new(DiagnosisFigure::default(), page(PLAN));
    let html = stand.html();
    assert!(html.contains(stand.page.strings.diagnosis.pending));
    assert!(!html.contains("advised"));
}

#[test]
fn the_advised_change_is_made_and_the_focus_does_not_go_with_its_button() {
    let mut stand = stand();
    let before = stand.page.estimate.time.total();
    let effects = stand.press(".advised");
    assert!(stand.page.estimate.time.total() < before);
    let to_figures = |effect: &Effect| matches!(effect, Effect::Focus(id) if &**id == FIGURES);
    assert!(effects.iter().any(to_figures));
    // The advice was for the previous plan.
    assert!(!stand.html().contains("advised"));
}

#[test]
fn a_press_without_advice_does_nothing() {
    let mut stand = Stand::new(DiagnosisFigure::default(), page(PLAN));
    assert!(stand.update(Advised).is_empty());
}
