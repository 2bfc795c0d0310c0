use formats::accuracy::{PublishedRuns, RunRow};
use formats::link;

use super::*;
use crate::panels::testing::{Stand, outline, page};
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
    stand.update(AccuracyEvent::Judged);
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
    insta::assert_snapshot!(outline(&opened(RUN).html()));
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
fn a_press_on_a_run_makes_it_the_plan() {
    let mut stand = opened("#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=64");
    // The browser opens the link elsewhere if a key is held.
    let link = ["class=\"run\"", " href=\"#v=1&amp;p=llama3"];
    let html = stand.html();
    assert!(link.iter().all(|part| html.contains(part)), "{html}");
    stand.update(AccuracyEvent::Open(1));
    let plan = stand.panel().runs.as_ref().expect("here").all[1]
        .plan
        .clone();
    assert_eq!(*stand.page.draft, plan);
    assert!(link::encode(&stand.page.draft).contains("llama3"));
    assert_eq!(stand.panel().choice.at, Some(1));
}

#[test]
fn what_is_late_or_has_not_come_is_said_and_asked_for_again_by_the_reader() {
    let mut stand = Stand::new(Accuracy::default(), page(RUN));
    stand.send(Event::Fold(state::ID.to_owned(), true));
    stand.update(AccuracyEvent::Late(1));
    assert_eq!(stand.panel().loading, PartState::Late);
    assert!(stand.html().contains("data-again"), "{}", stand.html());
    stand.update(AccuracyEvent::Load);
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
    stand.update(AccuracyEvent::Judged);
    assert_eq!(
        stand.panel().loading,
        PartState::Here,
        "the first one came after all"
    );
}

#[test]
fn the_nearest_run_of_the_plot_is_looked_at() {
    let mut stand = opened(RUN);
    let shown = stand.panel().shown(&stand.page).expect("it is open");
    let sheet = shown.sheet();
    assert_eq!(sheet.nearest([0.0, 0.0]), None, "none is near the corner");
    let figures = sheet.figures(&shown.runs.all[1]).expect("it has a step");
    let [right, up] = figures.map(|figure| sheet.axis.place(figure));
    assert_eq!(sheet.nearest([right, 1.0 - up]), Some(1));
    let event = stand.panel().look_at(1);
    stand.update(event.expect("an event"));
    assert_eq!(stand.panel().choice.at, Some(1));
    assert!(stand.panel().look_at(1).is_none(), "it is looked at once");
}

#[test]
fn plot_and_table_are_not_drawn_anew_for_a_look_at_a_run() {
    let mut stand = opened(RUN);
    let shown = |stand: &Stand<Accuracy>| stand.panel().shown(&stand.page);
    let before = shown(&stand);
    stand.update(AccuracyEvent::LookAt(1));
    assert!(shown(&stand) == before);
    stand.update(AccuracyEvent::Compare(1));
    assert!(shown(&stand) != before);
    stand.send(Event::Fold(state::ID.to_owned(), false));
    assert!(shown(&stand).is_none());
}
