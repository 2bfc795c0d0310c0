use std::sync::Arc;

use cost::legal::Legal;
use cost::moment::StepMoment;
use cost::timeline::Timeline;
use cost::units::Seconds;

use super::marked;
use crate::panels::testing::{page, send};
use crate::store::{Event, Page};

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=16";

/// The page at a share of its plan's step.
fn page_at(share: f64) -> Page {
    let mut page = page(PLAN);
    let legal = Legal::check(&page.plan).unwrap();
    let timeline = Timeline::of(&legal, &page.estimate).unwrap();
    let moment = StepMoment::of(&timeline, Seconds(share * timeline.end().0));
    send(&mut page, Event::ShowMoment(Some(Arc::new(moment))));
    page
}

#[test]
fn each_stage_holds_at_most_its_bar() {
    for share in [0.0, 0.1, 0.3, 0.5, 0.9, 1.0] {
        let page = page_at(share);
        let (_, marks) = marked(&page).unwrap();
        assert_eq!(marks.len(), 4);
        let ranks = &page.moment.as_ref().unwrap().ranks;
        for (mark, rank) in marks.iter().zip(ranks) {
            assert_eq!(mark.in_flight, rank.held.in_flight);
            assert!(mark.from > 0.0 && mark.free >= 0.0 && mark.from + mark.free < 1.0);
            assert_eq!(mark.in_flight == 0, rank.held.bytes == 0);
        }
    }
    let (at, marks) = marked(&page_at(0.02)).unwrap();
    assert!(
        at.starts_with("at ") && at.ends_with(" of the step"),
        "{at}"
    );
    let in_flight: Vec<usize> = marks.iter().map(|mark| mark.in_flight).collect();
    assert_eq!(in_flight, [1, 0, 0, 0]);
}

#[test]
fn another_plan_has_no_moment() {
    let mut page = page_at(0.3);
    let mut plan = cost::plan::Plan::clone(&page.draft);
    plan.layout.pipeline = 2;
    send(&mut page, Event::Edit(Box::new(plan)));
    assert_eq!(marked(&page), None);
}
