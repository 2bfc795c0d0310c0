use super::*;
use crate::dom::{Kind, html};
use crate::panels::testing::{Stand, page, page_of};
use crate::store::Effect;

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

/// The group of this place.
fn group(place: usize) -> ControlGroup {
    ControlGroup {
        group: &GROUPS[place],
        shown: Vec::new(),
        locks: Vec::new(),
        marked: Vec::new(),
        refused: None,
    }
}

const LAYOUT: usize = 2;

fn layout(fragment: &str) -> Stand<ControlGroup> {
    Stand::new(group(LAYOUT), page(fragment))
}

fn hear(stand: &mut Stand<ControlGroup>, heard: &Heard) -> Vec<Effect> {
    stand.hear(heard)
}

#[test]
fn the_view_of_a_group() {
    insta::assert_snapshot!(layout(PLAN).html());
}

#[test]
fn a_slider_steps_through_what_the_axis_offers() {
    let mut stand = layout(PLAN);
    let view = stand.view();
    hear(
        &mut stand,
        &Heard::at(Kind::Input, &view, "#tp").typing("1"),
    );
    assert_eq!(stand.page.draft.layout.tensor, 2);
    stand.press("[data-control=\"tp\"] [data-step=\"up\"]");
    assert_eq!(stand.page.draft.layout.tensor, 4);
    stand.press("[data-control=\"tp\"] [data-step=\"down\"]");
    stand.press("[data-control=\"tp\"] [data-step=\"down\"]");
    stand.press("[data-control=\"tp\"] [data-step=\"down\"]");
    assert_eq!(
        stand.page.draft.layout.tensor, 1,
        "below the first there is nothing"
    );
}

#[test]
fn a_box_takes_any_number_within_its_limits() {
    let mut stand = layout(PLAN);
    let field = "[data-control=\"tp\"] .number";
    for (typed, tensor) in [("7", 7), ("", 7), ("-3", 7), ("1e99", 7), ("5", 5)] {
        let view = stand.view();
        hear(
            &mut stand,
            &Heard::at(Kind::Input, &view, field).typing(typed),
        );
        assert_eq!(stand.page.draft.layout.tensor, tensor, "{typed}");
    }
    let view = stand.view();
    let left = Heard::at(Kind::Change, &view, field).typing("");
    assert_eq!(
        Panel::hear(&stand.panel, &stand.page, &left),
        Some(ControlEvent::Left)
    );
}

#[test]
fn what_moves_nothing_draws_nothing() {
    let stand = layout(PLAN);
    let view = stand.view();
    let same = Heard::at(Kind::Input, &view, "[data-control=\"tp\"] .number").typing("8");
    assert_eq!(Panel::hear(&stand.panel, &stand.page, &same), None);
    let label = Heard::at(Kind::Click, &view, "[data-control=\"tp\"] label");
    assert_eq!(Panel::hear(&stand.panel, &stand.page, &label), None);
}

#[test]
fn a_text_that_cannot_be_read_stays_with_a_sentence_on_it() {
    let mut stand = layout(PLAN);
    let view = stand.view();
    let key = {
        let rows = GROUPS[LAYOUT].rows;
        let text = rows.iter().find_map(|row| match row {
            Row::Fold(_, rows) => rows.iter().find(|row| matches!(row, Row::Text(_))),
            _ => None,
        });
        text.and_then(Row::key).expect("a field of text")
    };
    let selector = format!("#{key}");
    hear(
        &mut stand,
        &Heard::at(Kind::Change, &view, &selector).typing("twenty"),
    );
    let html = stand.html();
    assert!(html.contains("aria-invalid=\"true\"") && html.contains(".value=\"twenty\""));
    let plan = Box::new(formats::link::decode("#v=1&p=llama3-8b/h100x8").0);
    stand.send(Event::Edit(plan));
    assert!(!stand.html().contains("twenty"), "the plan has moved on");
}

#[test]
fn a_locked_control_is_a_disabled_set_of_fields_that_says_so() {
    let stand = Stand::new(group(LAYOUT), page_of("?lock=tp", PLAN));
    let html = stand.html();
    assert!(html.contains("<fieldset class=\"row\" data-control=\"tp\" disabled"));
    assert!(html.contains(stand.page.strings.frame.locked));
}

#[test]
fn only_the_groups_that_a_movement_concerns_are_drawn_again() {
    let mut stand = Stand::new(group(0), page(PLAN));
    let mut other = page(PLAN);
    std::mem::swap(&mut stand.page, &mut other);
    let mut effects = Vec::new();
    let mut into = Effects::new(&mut effects, "controls");
    assert!(!Panel::follow(
        &mut stand.panel,
        &stand.page,
        Moment::Changed,
        &mut into
    ));
}

#[test]
fn every_key_has_one_control() {
    let mut keys: Vec<&str> = Vec::new();
    for group in listed(&text::EN) {
        keys.extend(group.controls.iter().map(|(key, _)| *key));
    }
    let mut once = keys.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), keys.len());
    for group in &GROUPS {
        for row in group.rows {
            if let Some(key) = row.key() {
                assert_eq!(groups::find(group.rows, key).and_then(Row::key), Some(key));
            }
        }
    }
}

#[test]
fn a_measured_step_is_taken_when_the_field_is_left() {
    let mut stand = Stand::new(Machine::default(), page(PLAN));
    let view = stand.view();
    let typing = Heard::at(Kind::Input, &view, "#mstep").typing("12.5");
    assert!(stand.hear(&typing).is_empty() && stand.page.draft.measured.is_empty());
    stand.hear(&Heard::at(Kind::Change, &view, "#mstep").typing("12.5"));
    assert_eq!(stand.page.draft.measured.step_s, Some(12.5));
    assert!(stand.html().contains("id=\"forget\""));
    stand.press("#forget");
    assert!(stand.page.draft.measured.is_empty());
}

#[test]
fn the_measured_plan_comes_back_with_its_measurement() {
    let mut stand = Stand::new(Machine::default(), page(PLAN));
    let view = stand.view();
    stand.hear(&Heard::at(Kind::Change, &view, "#mstep").typing("12.5"));
    let run = stand.page.link();
    let mut moved = cost::plan::Plan::clone(&stand.page.draft);
    moved.layout.tensor = 4;
    stand.send(Event::Edit(Box::new(moved)));
    assert!(html::text_of(&stand.view()).contains(stand.page.strings.machine.go_back));
    stand.press("#go-back");
    assert_eq!(stand.page.link(), run);
}
