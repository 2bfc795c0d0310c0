use super::state::{ATTAINABLE, DAYS, DOLLARS, ID};
use super::*;
use crate::dom::UiEventKind;
use crate::panels::testing::{Stand, page};
use crate::store::{Effect, Event};

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

fn stand() -> Stand<RunFigure> {
    Stand::new(RunFigure::default(), page(PLAN))
}

/// Moves a slider to a value, as a browser reports it.
fn slide(stand: &mut Stand<RunFigure>, id: &str, value: &str) -> Vec<Effect> {
    let view = stand.panel().view(&stand.page);
    let ui_event = UiEvent::at(UiEventKind::Input, &view, &["#", id].concat()).typing(value);
    stand.on_ui_event(&ui_event)
}

#[test]
fn the_view_of_a_plan() {
    let html = stand().html();
    // The plot draws the curve of failures, and is tested there.
    let (before, after) = html.split_once("<div class=\"waste\">").unwrap();
    let after = after.split_once("<div class=\"lost\"").unwrap().1;
    insta::assert_snapshot!([before, "…\n<div class=\"lost\"", after].concat());
}

#[test]
fn tokens_move_the_plan_once() {
    let mut stand = stand();
    let before = stand.page.estimate.run.tokens;
    slide(&mut stand, "run-tokens", "10");
    let after = stand.page.estimate.run.tokens;
    assert!(after > before, "{before} {after}");
    let view = stand.panel().view(&stand.page);
    let again = UiEvent::at(UiEventKind::Change, &view, "#run-tokens").typing("10");
    assert_eq!(stand.panel().on_ui_event(&stand.page, &again), None);
}

#[test]
fn what_is_granted_moves_the_walls() {
    let mut stand = stand();
    slide(&mut stand, "run-days", "0");
    slide(&mut stand, "run-dollars", "1");
    assert_eq!(stand.panel().granted().days, 1.0);
    assert_eq!(stand.panel().granted().dollars, 2e3);
    let walls = stand.panel().walls_of(&stand.page);
    assert!(walls[1].is_hit() && walls[2].is_hit());
    assert!(stand.html().contains("class=\"struck\""));
    slide(&mut stand, "run-attainable", "60");
    assert_eq!(stand.panel().attainable, 60.0);
}

#[test]
fn values_out_of_range_stop_at_the_ends() {
    let mut stand = stand();
    for (id, value) in [
        ("run-days", "99"),
        ("run-dollars", "1e300"),
        ("run-attainable", "-5"),
    ] {
        slide(&mut stand, id, value);
    }
    assert_eq!(stand.panel().days, DAYS.len() - 1);
    assert_eq!(stand.panel().dollars, DOLLARS.len() - 1);
    assert_eq!(stand.panel().attainable, ATTAINABLE[0]);
    slide(&mut stand, "run-days", "-1");
    assert_eq!(stand.panel().days, 0);
}

#[test]
fn what_is_no_number_changes_nothing() {
    let stand = stand();
    let view = stand.panel().view(&stand.page);
    for id in [
        "#run-tokens",
        "#run-days",
        "#run-dollars",
        "#run-attainable",
    ] {
        let ui_event = UiEvent::at(UiEventKind::Input, &view, id).typing("");
        assert_eq!(
            stand.panel().on_ui_event(&stand.page, &ui_event),
            None,
            "{id}"
        );
    }
    let elsewhere = UiEvent::anywhere(UiEventKind::Input);
    assert_eq!(stand.panel().on_ui_event(&stand.page, &elsewhere), None);
}

#[test]
fn the_table_is_made_only_while_it_is_open() {
    let mut stand = stand();
    assert!(!stand.html().contains("<table>"));
    stand.send(Event::Fold(ID.to_owned(), true));
    assert!(stand.html().contains("<table>"));
}
