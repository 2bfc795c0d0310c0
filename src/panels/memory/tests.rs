use cost::why::{Figure, Root};

use super::stage::StageBars;
use super::*;
use crate::panels::testing::{html_of, outline, page, send};
use crate::store::Event;
use text::number::BytesText as _;

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";
const TWO_STAGES: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=2";

fn html(link: &str) -> String {
    html_of(&page(link), MemoryFigure)
}

#[test]
fn the_view_of_a_plan() {
    insta::assert_snapshot!(outline(&html(PLAN)));
}

#[test]
fn a_stage_beyond_its_gpu_is_marked() {
    assert!(!html(PLAN).contains("stage over"));
    let html = html("#v=1&p=llama3-70b/h100x8");
    assert_eq!(html.matches("\"stage over\"").count(), 1);
}

#[test]
fn a_tight_plan_is_not_said_to_fit() {
    let tight = html("#v=1&p=llama3-70b/h100x64&tp=8&pp=4&mbs=2&recipe=deepspeed");
    assert!(tight.contains("the fullest may not fit."), "{tight}");
    let over = html("#v=1&p=llama3-70b/h100x64&tp=8&pp=4&mbs=4");
    assert!(over.contains("2 of 4 do not fit."), "{over}");
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
        assert!(html.contains(&format!(">{}</button>", units.figure(stage.total()))));
    }
}

#[test]
fn the_open_stage_is_marked() {
    let mut page = page(PLAN);
    assert!(!html_of(&page, MemoryFigure).contains("data-chosen"));
    send(&mut page, Event::OpenFigure("memory.total@2".parse().ok()));
    let html = html_of(&page, MemoryFigure);
    assert_eq!(html.matches("data-chosen").count(), 1);
    assert!(html.contains("data-stage=\"2\" data-chosen"));
}

#[test]
fn a_press_on_a_part_opens_its_figure_and_beside_the_parts_that_of_the_stage() {
    let page = page(PLAN);
    let bars = StageBars::of(&page, 0);
    let mut begin = 0.0;
    for ((share, _), (_, _, root)) in bars.kinds.iter().zip(&KINDS) {
        if *share > 0.0 {
            assert_eq!(bars.part_at(Some(begin + share / 2.0)), *root);
        }
        begin += share;
    }
    assert_eq!(bars.part_at(Some(begin + 0.01)), Root::MemoryTotal);
    assert_eq!(bars.part_at(None), Root::MemoryTotal);
}

#[test]
fn the_open_figure_is_framed_and_its_stage_is_chosen() {
    let mut page = page(PLAN);
    assert!(!html_of(&page, MemoryFigure).contains("data-opened"));
    let figure: Figure = "memory.activations@2".parse().expect("a figure");
    send(&mut page, Event::OpenFigure(Some(figure)));
    let html = html_of(&page, MemoryFigure);
    assert_eq!(html.matches("data-opened").count(), 1);
    assert!(html.contains("data-stage=\"2\" data-chosen"), "{html}");
    send(&mut page, Event::OpenFigure("memory.total@1".parse().ok()));
    let html = html_of(&page, MemoryFigure);
    assert!(!html.contains("data-opened"));
    assert_eq!(html.matches("aria-expanded=\"true\"").count(), 1);
}

/// The outlines of another plan as HTML.
fn outlines(other: Option<&str>) -> String {
    let other = other.map(|link| page(link).estimate);
    let mut page = page(PLAN);
    send(&mut page, Event::Preview(other));
    html_of(&page, MemoryGhost)
}

#[test]
fn another_plan_is_outlined_with_its_totals() {
    let other = page("#v=1&p=llama3-70b/h100x64&tp=4&pp=4");
    let html = outlines(Some("#v=1&p=llama3-70b/h100x64&tp=4&pp=4"));
    assert_eq!(html.matches("<s").count(), 4);
    for stage in &other.estimate.memory.stages {
        assert!(
            html.contains(&other.units().figure(stage.total())),
            "{html}"
        );
    }
    assert!(!outlines(None).contains("<s"));
}

#[test]
fn of_another_number_of_stages_only_the_fullest_is_outlined() {
    let html = outlines(Some(TWO_STAGES));
    assert_eq!(html.matches("<s").count(), 1);
    let other = page(TWO_STAGES);
    let peak = other.units().figure(other.estimate.memory.peak());
    assert!(html.contains(&peak), "{html}");
}

#[test]
fn the_host_has_a_bar_where_something_is_offloaded() {
    let bar = |link: &str| html_of(&page(link), HostBar);
    let plain = "#v=1&p=llama3-8b/h100x8&zero=3&recipe=hf-deepspeed";
    assert!(!bar(plain).contains("track"));
    let fits = bar(&[plain, "&off=opt"].concat());
    assert!(fits.contains("Host memory: enough"), "{fits}");
    assert!(!fits.contains("host over"), "{fits}");
    let over = bar(&[plain, "&off=opt&host=128"].concat());
    assert!(over.contains("stage host over"), "{over}");
    assert!(over.contains("Host memory: not enough"), "{over}");
}
