use search::sweep::{SweepReading, axis};

use super::state::ID;
use super::*;
use crate::dom::{Keys, UiEventKind};
use crate::panels::testing::{Stand, page, page_of, send};
use crate::store::{Effect, Event};

const PLAN: &str = "#v=1&p=llama3-8b/h100x8";

fn stand() -> Stand<SweepFigure> {
    Stand::new(SweepFigure::default(), page_of("?tab=sweep", PLAN))
}

/// Does all of the work under way.
fn finish(stand: &mut Stand<SweepFigure>) {
    while stand.panel_mut().work(&stand.page) {}
    stand.end_work(true);
}

/// The panel with its first sweep estimated.
fn worked_out() -> Stand<SweepFigure> {
    let mut stand = stand();
    finish(&mut stand);
    stand
}

/// Handles the plan's rest; returns the effects.
fn rest(stand: &mut Stand<SweepFigure>) -> Vec<Effect> {
    stand.follow(PanelMoment::Rested)
}

fn choose(stand: &mut Stand<SweepFigure>, list: &str, place: usize) -> Vec<Effect> {
    let view = stand.panel().view(&stand.page);
    stand.on_ui_event(&UiEvent::at(UiEventKind::Change, &view, list).choosing(place))
}

fn press_key(stand: &mut Stand<SweepFigure>, at: &str, key: &str) -> (Vec<Effect>, bool) {
    let keys = Keys {
        key: key.to_owned(),
        ..Keys::default()
    };
    let view = stand.panel().view(&stand.page);
    let selector = ["[data-at=\"", at, "\"]"].concat();
    // Buttons with one number come before the points, whose ids have two.
    let ui_event = UiEvent::at(UiEventKind::KeyDown, &view, &selector).pressing(keys);
    let effects = stand.on_ui_event(&ui_event);
    (effects, ui_event.is_prevented())
}

fn is_work(effects: &[Effect]) -> bool {
    matches!(effects, [Effect::Work(ID, _)])
}

#[test]
fn a_closed_sweep_is_not_worked_out_before_its_tab_is_opened() {
    let mut stand = Stand::new(SweepFigure::default(), page(PLAN));
    assert!(stand.follow(PanelMoment::Changed).is_empty());
    assert!(rest(&mut stand).is_empty());
    send(&mut stand.page, Event::OpenTab(View::Sweep));
    assert!(is_work(&stand.follow(PanelMoment::Shown)));
}

#[test]
fn the_view_while_nothing_is_worked_out() {
    insta::assert_snapshot!(stand().html());
}

#[test]
fn the_view_of_a_sweep() {
    let mut stand = stand();
    // Leaves only a few points.
    stand.update(SweepEvent::Show(SweepReading::Step));
    stand.update(SweepEvent::VaryAcross("tp"));
    stand.update(SweepEvent::VaryBetween("ckpt"));
    finish(&mut stand);
    let html = stand.html();
    let (_, swept) = html.split_once("class=\"swept\"").unwrap();
    insta::assert_snapshot!(swept);
}

#[test]
fn work_begins_when_it_is_put_up_and_shows_nothing_before_its_end() {
    let mut stand = stand();
    assert!(stand.panel_mut().work(&stand.page), "there is work to do");
    assert!(stand.panel().sweeps.shown().is_none());
    finish(&mut stand);
    assert!(!stand.panel().is_old(&stand.page));
    assert!(!stand.panel_mut().work(&stand.page), "no work is left");
    // An end without work changes nothing.
    stand.end_work(false);
    assert!(stand.panel().sweeps.shown().is_some() && !stand.panel().sweeps.is_cut);
}

#[test]
fn what_was_stopped_in_time_says_so() {
    let mut stand = stand();
    for _ in 0..20 {
        stand.panel_mut().work(&stand.page);
    }
    stand.end_work(false);
    let words = &crate::panels::words().sweep;
    let cut = ["<p class=\"left-out\">", words.cut].concat();
    let html = stand.html().replace("\n      ", "").replace("\n    ", "");
    assert!(html.contains(&cut), "{html}");
}

#[test]
fn a_question_is_worked_out_at_once_and_a_moved_plan_when_it_rests() {
    let mut stand = worked_out();
    assert!(is_work(&stand.press(".preset[data-at=\"1\"]")));
    finish(&mut stand);
    assert!(rest(&mut stand).is_empty(), "it is answered");
    // A change of a swept axis keeps the points; any other change makes new ones.
    let moved = stand.send(Event::Follow([PLAN, "&seq=4096"].concat()));
    assert!(moved.is_empty() && rest(&mut stand).is_empty());
    let moved = stand.send(Event::Follow([PLAN, "&gbs=64&mbs=2"].concat()));
    assert!(moved.is_empty(), "nothing begins while the plan moves");
    assert!(stand.html().contains("class=\"swept old\""));
    assert!(is_work(&rest(&mut stand)));
    finish(&mut stand);
    assert!(!stand.html().contains("class=\"swept old\""));
}

#[test]
fn work_is_given_up_when_the_plan_moves_meanwhile() {
    let mut stand = worked_out();
    stand.send(Event::Follow([PLAN, "&mbs=2&gbs=64"].concat()));
    rest(&mut stand);
    let effects = stand.send(Event::Follow([PLAN, "&mbs=4&gbs=64"].concat()));
    assert!(matches!(effects[..], [Effect::StopWork(ID)]));
    assert!(!stand.panel_mut().work(&stand.page));
    // Back at the plan shown, nothing is left to do.
    stand.send(Event::Follow(PLAN.to_owned()));
    assert!(rest(&mut stand).is_empty());
}

#[test]
fn lists_choose_what_varies_and_one_control_varies_once() {
    let mut stand = worked_out();
    let place = |key: &str| axis(key).unwrap().index();
    choose(&mut stand, "#sweep-reading", SweepReading::Mfu as usize);
    assert_eq!(stand.panel().asked.reading, SweepReading::Mfu);
    assert!(is_work(&choose(&mut stand, "#sweep-across", place("seq"))));
    assert_eq!(stand.panel().asked.across, "seq");
    choose(&mut stand, "#sweep-between", place("tp") + 1);
    assert_eq!(stand.panel().asked.between, "tp");
    choose(&mut stand, "#sweep-between", place("seq") + 1);
    assert_eq!(stand.panel().asked.between, "");
    choose(&mut stand, "#sweep-between", 0);
    assert_eq!(stand.panel().asked.between, "");
    assert!(choose(&mut stand, "#sweep-across", 999).is_empty());
    assert_eq!(stand.panel().asked.across, "seq");
}

#[test]
fn a_switch_turns_an_axis_and_back() {
    let mut stand = worked_out();
    let is_by_ratio =
        |stand: &Stand<SweepFigure>| stand.panel().axes_now(&stand.page).unwrap()[0].is_logarithmic;
    let before = is_by_ratio(&stand);
    stand.press(".scale[data-at=\"0\"]");
    assert_eq!(is_by_ratio(&stand), !before);
    stand.press(".scale[data-at=\"0\"]");
    assert_eq!(is_by_ratio(&stand), before);
    stand.update(SweepEvent::TurnScale(2));
}

#[test]
fn a_press_goes_to_the_plan_of_a_point() {
    let mut stand = worked_out();
    let plan = stand.panel().sweeps.shown().unwrap().plan(0, 1);
    stand.press("[data-at=\"0-1\"]");
    assert_eq!(*stand.page.plan, plan);
    assert_eq!(stand.panel().at, Some((0, 1)));
}

#[test]
fn a_point_is_looked_at_once() {
    let mut stand = worked_out();
    let look = |stand: &Stand<SweepFigure>| {
        let view = stand.panel().view(&stand.page);
        UiEvent::at(UiEventKind::PointerMove, &view, "[data-at=\"0-1\"]")
    };
    let ui_event = look(&stand);
    stand.on_ui_event(&ui_event);
    assert_eq!(stand.panel().at, Some((0, 1)));
    let ui_event = look(&stand);
    assert_eq!(stand.panel().on_ui_event(&stand.page, &ui_event), None);
    let view = stand.panel().view(&stand.page);
    let elsewhere = UiEvent::at(UiEventKind::FocusIn, &view, ".preset");
    assert_eq!(stand.panel().on_ui_event(&stand.page, &elsewhere), None);
}

#[test]
fn arrows_go_to_the_next_point_and_stop_at_the_ends() {
    let mut stand = worked_out();
    let (effects, is_prevented) = press_key(&mut stand, "0-0", "ArrowRight");
    assert!(matches!(&effects[..], [Effect::Focus(id)] if **id == *"0-1"));
    assert!(is_prevented);
    for (at, key) in [("0-0", "ArrowLeft"), ("0-0", "ArrowDown")] {
        let (effects, is_prevented) = press_key(&mut stand, at, key);
        assert!(effects.is_empty() && is_prevented, "{key}");
    }
    let (effects, is_prevented) = press_key(&mut stand, "0-0", "a");
    assert!(effects.is_empty() && !is_prevented);
    let (effects, is_prevented) = press_key(&mut stand, "1", "ArrowRight");
    assert!(effects.is_empty() && !is_prevented, "a button is no point");
}

#[test]
fn the_table_has_a_column_for_each_line() {
    let mut stand = worked_out();
    stand.send(Event::Fold(ID.to_owned(), true));
    let lines = stand.panel().sweeps.shown().unwrap().lines().len();
    let html = stand.html();
    assert_eq!(html.matches("scope=\"col\"").count(), lines + 1, "{html}");
}
