use cost::plan::Plan;

use super::update::looked_at;
use super::*;
use crate::panels::testing::{Stand, outline, page};
use crate::store::Event;

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

fn stand() -> Stand<RooflineFigure> {
    let mut stand = Stand::new(RooflineFigure::default(), page(PLAN));
    stand.follow(PanelMoment::Shown);
    stand
}

/// Description of the selected point.
fn readout(stand: &Stand<RooflineFigure>) -> String {
    let html = stand.html();
    let (_, after) = html.split_once("class=\"readout\">").unwrap();
    after.split_once("</p>").unwrap().0.to_owned()
}

/// Number of points.
fn points(stand: &Stand<RooflineFigure>) -> usize {
    stand.html().matches("class=\"point").count()
}

#[test]
fn the_view_of_a_plan() {
    insta::assert_snapshot!(outline(&stand().html()));
}

#[test]
fn a_point_that_is_looked_at_is_marked_and_described() {
    let mut stand = stand();
    assert_eq!(readout(&stand), text::roofline::hint());
    let event = looked_at(&stand.panel(), 0);
    assert_eq!(event, Some(RooflineEvent::LookAt(0)));
    stand.update(RooflineEvent::LookAt(0));
    assert_eq!(stand.panel().point, Some(0));
    assert_ne!(readout(&stand), text::roofline::hint());
    assert_eq!(stand.html().matches("looked\"").count(), 1);
    assert_eq!(looked_at(&stand.panel(), 0), None, "nothing new");
}

#[test]
fn a_point_that_the_plan_no_longer_has_says_how_to_choose_one() {
    let mut stand = stand();
    let before = points(&stand);
    stand.update(RooflineEvent::LookAt(before + 40));
    assert_eq!(readout(&stand), text::roofline::hint());
    // A single GPU exchanges nothing.
    let alone = page("#v=1&p=llama3-8b/h100x1").draft;
    stand.send(Event::Start(Box::new(Plan::clone(&alone))));
    assert!(points(&stand) < before, "{before}");
}

#[test]
fn the_table_has_a_row_a_point_or_more() {
    let mut stand = stand();
    assert!(!stand.html().contains("<tbody>"));
    stand.send(Event::Fold(ID.to_owned(), true));
    let html = stand.html();
    let body = html.split_once("<tbody>").unwrap().1;
    assert!(body.matches("<tr>").count() >= points(&stand), "{body}");
}

#[test]
fn while_the_plan_cannot_exist_the_last_one_stays() {
    let mut stand = stand();
    let before = points(&stand);
    let mut plan = Plan::clone(&stand.page.draft);
    plan.layout.tensor = 3;
    stand.send(Event::Edit(Box::new(plan)));
    assert!(stand.page.is_stale() && stand.html().contains("class=\"stale\""));
    assert_eq!(points(&stand), before);
}

#[test]
fn attention_is_compared_out_of_sight_once_the_plan_rests() {
    let mut stand = stand();
    assert!(
        !stand.panel_mut().compare(&stand.page),
        "compared when mounted"
    );
    stand.follow(PanelMoment::Hidden);
    let mut plan = Plan::clone(&stand.page.draft);
    plan.layout.tensor = 4;
    stand.send(Event::Edit(Box::new(plan)));
    assert!(stand.panel().sides(&stand.page).is_none());
    stand.rest();
    assert!(stand.panel().sides(&stand.page).is_some());
    // A print shows the present plan.
    let mut plan = Plan::clone(&stand.page.draft);
    plan.layout.tensor = 2;
    stand.send(Event::Edit(Box::new(plan)));
    stand.update(RooflineEvent::Print);
    assert!(stand.panel().sides(&stand.page).is_some());
}

#[test]
fn a_view_that_opens_compares_the_plan_shown() {
    let mut stand = stand();
    stand.follow(PanelMoment::Hidden);
    let mut plan = Plan::clone(&stand.page.draft);
    plan.layout.tensor = 4;
    stand.send(Event::Edit(Box::new(plan)));
    assert!(stand.panel().sides(&stand.page).is_none());
    assert!(points(&stand) > 0, "the component is made");
    assert!(stand.panel().sides(&stand.page).is_some());
}
