use std::time::Duration;

use cost::plan::Plan;
use formats::link::presentation::Theme;

use super::*;
use crate::dom::{Keys, UiEventKind, html};
use crate::panels::testing::{Stand, page};
use crate::store::{Effect, Event, Message};
use act::TimelineAction;
use ids::BLOCKS;

/// p = 4, m = 8.
const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=16";
/// p = 64, m = 512: more blocks than are laid out at once.
const LONG: &str = "#v=1&p=class-100b/h100x4096&layers=128&tp=8&pp=64&gbs=4096";
/// Width of the canvas, as if it had been painted.
const WIDTH: f64 = 800.0;

fn stand() -> Stand<TimelineFigure> {
    let stand = Stand::new(TimelineFigure::default(), page(PLAN));
    stand.panel_mut().width = WIDTH;
    stand
}

fn press_key(stand: &mut Stand<TimelineFigure>, key: &str) -> UiEvent {
    let keys = Keys {
        key: key.to_owned(),
        ..Keys::default()
    };
    let view = stand.view();
    let ui_event = UiEvent::at(UiEventKind::KeyDown, &view, "#timeline-region").pressing(keys);
    stand.on_ui_event(&ui_event);
    ui_event
}

/// Description of the selected block.
fn said(stand: &Stand<TimelineFigure>) -> String {
    let html = stand.html().replace('\u{a0}', " ");
    let (_, after) = html.split_once("aria-live=\"polite\">").unwrap();
    after.split_once("</p>").unwrap().0.to_owned()
}

fn rank_and_index(stand: &Stand<TimelineFigure>) -> (usize, Option<usize>) {
    (stand.panel().selection.rank, stand.panel().selection.index)
}

#[test]
fn the_view_of_a_plan() {
    insta::assert_snapshot!(stand().html());
}

#[test]
fn keys_go_from_block_to_block_and_from_stage_to_stage() {
    let mut stand = stand();
    for (key, at) in [
        ("ArrowRight", (0, Some(0))),
        ("ArrowRight", (0, Some(1))),
        ("Home", (0, Some(0))),
        ("ArrowLeft", (0, Some(0))),
        ("ArrowDown", (1, Some(0))),
        ("End", (1, Some(15))),
        ("ArrowRight", (1, Some(15))),
        ("ArrowUp", (0, Some(15))),
        ("ArrowUp", (0, Some(15))),
    ] {
        let ui_event = press_key(&mut stand, key);
        assert_eq!(rank_and_index(&stand), at, "{key}");
        assert!(ui_event.is_prevented(), "{key} must not scroll the page");
    }
    assert!(said(&stand).starts_with("Stage 0, backward of micro-batch 7:"));
}

#[test]
fn a_key_without_a_meaning_is_left_to_the_browser() {
    let mut stand = stand();
    assert!(!press_key(&mut stand, "a").is_prevented());
    let keys = Keys {
        key: "ArrowRight".to_owned(),
        control: true,
        ..Keys::default()
    };
    let view = stand.view();
    let ui_event = UiEvent::at(UiEventKind::KeyDown, &view, "#timeline-region").pressing(keys);
    assert!(stand.on_ui_event(&ui_event).is_empty() && !ui_event.is_prevented());
    assert_eq!(rank_and_index(&stand), (0, None));
}

#[test]
fn the_pointer_selects_the_block_under_it() {
    let mut stand = stand();
    let view = stand.view();
    let at = |place| UiEvent::at(UiEventKind::PointerMove, &view, "canvas").pointing(place, WIDTH);
    // Rows are 26 pixels high.
    stand.on_ui_event(&at([WIDTH - 3.0, 3.0]));
    assert!(said(&stand).starts_with("Stage 0, backward of micro-batch 7:"));
    stand.on_ui_event(&at([3.0, 3.0 * 26.0 + 1.0]));
    assert!(said(&stand).starts_with("Stage 3, forward of micro-batch 0:"));
    let again = at([4.0, 3.0 * 26.0 + 2.0]);
    assert_eq!(stand.panel().on_ui_event(&stand.page, &again), None);
    stand.on_ui_event(&at([-5.0, 1e6]));
    assert_eq!(stand.panel().selection.rank, 3);
}

#[test]
fn zoom_keeps_the_block_that_is_looked_at_where_it_is() {
    let mut stand = stand();
    press_key(&mut stand, "End");
    let place = |panel: &TimelineFigure, left: f64| {
        let cell = panel.charts[0].as_ref().unwrap().timeline.cell(0, 15);
        cell.unwrap().start / panel.end() * WIDTH * panel.scale() - left
    };
    let before = place(&stand.panel(), 0.0);
    press_key(&mut stand, "+");
    let left = stand.panel_mut().scroll_to.take().unwrap();
    assert_eq!(stand.panel().zoom, 1);
    assert!((place(&stand.panel(), left) - before).abs() < 1e-6);
    assert!(stand.html().contains("--zoom:2"));
    for _ in 0..20 {
        stand.press("[data-act=\"+\"]");
    }
    assert_eq!(stand.panel().zoom, 8);
    for _ in 0..20 {
        stand.press("[data-act=\"-\"]");
    }
    assert_eq!(
        (stand.panel().zoom, stand.panel().scroll_to),
        (0, Some(0.0))
    );
}

#[test]
fn another_schedule_is_drawn_below_and_keys_pass_to_it() {
    let mut stand = stand();
    let view = stand.view();
    stand.on_ui_event(&UiEvent::at(UiEventKind::Change, &view, "#timeline select").typing("zbh2"));
    let html = stand.html().replace('\u{a0}', " ");
    assert_eq!(html.matches("<canvas").count(), 2);
    assert!(html.contains("1F1B has a bubble of") && html.contains("ZB-H2 has a bubble of"));
    press_key(&mut stand, "ArrowRight");
    for _ in 0..4 {
        press_key(&mut stand, "ArrowDown");
    }
    assert_eq!(
        (stand.panel().selection.chart, stand.panel().selection.rank),
        (1, 0)
    );
    // Without the second chart the selection moves to the first.
    let view = stand.view();
    stand.on_ui_event(&UiEvent::at(UiEventKind::Change, &view, "#timeline select").typing(""));
    assert_eq!(stand.html().matches("<canvas").count(), 1);
    assert_eq!(stand.panel().selection.chart, 0);
}

#[test]
fn the_step_follows_the_plan_at_once_in_sight_and_at_rest_out_of_it() {
    let mut stand = stand();
    let rows = |stand: &Stand<TimelineFigure>| {
        let panel = stand.panel();
        let chart = panel.charts[0].as_ref().unwrap();
        chart.timeline.rows().len()
    };
    press_key(&mut stand, "End");
    for _ in 0..3 {
        press_key(&mut stand, "ArrowDown");
    }
    let two = page("#v=1&p=llama3-70b/h100x64&tp=8&pp=2&gbs=16").draft;
    stand.send(Event::Edit(Box::new(Plan::clone(&two))));
    assert_eq!(rows(&stand), 4, "nobody sees it");
    assert!(stand.changes(PanelMoment::Rested));
    assert_eq!(rows(&stand), 2);
    assert_eq!(stand.panel().selection.rank, 1, "the look stays on a stage");
    stand.follow(PanelMoment::Shown);
    stand.send(Event::Edit(Box::new(Plan::clone(&page(PLAN).draft))));
    assert_eq!(rows(&stand), 4);
}

#[test]
fn a_long_step_is_laid_out_in_a_task_of_its_own() {
    let mut panel = TimelineFigure::default();
    let page = page(LONG);
    let mut effects = Vec::new();
    panel.follow(
        &page,
        PanelMoment::Mounted,
        &mut Effects::new(&mut effects, ID),
    );
    panel.follow(
        &page,
        PanelMoment::Rested,
        &mut Effects::new(&mut effects, ID),
    );
    let [Effect::After(Duration::ZERO, Message::Panel(_))] = effects[..] else {
        panic!("it is to be laid out once, and a little later");
    };
    assert!(!html::of(&panel.view(&page)).contains("<canvas"));
    let mut stand = Stand::mounted(panel, page);
    stand.update(TimelineEvent::LayOut);
    assert!(stand.html().contains("<canvas"));
}

#[test]
fn more_blocks_than_can_be_drawn_are_said() {
    let many = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=1048576";
    let mut stand = Stand::new(TimelineFigure::default(), page(many));
    stand.update(TimelineEvent::LayOut);
    assert!(stand.html().contains("more blocks than can be drawn"));
    for act in [
        TimelineAction::Play,
        TimelineAction::Zoom(1),
        TimelineAction::Climb(true),
    ] {
        stand.update(TimelineEvent::Act(act));
    }
}

#[test]
fn the_cursor_runs_when_asked_and_stops_at_the_end() {
    let mut stand = stand();
    let effects = stand.press("[data-act=\" \"]");
    assert!(matches!(effects[..], [Effect::Run(_)]));
    assert!(!stand.panel().is_playing, "the browser says whether it may");
    let effects = stand.update(TimelineEvent::Run);
    assert!(matches!(effects[..], [Effect::Run(_)]));
    stand.update(TimelineEvent::Frame(1_000.0));
    stand.panel_mut().is_painted = true;
    stand.update(TimelineEvent::Frame(1_800.0));
    assert!(
        (stand.panel().now - 0.1).abs() < 1e-4,
        "{}",
        stand.panel().now
    );
    assert!(stand.panel().is_painted, "only the cursor has moved");
    assert!(stand.html().contains("--now:0.1000"));
    assert!(stand.press("[data-act=\" \"]").is_empty());
    assert!(!stand.panel().is_playing && stand.panel().selection.index.is_some());
    assert!(stand.update(TimelineEvent::Frame(1_900.0)).is_empty());
    stand.update(TimelineEvent::Run);
    stand.update(TimelineEvent::Frame(2_000.0));
    assert!(stand.update(TimelineEvent::Frame(20_000.0)).is_empty());
    assert_eq!((stand.panel().now, stand.panel().is_playing), (1.0, false));
}

#[test]
fn the_drawing_moves_on_before_the_cursor_leaves_it() {
    let mut stand = stand();
    stand.panel_mut().zoom = 1;
    stand.update(TimelineEvent::Run);
    stand.update(TimelineEvent::Frame(0.0));
    stand.update(TimelineEvent::Frame(6_000.0));
    assert_eq!(stand.panel().scroll_to, None);
    stand.update(TimelineEvent::Frame(7_400.0));
    assert!(stand.panel().scroll_to.is_some() && !stand.panel().is_painted);
}

#[test]
fn print_is_light_and_the_theme_comes_back() {
    let mut page = crate::panels::testing::page_of("?theme=dark", PLAN);
    page.settings.theme = Theme::Dark;
    let mut stand = Stand::new(TimelineFigure::default(), page);
    let shown = |effects: Vec<Effect>| match effects[..] {
        [Effect::ShowTheme(theme)] => theme,
        _ => "",
    };
    let effects = stand.on_ui_event(&UiEvent::anywhere(UiEventKind::BeforePrint));
    assert_eq!(shown(effects), "light");
    let effects = stand.on_ui_event(&UiEvent::anywhere(UiEventKind::AfterPrint));
    assert_eq!(shown(effects), "dark");
}

#[test]
fn a_stages_blocks_stand_in_a_table_what_repeats_in_one_row() {
    let mut stand = stand();
    assert!(!stand.html().contains("<tbody>"));
    stand.send(Event::Fold(BLOCKS.to_owned(), true));
    let html = stand.html();
    assert!(html.contains("forward 0–"), "{html}");
    assert!(html.matches("<tr>").count() < 12, "{html}");
}

#[test]
fn without_a_pipeline_nothing_waits() {
    let plan = "#v=1&p=llama3-8b/h100x8&gbs=64";
    let html = Stand::new(TimelineFigure::default(), page(plan)).html();
    assert!(html.contains("One stage waits for no other"));
    assert_eq!(html.matches("<option").count(), 1);
}
