//! Tests of the card, without a browser.

use formats::famous::{FAMOUS, FamousRun, OF_FIRST_VISIT};
use formats::link;

use super::famous::{FamousPlan, WIDTH};
use super::{StartCard, StartEvent};
use crate::panels::testing::{Stand, outline, page};
use crate::store::{Effect, Event, FIRST_PLAN, FIRST_VISIT, Page, PlanState, Start};
use cost::memory::Verdict;

/// The page of an address, with what an earlier visit has stored.
fn visit(query: &str, fragment: &str, is_framed: bool, has_visited: bool) -> Page {
    Page::open(&Start {
        address: "https://planner.example/",
        fragment,
        query,
        is_framed,
        language: None,
        remembered: &|key| (key == FIRST_VISIT && has_visited).then(|| "no".to_owned()),
    })
}

/// The card, open, with all famous plans.
fn open() -> Stand<StartCard> {
    let mut stand = Stand::new(StartCard::default(), page(""));
    stand.update(StartEvent::Open("menu"));
    let page = stand.page.clone();
    while crate::store::Panel::work(&mut *stand.panel_mut(), &page) {}
    stand.update(StartEvent::Estimated);
    stand
}

#[test]
fn a_first_visit_starts_from_a_plan_that_fits_and_writes_it_to_the_address() {
    let page = visit("", "", false, false);
    assert!(page.is_first_visit);
    assert_eq!(page.link(), FIRST_PLAN);
    assert_eq!(page.state(), PlanState::Legal(Verdict::Fits));
    let mut stand = Stand::new(StartCard::default(), page);
    let effects = stand.rest();
    let is_written =
        |effect: &Effect| matches!(effect, Effect::ReplaceAddress(link) if link == FIRST_PLAN);
    assert!(effects.iter().any(is_written));
    // Without a pipeline it does not fit.
    let over = FamousRun {
        link: "#v=1&p=llama3-70b/h100x64&tp=8",
        published: None,
    };
    let over = FamousPlan::of(&over, stand.page.units()).unwrap();
    assert_eq!(over.verdict, Verdict::OutOfMemory);
}

#[test]
fn links_queries_frames_and_later_visits_keep_the_plan_of_an_empty_link() {
    for page in [
        visit("", "", false, true),
        visit("", "", true, false),
        visit("?tab=run", "", false, false),
        visit("?lesson=tour", "", false, false),
    ] {
        assert!(!page.is_first_visit);
        assert_eq!(*page.draft, formats::catalog::default_plan());
    }
    let split = "#v=1&p=llama3-8b/h100x8&tp=2";
    assert_eq!(visit("", split, false, false).link(), split);
}

#[test]
fn famous_plans_may_fit_and_say_what_their_report_says_but_for_the_challenge() {
    let units = page("").units();
    for (place, run) in FAMOUS.iter().enumerate() {
        let text = run.link;
        let famous = FamousPlan::of(run, units).expect(text);
        let is_challenge = place + 1 == OF_FIRST_VISIT;
        assert_eq!(famous.note.is_none(), is_challenge, "{text}");
        assert_eq!(
            famous.verdict == Verdict::OutOfMemory,
            is_challenge,
            "{text}"
        );
        assert!((1..=8).contains(&famous.stages.len()), "{text}");
        for stage in &famous.stages {
            let total: f64 = stage.iter().sum();
            assert!(total <= WIDTH * 1.000_1, "{text}");
            assert!(
                total <= famous.capacity || famous.verdict != Verdict::Fits,
                "{text}"
            );
        }
    }
}

#[test]
fn the_view_of_the_card() {
    insta::assert_snapshot!(outline(&open().html()));
}

#[test]
fn the_card_takes_the_focus_and_gives_it_back() {
    let mut stand = Stand::new(StartCard::default(), page(""));
    let is_focus = |effects: &[Effect], expected: &str| {
        let mut effects = effects.iter();
        effects.any(|effect| matches!(effect, Effect::Focus(id) if id.as_ref() == expected))
    };
    let effects = stand.update(StartEvent::Open("menu"));
    assert!(is_focus(&effects, "start-tour"));
    assert!(stand.html().contains("start-look"));
    let effects = stand.update(StartEvent::Close);
    assert!(is_focus(&effects, "menu"));
    assert!(!stand.html().contains("start-look"));
}

#[test]
fn a_change_of_the_plan_closes_the_card() {
    let mut stand = open();
    let (plan, _) = link::decode("#v=1&p=llama3-8b/h100x8&tp=2");
    let effects = stand.send(Event::Edit(Box::new(plan)));
    assert!(stand.panel().open.is_none());
    // The focus stays on the control that moved.
    assert!(
        !effects
            .iter()
            .any(|effect| matches!(effect, Effect::Focus(_)))
    );
}

#[test]
fn a_famous_plan_becomes_that_of_the_page() {
    let mut stand = open();
    let famous = stand.panel().famous[3].clone();
    stand.update(StartEvent::Take(Box::new(famous.plan.clone())));
    assert_eq!(*stand.page.draft, famous.plan);
    assert!(stand.panel().open.is_none());
}

#[test]
fn the_tour_and_the_import_are_opened_by_their_buttons() {
    for event in [StartEvent::Tour, StartEvent::Import] {
        let mut stand = open();
        let effects = stand.update(event);
        let is_told =
            |effect: &Effect| matches!(effect, Effect::Send(crate::store::Message::Panel(_)));
        assert!(effects.iter().any(is_told));
        assert!(stand.panel().open.is_none());
    }
}
