use super::*;
use crate::dom::{Keys, UiEventKind};
use crate::panels::testing::{Stand, page};

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

fn stand() -> Stand<Map> {
    Stand::new(Map::default(), page(PLAN))
}

#[test]
fn the_view_of_a_plan() {
    insta::assert_snapshot!(stand().html());
}

#[test]
fn a_press_chooses_a_gpu() {
    let mut stand = stand();
    stand.press("[data-gpu=\"9\"]");
    assert_eq!(stand.panel().gpu, 9);
    assert!(stand.html().contains("aria-valuenow=\"9\""));
}

#[test]
fn keys_walk_by_gpu_node_and_stage_and_stop_at_the_ends() {
    let mut stand = stand();
    for (key, gpu) in [
        ("ArrowRight", 1),
        ("ArrowDown", 9),
        ("PageDown", 25),
        ("ArrowLeft", 24),
        ("End", 63),
        ("ArrowRight", 63),
        ("PageDown", 63),
        ("Home", 0),
    ] {
        let view = stand.view();
        let keys = Keys {
            key: key.to_owned(),
            ..Keys::default()
        };
        let ui_event = UiEvent::at(UiEventKind::KeyDown, &view, "#map .nodes").pressing(keys);
        stand.on_ui_event(&ui_event);
        assert_eq!(stand.panel().gpu, gpu, "{key}");
        assert!(ui_event.is_prevented(), "{key} must not scroll the page");
    }
}

#[test]
fn a_number_beyond_the_cluster_is_its_last_gpu() {
    let mut stand = stand();
    let view = stand.view();
    stand.on_ui_event(&UiEvent::at(UiEventKind::Input, &view, "#map-gpu").typing("900"));
    assert_eq!(stand.panel().gpu, 63);
}

#[test]
fn an_axis_without_groups_does_not_colour() {
    let mut stand = stand();
    stand.press("[data-axis=\"4\"]");
    assert_eq!(stand.panel().axis, 4);
    let mut alone = Stand::new(stand.state.take(), page("#v=1&p=llama3-8b/h100x8&tp=8"));
    assert!(
        alone
            .html()
            .contains("data-axis=\"0\" aria-pressed=\"true\"")
    );
    alone.press("[data-axis=\"0\"]");
    assert_eq!(alone.panel().axis, 0);
}
