use std::sync::Arc;

use cost::plan::Plan;
use formats::link;
use formats::number::Units;
use proptest::prelude::*;

use super::*;
use crate::panels::testing::{page, page_of};

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

/// Has something happen; gives what is to be done beside it.
fn happen(page: &mut Page, event: Event) -> Vec<Effect> {
    let mut effects = Vec::new();
    update(page, event, &mut effects);
    effects
}

fn with(page: &Page, change: impl FnOnce(&mut Plan)) -> Box<Plan> {
    let mut plan = Plan::clone(&page.draft);
    change(&mut plan);
    Box::new(plan)
}

fn addresses(effects: &[Effect]) -> Vec<&str> {
    let address = |effect: &'_ Effect| match effect {
        Effect::ReplaceAddress(_) => Some("replace"),
        Effect::PushAddress(_) => Some("push"),
        _ => None,
    };
    effects.iter().filter_map(address).collect()
}

#[test]
fn a_movement_writes_the_address_once_it_rests() {
    let mut page = page(PLAN);
    let plan = with(&page, |plan| plan.layout.tensor = 4);
    assert!(addresses(&happen(&mut page, Event::Edit(plan))).is_empty());
    assert_eq!(addresses(&happen(&mut page, Event::Rest)), ["replace"]);
    assert!(addresses(&happen(&mut page, Event::Rest)).is_empty());
}

#[test]
fn a_jump_leaves_the_plan_before_for_back() {
    let mut page = page(PLAN);
    let plan = with(&page, |plan| plan.layout.tensor = 4);
    let effects = happen(&mut page, Event::Jump(plan));
    assert_eq!(addresses(&effects), ["replace", "push"]);
    let [Effect::ReplaceAddress(before), Effect::PushAddress(after)] = &effects[..] else {
        panic!("two addresses");
    };
    assert_eq!(before, &link::encode(&link::decode(PLAN).0));
    assert_eq!(after, &page.link());
}

#[test]
fn an_illegal_plan_leaves_the_last_legal_one_in_sight() {
    let mut page = page(PLAN);
    let shown = Arc::clone(&page.plan);
    let plan = with(&page, |plan| plan.layout.pipeline = 7);
    happen(&mut page, Event::Edit(plan));
    assert!(page.is_stale() && page.draft_estimate().is_none());
    assert_eq!(page.state(), State::Illegal);
    assert_eq!(page.plan, shown);
    assert_eq!(page.draft.layout.pipeline, 7);
}

#[test]
fn what_is_locked_stays_whoever_moves_it() {
    let mut page = page_of("?lock=tp", PLAN);
    for event in [Event::Edit, Event::Jump, Event::Adopt] {
        let plan = with(&page, |plan| plan.layout.tensor = 2);
        happen(&mut page, event(plan));
        assert_eq!(page.draft.layout.tensor, 8);
    }
    let plan = with(&page, |plan| plan.layout.tensor = 2);
    happen(&mut page, Event::Start(plan));
    assert_eq!(page.draft.layout.tensor, 2, "a lesson starts from any plan");
}

#[test]
fn a_key_that_stands_for_several_locks_all_of_them() {
    let page = page_of("?lock=p,mla", PLAN);
    for key in ["model", "gpu", "gpus", "mla", "mlakv"] {
        assert!(page.is_locked(key), "{key}");
    }
    assert!(!page.is_locked("tp"));
}

#[test]
fn a_step_locks_beside_the_query_and_lets_go_again() {
    let mut page = page_of("?lock=tp", PLAN);
    happen(&mut page, Event::Lock(vec!["pp"]));
    assert!(page.is_locked("tp") && page.is_locked("pp"));
    happen(&mut page, Event::Lock(Vec::new()));
    assert!(page.is_locked("tp") && !page.is_locked("pp"));
}

#[test]
fn a_measurement_belongs_to_the_plan_that_was_run() {
    let mut page = page(PLAN);
    let mut measured = page.draft.measured.clone();
    measured.step_s = Some(12.0);
    happen(&mut page, Event::Measure(measured));
    assert!(page.draft.measured.plan.is_none());
    let run = page.draft.bare();
    let plan = with(&page, |plan| plan.layout.tensor = 4);
    happen(&mut page, Event::Edit(plan));
    assert_eq!(page.draft.measured.plan.as_deref(), Some(&run));
}

#[test]
fn undo_and_redo_walk_where_the_plan_has_rested() {
    let mut page = page(PLAN);
    happen(&mut page, Event::Rest);
    for tensor in [4, 2] {
        let plan = with(&page, |plan| plan.layout.tensor = tensor);
        happen(&mut page, Event::Edit(plan));
        happen(&mut page, Event::Rest);
    }
    for (step, tensor) in [
        (Step::Back, 4),
        (Step::Back, 8),
        (Step::Back, 8),
        (Step::Forward, 4),
    ] {
        happen(&mut page, Event::Walk(step));
        happen(&mut page, Event::Rest);
        assert_eq!(page.draft.layout.tensor, tensor);
    }
    let plan = with(&page, |plan| plan.layout.tensor = 1);
    happen(&mut page, Event::Edit(plan));
    happen(&mut page, Event::Rest);
    assert!(
        !page.history.can(Step::Forward),
        "another way forgets what was undone"
    );
}

#[test]
fn a_drag_is_one_place_in_the_history() {
    let mut page = page(PLAN);
    happen(&mut page, Event::Rest);
    happen(&mut page, Event::StartDrag);
    for tensor in [4, 2] {
        let plan = with(&page, |plan| plan.layout.tensor = tensor);
        happen(&mut page, Event::Edit(plan));
        happen(&mut page, Event::Rest);
    }
    happen(&mut page, Event::EndDrag);
    happen(&mut page, Event::Rest);
    happen(&mut page, Event::Walk(Step::Back));
    assert_eq!(page.draft.layout.tensor, 8);
}

#[test]
fn a_changed_verdict_is_announced_once() {
    let mut page = page(PLAN);
    happen(&mut page, Event::Rest);
    assert_eq!(page.announced, "");
    let plan = with(&page, |plan| plan.layout.pipeline = 7);
    happen(&mut page, Event::Edit(plan));
    happen(&mut page, Event::Rest);
    assert_eq!(page.announced, page.strings.frame.illegal);
    happen(&mut page, Event::AnnounceToo("and more".to_owned()));
    assert!(page.announced.starts_with(page.strings.frame.illegal));
    assert!(page.announced.ends_with("and more"));
}

#[test]
fn what_is_chosen_is_remembered_but_for_a_theme_of_the_page_around() {
    let mut page = page(PLAN);
    let effects = happen(&mut page, Event::SwitchUnits);
    assert!(matches!(effects[..], [Effect::Remember("units", "gb")]));
    assert_eq!(page.units(), Units::Gb);
    let effects = happen(&mut page, Event::ShowTheme(3));
    assert!(matches!(effects[..], [Effect::ShowTheme("projector")]));
    let effects = happen(&mut page, Event::NextTheme);
    assert!(matches!(
        effects[..],
        [
            Effect::ShowTheme("light"),
            Effect::Remember("theme", "light")
        ]
    ));
}

#[test]
fn a_teachers_choice_comes_before_the_readers() {
    let remembered = |key: &str| (key == "units").then(|| "gb".to_owned());
    let open = |query| {
        Page::open(&Start {
            address: "https://planner.example/",
            fragment: PLAN,
            query,
            is_framed: false,
            remembered: &remembered,
        })
    };
    assert_eq!(open("").units(), Units::Gb);
    assert_eq!(open("?units=gib").units(), Units::Gib);
}

#[test]
fn a_part_that_is_late_may_come_yet_and_is_asked_for_again_only_by_a_reader() {
    let mut page = page(PLAN);
    let effects = happen(&mut page, Event::Load(Part::Figures));
    assert!(matches!(
        effects[..],
        [Effect::Load(Part::Figures), Effect::After(..)]
    ));
    assert!(happen(&mut page, Event::Load(Part::Figures)).is_empty());
    happen(&mut page, Event::PartLate(Part::Figures));
    assert_eq!(page.parts.of(Part::Figures), PartState::Late);
    assert_eq!(page.parts.notices(&page.strings.frame).len(), 1);
    let effects = happen(&mut page, Event::Load(Part::Figures));
    assert!(matches!(effects[0], Effect::LoadAgain));
    happen(&mut page, Event::PartLoaded(Part::Figures, true));
    happen(&mut page, Event::PartLate(Part::Figures));
    assert_eq!(page.parts.of(Part::Figures), PartState::Here);
}

#[test]
fn an_embedded_page_leaves_the_address_alone() {
    let mut page = page_of("?embed=1", PLAN);
    let plan = with(&page, |plan| plan.layout.tensor = 4);
    assert!(addresses(&happen(&mut page, Event::Jump(plan.clone()))).is_empty());
    assert!(addresses(&happen(&mut page, Event::Start(plan))).is_empty());
    assert!(addresses(&happen(&mut page, Event::Rest)).is_empty());
}

#[test]
fn what_a_query_asks_for_comes_after_the_figures() {
    let loads = |query: &str, is_framed| {
        let mut page = Page::open(&Start {
            address: "https://planner.example/",
            fragment: PLAN,
            query,
            is_framed,
            remembered: &|_| None,
        });
        let effects = happen(&mut page, Event::PartLoaded(Part::Figures, true));
        effects.iter().any(|effect| {
            matches!(
                effect,
                Effect::Send(Message::Page(Event::Load(Part::Embed)))
            )
        })
    };
    assert!(!loads("", false) && !loads("?view=map&table=1&utm_source=mail", false));
    assert!(loads("", true));
    for query in ["?embed=1", "?goal=fits", "?lesson=tour"] {
        assert!(loads(query, false), "{query}");
    }
}

#[test]
fn all_tables_may_be_asked_for_and_each_can_be_closed() {
    let mut page = page_of("?table=1", PLAN);
    assert!(page.is_table_open("memory") && page.is_table_open("tolls"));
    // Details with an id of their own hold something else.
    assert!(!page.is_open("timeline-blocks"));
    happen(&mut page, Event::Fold("memory".to_owned(), false));
    assert!(!page.is_table_open("memory") && page.is_table_open("tolls"));
    happen(&mut page, Event::Fold("memory".to_owned(), true));
    assert!(page.is_table_open("memory"));
}

/// Links of plans legal and illegal, fitting and not.
fn links() -> impl Strategy<Value = String> {
    let models = prop::sample::select(vec!["llama3-8b", "llama3-70b", "deepseek-v3"]);
    let degrees = prop::sample::select(vec![1, 2, 3, 4, 8]);
    (models, degrees.clone(), degrees, 1..4_u32).prop_map(|(model, tensor, pipeline, zero)| {
        format!("#v=1&p={model}/h100x64&tp={tensor}&pp={pipeline}&zero={zero}")
    })
}

/// Anything that a reader, a lesson or the page around can do to the plan and its looks.
fn events() -> impl Strategy<Value = fn(&Page, &str) -> Event> {
    fn plan(link: &str) -> Box<Plan> {
        Box::new(link::decode(link).0)
    }
    prop::sample::select(vec![
        (|_, link| Event::Edit(plan(link))) as fn(&Page, &str) -> Event,
        |_, link| Event::Jump(plan(link)),
        |_, link| Event::Adopt(plan(link)),
        |_, link| Event::GoTo(plan(link), Way::Move),
        |_, link| Event::Start(plan(link)),
        |_, link| Event::Follow(link.to_owned()),
        |page, _| {
            let mut pinned = Plan::clone(&page.draft);
            pinned.pin();
            Event::GoTo(Box::new(pinned), Way::Jump)
        },
        |_, _| Event::Reset,
        |_, _| Event::Walk(Step::Back),
        |_, _| Event::Walk(Step::Forward),
        |_, _| Event::StartDrag,
        |_, _| Event::EndDrag,
        |_, _| Event::SwitchUnits,
        |_, _| Event::Rest,
        |_, _| Event::Fold("map".to_owned(), true),
        |_, _| Event::OpenStage(Some(1)),
        |page, _| {
            let mut measured = page.draft.measured.clone();
            measured.step_s = Some(9.5);
            Event::Measure(measured)
        },
    ])
}

/// A plan as a link says it: one that was measured itself need not name the plan that was.
fn plain(plan: &Plan) -> Plan {
    let mut plan = plan.clone();
    if plan.measured.plan.as_deref() == Some(&plan.bare()) {
        plan.measured.plan = None;
    }
    plan.rival = plan.rival.map(|rival| Box::new(plain(&rival)));
    plan
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 64,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Whatever has happened, the page shows what a fresh one with the same address would.
    #[test]
    fn any_events_leave_the_state_of_a_fresh_page(
        happenings in prop::collection::vec((events(), links()), 1..12)
    ) {
        let mut page = page(PLAN);
        for (event, link) in happenings {
            let event = event(&page, &link);
            happen(&mut page, event);
            let fresh = crate::panels::testing::page(&page.link());
            prop_assert_eq!(plain(&page.draft), plain(&fresh.draft));
            prop_assert_eq!(&page.reasons, &fresh.reasons);
            if !page.is_stale() {
                prop_assert_eq!(plain(&page.plan), plain(&fresh.plan));
                prop_assert_eq!(&page.estimate, &fresh.estimate);
                prop_assert_eq!(&page.rival, &fresh.rival);
            }
        }
    }
}
