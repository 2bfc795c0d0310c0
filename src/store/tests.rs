use std::collections::VecDeque;
use std::sync::Arc;

use cost::convention::Conventions;
use cost::plan::{Plan, Word};
use formats::link::presentation::{Theme, View};
use formats::link::{self, LinkWarning};
use formats::number::Units;
use proptest::prelude::*;
use test_utils::seed;

use super::*;
use crate::panels::testing::{components, html, page, page_of, panels_of_the_page};
use crate::panels::toolbar::pin_or_unpin;

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

/// Applies an event; returns the effects.
fn happen(page: &mut Page, event: Event) -> Vec<Effect> {
    let mut effects = Vec::new();
    update(page, event, &mut effects);
    effects
}

/// The setting of a step that locks controls.
fn locking(keys: &[&'static str]) -> StepScene {
    StepScene {
        locks: keys.to_vec(),
        ..StepScene::default()
    }
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
fn the_plain_plan_has_a_framework_that_runs_on_its_gpus() {
    let mut page = page("#v=1&p=llama3-8b/tpu-v5px16&recipe=maxtext&zero=3");
    happen(&mut page, Event::Reset);
    let plain = "#v=1&p=llama3-8b/tpu-v5px16&recipe=maxtext";
    assert_eq!(link::encode(&page.draft), plain);
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
    assert_eq!(page.state(), PlanState::Illegal);
    assert_eq!(page.plan, shown);
    assert_eq!(page.draft.layout.pipeline, 7);
}

#[test]
fn what_follows_from_an_estimate_is_computed_once() {
    let mut page = page(PLAN);
    let before = page.clone();
    assert!(std::ptr::eq(page.waterfall(), before.waterfall()));
    happen(&mut page, Event::ChooseConvention(0, 3));
    assert!(!std::ptr::eq(page.waterfall(), before.waterfall()));
    assert_eq!(page.placement().stage(page.plan.cluster.gpus - 1), 3);
    let plan = with(&page, |plan| plan.layout.pipeline = 2);
    happen(&mut page, Event::Edit(plan));
    assert_eq!(page.placement().stage(page.plan.cluster.gpus - 1), 1);
}

#[test]
fn a_press_on_a_bar_chooses_its_stage() {
    let mut page = page(PLAN);
    assert_eq!(page.chosen_stage(), None);
    happen(&mut page, figure("memory.weights@2"));
    assert_eq!(page.chosen_stage(), Some(2));
}

#[test]
fn tall_views_fold_memory_and_time_and_a_reader_folds_and_unfolds_them() {
    let mut page = page(PLAN);
    let mut folded = |event: &dyn Fn(&Page) -> Event| {
        let event = event(&page);
        happen(&mut page, event);
        page.are_figures_folded()
    };
    let press = |page: &Page| {
        let word = page.folding().to_owned();
        Event::Fold(word.clone(), !page.is_open(&word))
    };
    let tall = View::TABS.map(|view| folded(&|_| Event::OpenTab(view)));
    assert_eq!(tall, View::TABS.map(View::is_tall));
    assert!(folded(&|_| Event::OpenTab(View::Watch)));
    assert!(!folded(&press));
    // What is chosen for a tall view holds for all of them, and for them alone.
    assert!(!folded(&|_| Event::OpenTab(View::Timeline)));
    assert!(!folded(&|_| Event::OpenTab(View::Run)));
    assert!(folded(&press));
    assert!(folded(&|_| Event::OpenTab(View::Map)));
    assert!(!folded(&press));
    assert!(!folded(&|_| Event::OpenTab(View::Watch)));
    assert!(folded(&press));
}

/// The press of a figure.
fn figure(word: &str) -> Event {
    Event::OpenFigure(Some(word.parse().expect("a figure")))
}

#[test]
fn the_card_covers_the_open_view_once_it_is_loaded_until_it_closes() {
    let mut page = page(PLAN);
    happen(&mut page, figure("time.step"));
    assert!(!page.is_covered(), "the card is not there yet");
    happen(&mut page, Event::PartLoaded(Part::Why, true));
    assert!(page.is_covered() && page.shows(View::Cut));
    happen(&mut page, Event::Print(true));
    assert!(!page.is_covered(), "paper has all views");
    happen(&mut page, Event::Print(false));
    assert!(page.is_covered());
    happen(&mut page, Event::OpenFigure(None));
    assert!(!page.is_covered());
    for query in ["?embed=1", "?view=memory,map"] {
        let mut page = page_of(query, PLAN);
        happen(&mut page, figure("time.step"));
        happen(&mut page, Event::PartLoaded(Part::Why, true));
        assert!(
            !page.is_covered(),
            "{query}: the card stands below the views"
        );
    }
}

#[test]
fn views_alone_are_those_of_the_query() {
    let page = page_of("?view=memory&tab=run", PLAN);
    assert!(page.shows(View::Memory) && !page.shows(View::Run));
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
fn what_a_step_locks_stays_under_a_typed_address_too() {
    for query in ["", "?embed=1"] {
        let mut page = page_of(query, PLAN);
        happen(&mut page, Event::SetStep(locking(&["p", "tp"])));
        let typed = "#v=1&p=gpt2-1.5b/h100x8&tp=2&pp=2";
        happen(&mut page, Event::Follow(typed.to_owned()));
        assert_eq!(page.link(), PLAN.replace("pp=4", "pp=2"));
        assert_eq!(page.kept_locks, ["model", "gpus", "tp"], "{query}");
        assert!(page.announced.contains("Tensor"), "{}", page.announced);
        // The address is written again at rest, and the sentence goes when the reader says so.
        let is_written = !addresses(&happen(&mut page, Event::Rest)).is_empty();
        assert_eq!(is_written, query.is_empty());
        happen(&mut page, Event::DismissWarnings);
        assert!(page.kept_locks.is_empty());
        // An address that moves nothing that is locked gets no sentence.
        happen(&mut page, Event::Follow(PLAN.to_owned()));
        assert!(page.kept_locks.is_empty());
        assert_eq!(page.link(), PLAN);
    }
}

#[test]
fn an_address_sets_what_the_query_locks() {
    let mut page = page_of("?lock=tp", PLAN);
    happen(&mut page, Event::Follow(PLAN.replace("tp=8", "tp=2")));
    assert_eq!((page.draft.layout.tensor, page.kept_locks.len()), (2, 0));
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
    happen(&mut page, Event::SetStep(locking(&["pp"])));
    assert!(page.is_locked("tp") && page.is_locked("pp"));
    happen(&mut page, Event::SetStep(StepScene::default()));
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
        (HistoryStep::Back, 4),
        (HistoryStep::Back, 8),
        (HistoryStep::Back, 8),
        (HistoryStep::Forward, 4),
    ] {
        happen(&mut page, Event::Walk(step));
        happen(&mut page, Event::Rest);
        assert_eq!(page.draft.layout.tensor, tensor);
    }
    let plan = with(&page, |plan| plan.layout.tensor = 1);
    happen(&mut page, Event::Edit(plan));
    happen(&mut page, Event::Rest);
    assert!(
        !page.history.can(HistoryStep::Forward),
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
    happen(&mut page, Event::Walk(HistoryStep::Back));
    assert_eq!(page.draft.layout.tensor, 8);
}

#[test]
fn a_changed_verdict_or_changed_figures_are_announced_once() {
    let mut page = page(PLAN);
    happen(&mut page, Event::Rest);
    assert_eq!(page.announced, "");
    // Without another verdict the figures suffice.
    let plan = with(&page, |plan| plan.layout.virtual_stages = 2);
    happen(&mut page, Event::Edit(plan));
    happen(&mut page, Event::Rest);
    let figures = text::results::moved_figures(&page.estimate, page.units());
    assert_eq!(page.announced, figures);
    assert!(!figures.contains("Fits"), "{figures}");
    let plan = with(&page, |plan| plan.cluster.gpu.price = 9.0);
    happen(&mut page, Event::Edit(plan));
    happen(&mut page, Event::Rest);
    assert_eq!(page.announced, page.announced_at_rest);
    let plan = with(&page, |plan| plan.layout.pipeline = 7);
    happen(&mut page, Event::Edit(plan));
    happen(&mut page, Event::Rest);
    assert_eq!(page.announced, text::frame::illegal());
    happen(&mut page, Event::AppendAnnouncement("and more".to_owned()));
    assert!(page.announced.starts_with(text::frame::illegal()));
    assert!(page.announced.ends_with("and more"));
}

#[test]
fn what_is_chosen_is_remembered_but_for_a_theme_of_the_page_around() {
    let mut page = page(PLAN);
    let effects = happen(&mut page, Event::SwitchUnits);
    assert!(matches!(effects[..], [Effect::Remember("units", "gb")]));
    assert_eq!(page.units(), Units::Gb);
    let effects = happen(&mut page, Event::ShowTheme(Theme::Projector));
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
            language: None,
            remembered: &remembered,
        })
    };
    assert_eq!(open("").units(), Units::Gb);
    assert_eq!(open("?units=gib").units(), Units::Gib);
}

#[test]
fn a_language_that_is_not_there_is_a_warning_of_the_address() {
    let missing = LinkWarning::UnknownLanguage {
        given: "tlh".to_owned(),
    };
    let page = Page::open(&Start {
        address: "https://planner.example/",
        fragment: PLAN,
        query: "?lang=tlh",
        is_framed: false,
        language: Some(missing.clone()),
        remembered: &|_| None,
    });
    assert_eq!(page.link_warnings, [missing]);
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
    assert!(page.parts.of(Part::Figures).is_in_trouble());
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
            language: None,
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
    // Details with another id belong to something else.
    assert!(!page.is_open("timeline-blocks"));
    happen(&mut page, Event::Fold("memory".to_owned(), false));
    assert!(!page.is_table_open("memory") && page.is_table_open("tolls"));
    happen(&mut page, Event::Fold("memory".to_owned(), true));
    assert!(page.is_table_open("memory"));
}

/// Links of legal and illegal plans, which fit or do not.
fn links() -> impl Strategy<Value = String> {
    let models = prop::sample::select(vec!["llama3-8b", "llama3-70b", "deepseek-v3"]);
    let degrees = prop::sample::select(vec![1, 2, 3, 4, 8]);
    (models, degrees.clone(), degrees, 1..4_u32).prop_map(|(model, tensor, pipeline, zero)| {
        format!("#v=1&p={model}/h100x64&tp={tensor}&pp={pipeline}&zero={zero}")
    })
}

#[test]
fn print_is_light_and_the_theme_comes_back() {
    let mut page = page_of("?theme=dark", PLAN);
    let mut shown = |is_printed| match happen(&mut page, Event::Print(is_printed))[..] {
        [Effect::ShowTheme(theme)] => theme,
        _ => "",
    };
    assert_eq!([shown(true), shown(false)], ["light", "dark"]);
}

#[test]
fn the_focus_moves_once_the_change_is_drawn() {
    let effects = happen(&mut page(PLAN), Event::Focus("figures".into()));
    assert!(matches!(&effects[..], [Effect::Focus(id)] if *id == "figures"));
}

#[test]
fn no_two_panels_have_one_name() {
    let panels = panels_of_the_page();
    let mut names: Vec<&str> = panels.iter().map(|panel| panel.name()).collect();
    names.sort_unstable();
    let all = names.len();
    names.dedup();
    assert_eq!(names.len(), all, "{names:?}");
}

/// Events by which a reader, a lesson or the embedding page changes the plan and the view settings.
fn events() -> impl Strategy<Value = fn(&Page, &str) -> Event> {
    fn plan(link: &str) -> Box<Plan> {
        Box::new(link::decode(link).0)
    }
    prop::sample::select(vec![
        (|_, link| Event::Edit(plan(link))) as fn(&Page, &str) -> Event,
        |_, link| Event::Jump(plan(link)),
        |_, link| Event::Adopt(plan(link)),
        |_, link| Event::GoTo(plan(link), PlanChange::Move),
        |_, link| Event::Start(plan(link)),
        |_, link| Event::Follow(link.to_owned()),
        |page, _| {
            // A plan that cannot exist is not pinned.
            pin_or_unpin(page).unwrap_or(Event::EndDrag)
        },
        |page, _| Event::Edit(with(page, |plan| plan.layout.tensor *= 2)),
        |page, _| {
            Event::Edit(with(page, |plan| {
                plan.cluster.gpus = (plan.cluster.gpus / 2).max(1);
            }))
        },
        |_, _| Event::NextTheme,
        |_, _| Event::Reset,
        |_, _| Event::Walk(HistoryStep::Back),
        |_, _| Event::Walk(HistoryStep::Forward),
        |_, _| Event::StartDrag,
        |_, _| Event::StartKeys,
        |_, _| Event::EndDrag,
        |_, _| Event::SwitchUnits,
        |_, _| Event::Rest,
        |_, _| Event::Fold("map".to_owned(), true),
        |_, link| Event::ChooseConvention(link.len() % 3, link.len() % 2),
        |_, _| Event::SetStep(locking(&["tp", "zero"])),
        |_, _| Event::SetStep(StepScene::default()),
        |page, _| Event::Preview(page.rival.clone()),
        |_, _| Event::Preview(None),
        |_, _| Event::MarkControls(vec!["pp".to_owned(), "mbs".to_owned()]),
        |_, link| Event::ShowTheme(Theme::ALL[link.len() % Theme::ALL.len()]),
        |page, _| {
            let mut measured = page.draft.measured.clone();
            measured.step_s = Some(9.5);
            Event::Measure(measured)
        },
    ])
}

/// A plan as a link stores it: a plan that was itself measured need not name the measured plan.
fn plain(plan: &Plan) -> Plan {
    let mut plan = plan.clone();
    if plan.measured.plan.as_deref() == Some(&plan.bare()) {
        plan.measured.plan = None;
    }
    plan.rival = plan.rival.map(|rival| Box::new(plain(&rival)));
    plan
}

/// The page as it would open at the address of this one, with its settings and locks in the query.
/// Open tables, undo, the preview and the last announcement, which no address has,
/// are set as well.
fn fresh(page: &Page) -> Page {
    let settings = &page.settings;
    let unit = match settings.units {
        Units::Gib => "gib",
        Units::Gb => "gb",
    };
    let mut query = ["?units=", unit, "&theme=", settings.theme.word()].concat();
    for ((key, words), place) in Conventions::CHOICES.iter().zip(settings.conventions) {
        query.push_str(&["&", key, "=", words[place]].concat());
    }
    if !page.step.locks.is_empty() {
        query.push_str(&["&lock=", &page.step.locks.join(",")].concat());
    }
    let mut fresh = page_of(&query, &page.link());
    for figure in &page.open {
        happen(&mut fresh, Event::Fold(figure.clone(), true));
    }
    fresh.history = page.history.clone();
    fresh.preview = page.preview.clone();
    fresh.announced.clone_from(&page.announced);
    fresh
}

/// Passes a moment to panels; their effects are dropped.
fn follow(panels: &mut [Box<dyn AnyPanel>], page: &Page, moment: PanelMoment) {
    for panel in panels {
        panel.follow(page, moment, &mut Vec::new());
    }
}

/// Passes a moment to panels, and processes what they send and have begun to the end.
fn settle(panels: &mut [Box<dyn AnyPanel>], page: &mut Page, moment: PanelMoment) {
    for panel in panels {
        let mut effects = Vec::new();
        panel.follow(page, moment, &mut effects);
        let mut waiting = VecDeque::from(effects);
        while let Some(effect) = waiting.pop_front() {
            let mut more = Vec::new();
            match effect {
                Effect::Work(_, _, end) => {
                    while panel.work(page) {}
                    end(true).deliver();
                    panel.update(page, &mut more);
                }
                Effect::Send(Message::Page(event)) => {
                    update(page, event, &mut more);
                }
                Effect::Send(Message::Panel(letter)) => {
                    let is_own = letter.deliver() == panel.name();
                    let _ = is_own && panel.update(page, &mut more);
                }
                _ => {}
            }
            waiting.extend(more);
        }
    }
}

/// Processes an event of the page; its panels follow.
fn take_in(panels: &mut [Box<dyn AnyPanel>], page: &mut Page, event: Event) {
    match update(page, event, &mut Vec::new()) {
        Scope::Nothing | Scope::Signals | Scope::First => {}
        Scope::All => follow(panels, page, PanelMoment::Changed),
    }
}

/// Names of the panels with their views.
fn views(panels: &[Box<dyn AnyPanel>], page: &Page) -> Vec<(&'static str, String)> {
    let views = panels.iter();
    views
        .map(|panel| (panel.name(), html(&**panel, page)))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 64,
        failure_persistence: None,
        rng_seed: seed(1_974),
        ..ProptestConfig::default()
    })]

    /// After any events, the page equals a fresh one at the same address, and so do the panels that
    /// have followed it.
    #[test]
    fn any_events_leave_the_state_of_a_fresh_page(
        events in prop::collection::vec((events(), links()), 1..12)
    ) {
        let mut page = page(PLAN);
        let mut panels = panels_of_the_page();
        follow(&mut panels, &page, PanelMoment::Mounted);
        for (event, link) in events {
            let event = event(&page, &link);
            take_in(&mut panels, &mut page, event);
            let fresh = fresh(&page);
            prop_assert_eq!(plain(&page.draft), plain(&fresh.draft));
            prop_assert_eq!(&page.reasons, &fresh.reasons);
            prop_assert_eq!(&page.settings, &fresh.settings);
            if !page.is_stale() {
                prop_assert_eq!(plain(&page.plan), plain(&fresh.plan));
                prop_assert_eq!(&page.estimate, &fresh.estimate);
                prop_assert_eq!(&page.rival, &fresh.rival);
            }
        }
        // Marks on controls end by themselves, a drag with the pointer, and a reader can dismiss
        // warnings about a link.
        let marks = page.marks;
        happen(&mut page, Event::UnmarkControls(marks));
        happen(&mut page, Event::DismissWarnings);
        happen(&mut page, Event::EndDrag);
        settle(&mut panels, &mut page, PanelMoment::Changed);
        settle(&mut panels, &mut page, PanelMoment::Rested);
        if !page.is_stale() {
            let mut fresh = fresh(&page);
            let mut others = panels_of_the_page();
            settle(&mut others, &mut fresh, PanelMoment::Mounted);
            prop_assert_eq!(views(&panels, &page), views(&others, &fresh));
            prop_assert_eq!(components(&page), components(&fresh));
        }
    }
}
