use std::sync::Arc;

use ::search::optimize::{Candidate, Constraints, Counts, SearchQuestion};
use ::search::worker::{SearchProgress, Worker, WorkerReply};

use super::answers::{Answers, Job};
use super::asked::SearchForm;
use super::pool::{Pool, Trouble};
use super::*;
use crate::dom::UiEventKind;
use crate::panels::testing::{Stand, page, page_of};
use crate::store::{Effect, Part, PartState};

const PLAN: &str = "#v=1&p=llama3-8b/h100x8&tp=8";

fn question(page: &Page) -> (SearchQuestion, Constraints) {
    let asked = SearchForm::default();
    let question = asked.question(page);
    let constraints = asked.constraints(page, question.goal);
    (question, constraints)
}

/// Answers to all questions, by one worker, which is the search engine itself.
fn answered(page: &Page, wants_axes: bool) -> (Answers, Pool) {
    let (question, constraints) = question(page);
    let mut pool = Pool::default();
    assert!(pool.begin_to_start());
    pool.started(1);
    let plan = Arc::clone(&page.plan);
    let mut answers = Answers::new(plan, question.clone(), constraints.clone());
    answers.start(&mut pool, Job::Best, &question, &constraints, 0.0);
    let mut worker = Worker::default();
    loop {
        let letters = pool.take_outbox();
        if letters.is_empty() {
            break;
        }
        for letter in letters {
            let told = worker.answer(&letter.request.to_bytes(), || 0.0);
            match told.and_then(|told| WorkerReply::from_bytes(&told)) {
                None => {}
                Some(WorkerReply::Path { number, legs }) => {
                    assert!(answers.take_in_path(number, legs));
                }
                Some(WorkerReply::Progress(far)) => {
                    let number = far.number;
                    pool.receive(0, number, 1.0);
                    if let Some(found) = answers.take_in_progress(0, far, 1_500.0).found {
                        pool.go_on(0, number, found, 1.0);
                    }
                }
            }
        }
        answers.go_further(&mut pool, &page.plan, wants_axes, 2.0);
    }
    (answers, pool)
}

/// The figure with all its answers.
fn stand() -> Stand<Search> {
    let mut stand = Stand::new(Search::default(), page(PLAN));
    let (answers, pool) = answered(&stand.page, false);
    stand.panel_mut().shown = Some(answers);
    stand.panel_mut().pool = pool;
    stand.follow(PanelMoment::Changed);
    stand
}

#[test]
fn the_search_finds_layouts_a_way_and_what_memory_buys() {
    let page = page(PLAN);
    let (answers, _) = answered(&page, true);
    let rows = answers.rows();
    assert!(rows.len() > 3);
    assert!(
        rows.windows(2)
            .all(|two| two[0].found.step.0 <= two[1].found.step.0)
    );
    let run = answers.run(Job::Best).expect("asked first");
    assert_eq!(run.took, Some(1.5));
    assert!(!answers.front().is_empty());
    let legs = answers
        .legs()
        .expect("asked for")
        .as_ref()
        .expect("there is one");
    let last = legs.last().expect("not the best yet");
    assert_eq!(last.candidate, rows[0].found.candidate);
    assert!(answers.without().iter().all(|(_, run)| run.is_some()));
}

#[test]
fn the_view_of_answers() {
    insta::assert_snapshot!(stand().html());
}

#[test]
fn a_press_adopts_a_layout_and_keeps_the_pin() {
    let mut stand = stand();
    let best = stand.panel().shown.as_ref().expect("answered").rows()[0];
    stand.press(".adopt.row");
    assert_eq!(Candidate::of(&stand.page.draft), Some(best.found.candidate));
    assert!(
        !stand.panel().is_old,
        "the same question about another layout"
    );
}

#[test]
fn looking_at_a_layout_previews_it_in_the_head() {
    let mut stand = stand();
    let over = UiEvent::at(UiEventKind::PointerMove, &stand.view(), ".adopt.row");
    stand.on_ui_event(&over);
    let preview = stand.page.preview.as_ref().expect("looked at");
    let best = stand.panel().shown.as_ref().expect("answered").rows()[0];
    assert!((preview.time.total().0 / best.found.step.0 - 1.0).abs() < 1e-9);
    assert!(stand.on_ui_event(&over).is_empty(), "nothing new");
    stand.on_ui_event(&UiEvent::at(
        UiEventKind::PointerMove,
        &stand.view(),
        ".readout",
    ));
    assert!(stand.page.preview.is_none());
}

#[test]
fn another_model_makes_the_answers_old_and_asks_again_only_in_sight() {
    let mut stand = stand();
    let other = formats::link::decode("#v=1&p=llama3-70b/h100x64").0;
    stand.send(crate::store::Event::Start(Box::new(other)));
    assert!(stand.panel().is_old);
    let before = stand.panel().ticket;
    let effects = stand.follow(PanelMoment::Shown);
    assert!(stand.panel().ticket > before);
    assert!(
        effects
            .iter()
            .any(|effect| matches!(effect, Effect::After(..)))
    );
    stand.update(SearchEvent::AskAt(before, 10.0));
    assert!(
        stand.panel().coming.is_none(),
        "another question is meant by now"
    );
    let ticket = stand.panel().ticket;
    stand.update(SearchEvent::AskAt(ticket, 10.0));
    assert!(stand.panel().coming.is_some() && stand.panel().is_busy());
}

/// A reply without a layout, at the moment of the question.
fn progress(number: u64) -> SearchEvent {
    let progress = SearchProgress {
        number,
        is_done: false,
        expected: 1_000,
        counts: Counts::default(),
        found: Vec::new(),
        rows: Vec::new(),
    };
    SearchEvent::Reply {
        worker: 0,
        reply: Box::new(WorkerReply::Progress(progress)),
        now: 2.0,
    }
}

#[test]
fn a_reader_stops_the_search_and_takes_it_up_again() {
    let mut stand = Stand::new(Search::default(), page(PLAN));
    stand.follow(PanelMoment::Shown);
    stand.update(SearchEvent::Started { count: 2, now: 1.0 });
    let ticket = stand.panel().ticket;
    stand.update(SearchEvent::AskAt(ticket, 2.0));
    assert!(stand.panel().is_busy());
    // Replies arrive some thirty times a second; only some are drawn.
    let _ = stand.panel_mut().is_worth_drawing();
    let number = stand.panel().coming.as_ref().expect("asked").runs[0].number;
    stand.update(progress(number));
    assert!(!stand.panel_mut().is_worth_drawing());
    stand.press("#search-act");
    assert!(!stand.panel().is_busy() && stand.panel().is_stopped);
    let _ = stand.panel_mut().is_worth_drawing();
    // After a stop each reply is drawn: nothing may follow that would draw it.
    stand.update(progress(number));
    assert!(stand.panel_mut().is_worth_drawing());
    stand.press("#search-act");
    assert!(!stand.panel().is_stopped);
}

#[test]
fn where_no_worker_starts_the_figure_says_so() {
    let mut stand = Stand::new(Search::default(), page(PLAN));
    stand.follow(PanelMoment::Shown);
    stand.update(SearchEvent::Started { count: 0, now: 1.0 });
    assert_eq!(stand.panel().pool.trouble, Some(Trouble::Refused));
    assert!(stand.html().contains(texts::words().no_workers));
}

#[test]
fn silent_workers_are_told_of_and_new_ones_can_be_asked_for() {
    let mut stand = Stand::new(Search::default(), page(PLAN));
    stand.follow(PanelMoment::Shown);
    stand.update(SearchEvent::Started { count: 1, now: 0.0 });
    let ticket = stand.panel().ticket;
    stand.update(SearchEvent::AskAt(ticket, 0.0));
    for second in 1..=11 {
        stand.update(SearchEvent::LookAtWorkers(f64::from(second) * 1_000.0));
    }
    assert_eq!(stand.panel().pool.trouble, Some(Trouble::Silent));
    assert_eq!(stand.page.announced, texts::words().trouble[1]);
    let effects = stand.press("[data-again=\"workers\"]");
    assert_eq!(stand.panel().pool.trouble, None);
    let starts = effects
        .iter()
        .filter(|effect| matches!(effect, Effect::Run(_)));
    assert_eq!(starts.count(), 2, "the old ones end, new ones start");
}

#[test]
fn a_device_that_slept_is_no_silent_worker() {
    let mut stand = Stand::new(Search::default(), page(PLAN));
    stand.follow(PanelMoment::Shown);
    stand.update(SearchEvent::Started { count: 1, now: 0.0 });
    let ticket = stand.panel().ticket;
    stand.update(SearchEvent::AskAt(ticket, 0.0));
    stand.update(SearchEvent::LookAtWorkers(3_600_000.0));
    assert_eq!(stand.panel().pool.trouble, None);
}

#[test]
fn what_is_locked_is_no_choice() {
    let page = page_of("?lock=tp", PLAN);
    let (_, constraints) = question(&page);
    let (_, free) = question(&crate::panels::testing::page(PLAN));
    assert_ne!(constraints, free);
}

#[test]
fn the_stand_in_fetches_the_part_once_it_is_seen_and_says_what_becomes_of_it() {
    let mut stand = Stand::new(SearchStandIn::default(), page(PLAN));
    assert_eq!(stand.page.parts.of(Part::Search), PartState::Absent);
    let effects = stand.follow(PanelMoment::Shown);
    assert!(matches!(effects[..], [Effect::Send(_)]));
    stand.send(crate::store::Event::Load(Part::Search));
    stand.send(crate::store::Event::PartLoaded(Part::Search, false));
    assert!(stand.html().contains("data-again=\"search\""));
    let effects = stand.press("[data-again]");
    assert!(matches!(effects[0], Effect::Load(Part::Search)));
    assert!(
        stand.follow(PanelMoment::Shown).is_empty(),
        "only a reader asks again"
    );
}
