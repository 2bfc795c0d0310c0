use super::*;
use crate::panels::testing::{html_of, page, send};
use crate::store::Event;

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

fn html(link: &str) -> String {
    html_of(&page(link), MemoryFigure)
}

#[test]
fn the_view_of_a_plan() {
    insta::assert_snapshot!(html(PLAN));
}

#[test]
fn a_stage_beyond_its_gpu_is_marked() {
    assert!(!html(PLAN).contains("stage over"));
    let html = html("#v=1&p=llama3-70b/h100x8");
    assert_eq!(html.matches("\"stage over\"").count(), 1);
}

#[test]
fn a_bar_stands_for_several_stages_where_there_are_very_many() {
    let mut memory = page(PLAN).estimate.memory.clone();
    assert_eq!(barred(&memory), [0, 1, 2, 3]);
    memory.stages = memory.stages.repeat(40);
    assert!(memory.stages.len() > MOST_BARS);
    assert!(barred(&memory).len() <= MOST_BARS);
}

#[test]
fn each_kind_with_room_has_its_number_and_the_row_ends_with_the_total() {
    let page = page(PLAN);
    let html = html_of(&page, MemoryFigure);
    let units = page.units();
    for stage in &page.estimate.memory.stages {
        assert!(html.contains(&format!("<b>{}</b>", units.figure(stage.total()))));
    }
}

#[test]
fn the_open_stage_is_marked() {
    let mut page = page(PLAN);
    assert!(!html_of(&page, MemoryFigure).contains("data-open"));
    send(&mut page, Event::OpenStage(Some(2)));
    let html = html_of(&page, MemoryFigure);
    assert_eq!(html.matches("data-open").count(), 1);
    assert!(html.contains("data-stage=\"2\" data-open"));
}
