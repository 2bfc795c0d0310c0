use cost::plan::Plan;
use formats::link::Key;

use super::machine::{Machine, PEAK, STEP, measure, measured_plan};
use super::slider::Slider;
use super::spec::Row;
use super::*;
use crate::components::SliderInput;
use crate::panels::testing::{html_of, outline, page, page_of, send};
use crate::store::{Event, PlanState, StopMarks};

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";
const LAYOUT: usize = 2;

/// The layout's controls as HTML.
fn layout(page: &Page) -> String {
    html_of(page, || view! { <Group group=&GROUPS[LAYOUT]/> })
}

/// The control of a key.
fn row(key: &str) -> &'static Row {
    groups::row(key).expect("a control of this key")
}

fn slider(key: &str) -> &'static Slider {
    match row(key) {
        Row::Slider(slider) => slider,
        _ => panic!("{key} is no slider"),
    }
}

/// Moves a slider; returns whether that changed the plan.
fn slide(page: &mut Page, key: &str, input: SliderInput) -> bool {
    let event = slider(key).slid(page, input);
    let is_some = event.is_some();
    event.into_iter().for_each(|event| drop(send(page, event)));
    is_some
}

#[test]
fn the_view_of_a_group() {
    insta::assert_snapshot!(outline(&layout(&page(PLAN))));
}

#[test]
fn the_controls_of_a_step_stand_first_once_and_in_its_order() {
    let mut page = page(PLAN);
    page.step.controls = vec!["gbs", "hsdp", "model"];
    let html = html_of(&page, || view! { <StepControls/> <Controls/> });
    let places = |text: &str| {
        html.match_indices(text)
            .map(|(place, _)| place)
            .collect::<Vec<_>>()
    };
    let rows = page.step.controls.iter().map(|key| {
        let row = places(&["data-control=\"", key, "\""].concat());
        assert_eq!(row.len(), 1, "{key}");
        row[0]
    });
    let rows: Vec<usize> = rows.collect();
    assert!(rows.is_sorted(), "{rows:?}");
    assert!(places("id=\"in-step\"")[0] < rows[0] && rows[2] < places("data-control=\"gpu\"")[0]);
    // Each has left a line in its place.
    assert_eq!(places(": at the top").len(), 3);
    page.step.controls.clear();
    assert!(!html_of(&page, || view! { <StepControls/> }).contains("in-step"));
}

#[test]
fn a_slider_steps_through_what_the_axis_offers() {
    let mut page = page(PLAN);
    for (input, tensor) in [
        (SliderInput::Stop(1), 2),
        (SliderInput::More, 4),
        (SliderInput::Less, 2),
        (SliderInput::Less, 1),
    ] {
        assert!(slide(&mut page, "tp", input));
        assert_eq!(page.draft.layout.tensor, tensor);
    }
    assert!(
        !slide(&mut page, "tp", SliderInput::Less),
        "below the first there is nothing"
    );
    assert!(!slide(&mut page, "tp", SliderInput::Stop(99)));
    assert_eq!(page.draft.layout.tensor, 1);
}

#[test]
fn a_field_takes_any_number_within_its_limits() {
    let mut page = page(PLAN);
    for (typed, tensor) in [(7.0, 7), (f64::NAN, 7), (-3.0, 7), (1e99, 7), (5.0, 5)] {
        slide(&mut page, "tp", SliderInput::Number(typed));
        assert_eq!(page.draft.layout.tensor, tensor, "{typed}");
    }
}

#[test]
fn the_value_in_force_is_no_event() {
    assert!(!slide(&mut page(PLAN), "tp", SliderInput::Number(8.0)));
    let page = page(PLAN);
    let Row::Options(zero) = row("zero") else {
        panic!("ZeRO is a choice");
    };
    let chosen = zero.get(&page.draft);
    assert!(zero.chosen(&page.draft, chosen).is_none());
    assert!(zero.chosen(&page.draft, chosen + 1).is_some());
}

#[test]
fn a_toggle_leaves_the_others_as_they_are() {
    let plan = page(PLAN).draft;
    let Row::Toggles(offload) = row("off") else {
        panic!("what is offloaded is a row of toggles");
    };
    let toggled = |plan: &Plan, index, is_on| match offload.toggled(plan, index, is_on) {
        Some(Event::Edit(plan) | Event::Jump(plan)) => *plan,
        _ => panic!("a changed plan"),
    };
    let first = toggled(&plan, 0, true);
    assert_eq!(offload.get(&first), 0b01);
    let both = toggled(&first, 1, true);
    assert_eq!(offload.get(&both), 0b11);
    assert_eq!(offload.get(&toggled(&both, 0, false)), 0b10);
    assert!(offload.toggled(&both, 1, true).is_none());
}

#[test]
fn a_text_that_cannot_be_read_changes_nothing() {
    let plan = page(PLAN).draft;
    let text = GROUPS[LAYOUT].rows.iter().find_map(|row| match row {
        Row::Fold(_, rows) => rows.iter().find_map(|row| match row {
            Row::Text(text) => Some(text),
            _ => None,
        }),
        _ => None,
    });
    let text = text.expect("a field of text");
    assert!(text.written(&plan, "twenty").is_none());
    assert!(text.written(&plan, "").is_some());
}

#[test]
fn a_locked_control_is_disabled_and_says_so() {
    let page = page_of("?lock=tp", PLAN);
    let html = layout(&page);
    let (_, control) = html.split_once("data-control=\"tp\"").unwrap();
    let (control, others) = control.split_once("data-control").unwrap();
    assert!(control.contains("data-locked") && control.contains(text::frame::locked()));
    // Two buttons, the range and the field.
    assert_eq!(control.matches(" disabled").count(), 4);
    assert!(!others.contains("data-locked") && !others.contains(" disabled"));
}

#[test]
fn every_key_has_one_control_and_every_control_a_label() {
    let mut keys = vec![STEP, PEAK];
    for group in listed() {
        for (key, name) in group.controls {
            assert!(!name.is_empty(), "label of the control {key}");
            keys.push(key);
        }
    }
    for key in Key::all() {
        let count = keys.iter().filter(|other| **other == key.name()).count();
        assert_eq!(count, 1, "controls of the key {key:?}");
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
        ("optkern", 0, 1),
        ("master", 0, 1),
        ("grads", 1, 0),
        ("msg", 2, 0),
    ] {
        let Row::Options(choice) = row(key) else {
            panic!("{key} is no choice");
        };
        let note = |plan: &_| choice.note(plan);
        let before = formats::link::encode(&plan);
        assert_eq!(choice.get(&plan), by_recipe, "{key}");
        assert_eq!(note(&plan), text::frame::by_recipe(), "{key}");
        choice.set(&mut plan, other);
        assert_eq!(choice.get(&plan), other, "{key}");
        let names = choice.options();
        let said = text::frame::recipe_has(names[by_recipe]);
        assert_eq!(note(&plan), said, "{key}");
        choice.set(&mut plan, by_recipe);
        assert_eq!(formats::link::encode(&plan), before, "{key}");
    }
}

#[test]
fn a_measurement_is_taken_and_removed() {
    let mut page = page(PLAN);
    let event = measure(&page, STEP, 12.5).expect("a measurement");
    send(&mut page, event);
    assert_eq!(page.draft.measured.step_s, Some(12.5));
    assert!(is_forget_shown(&page));
    assert!(measure(&page, STEP, 12.5).is_none(), "it is in force");
    assert!(measure(&page, PEAK, f64::NAN).is_none(), "none is in force");
    let event = measure(&page, STEP, f64::NAN).expect("an event");
    send(&mut page, event);
    assert!(page.draft.measured.is_empty());
    assert!(!is_forget_shown(&page));
}

/// True if the buttons that remove measurements are shown.
fn is_forget_shown(page: &Page) -> bool {
    let html = html_of(page, Machine);
    let buttons = html.lines().find(|line| line.contains("class=\"changes\""));
    !buttons.expect("the buttons").contains("hidden")
}

#[test]
fn the_measured_plan_comes_back_with_its_measurement() {
    let mut page = page(PLAN);
    let event = measure(&page, STEP, 12.5).expect("a measurement");
    send(&mut page, event);
    let run = page.link();
    let mut moved = Plan::clone(&page.draft);
    moved.layout.tensor = 4;
    send(&mut page, Event::Edit(Box::new(moved)));
    assert!(is_forget_shown(&page));
    let back = measured_plan(&page.draft);
    send(&mut page, Event::Jump(Box::new(back)));
    assert_eq!(page.link(), run);
}

#[test]
fn a_key_that_stands_for_several_names_controls_that_exist() {
    for key in ["p", "mla"] {
        for one in formats::link::presentation::several(key) {
            assert!(groups::row(one).is_some(), "{one}");
        }
    }
}

/// Marks by which a step up skips a stop, and none down is possible.
struct Skipping;

impl StopMarks for Skipping {
    fn of(&self, _: &str) -> &[PlanState] {
        &[]
    }

    fn are_true(&self, _: &Plan, _: &str) -> bool {
        true
    }

    fn are_of(&self, _: &Plan) -> bool {
        true
    }

    fn reason(&self, _: &str, _: usize) -> Option<String> {
        None
    }

    fn is_lacked(&self, _: &str, _: usize) -> bool {
        false
    }

    fn reached(&self, _: &Plan, _: &str, here: usize, to: usize) -> usize {
        if to > here { to + 1 } else { here }
    }

    fn said(&self, _: PlanState, key: &str) -> String {
        [", state of ", key].concat()
    }
}

#[test]
fn keys_skip_stops_and_a_pointer_does_not() {
    let mut page = page(PLAN);
    send(&mut page, Event::Marked(std::sync::Arc::new(Skipping)));
    assert!(layout(&page).contains("aria-valuetext=\"8, state of tp\""));
    assert!(!slide(&mut page, "tp", SliderInput::Less), "it stays");
    assert!(slide(&mut page, "tp", SliderInput::More));
    assert_eq!(page.draft.layout.tensor, 32, "16 is skipped");
    send(&mut page, Event::StartKeys);
    assert!(!slide(&mut page, "tp", SliderInput::Stop(1)));
    send(&mut page, Event::EndDrag);
    send(&mut page, Event::StartDrag);
    assert!(slide(&mut page, "tp", SliderInput::Stop(1)));
    assert_eq!(page.draft.layout.tensor, 2);
}
