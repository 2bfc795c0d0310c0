use super::super::event::{Draft, LessonPaneEvent, ShareEvent};
use super::super::pane::Pane;
use super::super::state::ShareDialog;
use super::super::writer::{LessonWriter, WriterEvent};
use crate::dom::{UiEvent, UiEventKind};
use crate::panels::testing::{Stand, page};
use crate::store::{Effect, Event, Message, Panel, Part};

const PLAN: &str = "#v=1&p=llama3-8b/h100x8&tp=8";

fn stand() -> Stand<ShareDialog> {
    let mut stand = Stand::new(ShareDialog::default(), page(PLAN));
    stand.update(ShareEvent::Open(Pane::Lesson, None));
    stand
}

fn tick(stand: &mut Stand<ShareDialog>, selector: &str, is_ticked: bool) {
    let view = stand.view();
    stand.on_ui_event(&UiEvent::at(UiEventKind::Change, &view, selector).ticking(is_ticked));
}

fn choose(stand: &mut Stand<ShareDialog>, selector: &str, place: usize) {
    let view = stand.view();
    stand.on_ui_event(&UiEvent::at(UiEventKind::Change, &view, selector).choosing(place));
}

fn write(stand: &mut Stand<ShareDialog>, selector: &str, value: &str) -> Vec<Effect> {
    let view = stand.view();
    stand.on_ui_event(&UiEvent::at(UiEventKind::Input, &view, selector).typing(value))
}

/// Text of the field of the snippet.
fn code(stand: &Stand<ShareDialog>) -> String {
    let html = stand.html();
    let (_, field) = html.split_once("id=\"lesson-code\"").unwrap();
    let (_, value) = field.split_once("value=\"").unwrap();
    let value = value.split('"').next().unwrap_or_default();
    value
        .replace("&quot;", "\"")
        .replace("&lt;", "<")
        .replace("&amp;", "&")
}

/// The pane after one choice of every kind.
fn chosen() -> Stand<ShareDialog> {
    let mut stand = stand();
    tick(&mut stand, "[name=\"lesson-view\"][value=\"memory\"]", true);
    tick(
        &mut stand,
        "[name=\"lesson-view\"][value=\"verdict\"]",
        true,
    );
    choose(&mut stand, "[data-fate=\"tp\"]", 1);
    choose(&mut stand, "[data-fate=\"mbs\"]", 2);
    choose(&mut stand, "#lesson-theme", 2);
    write(&mut stand, "#lesson-name", "week 3");
    tick(&mut stand, "[name=\"lesson-fits\"]", true);
    write(&mut stand, "[data-limit=\"0\"]", "40");
    stand
}

#[test]
fn the_view_of_a_fresh_pane() {
    let html = stand().html();
    let (_, form) = html.split_once("<form class=\"choices\">").unwrap();
    let (form, out) = form.split_once("</form>").unwrap();
    assert_eq!(form.matches("<section>").count(), 5);
    assert!(form.contains("<div id=\"own-writer\"></div>"));
    let (_, way) = out.split_once("value=\"link\"").unwrap();
    assert!(way.split('>').next().unwrap().contains("checked"));
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
    let way = |way: &str| ["[name=\"lesson-way\"][value=\"", way, "\"]"].concat();
    tick(&mut stand, &way("frame"), true);
    let frame = code(&stand);
    assert!(
        frame.starts_with("<iframe src=\"https://planner.example/?embed=1&"),
        "{frame}"
    );
    assert!(frame.contains("title=\"Shardwise: Llama-3 8B on 8 × H100 80 GB\""));
    assert!(frame.contains("height=\"640\""));
    tick(&mut stand, &way("element"), true);
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
    tick(
        &mut stand,
        "[name=\"lesson-view\"][value=\"memory\"]",
        false,
    );
    tick(
        &mut stand,
        "[name=\"lesson-view\"][value=\"verdict\"]",
        false,
    );
    choose(&mut stand, "[data-fate=\"tp\"]", 0);
    choose(&mut stand, "[data-fate=\"mbs\"]", 0);
    choose(&mut stand, "#lesson-theme", 0);
    write(&mut stand, "#lesson-name", "");
    tick(&mut stand, "[name=\"lesson-fits\"]", false);
    let view = stand.view();
    stand.on_ui_event(&UiEvent::at(UiEventKind::Change, &view, "[data-limit=\"0\"]").typing(""));
    assert_eq!(code(&stand), ["https://planner.example/", PLAN].concat());
}

#[test]
fn what_changes_nothing_means_nothing() {
    let stand = chosen();
    let is_event =
        |ui_event: UiEvent| Panel::on_ui_event(&*stand.panel(), &stand.page, &ui_event).is_some();
    let at = |kind, selector: &str| UiEvent::at(kind, &stand.view(), selector);
    assert!(!is_event(
        at(UiEventKind::Change, "[name=\"lesson-fits\"]").ticking(true)
    ));
    assert!(!is_event(
        at(UiEventKind::Change, "#lesson-name").typing("week 3")
    ));
    assert!(!is_event(
        at(UiEventKind::Change, "[data-fate=\"tp\"]").choosing(9)
    ));
    // A partially typed number is not a number.
    assert!(!is_event(
        at(UiEventKind::Input, "[data-limit=\"0\"]").typing("")
    ));
    assert!(is_event(
        at(UiEventKind::Change, "[data-limit=\"0\"]").typing("")
    ));
}

#[test]
fn a_goal_that_is_none_is_said_to_be() {
    let mut stand = stand();
    write(&mut stand, "#lesson-condition", "mfa > 3");
    let html = stand.html();
    assert!(html.contains("id=\"lesson-condition\" aria-invalid=\"true\""));
    assert!(html.contains("mfu"));
    write(&mut stand, "#lesson-condition", "tp = 8");
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
        ("week 3", "No lesson of ours"),
    ] {
        write(&mut stand, "#lesson-name", name);
        assert!(stand.html().contains(said), "{name}");
    }
    tick(&mut stand, "[name=\"lesson-fits\"]", true);
    assert!(stand.html().contains("only a name"));
}

#[test]
fn the_editor_is_fetched_once_it_is_opened() {
    let mut stand = stand();
    let effects = stand.press("#own-open");
    assert!(matches!(effects[0], Effect::Load(Part::Writer)));
    assert!(stand.press("#own-open").is_empty());
    stand.send(Event::PartLoaded(Part::Writer, false));
    assert!(stand.html().contains("The editor did not load"));
    // Only the button asks again.
    assert!(stand.press("#own-open").is_empty());
    let effects = stand.press("[data-again=\"writer\"]");
    assert!(matches!(effects[0], Effect::Load(Part::Writer)));
    stand.send(Event::PartLoaded(Part::Writer, true));
    assert!(!stand.html().contains("unloaded"));
}

#[test]
fn a_lesson_begins_with_what_is_chosen() {
    let mut stand = chosen();
    let mut effects = stand.update(ShareEvent::Lesson(LessonPaneEvent::BeginLesson));
    let Some(Effect::Send(Message::Panel(event))) = effects.pop() else {
        panic!("nobody is told");
    };
    assert_eq!(event.panel, LessonWriter::NAME);
    let Ok(event) = event.event.downcast::<WriterEvent>() else {
        panic!("not the editor's");
    };
    let WriterEvent::Begin(asked) = *event else {
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
    let effects = write(&mut stand, "#lesson-name", "a");
    assert!(matches!(effects[..], [Effect::After(..)]));
    let first = stand.panel().lesson.preview.changes();
    write(&mut stand, "#lesson-name", "ab");
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
    choose(&mut stand, "#lesson-theme", 2);
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
    stand.press("#tab-link");
    stand.press("#tab-lesson");
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
    insta::assert_snapshot!(&html[from..]);
}
