use cost::plan::Plan;

use super::kept_plans::{KeptPlan, Refused};
use super::state::ACTS;
use super::update::CompareEvent;
use super::*;
use crate::dom::UiEventKind;
use crate::panels::testing::{Stand, page};
use crate::store::Effect;

const PINNED: &str = "#v=1&p=llama3-8b/h100x8&tp=2&b.same=1&b.tp=1";

fn kept(name: &str, link: &str) -> KeptPlan {
    KeptPlan {
        key: Some("1-1".to_owned()),
        name: name.to_owned(),
        link: link.to_owned(),
    }
}

fn stand(link: &str) -> Stand<Compare> {
    let mut stand = Stand::new(Compare::default(), page(link));
    let plans = vec![
        kept("large", "#v=1&p=llama3-70b/h100x64"),
        kept("broken", "#nonsense"),
    ];
    stand.update(CompareEvent::Stored(plans, Ok(())));
    stand
}

#[test]
fn the_view_of_a_pinned_plan() {
    insta::assert_snapshot!(stand(PINNED).html());
}

#[test]
fn the_two_plans_are_exchanged() {
    let mut stand = stand(PINNED);
    stand.press(".act[value=\"exchange\"]");
    assert_eq!(stand.page.draft.layout.tensor, 1);
    let pinned = stand.page.draft.rival.as_ref().expect("the other one");
    assert_eq!(pinned.layout.tensor, 2);
    stand.press(".act[value=\"unpin\"]");
    assert!(stand.page.draft.rival.is_none());
}

#[test]
fn the_head_says_how_far_its_figures_have_moved() {
    let mut stand = stand(PINNED);
    stand.send(Event::SwitchUnits);
    assert!(stand.page.notes.moves.iter().all(|moves| !moves.is_empty()));
    stand.press(".act[value=\"unpin\"]");
    assert!(stand.page.notes.moves.iter().all(String::is_empty));
}

#[test]
fn a_kept_plan_is_gone_to_and_pinned() {
    let mut stand = stand("#v=1&p=llama3-8b/h100x8");
    stand.press(".snapshot[value=\"pin\"]");
    let pinned = stand.page.draft.rival.as_ref().expect("pinned");
    assert_eq!(pinned.model.preset, "llama3-70b");
    stand.press(".snapshot[value=\"go\"]");
    assert_eq!(stand.page.draft.model.preset, "llama3-70b");
}

#[test]
fn while_the_plan_cannot_exist_nothing_is_pinned() {
    let mut stand = stand("#v=1&p=llama3-8b/h100x8&tp=3");
    stand.press(".snapshot[value=\"pin\"]");
    stand.press(".act[value=\"pin\"]");
    assert!(stand.page.draft.rival.is_none());
}

#[test]
fn a_name_that_was_refused_stays_to_be_tried_again() {
    let mut stand = stand(PINNED);
    let typing = UiEvent::at(UiEventKind::Input, &stand.view(), "#snapshot-name").typing("mine");
    stand.on_ui_event(&typing);
    let effects = stand.press(".snapshot[value=\"keep\"]");
    assert!(matches!(effects[..], [Effect::Run(_)]));
    let plans = stand.panel().kept.plans.clone();
    stand.update(CompareEvent::Stored(plans.clone(), Err(Refused::NoRoom)));
    assert!(stand.html().contains(".value=\"mine\""));
    assert!(stand.html().contains("role=\"alert\">"));
    let more = [plans, vec![kept("mine", "#v=1&p=llama3-8b/h100x8")]].concat();
    stand.update(CompareEvent::Stored(more, Ok(())));
    assert!(!stand.html().contains(".value=\"mine\""));
}

#[test]
fn a_plan_is_forgotten_once() {
    let mut stand = stand(PINNED);
    let effects = stand.press(".snapshot[value=\"forget\"]");
    assert!(matches!(effects[..], [Effect::Run(_), Effect::Focus(_)]));
    let gone = stand.update(CompareEvent::Forget(9));
    assert!(gone.is_empty());
}

#[test]
fn every_act_of_an_unpinned_plan_is_harmless() {
    let page = page("#v=1&p=llama3-8b/h100x8");
    for act in ACTS {
        let mut stand = Stand::new(Compare::default(), page.clone());
        stand.update(CompareEvent::Act(act));
        let plan: &Plan = &stand.page.draft;
        assert_eq!(plan.rival.is_some(), act == "pin", "{act}");
    }
}
