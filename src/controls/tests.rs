use super::spec::Row;
use super::*;
use crate::dom::{UiEventKind, html};
use crate::panels::testing::{Stand, page, page_of};
use crate::store::Effect;

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

/// The group at this index.
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

fn on_ui_event(stand: &mut Stand<ControlGroup>, ui_event: &UiEvent) -> Vec<Effect> {
    stand.on_ui_event(ui_event)
}

#[test]
fn the_view_of_a_group() {
    insta::assert_snapshot!(layout(PLAN).html());
}

#[test]
fn a_slider_steps_through_what_the_axis_offers() {
    let mut stand = layout(PLAN);
    let view = stand.view();
    on_ui_event(
        &mut stand,
        &UiEvent::at(UiEventKind::Input, &view, "#tp").typing("1"),
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
        on_ui_event(
            &mut stand,
            &UiEvent::at(UiEventKind::Input, &view, field).typing(typed),
        );
        assert_eq!(stand.page.draft.layout.tensor, tensor, "{typed}");
    }
    let view = stand.view();
    let left = UiEvent::at(UiEventKind::Change, &view, field).typing("");
    assert_eq!(
        Panel::on_ui_event(&stand.panel, &stand.page, &left),
        Some(ControlEvent::Left)
    );
}

#[test]
fn what_moves_nothing_draws_nothing() {
    let stand = layout(PLAN);
    let view = stand.view();
    let same = UiEvent::at(UiEventKind::Input, &view, "[data-control=\"tp\"] .number").typing("8");
    assert_eq!(Panel::on_ui_event(&stand.panel, &stand.page, &same), None);
    let label = UiEvent::at(UiEventKind::Click, &view, "[data-control=\"tp\"] label");
    assert_eq!(Panel::on_ui_event(&stand.panel, &stand.page, &label), None);
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
    on_ui_event(
        &mut stand,
        &UiEvent::at(UiEventKind::Change, &view, &selector).typing("twenty"),
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
        PanelMoment::Changed,
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

/// Each setting follows the framework until it is chosen, and follows it again once the framework's
/// own value is chosen.
#[test]
fn settings_of_a_framework_follow_it_until_they_are_chosen() {
    let (mut plan, _) = formats::link::decode("#v=1&p=mixtral-8x7b/h100x64&ep=8&recipe=nemo");
    for (key, by_recipe, other) in [
        ("disp", 1, 0),
        ("graph", 0, 1),
        ("gsync", 0, 1),
        ("master", 0, 1),
        ("grads", 1, 0),
        ("msg", 2, 0),
    ] {
        let row = GROUPS.iter().find_map(|g| groups::find(g.rows, key));
        let Some(Row::Options(choice)) = row else {
            panic!("{key} is no choice");
        };
        let note = |plan: &_| (choice.note)(&text::EN, plan);
        let before = formats::link::encode(&plan);
        assert_eq!((choice.get)(&plan), by_recipe, "{key}");
        assert_eq!(note(&plan), text::EN.frame.by_recipe, "{key}");
        (choice.set)(&mut plan, other);
        assert_eq!((choice.get)(&plan), other, "{key}");
        let names = (choice.options)(&text::EN);
        let said = [text::EN.frame.recipe_has, names[by_recipe]].concat();
        assert_eq!(note(&plan), said, "{key}");
        (choice.set)(&mut plan, by_recipe);
        assert_eq!(formats::link::encode(&plan), before, "{key}");
    }
}

#[test]
fn a_measured_step_is_taken_when_the_field_is_left() {
    let mut stand = Stand::new(MachinePanel::default(), page(PLAN));
    let view = stand.view();
    let typing = UiEvent::at(UiEventKind::Input, &view, "#mstep").typing("12.5");
    assert!(stand.on_ui_event(&typing).is_empty() && stand.page.draft.measured.is_empty());
    stand.on_ui_event(&UiEvent::at(UiEventKind::Change, &view, "#mstep").typing("12.5"));
    assert_eq!(stand.page.draft.measured.step_s, Some(12.5));
    assert!(stand.html().contains("id=\"forget\""));
    stand.press("#forget");
    assert!(stand.page.draft.measured.is_empty());
}

#[test]
fn the_measured_plan_comes_back_with_its_measurement() {
    let mut stand = Stand::new(MachinePanel::default(), page(PLAN));
    let view = stand.view();
    stand.on_ui_event(&UiEvent::at(UiEventKind::Change, &view, "#mstep").typing("12.5"));
    let run = stand.page.link();
    let mut moved = cost::plan::Plan::clone(&stand.page.draft);
    moved.layout.tensor = 4;
    stand.send(Event::Edit(Box::new(moved)));
    assert!(html::text_of(&stand.view()).contains(stand.page.strings.machine.go_back));
    stand.press("#go-back");
    assert_eq!(stand.page.link(), run);
}

#[test]
fn a_key_that_stands_for_several_names_controls_that_exist() {
    for key in ["p", "mla"] {
        for one in formats::link::presentation::several(key) {
            let mut all = GROUPS.iter();
            let is_here = all.any(|group| groups::find(group.rows, one).is_some());
            assert!(is_here, "{one}");
        }
    }
}
