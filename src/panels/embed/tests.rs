//! Tests of embedding: what a query or the embedding page asks for, without a browser.

use formats::link::presentation::Presentation;
use formats::message::{Reply, Request, Standing};

use super::goal::GoalLine;
use super::messages::AddressedMessage;
use super::own_tab_link::OwnTabLink;
use super::{EmbedEvent, EmbedMessages, panels};
use crate::panels::PLANNER;
use crate::panels::lesson::{LessonButton, LessonButtonEvent, RequestedLesson};
use crate::panels::testing::{Stand, page, page_of};
use crate::store::{Effect, Effects, Event, HistoryStep, Message, Mount, Page, Panel, PanelMoment};

const PLAN: &str = "#v=1&p=llama3-8b/h100x8";
const SPLIT: &str = "#v=1&p=llama3-8b/h100x8&tp=2";
const ILLEGAL: &str = "#v=1&p=llama3-8b/h100x8&tp=3";
const HOST: &str = "https://course.example";

fn asked(query: &str) -> Presentation {
    Presentation::decode(query).0
}

fn move_to<P: Panel>(stand: &mut Stand<P>, link: &str) -> Vec<Effect> {
    let (plan, _) = formats::link::decode(link);
    let mut effects = stand.send(Event::Edit(Box::new(plan)));
    effects.extend(stand.rest());
    effects
}

/// Events of another panel among effects.
fn events_of<P: Panel>(effects: Vec<Effect>) -> Vec<P::Event> {
    let events = effects.into_iter().filter_map(|effect| match effect {
        Effect::Send(Message::Panel(event)) if event.panel == P::NAME => {
            event.event.downcast().ok().map(|event| *event)
        }
        _ => None,
    });
    events.collect()
}

/// Messages that follow from an event, and the other effects.
fn say(
    messages: &mut EmbedMessages,
    page: &Page,
    event: EmbedEvent,
) -> (Vec<AddressedMessage>, Vec<Effect>) {
    let mut effects = Vec::new();
    let mut into = Effects::new(&mut effects, EmbedMessages::NAME);
    let letters = messages.take(page, event, &mut into);
    (letters, effects)
}

fn receive(messages: &mut EmbedMessages, page: &Page, request: Request) -> Vec<AddressedMessage> {
    say(
        messages,
        page,
        EmbedEvent::Request(request, HOST.to_owned()),
    )
    .0
}

/// A conversation after `hello`.
fn greeted(page: &Page) -> EmbedMessages {
    let mut messages = EmbedMessages::default();
    receive(&mut messages, page, Request::Hello);
    messages
}

fn goal(is_reached: bool) -> EmbedEvent {
    EmbedEvent::Goal {
        lesson: "week-3".to_owned(),
        step: "fits".to_owned(),
        is_reached,
    }
}

#[test]
fn only_what_is_asked_for_is_put_up() {
    let names = |query: &str| -> Vec<&str> {
        let panels = panels(asked(query));
        panels.iter().map(|panel| panel.name()).collect()
    };
    assert_eq!(names(""), ["embed-messages"]);
    assert_eq!(names("embed=1"), ["embed-messages", "open-alone"]);
    assert_eq!(names("lesson=tour"), ["embed-messages", "query-lesson"]);
    // A goal belongs to the embedding page's own lesson.
    assert_eq!(names("goal=fits&lesson=tour"), ["embed-messages", "goal"]);
}

#[test]
fn the_view_of_the_way_out_of_a_frame() {
    let query = "embed=1&view=verdict,memory&lock=tp";
    let stand = Stand::new(OwnTabLink::of(&asked(query)), page_of(query, PLAN));
    insta::assert_snapshot!(stand.html());
    assert_eq!(stand.panel().mount(), Mount::In(PLANNER));
}

#[test]
fn the_way_out_leads_to_the_plan_at_rest() {
    let query = "embed=1&view=map";
    let mut stand = Stand::new(OwnTabLink::of(&asked(query)), page_of(query, PLAN));
    let address = ["href=\"https://planner.example/", SPLIT].concat();
    let (plan, _) = formats::link::decode(SPLIT);
    stand.send(Event::Edit(Box::new(plan)));
    let href = address.replace('&', "&amp;");
    assert!(!stand.html().contains(&href), "it follows a drag");
    stand.rest();
    assert!(stand.html().contains(&href), "{}", stand.html());
}

#[test]
fn the_view_of_a_goal() {
    let line = |text: &str| GoalLine::of(text.to_owned(), String::new());
    let html = |text| Stand::new(line(text), page(PLAN)).html();
    insta::assert_snapshot!([html("tp >= 1"), html("tp >= 2"), html("tp >=")].join("\n"));
}

#[test]
fn a_goal_is_told_at_once_and_at_rest_and_announced_once() {
    let line = GoalLine::of("tp >= 2".to_owned(), "week-3".to_owned());
    let mut stand = Stand::new(line, page(PLAN));
    let reached = |effects| {
        let events = events_of::<EmbedMessages>(effects);
        let [
            EmbedEvent::Goal {
                lesson,
                step,
                is_reached,
            },
        ] = &events[..]
        else {
            panic!("{events:?}");
        };
        assert_eq!((&**lesson, &**step), ("week-3", "tp >= 2"));
        *is_reached
    };
    assert!(!reached(stand.follow(PanelMoment::Mounted)));
    assert!(!reached(stand.rest()));
    assert!(reached(move_to(&mut stand, SPLIT)));
    let said = stand.page.announced.clone();
    assert!(said.contains("Reached"), "{said}");
    stand.send(Event::Announce("else".to_owned()));
    assert!(reached(move_to(&mut stand, SPLIT)));
    assert_eq!(stand.page.announced, "else", "announced twice");
    // An illegal plan reaches no goal.
    assert!(!reached(move_to(&mut stand, ILLEGAL)));
}

#[test]
fn a_goal_that_is_reached_from_the_start_is_not_announced() {
    let line = GoalLine::of("tp >= 1".to_owned(), String::new());
    let mut stand = Stand::new(line, page(PLAN));
    stand.rest();
    assert_eq!(stand.page.announced, "");
}

#[test]
fn a_goal_that_cannot_be_read_is_not_told() {
    let line = GoalLine::of("tp >=".to_owned(), String::new());
    let mut stand = Stand::new(line, page(PLAN));
    let mut effects = stand.follow(PanelMoment::Mounted);
    effects.extend(move_to(&mut stand, SPLIT));
    assert_eq!(events_of::<EmbedMessages>(effects), []);
}

#[test]
fn nothing_but_the_height_is_said_before_hello() {
    let page = page(PLAN);
    let mut messages = EmbedMessages::default();
    assert!(receive(&mut messages, &page, Request::Get).is_empty());
    assert!(messages.rest(&page).is_empty());
    assert!(say(&mut messages, &page, goal(true)).0.is_empty());
    let (letters, _) = say(&mut messages, &page, EmbedEvent::Height(700.0));
    assert_eq!(letters.len(), 2);
    // A goal that is reached already is announced on `hello`.
    let letters = receive(&mut messages, &page, Request::Hello);
    assert!(
        matches!(&letters[..], [AddressedMessage::Ours(Reply::State { .. }, to), AddressedMessage::Ours(Reply::Goal { reached: true, .. }, _)] if to == HOST),
        "{letters:?}"
    );
}

#[test]
fn a_page_without_an_origin_is_answered_as_anyone() {
    let page = page(PLAN);
    let mut messages = EmbedMessages::default();
    let hello = EmbedEvent::Request(Request::Hello, "null".to_owned());
    let (letters, _) = say(&mut messages, &page, hello);
    assert!(
        matches!(&letters[..], [AddressedMessage::Ours(_, to)] if to == "*"),
        "{letters:?}"
    );
}

#[test]
fn the_state_has_figures_only_of_a_plan_that_can_exist() {
    let said = |link: &str| {
        let page = page(link);
        let letters = receive(&mut greeted(&page), &page, Request::Get);
        match &letters[..] {
            [
                AddressedMessage::Ours(
                    Reply::State {
                        verdict,
                        peak_gib,
                        mfu,
                        ..
                    },
                    _,
                ),
            ] => (*verdict, peak_gib.is_some(), mfu.is_some()),
            _ => panic!("{letters:?}"),
        }
    };
    assert_eq!(said(ILLEGAL), (Standing::Illegal, false, false));
    assert_eq!(said(SPLIT), (Standing::Fits, true, true));
}

#[test]
fn at_rest_another_plan_is_told_once() {
    let mut messages = greeted(&page(PLAN));
    assert!(messages.rest(&page(PLAN)).is_empty());
    assert_eq!(messages.rest(&page(SPLIT)).len(), 1);
    assert!(messages.rest(&page(SPLIT)).is_empty());
}

#[test]
fn small_changes_of_the_height_are_not_told() {
    let page = page(PLAN);
    let mut messages = EmbedMessages::default();
    let mut tell = |height| {
        say(&mut messages, &page, EmbedEvent::Height(height))
            .0
            .len()
    };
    assert_eq!([700.0, 701.0, 698.5, 702.0].map(&mut tell), [2, 0, 0, 2]);
}

#[test]
fn a_goal_is_told_when_it_changes() {
    let page = page(PLAN);
    let mut messages = greeted(&page);
    let mut tell = |is_reached| say(&mut messages, &page, goal(is_reached)).0.len();
    assert_eq!([false, false, true, true].map(&mut tell), [1, 0, 1, 0]);
}

#[test]
fn what_is_set_is_a_new_start_and_its_faults_are_answered() {
    let mut stand = Stand::new(greeted(&page(PLAN)), page(PLAN));
    move_to(&mut stand, SPLIT);
    move_to(&mut stand, PLAN);
    assert!(stand.page.history.can(HistoryStep::Back));
    let request = Request::Set {
        hash: Some("#v=1&p=llama3-8b/h100x16&colour=7".to_owned()),
        lesson: Some("{}".to_owned()),
    };
    let request_event = EmbedEvent::Request(request, HOST.to_owned());
    let effects = stand.update(request_event);
    assert_eq!(stand.page.link(), "#v=1&p=llama3-8b/h100x16");
    assert!(!stand.page.history.can(HistoryStep::Back));
    let (mut opened, mut set) = (0, 0);
    for effect in effects {
        if let Effect::Send(Message::Panel(event)) = effect {
            let is_lesson = event.panel == LessonButton::NAME;
            if is_lesson {
                let event = event.event.downcast_ref();
                let open = LessonButtonEvent::Open(RequestedLesson::In("{}".to_owned()));
                assert_eq!(event, Some(&open));
                // The lesson may name a plan to start from, and is opened last.
                assert_eq!(set, 1);
                opened += 1;
            } else {
                set += 1;
            }
        }
    }
    assert_eq!((opened, set), (1, 1));
    let page = &stand.page;
    let (letters, _) = say(&mut stand.panel_mut(), page, EmbedEvent::PlanSet);
    assert!(
        matches!(&letters[..], [AddressedMessage::Ours(Reply::Error { text }, _)] if text.contains("colour")),
        "{letters:?}"
    );
}

#[test]
fn a_plan_that_is_understood_is_answered_by_no_error() {
    let mut stand = Stand::new(greeted(&page(PLAN)), page(PLAN));
    let mut set = |hash: &str| {
        let request = Request::Set {
            hash: Some(hash.to_owned()),
            lesson: None,
        };
        let effects = stand.update(EmbedEvent::Request(request, HOST.to_owned()));
        // Only the event that the plan is set: no lesson.
        assert_eq!(events_of::<EmbedMessages>(effects), [EmbedEvent::PlanSet]);
        let page = &stand.page;
        say(&mut stand.panel_mut(), page, EmbedEvent::PlanSet)
            .0
            .len()
    };
    assert_eq!(set("#v=1&p=llama3-8b/h100x16&colour=7"), 1);
    assert_eq!(set(SPLIT), 0);
}

#[test]
fn a_theme_is_shown_and_not_kept() {
    let mut stand = Stand::new(greeted(&page(PLAN)), page(PLAN));
    let mut ask = |theme: &str| {
        let request = Request::Theme {
            theme: theme.to_owned(),
        };
        stand.update(EmbedEvent::Request(request, HOST.to_owned()))
    };
    let effects = ask("dark");
    assert!(matches!(effects[..], [Effect::ShowTheme("dark")]));
    assert!(ask("pink").is_empty());
}

#[test]
fn the_lesson_of_a_query_is_opened() {
    let mut stand = Stand::new(super::QueryLesson("tour".to_owned()), page(PLAN));
    let events = events_of::<LessonButton>(stand.follow(PanelMoment::Mounted));
    let open = LessonButtonEvent::Open(RequestedLesson::At("tour".to_owned()));
    assert_eq!(events, [open]);
}
