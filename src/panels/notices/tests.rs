use std::sync::Arc;

use cost::plan::Plan;

use super::*;
use crate::panels::LATE_PARTS;
use crate::panels::testing::{Stand, page};
use crate::store::{Cures, Effect, Event, Part};

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";
const ILLEGAL: &str = "#v=1&p=llama3-70b/h100x64&tp=3&pp=7";
const TOO_LARGE: &str = "#v=1&p=llama3-70b/h100x8";

fn stand(link: &str) -> Stand<Notices> {
    Stand::new(Notices::of(&LATE_PARTS), page(link))
}

/// Ids of the notices that have lines.
fn shown(stand: &Stand<Notices>) -> Vec<&'static str> {
    let notices = stand.panel.list.iter();
    let notices = notices.filter(|notice| !notice.lines.is_empty());
    notices.map(|notice| notice.id).collect()
}

#[test]
fn the_view_of_a_plan_that_cannot_exist() {
    insta::assert_snapshot!(stand(ILLEGAL).html());
}

#[test]
fn a_plan_that_fits_and_is_understood_has_no_notice() {
    assert!(shown(&stand(PLAN)).is_empty());
}

#[test]
fn a_repair_changes_the_plan_and_the_focus_does_not_go_with_its_button() {
    let mut stand = stand(ILLEGAL);
    let reasons = stand.page.reasons.len();
    assert_eq!(shown(&stand), ["reasons"]);
    let effects = stand.press("#reasons .change");
    assert!(stand.page.reasons.len() < reasons);
    let to_figures = |effect: &Effect| matches!(effect, Effect::Focus(id) if &**id == FIGURES);
    assert!(effects.iter().any(to_figures));
}

#[test]
fn a_locked_control_is_no_repair() {
    let mut page = page(ILLEGAL);
    page.step_locks = vec!["tp", "pp"];
    let locked = Stand::new(Notices::of(&LATE_PARTS), page);
    let repairs = |stand: &Stand<Notices>| stand.panel.buttons().count();
    assert!(repairs(&locked) < repairs(&stand(ILLEGAL)));
}

#[test]
fn warnings_about_the_link_can_be_dismissed() {
    let mut stand = stand("#v=1&p=llama3-70b/h100x64&tp=8&pp=4&nonsense=1");
    assert_eq!(shown(&stand), ["link-notice"]);
    stand.press("#link-notice .change");
    assert!(shown(&stand).is_empty());
}

#[test]
fn cures_follow_the_plan_that_they_were_looked_for() {
    let mut stand = stand(TOO_LARGE);
    assert_eq!(shown(&stand), ["cures"]);
    assert!(
        stand
            .html()
            .contains(stand.page.strings.frame.cures_pending)
    );
    let cures = Cures {
        plan: Arc::clone(&stand.page.draft),
        cures: search::cure::cures(&stand.page.draft),
        is_whole: true,
    };
    assert!(!cures.cures.is_empty());
    stand.send(Event::Cured(cures));
    assert_eq!(stand.panel.buttons().count(), 3);
    let mut plan = Plan::clone(&stand.page.draft);
    plan.batch.micro *= 2;
    stand.send(Event::Edit(Box::new(plan)));
    assert_eq!(stand.panel.buttons().count(), 0);
    assert!(
        stand
            .html()
            .contains(stand.page.strings.frame.cures_pending)
    );
}

#[test]
fn a_part_that_is_late_is_said_and_asked_for_again_by_its_button() {
    let mut stand = stand(PLAN);
    stand.send(Event::Load(Part::Figures));
    stand.send(Event::PartLate(Part::Figures));
    assert_eq!(shown(&stand), ["unloaded"]);
    let [late, failed] = stand.page.strings.frame.figures_unloaded;
    assert_eq!(stand.page.announced, late);
    let effects = stand.press("#unloaded .change");
    assert!(
        effects
            .iter()
            .any(|effect| matches!(effect, Effect::LoadAgain))
    );
    stand.send(Event::PartLoaded(Part::Figures, false));
    assert_eq!(stand.page.announced, failed);
    stand.send(Event::PartLoaded(Part::Figures, true));
    assert!(shown(&stand).is_empty());
}

#[test]
fn a_button_that_has_gone_does_nothing() {
    let mut stand = stand(PLAN);
    assert!(stand.update(Pressed(7)).is_empty());
}
