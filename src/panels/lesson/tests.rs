//! Tests of the panel of lessons, without a browser.

use super::RequestedLesson;
use super::button::{LessonButton, open, resumed};
use super::event::{LessonArrival, LessonEvent};
use super::open_step::OpenStep;
use super::progress::{DoneStep, Kept, ReaderProgress, join, read, written};
use super::state::LessonPanel;
use super::step_setting::setting;
use super::summary::SummaryCopy;
use crate::browser::fetch::Fetched;
use crate::panels::languages;
use crate::panels::testing::{Stand, events_of, html_of, outline, page, page_of, send, sent};
use crate::store::{Effect, Event, HistoryStep, Message, Part, PlanChange, StepScene};
use cost::plan::Plan;
use formats::link::presentation::View;
use proptest::prelude::*;
use proptest::sample::select;
use test_utils::seed;

/// A lesson of three steps: a goal, a question, a text.
const LESSON: &str = r##"{
  "shardwise": 1,
  "id": "week-3",
  "title": "Week 3",
  "text": "About tensor parallelism.",
  "start": "#v=1&p=llama3-8b/h100x8",
  "hide": ["mbs"],
  "steps": [
    {
      "id": "goal",
      "title": "Split it",
      "text": "Use [TP](control:tp) and the [memory](view:memory).",
      "view": ["verdict", "memory"],
      "highlight": { "views": ["memory"], "controls": ["tp"] },
      "lock": ["gpus"],
      "goal": "tp >= 2",
      "par": 1,
      "done": "Well done."
    },
    {
      "id": "question",
      "title": "Count",
      "text": "How many?",
      "question": {
        "text": "GPUs?",
        "answer": 8,
        "unit": "GPUs",
        "mistakes": [{ "answer": 7, "text": "One is missing." }]
      }
    },
    { "id": "last", "title": "The end", "text": "That is all." }
  ],
  "end": "All done."
}"##;

const PLAN: &str = "#v=1&p=llama3-8b/h100x8";
const SPLIT: &str = "#v=1&p=llama3-8b/h100x8&tp=2";
const PLAN_OF_OTHERS: &str = "#v=1&p=llama3-70b/h100x64&tp=8";

fn closed() -> Stand<LessonPanel> {
    Stand::new(LessonPanel::default(), page(PLAN))
}

/// The panel, with the lesson at its first step.
fn at_goal() -> Stand<LessonPanel> {
    let mut stand = closed();
    stand.update(LessonEvent::Open(RequestedLesson::In(LESSON.to_owned())));
    stand
}

fn at_question() -> Stand<LessonPanel> {
    let mut stand = at_goal();
    press(&mut stand, "lesson-next", LessonEvent::Next);
    stand
}

/// Sends the event of the button of this id, which is in the view.
fn press(stand: &mut Stand<LessonPanel>, id: &str, event: LessonEvent) -> Vec<Effect> {
    has(stand, &["<button type=\"button\" id=\"", id, "\""].concat());
    stand.update(event)
}

/// Asserts that the view contains a piece of HTML.
fn has(stand: &Stand<LessonPanel>, part: &str) {
    let html = stand.html();
    assert!(html.contains(part), "{part}: {html}");
}

fn arrival(asked: u32, fetched: Fetched) -> LessonEvent {
    LessonEvent::Arrived(LessonArrival {
        fetched,
        asked,
        name: "https://teacher.example/week.json".to_owned(),
        step: "question".to_owned(),
        has_focus: false,
    })
}

/// Moves the page to another plan, and lets it rest.
fn drag(stand: &mut Stand<LessonPanel>, link: &str) -> Vec<Effect> {
    let (plan, _) = formats::link::decode(link);
    let mut effects = stand.send(Event::Edit(Box::new(plan)));
    effects.extend(stand.rest());
    effects
}

fn is_focus(effect: &Effect, expected: &str) -> bool {
    matches!(effect, Effect::Focus(id) if id.as_ref() == expected)
}

fn runs(effects: &[Effect]) -> usize {
    let runs = effects.iter();
    runs.filter(|effect| matches!(effect, Effect::Run(_)))
        .count()
}

/// Types a text into the field of the step's question.
fn types(stand: &mut Stand<LessonPanel>, text: &str) {
    has(stand, "data-question=\"0\"");
    stand.update(LessonEvent::Answer(0, text.to_owned()));
}

/// Judges the answer to the step's question.
fn check(stand: &mut Stand<LessonPanel>) {
    has(stand, "<button type=\"button\" data-check=\"0\"");
    stand.update(LessonEvent::Check(0));
}

#[test]
fn the_view_of_the_button() {
    insta::assert_snapshot!(outline(&html_of(&page(PLAN), LessonButton)));
}

#[test]
fn the_view_of_the_list() {
    let mut stand = closed();
    stand.update(LessonEvent::Open(RequestedLesson::Menu));
    let html = stand.html();
    // The glossary is a separate list.
    let (list, _) = html.split_once("<details class=\"glossary\"").unwrap();
    insta::assert_snapshot!(outline(list));
}

#[test]
fn the_view_of_a_step() {
    insta::assert_snapshot!(outline(&at_goal().html()));
}

#[test]
fn the_button_asks_for_the_part_once_and_opens_what_was_asked_for_last() {
    let mut page = page(PLAN);
    let is_load = |effect: &Effect| matches!(effect, Effect::Load(Part::Lesson));
    let effects = sent(&mut page, |store| open(store, RequestedLesson::Menu));
    assert_eq!(effects.iter().filter(|effect| is_load(effect)).count(), 1);
    let tour = RequestedLesson::At("tour".to_owned());
    let effects = sent(&mut page, |store| open(store, tour));
    assert!(!effects.iter().any(is_load), "asked for twice");
    let events = events_of(effects);
    assert!(
        matches!(&events[..], [LessonEvent::Open(RequestedLesson::At(address))] if address == "tour"),
        "{events:?}"
    );
}

#[test]
fn a_part_that_has_not_come_is_said_and_can_be_asked_for_again() {
    let mut page = page(PLAN);
    sent(&mut page, |store| open(store, RequestedLesson::Menu));
    send(&mut page, Event::PartLoaded(Part::Lesson, false));
    assert!(!page.announced.is_empty());
    let html = html_of(&page, LessonButton);
    assert!(html.contains("data-again=\"lesson\""), "{html}");
    let effects = send(&mut page, Event::Load(Part::Lesson));
    let is_load = |effect: &Effect| matches!(effect, Effect::Load(Part::Lesson));
    assert!(effects.iter().any(is_load));
}

#[test]
fn only_the_page_that_was_loaded_again_goes_on_with_its_step() {
    let step = |link: &str| OpenStep {
        lesson: "tour".to_owned(),
        link: link.to_owned(),
        ..OpenStep::default()
    };
    let tour = Some(RequestedLesson::At("tour".to_owned()));
    assert_eq!(resumed(step(PLAN), &page(PLAN)), tour);
    assert_eq!(resumed(step(SPLIT), &page(PLAN)), None);
    for query in ["lesson=tour", "embed=1"] {
        assert_eq!(resumed(step(PLAN), &page_of(query, PLAN)), None, "{query}");
    }
}

#[test]
fn a_step_locks_its_controls_and_starts_from_its_plan() {
    let stand = at_goal();
    assert!(stand.page.is_locked("gpus"));
    assert_eq!(stand.page.link(), PLAN);
    let shown = setting(&stand.panel(), &stand.page);
    assert_eq!(shown.views, []);
    assert_eq!(shown.room, Some("open"));
    assert_eq!(stand.page.step.controls, ["tp"]);
    assert!(shown.css.contains("#memory::before"), "{}", shown.css);
    assert!(shown.css.contains("mbs"), "{}", shown.css);
}

#[test]
fn an_embedded_page_shows_the_views_of_a_step_alone() {
    let mut stand = Stand::new(LessonPanel::default(), page_of("?embed=1", PLAN));
    stand.update(LessonEvent::Open(RequestedLesson::In(LESSON.to_owned())));
    let shown = setting(&stand.panel(), &stand.page);
    assert_eq!(shown.views, [View::Verdict, View::Memory]);
}

/// The event of a step that shows views.
fn showing(views: &[View]) -> Event {
    Event::SetStep(StepScene {
        views: views.to_vec(),
        ..StepScene::default()
    })
}

#[test]
fn a_step_opens_the_first_of_its_views_that_has_a_tab() {
    let mut page = page(PLAN);
    send(&mut page, showing(&[View::Memory, View::Map, View::Run]));
    assert_eq!((page.tab, page.alone.len()), (View::Map, 0));
}

#[test]
fn views_that_give_the_solution_are_offered_only_if_a_step_names_them() {
    let mut page = page_of("?tab=search", PLAN);
    let mut shown = |views: &[View]| {
        send(&mut page, showing(views));
        send(&mut page, Event::OpenTab(View::Search));
        page.tab
    };
    assert_eq!(shown(&[View::Memory]), View::TABS[0]);
    assert_eq!(shown(&[View::Search]), View::Search);
    assert_eq!(shown(&[]), View::Search);
}

#[test]
fn the_query_is_what_comes_back() {
    let page = page_of("?view=tolls&lock=seq", PLAN);
    let mut stand = Stand::new(LessonPanel::default(), page);
    stand.update(LessonEvent::Open(RequestedLesson::In(LESSON.to_owned())));
    assert!(stand.page.is_locked("gpus") && stand.page.is_locked("seq"));
    let effects = press(&mut stand, "lesson-close", LessonEvent::Close);
    assert!(!stand.page.is_locked("gpus") && stand.page.is_locked("seq"));
    let shown = setting(&stand.panel(), &stand.page);
    assert_eq!(shown.views, [View::Overheads]);
    assert_eq!((shown.room, &*shown.css), (None, ""));
    assert!(effects.iter().any(|effect| is_focus(effect, "lessons")));
}

#[test]
fn the_focus_follows_only_from_the_panel() {
    let mut stand = closed();
    let opened = stand.update(LessonEvent::Open(RequestedLesson::In(LESSON.to_owned())));
    let moves = |effects: &[Effect]| {
        let mut effects = effects.iter();
        effects.any(|effect| is_focus(effect, "lesson-title"))
    };
    assert!(!moves(&opened));
    let next = press(&mut stand, "lesson-next", LessonEvent::Next);
    assert!(moves(&next));
}

#[test]
fn a_goal_is_judged_at_rest_and_told_to_the_page_around() {
    let mut stand = at_goal();
    let is_announced = |effects: &[Effect]| {
        let mut effects = effects.iter();
        effects.any(|effect| matches!(effect, Effect::Send(Message::Panel(_))))
    };
    assert!(is_announced(&stand.rest()));
    assert!(!stand.html().contains("Well done."));
    let effects = drag(&mut stand, SPLIT);
    assert!(is_announced(&effects));
    has(&stand, "Well done.");
    assert!(!stand.page.announced.is_empty());
    // The step is stored, and the text on it scrolls into sight.
    assert_eq!(runs(&effects), 2);
    let panel = stand.panel();
    let done = panel.progress.of("week-3");
    assert_eq!(done[0].step, "goal");
    assert_eq!(done[0].changes, Some(1));
    assert_eq!(done[0].link, SPLIT);
}

#[test]
fn an_answer_is_judged_and_may_be_a_known_mistake() {
    let mut stand = at_question();
    types(&mut stand, "seven");
    check(&mut stand);
    let not_a_number = stand.page.announced.clone();
    types(&mut stand, "7");
    check(&mut stand);
    has(&stand, "One is missing.");
    types(&mut stand, "9");
    check(&mut stand);
    assert_ne!(stand.page.announced, not_a_number);
    assert!(stand.panel().progress.of("week-3").is_empty());
    types(&mut stand, "8");
    check(&mut stand);
    assert_eq!(stand.panel().progress.of("week-3")[0].step, "question");
}

#[test]
fn the_page_shows_what_it_read_beside_the_judgement() {
    let mut stand = at_question();
    for (text, reply) in [
        (
            "4*3",
            "Too large.</p><p class=\"read\">Read as 12\u{a0}GPUs.",
        ),
        (
            "21/3",
            "One is missing.</p><p class=\"read\">Read as 7\u{a0}GPUs.",
        ),
        ("4 GB", "Enter the number in this unit: GPUs."),
        ("16/2", "Right.</p><p class=\"read\">Read as 8\u{a0}GPUs."),
    ] {
        types(&mut stand, text);
        check(&mut stand);
        let html = stand.html().replace("\n", "");
        assert!(html.contains(reply), "{text}: {html}");
    }
    assert_eq!(stand.page.announced, "Right. Read as 8\u{a0}GPUs.");
}

#[test]
fn an_ambiguous_answer_is_asked_and_then_judged_as_chosen() {
    for text in ["8,000", "8.000"] {
        let mut stand = at_question();
        types(&mut stand, text);
        check(&mut stand);
        assert!(stand.page.announced.ends_with("8\u{a0}GPUs 8000\u{a0}GPUs"));
        has(&stand, "data-state=\"open\"");
        let html = stand.html();
        assert!(!html.contains("Too large."), "{html}");
        assert!(html.contains(">8\u{a0}GPUs</button>"), "{html}");
        assert!(html.contains(">8000\u{a0}GPUs</button>"), "{html}");
        assert!(stand.panel().progress.of("week-3").is_empty());
        stand.update(LessonEvent::ChooseNumber(0, 8_000.0));
        has(&stand, "Too large.");
        let effects = stand.update(LessonEvent::ChooseNumber(0, 8.0));
        has(&stand, "Right.");
        assert!(
            effects
                .iter()
                .any(|effect| is_focus(effect, "lesson-answer-0"))
        );
        assert_eq!(stand.panel().progress.of("week-3").len(), 1);
    }
}

/// The record of the open step, as the panel stores it.
fn record(stand: &Stand<LessonPanel>) -> OpenStep {
    let record = stand.panel().kept_step.clone();
    assert_eq!(OpenStep::from_text(&record.text()).as_ref(), Some(&record));
    record
}

/// The lesson as the answer to the newest request.
fn arrives(stand: &mut Stand<LessonPanel>) {
    let asked = stand.panel().asked;
    let mut arrival = arrival(asked, Fetched::Text(LESSON.to_owned()));
    if let LessonEvent::Arrived(arrival) = &mut arrival {
        arrival.step.clear();
    }
    stand.update(arrival);
}

#[test]
fn a_reload_keeps_the_step_and_the_plan() {
    const ADDRESS: &str = "https://teacher.example/week.json";
    let mut stand = closed();
    stand.update(LessonEvent::OpenAt(ADDRESS.to_owned()));
    arrives(&mut stand);
    drag(&mut stand, SPLIT);
    let kept = record(&stand);
    assert_eq!(
        (&*kept.step, &*kept.link, &*kept.own),
        ("goal", SPLIT, PLAN)
    );
    // The page is loaded again with the address that it had.
    let mut again = Stand::new(LessonPanel::default(), page(SPLIT));
    again.update(LessonEvent::OpenOrResume(
        String::new(),
        Some(kept.clone()),
        None,
    ));
    arrives(&mut again);
    assert_eq!(again.page.link(), SPLIT);
    assert_eq!(again.panel().run.as_ref().unwrap().place, 0);
    assert_eq!(
        again.panel().own.as_deref(),
        Some(&formats::link::decode(PLAN).0)
    );
    // With another plan in the address the step begins.
    let mut other = Stand::new(LessonPanel::default(), page(PLAN_OF_OTHERS));
    other.update(LessonEvent::OpenOrResume(
        ADDRESS.to_owned(),
        Some(kept),
        None,
    ));
    arrives(&mut other);
    assert_eq!(other.page.link(), PLAN);
    // A closed lesson leaves no record.
    press(&mut stand, "lesson-close", LessonEvent::Close);
    assert_eq!(stand.panel().kept_step, OpenStep::default());
}

#[test]
fn a_reload_keeps_a_lesson_of_a_file() {
    let mut stand = closed();
    stand.update(LessonEvent::Read(Some(LESSON.to_owned()), false));
    drag(&mut stand, SPLIT);
    let kept = record(&stand);
    assert_eq!((&*kept.lesson, &*kept.step), ("", "goal"));
    // A browser without room says so.
    for was_kept in [true, false] {
        stand.update(LessonEvent::FileWasKept(was_kept));
        let hidden = "role=\"status\" hidden class=\"unkept\"";
        assert_eq!(stand.html().contains(hidden), was_kept, "{}", stand.html());
    }
    let mut again = Stand::new(LessonPanel::default(), page(SPLIT));
    let file = Some(LESSON.to_owned());
    again.update(LessonEvent::OpenOrResume(
        String::new(),
        Some(kept.clone()),
        file,
    ));
    again.rest();
    assert_eq!(again.page.link(), SPLIT);
    assert_eq!(record(&again), kept);
    // Without its text nothing is opened.
    let mut lost = Stand::new(LessonPanel::default(), page(SPLIT));
    lost.update(LessonEvent::OpenOrResume(String::new(), Some(kept), None));
    assert!(!lost.panel().is_open);
    // A lesson that the embedding page sends leaves no record.
    let mut sent = at_goal();
    drag(&mut sent, SPLIT);
    assert_eq!(record(&sent), OpenStep::default());
}

#[test]
fn a_plan_of_the_history_or_the_address_reaches_no_goal() {
    let mut stand = at_goal();
    for event in [
        Event::Follow(SPLIT.to_owned()),
        Event::Walk(HistoryStep::Back),
        Event::Walk(HistoryStep::Forward),
    ] {
        stand.send(event);
        stand.rest();
        assert!(stand.panel().progress.of("week-3").is_empty());
    }
    // The reader's own change does.
    drag(&mut stand, "#v=1&p=llama3-8b/h100x8&tp=4");
    assert_eq!(stand.panel().progress.of("week-3").len(), 1);
}

/// Ways by which a plan arrives, of a link.
const ARRIVALS: [fn(&str) -> Event; 6] = [
    |link| Event::Follow(link.to_owned()),
    |link| Event::Edit(boxed(link)),
    |link| Event::Jump(boxed(link)),
    |link| Event::Adopt(boxed(link)),
    |link| Event::GoTo(boxed(link), PlanChange::Jump),
    |_| Event::Walk(HistoryStep::Back),
];

fn boxed(link: &str) -> Box<Plan> {
    Box::new(formats::link::decode(link).0)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 24,
        failure_persistence: None,
        rng_seed: seed(2_718),
        ..ProptestConfig::default()
    })]

    /// However plans arrive in an open step, the record of the done step has the values of its start
    /// in all that is locked.
    #[test]
    fn a_record_has_what_its_step_locks(
        arrivals in prop::collection::vec(
            (select(&ARRIVALS[..]), select(vec![PLAN, SPLIT, PLAN_OF_OTHERS, "#v=1&p=gpt2-1.5b/h100x8&tp=2"])),
            1..6,
        ),
        is_embedded in any::<bool>(),
    ) {
        let query = if is_embedded { "?embed=1" } else { "" };
        let mut stand = Stand::new(LessonPanel::default(), page_of(query, PLAN_OF_OTHERS));
        let lesson = LESSON.replace("\"lock\": [\"gpus\"]", "\"lock\": [\"p\", \"zero\"]");
        stand.update(LessonEvent::Open(RequestedLesson::In(lesson)));
        for (arrival, link) in arrivals {
            stand.send(arrival(link));
            stand.rest();
        }
        // The reader moves a free control, which reaches the goal.
        let mut plan = Plan::clone(&stand.page.draft);
        plan.layout.tensor = 4;
        stand.send(Event::Edit(Box::new(plan)));
        stand.rest();
        let panel = stand.panel();
        let done = panel.progress.of("week-3");
        prop_assert_eq!(done.len(), 1);
        let (stored, start) = (boxed(&done[0].link), boxed(PLAN));
        prop_assert_eq!(stored.model, start.model);
        prop_assert_eq!(stored.cluster.gpu, start.cluster.gpu);
        prop_assert_eq!((stored.cluster.gpus, stored.layout.zero), (start.cluster.gpus, start.layout.zero));
    }
}

#[test]
fn the_text_of_a_step_keeps_the_values_of_its_start() {
    let lesson = LESSON.replace("Use [TP]", "It is {{tp}} here. Use [TP]");
    let lesson = lesson.replace("Well done.", "It is {{tp}} there.");
    let mut stand = closed();
    stand.update(LessonEvent::Open(RequestedLesson::In(lesson)));
    let start = "It is <span class=\"live\">1</span>";
    assert!(stand.html().replace('\n', "").contains(start));
    drag(&mut stand, SPLIT);
    let html = stand.html().replace('\n', "");
    assert!(html.contains(start), "{html}");
    assert!(
        html.contains("It is <span class=\"live\">2</span><small class=\"now\">"),
        "{html}"
    );
}

#[test]
fn a_text_is_done_by_going_on_and_the_end_leads_to_the_list() {
    let mut stand = at_question();
    press(&mut stand, "lesson-next", LessonEvent::Next);
    has(&stand, "That is all.");
    press(&mut stand, "lesson-next", LessonEvent::Next);
    assert!(stand.panel().run.is_none() && stand.panel().is_open);
    assert_eq!(stand.panel().progress.of("week-3")[0].step, "last");
}

#[test]
fn a_lesson_begins_at_the_first_step_that_is_not_done() {
    let mut stand = closed();
    let done = DoneStep {
        step: "goal".to_owned(),
        changes: Some(1),
        link: SPLIT.to_owned(),
    };
    stand.update(LessonEvent::Kept(Kept {
        is_off: false,
        lessons: vec![("week-3".to_owned(), vec![done])],
    }));
    stand.update(LessonEvent::Open(RequestedLesson::In(LESSON.to_owned())));
    assert_eq!(stand.panel().run.as_ref().unwrap().place, 1);
}

#[test]
fn hints_say_more_each_time_and_the_last_one_can_be_set() {
    let mut stand = at_goal();
    let is_work = |effects: &[Effect]| {
        let mut effects = effects.iter();
        effects.any(|effect| matches!(effect, Effect::Work(..)))
    };
    let hint = |stand: &mut Stand<LessonPanel>| press(stand, "lesson-hint", LessonEvent::Hint);
    assert!(is_work(&hint(&mut stand)));
    while stand.panel_mut().look_on() {}
    stand.update(LessonEvent::Looked);
    assert!(!is_work(&hint(&mut stand)), "looked for twice");
    hint(&mut stand);
    assert!(stand.panel().run.as_ref().unwrap().hints == 3);
    press(&mut stand, "lesson-set", LessonEvent::SetHint);
    assert_eq!(stand.page.link(), SPLIT);
}

/// Presses for one more hint, and searches to the end.
fn ask_for_hint(stand: &mut Stand<LessonPanel>) {
    stand.update(LessonEvent::Hint);
    while stand.panel_mut().look_on() {}
    stand.update(LessonEvent::Looked);
}

/// The hints in the view, in their order.
fn hints(stand: &Stand<LessonPanel>) -> String {
    let html = stand.html();
    let list = html.split_once("<ol class=\"lesson-hints\">");
    let list = list.and_then(|(_, rest)| rest.split_once("</ol>"));
    list.map(|(list, _)| list.to_owned()).unwrap_or_default()
}

/// Asserts that hints have no sentence without its parts, and no cost of nothing.
fn are_whole(stand: &Stand<LessonPanel>, step: &str) {
    let hints = hints(stand);
    for broken in [": .", ": ;", "changes .", "Set .", ", 0.0", ", 0 "] {
        assert!(!hints.contains(broken), "{step}: {broken}: {hints}");
    }
}

#[test]
fn a_goal_that_is_reached_needs_no_hint() {
    let mut stand = at_goal();
    for _ in 0..3 {
        ask_for_hint(&mut stand);
    }
    assert!(hints(&stand).contains("Still to reach"));
    let effects = press(&mut stand, "lesson-set", LessonEvent::SetHint);
    // The button goes away, and the focus to the one beside it.
    assert!(
        effects
            .iter()
            .any(|effect| is_focus(effect, "lesson-restart"))
    );
    assert_eq!(stand.page.link(), SPLIT);
    stand.rest();
    let html = stand.html();
    assert_eq!(hints(&stand).matches("<li>").count(), 0, "{html}");
    assert!(
        !html.contains("lesson-hint\"") && !html.contains("lesson-set"),
        "{html}"
    );
    // From the start of the step, where the goal is reached already.
    let mut stand = at_goal();
    drag(&mut stand, SPLIT);
    ask_for_hint(&mut stand);
    assert_eq!(hints(&stand).matches("<li>").count(), 0);
}

/// The hints of every step of our lessons, at its start and after they are set; those of the recipe
/// for plans that keep to its decisions and others.
#[test]
fn hints_of_our_lessons_are_whole_sentences() {
    let plans = [
        PLAN,
        PLAN_OF_OTHERS,
        "#v=1&p=llama3-70b/h100x64&tp=8&pp=4",
        "#v=1&p=llama3-405b/h100x64&zero=3",
        "#v=1&p=llama3-70b/h100x64&tp=8&pp=8&gbs=65536",
        "#v=1&p=llama3-8b/h100x8&tp=3",
    ];
    for (file, plans) in [
        (include_str!("../../../lessons/tour.json"), &plans[..1]),
        (include_str!("../../../lessons/finetune.json"), &plans[..1]),
        (
            include_str!("../../../lessons/challenges.json"),
            &plans[..1],
        ),
        (include_str!("../../../lessons/recipe.json"), &plans[..]),
    ] {
        for plan in plans {
            let mut stand = Stand::new(LessonPanel::default(), page(plan));
            stand.update(LessonEvent::Open(RequestedLesson::In(file.to_owned())));
            let steps = stand.panel().run.as_ref().unwrap().lesson.steps.len();
            for place in 0..steps {
                stand.update(LessonEvent::Enter(place));
                let id = stand.panel().run.as_ref().unwrap().step().id.clone();
                for _ in 0..3 {
                    ask_for_hint(&mut stand);
                    are_whole(&stand, &id);
                }
                stand.update(LessonEvent::SetHint);
                stand.rest();
                are_whole(&stand, &id);
            }
        }
    }
}

#[test]
fn hints_try_the_path_first_and_then_what_the_step_is_about() {
    let with_path = |path: &str| {
        let controls = r#""controls": ["tp"] },"#;
        let more = [r#""controls": ["tp", "pp"] }, "path": [""#, path, r#""],"#].concat();
        let goal = LESSON.replace("tp >= 2", "tp * pp >= 2");
        let lesson = goal.replace(controls, &more);
        let mut stand = closed();
        stand.update(LessonEvent::Open(RequestedLesson::In(lesson)));
        for _ in 0..3 {
            ask_for_hint(&mut stand);
        }
        stand.update(LessonEvent::SetHint);
        stand.page.link()
    };
    assert!(with_path("tp").contains("tp="));
    assert!(with_path("pp").contains("pp="));
    // The path leads nowhere.
    let link = with_path("sp");
    assert!(link.contains("tp=") || link.contains("pp="), "{link}");
}

#[test]
fn the_text_after_a_step_follows_the_plan() {
    let lesson = LESSON.replace(
        "\"done\": \"Well done.\"",
        r#""done": ["Well done.", {"when": "tp = 2", "text": "Two pieces."}, {"when": "tp > 2", "text": "Many pieces."},
            {"changed": ["zero"], "text": "Sharded."}], "sources": ["[A paper](https://example.org), section 1"]"#,
    );
    let mut stand = closed();
    stand.update(LessonEvent::Open(RequestedLesson::In(lesson)));
    has(&stand, "<details class=\"sources\">");
    let shows = |stand: &Stand<LessonPanel>, expected: [bool; 4]| {
        let html = stand.html();
        let texts = ["Well done.", "Two pieces.", "Many pieces.", "Sharded."];
        assert_eq!(texts.map(|text| html.contains(text)), expected);
    };
    shows(&stand, [false; 4]);
    drag(&mut stand, SPLIT);
    shows(&stand, [true, true, false, false]);
    drag(&mut stand, "#v=1&p=llama3-8b/h100x8&tp=4&zero=3");
    shows(&stand, [true, false, true, true]);
    drag(&mut stand, PLAN);
    shows(&stand, [false; 4]);
}

#[test]
fn looking_for_a_hint_is_given_up_when_the_plan_moves() {
    let mut stand = at_goal();
    press(&mut stand, "lesson-hint", LessonEvent::Hint);
    let effects = drag(&mut stand, "#v=1&p=llama3-8b/h100x8&mbs=2");
    let is_stop = |effect: &Effect| matches!(effect, Effect::StopWork("lesson"));
    assert!(effects.iter().any(is_stop));
    assert_eq!(stand.panel().run.as_ref().unwrap().hints, 0);
}

#[test]
fn what_does_not_come_is_said_and_can_be_asked_for_again() {
    let mut stand = closed();
    stand.update(LessonEvent::OpenAt("week.json".to_owned()));
    assert!(stand.panel().is_pending);
    let asked = stand.panel().asked;
    stand.update(arrival(asked, Fetched::Nothing));
    assert_eq!(stand.panel().refused.len(), 1);
    has(&stand, ">Try again</button>");
    stand.update(LessonEvent::AskAgain);
    assert!(stand.panel().is_pending, "step and address are lost");
    // Late answers to earlier requests are dropped.
    stand.update(arrival(asked, Fetched::Text(LESSON.to_owned())));
    assert!(stand.panel().run.is_none());
    let asked = stand.panel().asked;
    stand.update(arrival(asked, Fetched::Text(LESSON.to_owned())));
    let panel = stand.panel();
    let run = panel.run.as_ref().unwrap();
    assert_eq!(
        (run.place, &*run.name),
        (1, "https://teacher.example/week.json")
    );
}

#[test]
fn a_file_that_is_no_lesson_is_refused_with_its_reasons() {
    let mut stand = closed();
    for text in ["", "{", "{\"shardwise\":1}", "[]"] {
        stand.update(LessonEvent::Read(Some(text.to_owned()), true));
        assert!(stand.panel().run.is_none() && !stand.panel().refused.is_empty());
    }
    stand.update(LessonEvent::Read(None, true));
    assert_eq!(stand.panel().refused.len(), 1);
    has(&stand, "<div role=\"alert\" class=\"refused\">");
}

#[test]
fn the_address_of_nothing_is_refused() {
    let mut stand = closed();
    stand.update(LessonEvent::OpenAt("javascript:alert(1)".to_owned()));
    assert!(!stand.panel().is_pending);
    assert_eq!(stand.panel().refused.len(), 1);
    stand.update(LessonEvent::TypeAddress("  ".to_owned()));
    let asked = stand.panel().asked;
    press(&mut stand, "lesson-open", LessonEvent::OpenTyped);
    assert_eq!(stand.panel().asked, asked, "nothing is asked for");
}

#[test]
fn the_readers_own_plan_can_be_restored() {
    let mut stand = Stand::new(LessonPanel::default(), page(SPLIT));
    stand.update(LessonEvent::Open(RequestedLesson::In(LESSON.to_owned())));
    assert_eq!(stand.page.link(), PLAN);
    press(&mut stand, "lesson-all", LessonEvent::ShowMenu);
    press(&mut stand, "lesson-own", LessonEvent::RestoreOwn);
    assert_eq!(stand.page.link(), SPLIT);
}

#[test]
fn the_summary_says_what_is_done_and_is_copied() {
    let mut stand = at_goal();
    drag(&mut stand, SPLIT);
    let link = SPLIT.replace('&', "&amp;");
    has(&stand, &["https://planner.example/", &link].concat());
    let effects = press(&mut stand, "lesson-copy", LessonEvent::Copy);
    assert_eq!(runs(&effects), 1);
    stand.update(LessonEvent::Copied(false));
    assert!(stand.panel().copied == SummaryCopy::ByHand);
}

#[test]
fn progress_that_is_not_kept_stays_in_this_page_alone() {
    let mut stand = closed();
    stand.update(LessonEvent::Open(RequestedLesson::Menu));
    has(
        &stand,
        "<input type=\"checkbox\" autocomplete=\"off\" id=\"lesson-keep\"",
    );
    stand.update(LessonEvent::KeepProgress(false));
    stand.update(LessonEvent::Open(RequestedLesson::In(LESSON.to_owned())));
    let effects = drag(&mut stand, SPLIT);
    // The text on the step scrolls into sight, and nothing is stored.
    assert_eq!(runs(&effects), 1);
    assert_eq!(stand.panel().progress.of("week-3").len(), 1);
    // Another tab that stores its own progress does not remove it.
    stand.update(LessonEvent::Kept(Kept::default()));
    assert_eq!(stand.panel().progress.of("week-3").len(), 1);
}

#[test]
fn another_tab_forgets_for_this_one() {
    let mut progress = ReaderProgress::default();
    progress.add("a", step("one", Some(3)));
    progress.take(Kept::default());
    assert!(progress.of("a").is_empty());
}

#[test]
fn a_browser_that_keeps_nothing_loses_nothing_of_this_page() {
    let mut progress = ReaderProgress::default();
    progress.add("a", step("one", Some(3)));
    progress.set_refused(true);
    progress.take(Kept::default());
    assert_eq!(progress.of("a").len(), 1);
}

#[test]
fn a_step_is_stored_alone_and_after_a_refusal_with_the_earlier_ones() {
    let stored = |progress: &mut ReaderProgress, name| {
        let stored = progress.add("a", step(name, None)).into_iter();
        let steps = stored.flat_map(|(_, steps)| steps).map(|done| done.step);
        steps.collect::<Vec<_>>()
    };
    let mut progress = ReaderProgress::default();
    assert_eq!(stored(&mut progress, "one"), ["one"]);
    assert_eq!(stored(&mut progress, "two"), ["two"]);
    assert!(stored(&mut progress, "two").is_empty());
    progress.set_refused(true);
    assert_eq!(stored(&mut progress, "three"), ["one", "two", "three"]);
}

#[test]
fn steps_of_a_lesson_are_gathered_from_several_keys() {
    let mut progress = ReaderProgress::default();
    let of = |name| ("a".to_owned(), vec![step(name, Some(1))]);
    progress.take(Kept {
        is_off: false,
        lessons: vec![of("one"), of("two")],
    });
    assert_eq!(progress.of("a").len(), 2);
}

fn step(name: &str, changes: Option<u64>) -> DoneStep {
    DoneStep {
        step: name.to_owned(),
        changes,
        link: String::new(),
    }
}

#[test]
fn of_two_ways_the_one_with_fewer_changes_is_kept() {
    let mut steps = vec![step("one", Some(3))];
    assert!(!join(&mut steps, vec![step("one", Some(4))]));
    assert!(join(
        &mut steps,
        vec![step("one", Some(2)), step("two", None)]
    ));
    assert_eq!(steps, [step("one", Some(2)), step("two", None)]);
}

#[test]
fn progress_is_read_as_it_was_written() {
    let mut steps = vec![step("one", Some(3)), step("two", None)];
    steps[0].link = SPLIT.to_owned();
    assert_eq!(read(&written(&steps)), steps);
    assert!(read("\n \n").is_empty());
}

#[test]
fn escape_takes_the_meaning_of_a_word_away() {
    let mut stand = at_goal();
    has(&stand, "<button type=\"button\" aria-describedby=\"term-");
    assert_eq!(runs(&stand.update(LessonEvent::LeaveTerm)), 1);
}

#[test]
fn an_answer_that_is_typed_again_stays_judged() {
    let mut stand = at_question();
    types(&mut stand, "9");
    check(&mut stand);
    let is_wrong = |stand: &Stand<LessonPanel>| stand.html().contains("data-state=\"wrong\"");
    assert!(is_wrong(&stand));
    types(&mut stand, "9");
    assert!(is_wrong(&stand));
    types(&mut stand, "90");
    assert!(!is_wrong(&stand));
}

#[test]
fn a_term_is_explained_once_in_the_order_of_reading() {
    let stand = at_goal();
    let id = "id=\"term-tensor-parallelism\"";
    assert_eq!(stand.html().matches(id).count(), 1);
}

#[test]
fn texts_of_a_lesson_are_never_markup() {
    let mut stand = closed();
    let lesson = LESSON.replace("Split it", "<img src=x>").replace(
        "About tensor parallelism.",
        "<b>About</b> <script>this</script>",
    );
    stand.update(LessonEvent::Open(RequestedLesson::In(lesson)));
    let html = stand.html();
    assert!(
        html.contains("&lt;img src=x&gt;") && !html.contains("<img"),
        "{html}"
    );
    assert!(
        html.contains("&lt;script&gt;") && !html.contains("<script"),
        "{html}"
    );
}

#[test]
fn the_panel_has_no_english_beside_the_lesson() {
    languages::check(LESSON, || {
        let panels = [closed(), at_goal(), at_question()];
        panels.iter().map(Stand::html).collect()
    });
}
