use super::bars::{MOST_BARS, barred};
use super::*;
use crate::panels::testing::{Stand, page};
use crate::store::Event;

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

fn stand(link: &str) -> Stand<MemoryFigure> {
    Stand::new(MemoryFigure, page(link))
}

#[test]
fn the_view_of_a_plan() {
    insta::assert_snapshot!(stand(PLAN).html());
}

#[test]
fn a_stage_beyond_its_gpu_is_marked() {
    assert!(!stand(PLAN).html().contains("stage over"));
    let html = stand("#v=1&p=llama3-70b/h100x8").html();
    assert_eq!(html.matches("\"stage over\"").count(), 1);
}

#[test]
fn a_bar_stands_for_several_stages_where_there_are_very_many() {
    let page = stand(PLAN).page;
    let mut memory = page.estimate.memory.clone();
    assert_eq!(barred(&memory), [0, 1, 2, 3]);
    memory.stages = memory.stages.repeat(40);
    assert!(memory.stages.len() > MOST_BARS);
    assert!(barred(&memory).len() <= MOST_BARS);
}

#[test]
fn the_open_stage_is_marked() {
    let mut stand = stand(PLAN);
    assert!(!stand.html().contains("data-open"));
    stand.send(Event::OpenStage(Some(2)));
    assert!(stand.html().contains("data-stage=\"2\" data-open>"));
}
