use super::*;
use crate::panels::testing::{Stand, page};

const FITS: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";
const TOO_LARGE: &str = "#v=1&p=llama3-70b/h100x8";

/// A plan at rest whose search has ended, or has done `most` pieces of work.
fn sought(link: &str, most: usize) -> Stand<Adviser> {
    let mut stand = Stand::new(Adviser::default(), page(link));
    stand.rest();
    for _ in 0..2 {
        let mut pieces = 0;
        while pieces < most && stand.panel_mut().work(&stand.page) {
            pieces += 1;
        }
        stand.update(AdviceEvent::Ended {
            is_whole: pieces < most,
        });
    }
    stand
}

#[test]
fn a_plan_that_fits_is_advised_and_needs_no_cure() {
    let stand = sought(FITS, usize::MAX);
    let cures = stand.page.cures.as_ref().expect("looked for");
    assert!(cures.cures.is_empty() && cures.is_whole);
    let found = stand.page.diagnosis.as_ref().expect("looked for");
    assert!(found.is_whole && found.advice.is_some());
}

#[test]
fn a_plan_that_does_not_fit_is_cured_first() {
    let stand = sought(TOO_LARGE, usize::MAX);
    let cures = stand.page.cures.as_ref().expect("looked for");
    assert!(!cures.cures.is_empty());
    let found = stand.page.diagnosis.as_ref().expect("looked for");
    assert!(found.advice.is_none(), "the cures say what helps");
}

#[test]
fn a_search_that_was_stopped_says_so() {
    let stand = sought(TOO_LARGE, 1);
    assert!(!stand.page.cures.as_ref().expect("looked for").is_whole);
}

#[test]
fn a_plan_that_moves_on_is_not_told_of() {
    let mut stand = Stand::new(Adviser::default(), page(FITS));
    stand.rest();
    let mut moved = Plan::clone(&stand.page.draft);
    moved.layout.tensor = 4;
    stand.send(Event::Edit(Box::new(moved)));
    assert!(
        !stand.panel_mut().work(&stand.page),
        "the search was given up"
    );
    stand.update(AdviceEvent::Ended { is_whole: true });
    assert!(stand.page.diagnosis.is_none());
}
