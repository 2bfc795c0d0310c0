use std::sync::Arc;

use search::sweep::{SweepReading, axis};

use super::choices::LISTS;
use super::point_button::{go_to, next_point, way};
use super::state::{ID, PRESETS};
use super::*;
use crate::panels::testing::{Stand, outline, page, page_of, send};
use crate::store::{Effect, Event};

const PLAN: &str = "#v=1&p=llama3-8b/h100x8";

fn stand() -> Stand<SweepFigure> {
    Stand::new(SweepFigure::default(), page_of("?tab=sweep", PLAN))
}

/// Does all of the work under way.
fn finish(stand: &mut Stand<SweepFigure>) {
    while stand.panel_mut().work(&stand.page) {}
    stand.update(SweepEvent::Swept(true));
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

/// Chooses the option of an index from a list.
fn choose(stand: &mut Stand<SweepFigure>, list: usize, index: usize) -> Vec<Effect> {
    let event = (LISTS[list].event)(index);
    event.map_or(Vec::new(), |event| stand.update(event))
}

/// The point that a key reaches from a point.
fn reached(stand: &Stand<SweepFigure>, from: [usize; 2], key: &str) -> Option<(usize, usize)> {
    let panel = stand.panel();
    let sweep = panel.sweeps.shown().expect("a sweep");
    next_point(sweep, panel.asked.reading, from, way(key)?)
}

fn is_work(effects: &[Effect]) -> bool {
    matches!(effects, [Effect::Work(ID, ..)])
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
    insta::assert_snapshot!(outline(&stand().html()));
}

#[test]
fn the_view_of_a_sweep() {
    let mut stand = stand();
    // Leaves only a few points.
    stand.update(SweepEvent::Show(SweepReading::Step));
    stand.update(SweepEvent::VaryAcross("tp"));
    stand.update(SweepEvent::VaryBetween("ckpt"));
    finish(&mut stand);
    insta::assert_snapshot!(outline(&stand.html()));
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
    stand.update(SweepEvent::Swept(false));
    assert!(stand.panel().sweeps.shown().is_some() && !stand.panel().sweeps.is_cut);
}

#[test]
fn what_was_stopped_in_time_says_so() {
    let mut stand = stand();
    for _ in 0..20 {
        stand.panel_mut().work(&stand.page);
    }
    stand.update(SweepEvent::Swept(false));
    let cut = ["<p class=\"left-out\">", text::sweep::cut()].concat();
    let html = stand.html();
    assert!(html.contains(&cut), "{html}");
}

#[test]
fn a_question_is_worked_out_at_once_and_a_moved_plan_when_it_rests() {
    let mut stand = worked_out();
    assert_eq!(
        stand.html().matches("class=\"preset\"").count(),
        PRESETS.len()
    );
    assert!(is_work(&stand.update(SweepEvent::Ask(1))));
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
    let [reading, across, between] = [0, 1, 2];
    let mut stand = worked_out();
    let html = stand.html();
    for list in ["sweep-reading", "sweep-across", "sweep-between"] {
        assert!(
            html.contains(&format!("<select id=\"{list}\"")),
            "{list}: {html}"
        );
    }
    let place = |key: &str| axis(key).unwrap().index();
    let chosen = LISTS
        .each_ref()
        .map(|list| (list.chosen)(&stand.panel().asked));
    let bubble = SweepReading::Bubble as usize;
    assert_eq!(chosen, [bubble, place("m"), place("pp") + 1]);
    choose(&mut stand, reading, SweepReading::Mfu as usize);
    assert_eq!(stand.panel().asked.reading, SweepReading::Mfu);
    assert!(is_work(&choose(&mut stand, across, place("seq"))));
    assert_eq!(stand.panel().asked.across, "seq");
    choose(&mut stand, between, place("tp") + 1);
    assert_eq!(stand.panel().asked.between, "tp");
    choose(&mut stand, between, place("seq") + 1);
    assert_eq!(stand.panel().asked.between, "");
    choose(&mut stand, between, 0);
    assert_eq!(stand.panel().asked.between, "");
    assert!(choose(&mut stand, across, 999).is_empty());
    assert_eq!(stand.panel().asked.across, "seq");
}

#[test]
fn a_switch_turns_an_axis_and_back() {
    let mut stand = worked_out();
    let is_by_ratio =
        |stand: &Stand<SweepFigure>| stand.panel().axes_now(&stand.page).unwrap()[0].is_logarithmic;
    assert_eq!(stand.html().matches("class=\"scale\"").count(), 2);
    let before = is_by_ratio(&stand);
    stand.update(SweepEvent::TurnScale(0));
    assert_eq!(is_by_ratio(&stand), !before);
    stand.update(SweepEvent::TurnScale(0));
    assert_eq!(is_by_ratio(&stand), before);
    stand.update(SweepEvent::TurnScale(2));
}

#[test]
fn a_press_goes_to_the_plan_of_a_point() {
    let mut stand = worked_out();
    assert!(stand.html().contains("id=\"0-1\""));
    let sweep = Arc::clone(stand.panel().sweeps.shown().unwrap());
    stand.update(go_to(&sweep, 0, 1));
    assert_eq!(*stand.page.plan, sweep.plan(0, 1));
    assert_eq!(stand.panel().at, Some((0, 1)));
}

#[test]
fn a_press_goes_to_the_plan_that_was_drawn_even_if_another_sweep_has_come_since() {
    let mut stand = worked_out();
    let drawn = Arc::clone(stand.panel().sweeps.shown().unwrap());
    stand.update(SweepEvent::Ask(1));
    finish(&mut stand);
    assert_ne!(
        stand.panel().sweeps.shown().unwrap().plan(0, 1),
        drawn.plan(0, 1)
    );
    stand.update(go_to(&drawn, 0, 1));
    assert_eq!(*stand.page.plan, drawn.plan(0, 1));
}

#[test]
fn a_point_is_looked_at_once() {
    let mut stand = worked_out();
    let event = stand.panel().look_at(0, 1);
    stand.update(event.expect("an event"));
    assert_eq!(stand.panel().at, Some((0, 1)));
    assert_eq!(stand.panel().look_at(0, 1), None);
}

#[test]
fn one_point_is_a_stop_of_the_tab_key() {
    let mut stand = worked_out();
    let stops = |stand: &Stand<SweepFigure>| {
        let html = stand.html();
        let points = html.lines().filter(|line| line.contains("class=\"point"));
        let stops = points.filter(|point| point.contains("tabindex=\"0\""));
        stops.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(stops(&stand).len(), 1);
    stand.update(SweepEvent::LookAt(0, 1));
    let stops = stops(&stand);
    assert!(
        stops.len() == 1 && stops[0].contains("id=\"0-1\""),
        "{stops:?}"
    );
}

#[test]
fn arrows_go_to_the_next_point_and_stop_at_the_ends() {
    let mut stand = worked_out();
    assert_eq!(reached(&stand, [0, 0], "ArrowRight"), Some((0, 1)));
    let effects = stand.update(SweepEvent::Focus(0, 1));
    assert!(matches!(&effects[..], [Effect::Focus(id)] if **id == *"0-1"));
    for key in ["ArrowLeft", "ArrowDown"] {
        assert!(way(key).is_some());
        assert_eq!(reached(&stand, [0, 0], key), None, "{key}");
    }
    assert_eq!(way("a"), None);
}

#[test]
fn the_picture_is_drawn_anew_only_when_it_changes() {
    let mut stand = worked_out();
    let picture = |stand: &Stand<SweepFigure>| stand.panel().picture(&stand.page);
    let before = picture(&stand);
    // A change along the plan's own line.
    stand.send(Event::Follow([PLAN, "&gbs=64"].concat()));
    assert!(picture(&stand) == before);
    stand.send(Event::SwitchUnits);
    assert!(picture(&stand) != before);
    let before = picture(&stand);
    stand.update(SweepEvent::LookAt(0, 1));
    assert!(picture(&stand) != before);
    let before = picture(&stand);
    stand.update(SweepEvent::Ask(1));
    finish(&mut stand);
    assert!(picture(&stand) != before);
}

#[test]
fn the_table_has_a_column_for_each_line() {
    let mut stand = worked_out();
    stand.send(Event::Fold(ID.to_owned(), true));
    let lines = stand.panel().sweeps.shown().unwrap().lines().len();
    let html = stand.html();
    assert_eq!(html.matches("scope=\"col\"").count(), lines + 1, "{html}");
}
