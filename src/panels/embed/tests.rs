//! Tests of embedding: what a query or the embedding page asks for, without a browser.

use formats::message::{Reply, Request, Standing};

use super::messages::{AddressedMessage, EmbedMessages};
use super::{EmbedEvent, component};
use crate::panels::lesson::{LessonEvent, RequestedLesson};
use crate::panels::testing::{Stand, events_of, html_of, outline, page, page_of, send};
use crate::store::{
    Effect, Effects, Event, HistoryStep, LatePlace, Message, Page, Panel, PanelEvent, PanelMoment,
};

const PLAN: &str = "#v=1&p=llama3-8b/h100x8";
const SPLIT: &str = "#v=1&p=llama3-8b/h100x8&tp=2";
const ILLEGAL: &str = "#v=1&p=llama3-8b/h100x8&tp=3";
const HOST: &str = "https://course.example";

/// The component of a place, as HTML.
fn html_at(place: LatePlace, page: &Page) -> String {
    html_of(page, || component(place))
}

/// The components of the query, as HTML.
fn html(page: &Page) -> String {
    [LatePlace::Goal, LatePlace::OwnTabLink]
        .map(|place| html_at(place, page))
        .concat()
}

fn move_to<P: Panel>(stand: &mut Stand<P>, link: &str) -> Vec<Effect> {
    let (plan, _) = formats::link::decode(link);
    let mut effects = stand.send(Event::Edit(Box::new(plan)));
    effects.extend(stand.rest());
    effects
}

/// Messages that follow from an event, and the other effects.
fn say(
    messages: &mut EmbedMessages,
    page: &Page,
    event: EmbedEvent,
) -> (Vec<AddressedMessage>, Vec<Effect>) {
    let mut effects = Vec::new();
    let mut into = Effects::new(&mut effects);
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

/// Delivers the events for panels among effects; returns the names of the panels.
fn letters_of(effects: Vec<Effect>) -> Vec<&'static str> {
    let letters = effects.into_iter().filter_map(|effect| match effect {
        Effect::Send(Message::Panel(letter)) => Some(letter.deliver()),
        _ => None,
    });
    letters.collect()
}

fn goal(is_reached: bool) -> EmbedEvent {
    EmbedEvent::Goal {
        lesson: "week-3".to_owned(),
        step: "fits".to_owned(),
        is_reached,
    }
}

/// The lessons that are opened when the part is loaded.
fn opened(query: &str) -> Vec<LessonEvent> {
    let mut stand = Stand::new(EmbedMessages::default(), page_of(query, PLAN));
    events_of(stand.follow(PanelMoment::Mounted))
}

#[test]
fn only_what_is_asked_for_is_put_up() {
    let ids = |query: &str| {
        let html = html(&page_of(query, PLAN));
        ["id=\"goal\"", "id=\"alone\""].map(|id| html.contains(id))
    };
    assert_eq!(ids(""), [false, false]);
    assert_eq!(ids("embed=1"), [false, true]);
    assert_eq!(ids("lesson=tour"), [false, false]);
    assert_eq!(ids("goal=fits&lesson=tour"), [true, false]);
    assert!(opened("embed=1").is_empty());
    // A goal belongs to the embedding page's own lesson.
    assert!(opened("goal=fits&lesson=tour").is_empty());
}

#[test]
fn the_lesson_of_a_query_is_opened() {
    let events = opened("lesson=tour");
    assert!(
        matches!(&events[..], [LessonEvent::Open(RequestedLesson::At(lesson))] if lesson == "tour"),
        "{events:?}"
    );
}

#[test]
fn the_view_of_the_way_out_of_a_frame() {
    let query = "embed=1&view=verdict,memory&lock=tp";
    let html = html_at(LatePlace::OwnTabLink, &page_of(query, PLAN));
    insta::assert_snapshot!(outline(&html));
}

#[test]
fn the_way_out_leads_to_the_plan_at_rest() {
    let mut page = page_of("embed=1&view=map", PLAN);
    let address = ["href=\"https://planner.example/", SPLIT].concat();
    let (plan, _) = formats::link::decode(SPLIT);
    send(&mut page, Event::Edit(Box::new(plan)));
    let href = address.replace('&', "&amp;");
    assert!(!html(&page).contains(&href), "it follows a drag");
    send(&mut page, Event::Rest);
    assert!(html(&page).contains(&href), "{}", html(&page));
}

#[test]
fn the_view_of_a_goal() {
    let html = |goal: &str| {
        let page = page_of(&["goal=", goal].concat(), PLAN);
        html_at(LatePlace::Goal, &page)
    };
    insta::assert_snapshot!(outline(
        &[html("tp >= 1"), html("tp >= 2"), html("tp >=")].join("\n")
    ));
}

/// A page with a goal, whose embedding page has greeted it.
fn with_goal(goal: &str) -> Stand<EmbedMessages> {
    let page = page_of(&["embed=1&lesson=week-3&goal=", goal].concat(), PLAN);
    let stand = Stand::new(EmbedMessages::default(), page);
    receive(&mut stand.panel_mut(), &stand.page, Request::Hello);
    stand
}

/// The goal in messages: its lesson, its step, and whether it is reached.
fn goal_in(letters: &[AddressedMessage]) -> Option<(&str, &str, bool)> {
    letters.iter().find_map(|letter| match letter {
        AddressedMessage::Ours(
            Reply::Goal {
                lesson,
                step,
                reached,
            },
            _,
        ) => Some((&**lesson, &**step, *reached)),
        _ => None,
    })
}

/// Judges the query's goal for a plan at rest, and passes its events to the page; returns whether it
/// is reached, if that is news.
fn judged(stand: &mut Stand<EmbedMessages>, link: &str) -> Option<bool> {
    let (plan, _) = formats::link::decode(link);
    send(&mut stand.page, Event::Edit(Box::new(plan)));
    let mut effects = Vec::new();
    let letters = stand
        .panel_mut()
        .judge(&stand.page, false, &mut Effects::new(&mut effects));
    for effect in effects {
        if let Effect::Send(Message::Page(event)) = effect {
            send(&mut stand.page, event);
        }
    }
    let (lesson, step, is_reached) = goal_in(&letters)?;
    assert_eq!((lesson, step), ("week-3", "tp >= 2"));
    Some(is_reached)
}

#[test]
fn a_goal_is_reported_at_once_and_at_rest_and_announced_once() {
    let mut stand = with_goal("tp >= 2");
    let letters = receive(&mut stand.panel_mut(), &stand.page, Request::Hello);
    assert_eq!(goal_in(&letters), Some(("week-3", "tp >= 2", false)));
    assert_eq!(judged(&mut stand, PLAN), None, "no news");
    assert_eq!(judged(&mut stand, SPLIT), Some(true));
    let said = stand.page.announced.clone();
    assert!(said.contains("Reached"), "{said}");
    send(&mut stand.page, Event::Announce("else".to_owned()));
    assert_eq!(judged(&mut stand, SPLIT), None);
    assert_eq!(stand.page.announced, "else", "announced twice");
    // An illegal plan reaches no goal.
    assert_eq!(judged(&mut stand, ILLEGAL), Some(false));
}

#[test]
fn a_goal_is_judged_at_rest() {
    let mut stand = with_goal("tp >= 2");
    let effects = move_to(&mut stand, SPLIT);
    assert!(
        effects
            .iter()
            .any(|effect| matches!(effect, Effect::Run(_)))
    );
    assert!(stand.page.announced.contains("Reached"));
}

#[test]
fn a_goal_that_is_reached_from_the_start_is_not_announced() {
    let mut stand = with_goal("tp >= 1");
    stand.rest();
    assert_eq!(stand.page.announced, "");
}

#[test]
fn a_goal_that_cannot_be_read_is_not_reported() {
    let mut stand = with_goal("tp >=");
    assert_eq!(judged(&mut stand, SPLIT), None);
    let letters = receive(&mut stand.panel_mut(), &stand.page, Request::Hello);
    assert_eq!(goal_in(&letters), None);
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
    // The lesson may name a plan to start from, and is opened last.
    let panels: Vec<&str> = letters_of(effects);
    assert_eq!(panels, ["embed-messages", "lesson"]);
    let open = LessonEvent::take();
    assert!(
        matches!(&open, Some(LessonEvent::Open(RequestedLesson::In(text))) if text == "{}"),
        "{open:?}"
    );
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
        assert_eq!(events_of::<EmbedEvent>(effects), [EmbedEvent::PlanSet]);
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
