use formats::accuracy::{PublishedRuns, RunRow};
use formats::link;

use super::*;
use crate::dom::UiEventKind;
use crate::panels::testing::{Stand, page};
use crate::store::Effect;

const RUN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

fn row(link: &str, step: Option<f64>) -> RunRow {
    RunRow {
        group: 0,
        link: link.to_owned(),
        step,
        memory_gib: None,
        memory_kind: None,
    }
}

fn file() -> PublishedRuns {
    PublishedRuns {
        groups: vec!["A paper".to_owned()],
        rows: vec![
            row(RUN, Some(80.0)),
            row("#v=1&p=llama3-8b/h100x8&tp=3", Some(1.0)),
            row("#v=1&p=llama3-8b/h100x8", Some(9.0)),
        ],
        ..PublishedRuns::default()
    }
}

/// The opened figure with its runs.
fn opened(link: &str) -> Stand<Accuracy> {
    let mut stand = Stand::new(Accuracy::default(), page(link));
    let effects = stand.send(Event::Fold(state::ID.to_owned(), true));
    assert!(
        effects
            .iter()
            .any(|effect| matches!(effect, Effect::Run(_)))
    );
    stand.update(AccuracyEvent::Arrived(1, Some(file())));
    while stand.panel_mut().work(&stand.page) {}
    stand.end_work(true);
    stand
}

#[test]
fn nothing_is_loaded_before_the_reader_opens_it() {
    let mut stand = Stand::new(Accuracy::default(), page(RUN));
    assert!(
        stand.send(Event::SwitchUnits).len() == 1,
        "the unit is kept, and nothing else"
    );
    assert_eq!(stand.panel().loading, PartState::Absent);
}

#[test]
fn the_view_of_two_runs() {
    insta::assert_snapshot!(opened(RUN).html());
}

#[test]
fn a_row_that_no_plan_can_have_is_left_out() {
    let stand = opened(RUN);
    let panel = stand.panel();
    let runs = panel.runs.as_ref().expect("here");
    assert_eq!((runs.all.len(), runs.unread), (2, 0));
}

#[test]
fn the_head_says_what_was_measured_of_a_published_plan_and_of_no_other() {
    let mut stand = opened(RUN);
    let said = stand.page.notes.published.clone().expect("a run");
    assert!(said.contains("A paper"), "{said}");
    let other = link::decode("#v=1&p=llama3-70b/h100x128").0;
    stand.send(Event::Start(Box::new(other)));
    assert_eq!(stand.page.notes.published.as_deref(), Some(""));
}

#[test]
fn a_press_on_a_run_makes_it_the_plan_unless_the_browser_opens_it_elsewhere() {
    let mut stand = opened("#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=64");
    let press = UiEvent::at(UiEventKind::Click, &stand.view(), "a.run");
    stand.on_ui_event(&press);
    assert!(press.is_prevented());
    assert!(link::encode(&stand.page.draft).contains("llama3"));
    assert!(stand.panel().choice.at.is_some());
    let keys = crate::dom::Keys {
        control: true,
        ..crate::dom::Keys::default()
    };
    let elsewhere = UiEvent::at(UiEventKind::Click, &stand.view(), "a.run").pressing(keys);
    assert!(Panel::on_ui_event(&*stand.panel(), &stand.page, &elsewhere).is_none());
    assert!(!elsewhere.is_prevented());
}

#[test]
fn what_is_late_or_has_not_come_is_said_and_asked_for_again_by_the_reader() {
    let mut stand = Stand::new(Accuracy::default(), page(RUN));
    stand.send(Event::Fold(state::ID.to_owned(), true));
    stand.update(AccuracyEvent::Late(1));
    assert_eq!(stand.panel().loading, PartState::Late);
    stand.press("[data-again]");
    assert_eq!(
        (stand.panel().loading, stand.panel().attempts),
        (PartState::Coming, 2)
    );
    stand.update(AccuracyEvent::Arrived(1, None));
    assert_eq!(
        stand.panel().loading,
        PartState::Coming,
        "the second attempt goes on"
    );
    stand.update(AccuracyEvent::Arrived(2, None));
    assert_eq!(stand.panel().loading, PartState::Failed);
    stand.update(AccuracyEvent::Arrived(1, Some(file())));
    while stand.panel_mut().work(&stand.page) {}
    stand.end_work(true);
    assert_eq!(
        stand.panel().loading,
        PartState::Here,
        "the first one came after all"
    );
}

#[test]
fn the_nearest_run_of_the_plot_is_looked_at() {
    let mut stand = opened(RUN);
    let over = UiEvent::at(UiEventKind::PointerMove, &stand.view(), ".hit");
    stand.on_ui_event(&over.clone().pointing([0.0, 0.0], 999.0));
    assert_eq!(stand.panel().choice.at, None, "none is near the corner");
    let place = {
        let panel = stand.panel();
        let runs = panel.runs.as_ref().expect("here");
        let sheet = sheet::ChosenRuns::of(runs, panel.choice, stand.page.units());
        sheet.point(&runs.all[1]).expect("it has a step")
    };
    stand.on_ui_event(&over.pointing(place, 999.0));
    assert_eq!(stand.panel().choice.at, Some(1));
}
