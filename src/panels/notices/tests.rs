use std::sync::Arc;

use cost::memory::Verdict;
use cost::plan::Plan;

use super::*;
use crate::panels::testing::{html_of, outline, page, send};
use crate::store::{Cures, Effect, Page, Part};

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";
const ILLEGAL: &str = "#v=1&p=llama3-70b/h100x64&tp=3&pp=7";
const TOO_LARGE: &str = "#v=1&p=llama3-70b/h100x64";

/// All notices.
fn all(page: &Page) -> Vec<Notice> {
    let above = lines::above(page).into_iter();
    above.chain(lines::changes(page)).collect()
}

/// Ids of the notices that have lines.
fn shown(page: &Page) -> Vec<&'static str> {
    let notices = all(page).into_iter();
    let notices = notices.filter(|notice| !notice.lines.is_empty());
    notices.map(|notice| notice.id).collect()
}

/// Events of the buttons of all notices, from top to bottom.
fn buttons(page: &Page) -> Vec<Event> {
    let notices = all(page).into_iter();
    let lines = notices.flat_map(|notice| notice.lines);
    let buttons = lines.flat_map(|line| line.buttons);
    buttons.map(|button| button.act.event()).collect()
}

/// Presses the first button.
fn press(page: &mut Page) -> Vec<Effect> {
    let event = buttons(page).into_iter().next().expect("a button");
    send(page, event)
}

#[test]
fn the_view_of_a_plan_that_cannot_exist() {
    insta::assert_snapshot!(outline(&html_of(&page(ILLEGAL), ChangeLine)));
}

#[test]
fn a_plan_that_fits_and_is_understood_has_no_notice() {
    assert!(shown(&page(PLAN)).is_empty());
}

#[test]
fn a_repair_changes_the_plan() {
    let mut page = page(ILLEGAL);
    let reasons = page.reasons.len();
    assert_eq!(shown(&page), ["reasons"]);
    press(&mut page);
    assert!(page.reasons.len() < reasons);
}

#[test]
fn a_locked_control_is_no_repair() {
    let open = page(ILLEGAL);
    let mut locked = open.clone();
    locked.step.locks = vec!["tp", "pp"];
    assert!(buttons(&locked).len() < buttons(&open).len());
}

#[test]
fn warnings_about_the_link_can_be_dismissed() {
    let mut page = page("#v=1&p=llama3-70b/h100x64&tp=8&pp=4&nonsense=1");
    assert_eq!(shown(&page), ["link-notice"]);
    press(&mut page);
    assert!(shown(&page).is_empty());
}

#[test]
fn cures_follow_the_plan_that_they_were_looked_for() {
    let mut page = page(TOO_LARGE);
    let pending = text::frame::cures_pending();
    assert_eq!(shown(&page), ["cures"]);
    assert!(html_of(&page, ChangeLine).contains(pending));
    let cures = Cures {
        plan: Arc::clone(&page.draft),
        cures: search::cure::cures(&page.draft),
        is_whole: true,
    };
    let found = cures.cures.len();
    assert!(found > 1);
    send(&mut page, Event::Cured(cures));
    assert_eq!(buttons(&page).len(), found);
    let mut plan = Plan::clone(&page.draft);
    plan.batch.micro *= 2;
    send(&mut page, Event::Edit(Box::new(plan)));
    assert!(buttons(&page).is_empty());
    assert!(html_of(&page, ChangeLine).contains(pending));
}

#[test]
fn changes_with_which_nothing_fits_have_their_own_heading() {
    let mut page = page(TOO_LARGE);
    let mut cures = Cures {
        plan: Arc::clone(&page.draft),
        cures: search::cure::cures(&page.draft),
        is_whole: true,
    };
    let mut said = |cures: &Cures| {
        send(&mut page, Event::Cured(cures.clone()));
        let html = html_of(&page, ChangeLine);
        [
            text::frame::cures(),
            text::frame::relief(),
            text::frame::no_cure(),
        ]
        .map(|words| html.contains(words))
    };
    assert_eq!(said(&cures), [true, false, false]);
    for cure in &mut cures.cures {
        cure.verdict = Verdict::OutOfMemory;
    }
    assert_eq!(said(&cures), [false, true, true]);
}

#[test]
fn a_part_that_is_late_is_announced_and_requested_again_by_its_button() {
    let mut page = page(PLAN);
    send(&mut page, Event::Load(Part::Figures));
    send(&mut page, Event::PartLate(Part::Figures));
    assert_eq!(shown(&page), ["unloaded"]);
    let [late, failed] = [
        text::frame::figures_loading(),
        text::frame::figures_missing(),
    ];
    assert_eq!(page.announced, late);
    let effects = press(&mut page);
    assert!(
        effects
            .iter()
            .any(|effect| matches!(effect, Effect::LoadAgain))
    );
    send(&mut page, Event::PartLoaded(Part::Figures, false));
    assert_eq!(page.announced, failed);
    send(&mut page, Event::PartLoaded(Part::Figures, true));
    assert!(shown(&page).is_empty());
}

#[test]
fn what_was_published_of_a_run_ends_the_line_of_changes() {
    let mut page = page(PLAN);
    assert!(!html_of(&page, ChangeLine).contains("Measured"));
    send(
        &mut page,
        Event::Published(Some("Measured: 41 %.".to_owned())),
    );
    assert!(html_of(&page, ChangeLine).contains("Measured: 41 %."));
}

#[test]
fn a_host_that_runs_out_has_a_notice() {
    let offloads = "#v=1&p=llama3-8b/h100x8&zero=3&recipe=hf-deepspeed&off=opt";
    assert!(!shown(&page(offloads)).contains(&"host-memory"));
    let small = [offloads, "&host=128"].concat();
    assert!(shown(&page(&small)).contains(&"host-memory"));
}
