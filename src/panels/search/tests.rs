use std::sync::Arc;

use ::search::fits::FitQuestion;
use ::search::optimize::{Candidate, Constraints, Counts, SearchQuestion};
use ::search::worker::{SearchProgress, Worker, WorkerReply};

use super::adopting::{look_away_event, look_event};
use super::answers::{Answers, Job};
use super::asked::{Choice, SearchForm, SearchLimit, typed_number};
use super::pool::{Pool, Trouble};
use super::*;
use cost::memory::Verdict;

use crate::panels::languages;
use crate::panels::stand_in::{StandIn, is_wanted};
use crate::panels::testing::{Stand, html_of, outline, page, page_of, send};
use crate::store::{Effect, Event, Part};
use leptos::prelude::*;

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
    let wider = SearchForm::default().wider(page, &constraints);
    let mut answers = Answers::new(plan, question.clone(), constraints.clone(), wider);
    answers.start(&mut pool, Job::Best, &question, &constraints, 0.0);
    let mut worker = Worker::default();
    loop {
        let letters = pool.take_outbox();
        if letters.is_empty() {
            break;
        }
        for letter in letters {
            let reply = worker.answer(&letter.request.to_bytes(), || 0.0);
            match reply.and_then(|reply| WorkerReply::from_bytes(&reply)) {
                None | Some(WorkerReply::Fits { .. }) => {}
                Some(WorkerReply::Path { number, legs }) => {
                    assert!(answers.take_in_path(number, legs));
                }
                Some(WorkerReply::Progress(progress)) => {
                    let number = progress.number;
                    pool.receive(0, number, 1.0);
                    if let Some(found) = answers.take_in_progress(0, progress, 1_500.0).found {
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
    stand_of(PLAN)
}

/// The figure of a plan with all its answers.
fn stand_of(link: &str) -> Stand<Search> {
    let mut stand = Stand::new(Search::default(), page(link));
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

/// Bars of layouts have all parts of the step, also the reference model's forwards.
#[test]
fn a_row_has_the_forwards_without_a_backward() {
    for (more, has) in [("", false), ("&obj=dpo", true)] {
        let stand = stand_of(&[PLAN, more].concat());
        let rows = stand.panel().shown.as_ref().map(Answers::rows);
        let mut rows = rows.expect("answers").into_iter();
        assert!(
            rows.all(|row| (row.reading.forward_only > 0.01) == has),
            "{more}"
        );
        let bar = r#"class="forward-only" style="width:"#;
        assert!(stand.html().contains(bar), "{more}");
    }
}

#[test]
fn the_view_of_answers() {
    insta::assert_snapshot!(outline(&stand().html()));
}

#[test]
fn a_search_that_finds_nothing_says_what_it_kept_and_did_not_try() {
    let html = stand_of("#v=1&p=llama3-405b/h100x8&gbs=16").html();
    let said = "No layout fits on these GPUs. Fixed: 8 GPUs, 8,192 tokens a sequence, 16 sequences \
                a step, bf16. Not tried: more GPUs, shorter sequences";
    assert!(html.contains(said), "{html}");
}

/// As the command does, and with the same layouts.
#[test]
fn where_nothing_fits_savings_are_tried_and_named() {
    let stand = stand_of("#v=1&p=llama3-8b/h100x1&gbs=16&seq=2048");
    let html = stand.html();
    assert!(html.contains(text::search::with_savings()), "{html}");
    let panel = stand.panel();
    let answers = panel.shown.as_ref().expect("answered");
    let rows = answers.rows();
    assert!(!rows.is_empty() && answers.has_savings());
    for row in rows {
        let savings = ::search::optimize::Saving::all(&answers.plan, &row.found.candidate);
        assert!(!savings.is_empty(), "{:?}", row.found.candidate);
        let name = text::search::layout_of(&answers.plan, &row.found.candidate);
        assert!(html.contains(&name), "{name}");
    }
    let legs = answers.legs().expect("arrived").as_ref().expect("a path");
    let last = legs.last().expect("a step to what fits");
    assert!(!last.candidate.offload.is_empty(), "{last:?}");
}

#[test]
fn what_is_locked_or_restricted_is_no_saving_to_try() {
    let wider = |page: &Page, form: SearchForm| {
        let (question, _) = question(page);
        let constraints = form.constraints(page, question.goal);
        form.wider(page, &constraints)
    };
    let link = "#v=1&p=llama3-8b/h100x1&gbs=16&seq=2048";
    let (free, locked) = (page(link), page_of("?lock=off,ce,opt", link));
    assert!(!wider(&free, SearchForm::default()).is_empty());
    assert!(wider(&locked, SearchForm::default()).is_empty());
    let mut form = SearchForm::default();
    form.choose(Choice::Reach(::search::optimize::LayoutAxis::Offload), 2);
    let moves = |wider: &Constraints| wider.offload.bits().count_ones() > 1;
    assert!(!wider(&free, form).iter().any(moves));
}

#[test]
fn a_press_adopts_a_layout_and_keeps_the_pin() {
    let mut stand = stand();
    let best = stand.panel().shown.as_ref().expect("answered").rows()[0];
    assert!(stand.html().contains("class=\"adopt row\""));
    let first = stand.panel().listed()[0];
    stand.update(SearchEvent::Adopt(first));
    assert_eq!(Candidate::of(&stand.page.draft), Some(best.found.candidate));
    assert!(
        !stand.panel().is_old,
        "the same question about another layout"
    );
}

/// Gives the figure answers without their first layout, as if a worker had not found it.
fn lose_first(stand: &mut Stand<Search>) {
    let mut panel = stand.panel_mut();
    let answers = panel.shown.as_mut().expect("answered");
    let first = answers.rows()[0].found.candidate;
    for run in &mut answers.runs {
        run.rows.retain(|row| row.found.candidate != first);
    }
    answers.path = None;
}

#[test]
fn a_press_adopts_the_layout_that_was_drawn_even_if_the_list_has_changed() {
    let mut stand = stand();
    let drawn = stand.panel().listed();
    lose_first(&mut stand);
    let listed = stand.panel().listed();
    assert_eq!(listed[0], drawn[1], "another layout is in its place");
    stand.update(SearchEvent::Adopt(drawn[0]));
    assert_eq!(Candidate::of(&stand.page.draft), Some(drawn[0]));
}

#[test]
fn a_point_and_a_step_adopt_the_layout_that_was_drawn() {
    let mut stand = stand();
    let (point, leg) = {
        let panel = stand.panel();
        let answers = panel.shown.as_ref().expect("answered");
        let legs = answers.legs().expect("arrived").as_ref().expect("a path");
        (answers.front()[0].found.candidate, legs[0].candidate)
    };
    for layout in [point, leg] {
        stand.panel_mut().shown = None;
        stand.update(SearchEvent::Adopt(layout));
        assert_eq!(Candidate::of(&stand.page.draft), Some(layout));
    }
}

#[test]
fn looking_at_a_layout_previews_it_in_the_head() {
    let mut stand = stand();
    let best = stand.panel().shown.as_ref().expect("answered").rows()[0];
    let layout = best.found.candidate;
    let enter = |stand: &Stand<Search>| look_event(&stand.panel(), layout);
    let leave = |stand: &Stand<Search>| look_away_event(&stand.panel(), layout);
    assert!(leave(&stand).is_none(), "nothing is looked at");
    stand.update(enter(&stand).expect("a new layout"));
    let preview = stand.page.preview.as_ref().expect("looked at");
    assert!((preview.time.total().0 / best.found.step.0 - 1.0).abs() < 1e-9);
    assert_eq!(
        stand.html().matches("data-looked").count(),
        looked_at(&stand)
    );
    assert!(enter(&stand).is_none(), "nothing new");
    stand.update(leave(&stand).expect("looked at"));
    assert!(stand.page.preview.is_none());
    assert!(!stand.html().contains("data-looked"));
}

/// How often the figure shows the layout that the reader looks at.
fn looked_at(stand: &Stand<Search>) -> usize {
    let panel = stand.panel();
    let layouts = panel.shown.as_ref().map_or(Vec::new(), Answers::layouts);
    let shown = layouts
        .iter()
        .filter(|layout| panel.hovered == Some(**layout));
    shown.count()
}

#[test]
fn a_pointer_that_goes_on_to_another_layout_leaves_only_its_own() {
    let mut stand = stand();
    let [first, second] = [0, 1].map(|index| stand.panel().listed()[index]);
    stand.update(SearchEvent::LookAt(Some(second)));
    assert!(look_away_event(&stand.panel(), first).is_none());
}

#[test]
fn a_layout_that_leaves_the_figure_is_looked_at_no_longer() {
    let mut stand = stand();
    let layout = stand.panel().listed()[0];
    stand.update(SearchEvent::LookAt(Some(layout)));
    assert!(stand.page.preview.is_some());
    lose_first(&mut stand);
    stand.update(SearchEvent::LookAtWorkers(10.0));
    assert!(stand.page.preview.is_none() && stand.panel().hovered.is_none());
}

#[test]
fn what_is_chosen_and_typed_is_part_of_the_question() {
    let mut stand = stand();
    let question = |stand: &Stand<Search>| stand.panel().asked.question(&stand.page);
    let before = question(&stand);
    assert!(stand.html().contains("<label hidden>within days"));
    stand.update(SearchEvent::Choose(Choice::Goal, 3));
    assert!(stand.html().contains("<label>within days"));
    let cheapest = question(&stand);
    assert_ne!(cheapest, before);
    stand.update(SearchEvent::Type(
        SearchLimit::Days,
        typed_number("12 days"),
    ));
    assert_eq!(stand.panel().asked.limit(SearchLimit::Days), Some(12));
    assert_ne!(question(&stand), cheapest);
    stand.update(SearchEvent::Choose(Choice::Margin, 4));
    assert_eq!(stand.panel().asked.chosen(Choice::Margin), 4);
    assert!(stand.panel().is_old);
}

#[test]
fn a_limit_is_the_number_of_the_digits_typed() {
    assert_eq!(typed_number("1,250"), Some(1_250));
    assert_eq!(typed_number("0"), None);
    assert_eq!(typed_number("soon"), None);
    assert_eq!(typed_number(&"9".repeat(40)), None);
}

#[test]
fn the_axes_can_be_held_once_their_list_is_open() {
    let mut stand = stand();
    assert!(!stand.html().contains("search-axis-1"));
    stand.send(crate::store::Event::Fold("search-freedom".to_owned(), true));
    assert!(stand.html().contains("id=\"search-axis-1\""));
    assert!(!stand.html().contains("id=\"search-axis-5\""), "no experts");
    let tensor = ::search::optimize::LayoutAxis::Tensor;
    stand.update(SearchEvent::Choose(Choice::Reach(tensor), 2));
    assert!(stand.html().contains("all but one"));
}

#[test]
fn each_axis_of_the_best_layout_is_valued_once_its_list_is_open() {
    let mut stand = stand();
    let (answers, pool) = answered(&stand.page, true);
    let count = answers.without().len();
    stand.panel_mut().shown = Some(answers);
    stand.panel_mut().pool = pool;
    let lines = |html: &str| {
        let (_, list) = html.split_once(state::AXES_FOLD).unwrap();
        let (list, _) = list.split_once("</details>").unwrap();
        list.matches("class=\"adopt\"").count()
    };
    assert_eq!(lines(&stand.html()), 0);
    stand.send(crate::store::Event::Fold(state::AXES_FOLD.to_owned(), true));
    let html = stand.html();
    let lines = lines(&html);
    let needed = html.matches(text::search_figure::needed()).count();
    assert!(lines > 0);
    assert_eq!(lines + needed, count);
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
        "another question is current by now"
    );
    let ticket = stand.panel().ticket;
    stand.update(SearchEvent::AskAt(ticket, 10.0));
    assert!(stand.panel().coming.is_some() && stand.panel().is_busy());
}

/// A reply without a layout, at the moment of the question.
fn progress(number: u64) -> SearchEvent {
    progress_at(number, 2.0)
}

/// A reply without a layout, at a moment in milliseconds.
fn progress_at(number: u64, now: f64) -> SearchEvent {
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
        now,
    }
}

#[test]
fn a_search_ends_at_its_limit_and_says_so() {
    let mut stand = Stand::new(Search::default(), page(PLAN));
    stand.follow(PanelMoment::Shown);
    stand.update(SearchEvent::Started { count: 1, now: 1.0 });
    let ticket = stand.panel().ticket;
    stand.update(SearchEvent::AskAt(ticket, 2.0));
    let number = stand.panel().coming.as_ref().expect("asked").runs[0].number;
    let limit = text::search::ReachedLimit::Seconds(::search::asked::PATIENCE_SECONDS);
    let ended = text::search::ended(limit);
    stand.update(progress_at(number, 59_000.0));
    assert!(stand.panel().is_busy() && !stand.html().contains(&ended));
    stand.update(progress_at(number, 61_000.0));
    assert!(!stand.panel().is_busy());
    let html = stand.html();
    assert!(html.contains(&ended), "{html}");
    assert!(!html.contains(text::search_figure::looking()), "{html}");
    stand.update(SearchEvent::GoOn);
    let ticket = stand.panel().ticket;
    stand.update(SearchEvent::AskAt(ticket, 61_000.0));
    assert!(stand.panel().is_busy() && !stand.html().contains(&ended));
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
    let [stop, again] = [text::search_figure::stop(), text::search_figure::again()]
        .map(|act| [act, "</button>"].concat());
    assert!(stand.html().contains("id=\"search-act\"") && stand.html().contains(&stop));
    stand.update(SearchEvent::GoOn);
    assert!(stand.panel().is_busy(), "it goes on already");
    stand.update(SearchEvent::Stop);
    assert!(!stand.panel().is_busy() && stand.panel().is_stopped);
    assert!(stand.html().contains(&again));
    let _ = stand.panel_mut().is_worth_drawing();
    // After a stop each reply is drawn: nothing may follow that would draw it.
    stand.update(progress(number));
    assert!(stand.panel_mut().is_worth_drawing());
    stand.update(SearchEvent::GoOn);
    assert!(!stand.panel().is_stopped);
}

#[test]
fn where_no_worker_starts_the_figure_says_so() {
    let mut stand = Stand::new(Search::default(), page(PLAN));
    stand.follow(PanelMoment::Shown);
    stand.update(SearchEvent::Started { count: 0, now: 1.0 });
    assert_eq!(stand.panel().pool.trouble, Some(Trouble::Refused));
    assert!(stand.html().contains(text::search_figure::no_workers()));
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
    assert_eq!(stand.page.announced, text::search_figure::silent());
    assert!(stand.html().contains("data-again=\"workers\""));
    let effects = stand.update(SearchEvent::NewWorkers);
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
fn the_stand_in_fetches_the_part_once_and_says_what_becomes_of_it() {
    let mut page = page(PLAN);
    assert!(is_wanted(Part::Search, &page));
    send(&mut page, Event::Load(Part::Search));
    send(&mut page, Event::PartLoaded(Part::Search, false));
    assert!(
        !is_wanted(Part::Search, &page),
        "only a reader requests it again"
    );
    let html = |page: &Page| html_of(page, || view! { <StandIn stood_for=STOOD_FOR/> });
    assert!(html(&page).contains("data-again=\"search\""));
    let effects = send(&mut page, Event::Load(Part::Search));
    assert!(matches!(effects[0], Effect::Load(Part::Search)));
    send(&mut page, Event::PartLoaded(Part::Search, true));
    assert_eq!(html(&page), "");
    let mut printed = crate::panels::testing::page(PLAN);
    send(&mut printed, Event::Print(true));
    assert!(!is_wanted(Part::Search, &printed));
}

/// A plan whose search for the best layout is short, and which fits tightly.
const ON_A_CARD: &str = "#v=1&p=llama3-8b/rtx4090x1&seq=2048&gbs=16&ft=qlora&recipe=hf&ckpt=full";

/// Opens the details of all questions about the memory of a plan.
fn open_fits(stand: &mut Stand<Search>) {
    for question in FitQuestion::ALL {
        let id = fits::fold_id(question).to_owned();
        stand.send(crate::store::Event::Fold(id, true));
    }
}

/// Answers what is asked about the memory of a plan; returns the number of questions.
fn answer_fits(stand: &mut Stand<Search>) -> usize {
    let letters = {
        let mut panel = stand.panel_mut();
        let Search { fits, pool, .. } = &mut *panel;
        fits.ask(pool, &stand.page, 0.0);
        pool.take_outbox()
    };
    for letter in &letters {
        let told = Worker::default().answer(&letter.request.to_bytes(), || 0.0);
        let reply = told.and_then(|told| WorkerReply::from_bytes(&told));
        stand.update(SearchEvent::Reply {
            worker: letter.worker,
            reply: Box::new(reply.expect("a reply")),
            now: 9.0,
        });
    }
    letters.len()
}

/// The figure of a plan on one card, with the answers to all questions about its memory.
fn with_fits() -> Stand<Search> {
    let mut stand = stand_of(ON_A_CARD);
    open_fits(&mut stand);
    assert_eq!(answer_fits(&mut stand), FitQuestion::ALL.len());
    stand
}

#[test]
fn what_fits_is_asked_once_its_details_are_open() {
    let mut stand = stand_of(ON_A_CARD);
    assert!(!stand.panel().fits.is_waiting(&stand.page));
    open_fits(&mut stand);
    assert!(stand.panel().fits.is_waiting(&stand.page));
    assert!(stand.html().contains(text::fits::pending()));
    // In sight it is sent to the workers.
    let effects = stand.follow(PanelMoment::Shown);
    assert!(
        effects
            .iter()
            .any(|effect| matches!(effect, Effect::Run(_)))
    );
    assert!(!stand.panel().fits.is_waiting(&stand.page));
}

#[test]
fn a_plan_that_is_dragged_asks_nothing() {
    let mut stand = with_fits();
    let mut plan = stand.page.plan.as_ref().clone();
    plan.tuning.rank = 64;
    stand.send(crate::store::Event::Edit(Box::new(plan)));
    assert_eq!(answer_fits(&mut stand), 0);
    assert!(stand.html().contains("class=\"numbers old\""));
    stand.rest();
    assert_eq!(answer_fits(&mut stand), FitQuestion::ALL.len());
    assert!(!stand.html().contains("class=\"numbers old\""));
}

#[test]
fn the_view_of_what_fits() {
    let html = with_fits().html();
    let (_, fits) = html.split_once("class=\"fits\"").expect("the section");
    insta::assert_snapshot!(outline(&["<section ", fits].concat()));
}

#[test]
fn a_row_becomes_the_plan() {
    let mut stand = with_fits();
    let rows = ::search::fits::cards(&stand.page.plan);
    let cheapest = ::search::fits::first_that_fits(&rows, Verdict::Fits).expect("a card");
    let html = stand.html();
    assert!(html.contains(text::fits::card(&cheapest.plan)), "{html}");
    stand.send(fits_view::adoption(&cheapest.plan));
    assert_eq!(*stand.page.plan, cheapest.plan);
    let figures = cheapest.figures().expect("a legal plan");
    assert_eq!(stand.page.estimate.memory.peak(), figures.peak);
    assert_eq!(stand.page.estimate.time.total(), figures.step);
}

#[test]
fn a_late_answer_is_not_shown() {
    let stand = with_fits();
    let numbers = FitQuestion::Card.answer(&stand.page.plan).numbers();
    let mut panel = stand.panel_mut();
    assert!(!panel.fits.take_in(1, &numbers));
    panel.fits.forget();
    drop(panel);
    assert!(stand.html().contains("RTX 3090"));
}

#[test]
fn the_figure_has_no_english() {
    languages::check("", || {
        let mut stand = stand();
        let folded = stand.html();
        for fold in ["search-freedom", state::AXES_FOLD] {
            stand.send(crate::store::Event::Fold(fold.to_owned(), true));
        }
        vec![folded, stand.html(), with_fits().html()]
    });
}
