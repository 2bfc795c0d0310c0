use formats::link::presentation::View;

use super::super::event::{Draft, GoalChoice, LessonPaneChoice, LessonPaneEvent, ShareEvent};
use super::super::pane::Pane;
use super::super::state::ShareDialog;
use super::super::writer::WriterEvent;
use super::goal::typed_limit;
use super::snippet::Snippet;
use super::snippet_kind::SnippetKind;
use crate::panels::testing::{Stand, events_of, outline, page};
use crate::store::{Effect, Event, Part};

const PLAN: &str = "#v=1&p=llama3-8b/h100x8&tp=8";

fn stand() -> Stand<ShareDialog> {
    let mut stand = Stand::new(ShareDialog::default(), page(PLAN));
    stand.update(ShareEvent::Open(Pane::Lesson, None));
    stand
}

/// Makes a choice; returns its effects, none if it changes nothing.
fn choose(stand: &mut Stand<ShareDialog>, choice: LessonPaneChoice) -> Vec<Effect> {
    let event = stand.panel().lesson.chosen(choice);
    event.map_or(Vec::new(), |event| stand.update(event))
}

fn named(name: &str) -> LessonPaneChoice {
    LessonPaneChoice::Lesson(name.to_owned())
}

fn fits(fits: bool) -> LessonPaneChoice {
    LessonPaneChoice::Goal(GoalChoice::Fits(fits))
}

fn limit(limit: &str) -> LessonPaneChoice {
    LessonPaneChoice::Goal(GoalChoice::Limit(0, limit.to_owned()))
}

fn condition(condition: &str) -> LessonPaneChoice {
    LessonPaneChoice::Goal(GoalChoice::Condition(condition.to_owned()))
}

/// Text of the field of the snippet.
fn code(stand: &Stand<ShareDialog>) -> String {
    assert!(stand.html().contains("<textarea id=\"lesson-code\""));
    Snippet::of(&stand.panel().lesson.choices, &stand.page).text
}

/// The pane after one choice of every kind.
fn chosen() -> Stand<ShareDialog> {
    let mut stand = stand();
    for choice in [
        LessonPaneChoice::View(View::Memory, true),
        LessonPaneChoice::View(View::Verdict, true),
        LessonPaneChoice::Fate("tp", 1),
        LessonPaneChoice::Fate("mbs", 2),
        LessonPaneChoice::Theme(2),
        named("week 3"),
        fits(true),
        limit("40"),
    ] {
        choose(&mut stand, choice);
    }
    stand
}

#[test]
fn the_view_of_a_fresh_pane() {
    let stand = stand();
    let html = stand.html();
    let (_, form) = html.split_once("<form class=\"choices\">").unwrap();
    let (form, out) = form.split_once("</form>").unwrap();
    assert_eq!(form.matches("<section>").count(), 5);
    assert!(form.contains("<div id=\"own-writer\">\n</div>"));
    let kind = stand.panel().lesson.choices.snippet_kind;
    assert_eq!((kind, kind.word()), (SnippetKind::Link, "link"));
    assert!(out.contains("value=\"link\""));
    let frame = out.split_once("<iframe").unwrap().1;
    let frame = frame.split('>').next().unwrap();
    assert!(!frame.contains("src="), "{frame}");
    assert!(!html.contains("unloaded"));
}

#[test]
fn choices_come_into_the_link_the_frame_and_the_element() {
    let mut stand = chosen();
    let query =
        "view=verdict,memory&hide=mbs&lock=tp&theme=dark&lesson=week%203&goal=fits,mfu>=0.4";
    let link = code(&stand);
    let (address, rest) = link.split_once('?').unwrap();
    assert_eq!(address, "https://planner.example/");
    let plain = |text: &str| {
        text.replace("%2C", ",")
            .replace("%3E", ">")
            .replace("%3D", "=")
            .replace('+', "%20")
    };
    assert_eq!(plain(rest), [query, PLAN].concat());
    choose(
        &mut stand,
        LessonPaneChoice::SnippetKind(SnippetKind::Frame),
    );
    let frame = code(&stand);
    assert!(
        frame.starts_with("<iframe src=\"https://planner.example/?embed=1&"),
        "{frame}"
    );
    assert!(frame.contains("title=\"Shardwise: Llama-3 8B on 8 × H100 80 GB\""));
    assert!(frame.contains("height=\"640\""));
    choose(
        &mut stand,
        LessonPaneChoice::SnippetKind(SnippetKind::Element),
    );
    let html = code(&stand);
    assert!(html.contains("src=\"https://planner.example/embed.js\""));
    assert!(html.contains("view=\"verdict,memory\" hide=\"mbs\" lock=\"tp\" theme=\"dark\""));
    assert_eq!(
        stand.page.link(),
        PLAN,
        "the teacher's own page is left alone"
    );
}

#[test]
fn choices_are_taken_back() {
    let mut stand = chosen();
    for choice in [
        LessonPaneChoice::View(View::Memory, false),
        LessonPaneChoice::View(View::Verdict, false),
        LessonPaneChoice::Fate("tp", 0),
        LessonPaneChoice::Fate("mbs", 0),
        LessonPaneChoice::Theme(0),
        named(""),
        fits(false),
        limit(""),
    ] {
        choose(&mut stand, choice);
    }
    assert_eq!(code(&stand), ["https://planner.example/", PLAN].concat());
}

#[test]
fn what_changes_nothing_means_nothing() {
    let stand = chosen();
    let is_event = |choice| stand.panel().lesson.chosen(choice).is_some();
    assert!(!is_event(fits(true)));
    assert!(!is_event(named("week 3")));
    assert!(!is_event(LessonPaneChoice::Fate("tp", 9)));
    assert!(!is_event(LessonPaneChoice::Fate("none", 1)));
    // A partially typed number is not a number.
    assert_eq!(typed_limit(String::new()), None);
    assert_eq!(typed_limit("4".to_owned()).as_deref(), Some("4"));
    assert!(is_event(limit("")));
}

#[test]
fn a_goal_that_is_none_is_said_to_be() {
    let mut stand = stand();
    choose(&mut stand, condition("mfa > 3"));
    let html = stand.html();
    assert!(html.contains("id=\"lesson-condition\" aria-invalid=\"true\""));
    assert!(html.contains("mfu"));
    choose(&mut stand, condition("tp = 8"));
    assert!(
        stand
            .html()
            .contains("id=\"lesson-condition\" aria-invalid=\"false\"")
    );
}

#[test]
fn the_field_of_the_lesson_says_what_becomes_of_it() {
    let mut stand = stand();
    for (name, said) in [
        ("challenges/bubble", "opens with the page"),
        ("https://x.example/lesson.json", "CORS"),
        ("week 3", "Neither one of our lessons"),
    ] {
        choose(&mut stand, named(name));
        assert!(stand.html().contains(said), "{name}");
    }
    choose(&mut stand, fits(true));
    assert!(stand.html().contains("only a name"));
}

#[test]
fn the_editor_is_fetched_once_it_is_opened() {
    let mut stand = stand();
    let open = || ShareEvent::Lesson(LessonPaneEvent::LoadWriter);
    assert!(stand.html().contains("<summary id=\"own-open\">"));
    let effects = stand.update(open());
    assert!(matches!(effects[0], Effect::Load(Part::Writer)));
    assert!(stand.update(open()).is_empty());
    stand.send(Event::PartLoaded(Part::Writer, false));
    assert!(stand.html().contains("The editor did not load"));
    // Only the button asks again.
    assert!(stand.update(open()).is_empty());
    assert!(stand.html().contains("data-again=\"writer\""));
    let effects = stand.send(Event::Load(Part::Writer));
    assert!(matches!(effects[0], Effect::Load(Part::Writer)));
    stand.send(Event::PartLoaded(Part::Writer, true));
    assert!(!stand.html().contains("unloaded"));
}

#[test]
fn a_lesson_begins_with_what_is_chosen() {
    let mut stand = chosen();
    let effects = stand.update(ShareEvent::Lesson(LessonPaneEvent::BeginLesson));
    let Some(event) = events_of::<WriterEvent>(effects).pop() else {
        panic!("no event says so");
    };
    let WriterEvent::Begin(asked) = event else {
        panic!("{event:?}");
    };
    assert_eq!(
        (asked.goal.as_str(), &asked.lock[..]),
        ("fits,mfu>=0.4", &["tp"][..])
    );
}

/// Lets the preview follow; returns the number of calls to the browser.
fn follow(stand: &mut Stand<ShareDialog>) -> usize {
    let follow = LessonPaneEvent::FollowPreview(stand.panel().lesson.preview.changes());
    runs(&stand.update(ShareEvent::Lesson(follow)))
}

fn runs(effects: &[Effect]) -> usize {
    let runs = effects.iter();
    runs.filter(|effect| matches!(effect, Effect::Run(_)))
        .count()
}

fn written(stand: &mut Stand<ShareDialog>, lesson: Option<&str>, is_empty: bool) {
    let lesson = lesson.map(str::to_owned);
    let draft = Draft { is_empty, lesson };
    stand.update(ShareEvent::Lesson(LessonPaneEvent::Written(draft)));
}

#[test]
fn the_preview_follows_once_the_hand_rests() {
    let mut stand = stand();
    let effects = choose(&mut stand, named("a"));
    assert!(matches!(effects[..], [Effect::After(..)]));
    let first = stand.panel().lesson.preview.changes();
    choose(&mut stand, named("ab"));
    stand.update(ShareEvent::Lesson(LessonPaneEvent::FollowPreview(first)));
    assert_eq!(stand.panel().lesson.preview.address, "");
    assert_eq!(follow(&mut stand), 0);
    let address = ["https://planner.example/?embed=1&lesson=ab", PLAN].concat();
    assert_eq!(stand.panel().lesson.preview.address, address);
    assert!(
        stand
            .html()
            .contains("src=\"https://planner.example/?embed=1&amp;lesson=ab#v=1")
    );
}

#[test]
fn the_preview_is_told_each_lesson_once_its_page_hears() {
    let mut stand = stand();
    follow(&mut stand);
    written(&mut stand, Some("{1}"), false);
    assert_eq!(follow(&mut stand), 0, "no page listens yet");
    let ready = || ShareEvent::Lesson(LessonPaneEvent::PreviewReady);
    assert_eq!(runs(&stand.update(ready())), 1);
    assert_eq!(follow(&mut stand), 0, "it knows this one");
    written(&mut stand, None, false);
    assert_eq!(follow(&mut stand), 0, "faults are no lesson");
    written(&mut stand, Some("{2}"), false);
    assert_eq!(follow(&mut stand), 1);
    // A new plan alone is sent to the loaded page, which still listens.
    let mut plan = cost::plan::Plan::clone(&stand.page.draft);
    plan.batch.micro *= 2;
    stand.send(Event::Edit(Box::new(plan)));
    assert_eq!(follow(&mut stand), 1);
    // Another theme loads another page, which does not listen yet.
    choose(&mut stand, LessonPaneChoice::Theme(2));
    assert_eq!(follow(&mut stand), 0);
    assert_eq!(runs(&stand.update(ready())), 1);
}

#[test]
fn the_preview_forgets_a_lesson_that_is_gone() {
    let mut stand = stand();
    follow(&mut stand);
    stand.update(ShareEvent::Lesson(LessonPaneEvent::PreviewReady));
    written(&mut stand, Some("{1}"), false);
    assert_eq!(follow(&mut stand), 1);
    written(&mut stand, None, true);
    assert_eq!(
        follow(&mut stand),
        1,
        "no message takes a lesson away: it is loaded anew"
    );
    assert_eq!(follow(&mut stand), 0);
}

#[test]
fn a_preview_that_comes_back_is_told_anew() {
    let mut stand = stand();
    written(&mut stand, Some("{1}"), false);
    follow(&mut stand);
    assert_eq!(
        runs(&stand.update(ShareEvent::Lesson(LessonPaneEvent::PreviewReady))),
        1
    );
    stand.update(ShareEvent::Show(Pane::Link));
    stand.update(ShareEvent::Show(Pane::Lesson));
    assert_eq!(follow(&mut stand), 0);
    assert_eq!(
        runs(&stand.update(ShareEvent::Lesson(LessonPaneEvent::PreviewReady))),
        1
    );
}

#[test]
fn the_view_of_what_is_chosen() {
    // The fields are tested individually.
    let html = chosen().html();
    let from = html.find("<div class=\"out\"").unwrap();
    insta::assert_snapshot!(outline(&html[from..]));
}
