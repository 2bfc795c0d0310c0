use super::buttons::ButtonsEvent;
use super::copy::field;
use super::pane::Pane;
use super::*;
use crate::address;
use crate::browser::file::ChosenFile;
use crate::dom::{Keys, UiEventKind};
use crate::panels::testing::{Stand, html_of, page};
use crate::store::{Effect, Event, Message, Part, PartState};

const PLAN: &str = "#v=1&p=llama3-8b/h100x8&tp=8";
const ILLEGAL: &str = "#v=1&p=llama3-8b/h100x8&tp=3";

fn buttons() -> Stand<ShareButtons> {
    Stand::new(ShareButtons::default(), page(PLAN))
}

/// The dialog, open at a pane.
fn dialog(pane: Pane, link: &str) -> Stand<ShareDialog> {
    let mut stand = Stand::new(ShareDialog::default(), page(link));
    stand.update(ShareEvent::Open(pane, None));
    stand
}

/// Events of the dialog among effects.
fn told(effects: Vec<Effect>) -> Vec<ShareEvent> {
    let events = effects.into_iter().filter_map(|effect| match effect {
        Effect::Send(Message::Panel(event)) if event.panel == ShareDialog::NAME => {
            event.event.downcast().ok().map(|event| *event)
        }
        _ => None,
    });
    events.collect()
}

fn runs(effects: &[Effect]) -> usize {
    let runs = effects.iter();
    runs.filter(|effect| matches!(effect, Effect::Run(_)))
        .count()
}

fn key(key: &str) -> Keys {
    Keys {
        key: key.to_owned(),
        ..Keys::default()
    }
}

#[test]
fn the_view_of_the_buttons() {
    insta::assert_snapshot!(buttons().html());
}

#[test]
fn the_view_of_the_link() {
    let html = dialog(Pane::Link, PLAN).html();
    let (before, code) = html.split_once(" d=\"").unwrap();
    let (path, after) = code.split_once('"').unwrap();
    assert!(path.starts_with("M4,4h7v1h-7z"), "{path}");
    insta::assert_snapshot!([before, " d=\"…\"", after].concat());
}

#[test]
fn the_view_of_files() {
    let mut stand = dialog(Pane::Files, PLAN);
    let html = stand.html();
    assert!(html.contains("role=\"tabpanel\" aria-labelledby=\"tab-files\""));
    assert!(html.contains("--tensor-model-parallel-size 8"));
    let view = stand.view();
    let choose = UiEvent::at(UiEventKind::Change, &view, "#files-target").choosing(2);
    stand.on_ui_event(&choose);
    assert_eq!(stand.panel().target, 2);
    assert!(!stand.html().contains("--tensor-model-parallel-size 8"));
    assert!(Panel::on_ui_event(&*stand.panel(), &stand.page, &choose).is_none());
    assert_eq!(runs(&stand.press("#files-keep")), 1);
}

#[test]
fn a_plan_that_cannot_exist_and_an_unknown_target_have_no_files() {
    for (link, target) in [(ILLEGAL, 0), (PLAN, 99)] {
        let mut stand = dialog(Pane::Files, link);
        stand.update(ShareEvent::ChooseTarget(target));
        assert!(stand.html().contains("cannot exist"));
        assert_eq!(runs(&stand.update(ShareEvent::KeepFile)), 0);
    }
}

fn open(pane: Pane) -> ButtonsEvent {
    ButtonsEvent::Open(pane, None)
}

#[test]
fn a_button_fetches_the_dialog_and_opens_it_once_it_is_there() {
    let mut stand = buttons();
    let effects = stand.update(open(Pane::Import));
    assert!(matches!(effects[0], Effect::Load(Part::Share)));
    // A second press sends no second request.
    let effects = stand.update(open(Pane::Link));
    assert!(effects.is_empty());
    let events = told(stand.send(Event::PartLoaded(Part::Share, true)));
    assert!(matches!(events[..], [ShareEvent::Open(Pane::Link, None)]));
    // It is loaded later, and opened once.
    assert!(told(stand.send(Event::SwitchUnits)).is_empty());
    let events = told(stand.update(open(Pane::Import)));
    assert!(matches!(events[..], [ShareEvent::Open(Pane::Import, None)]));
}

#[test]
fn a_dialog_that_is_late_or_does_not_come_is_said_and_asked_for_again() {
    let mut stand = buttons();
    stand.update(open(Pane::Link));
    stand.send(Event::PartLate(Part::Share));
    let [late, failed] = crate::panels::words().share.unloaded;
    assert_eq!(stand.page.announced, late);
    let html = stand.html();
    assert!(html.contains(late) && html.contains("data-again=\"share\""));
    let effects = stand.send(Event::Load(Part::Share));
    assert!(matches!(effects[0], Effect::LoadAgain));
    assert_eq!(stand.page.parts.of(Part::Share), PartState::Coming);
    stand.send(Event::PartLoaded(Part::Share, false));
    assert_eq!(stand.page.announced, failed);
    let effects = stand.update(open(Pane::Link));
    assert!(matches!(effects[0], Effect::Load(Part::Share)));
    assert!(!stand.html().contains(failed));
}

#[test]
fn a_file_that_is_dropped_is_imported() {
    let mut stand = buttons();
    let drop = ButtonsEvent::Open(Pane::Import, Some(ChosenFile::UNREAD));
    assert!(matches!(stand.update(drop)[0], Effect::Load(Part::Share)));
    assert!(matches!(
        stand.panel().wanted,
        Some((Pane::Import, Some(_)))
    ));
    let mut events = told(stand.send(Event::PartLoaded(Part::Share, true)));
    let Some(ShareEvent::Open(Pane::Import, Some(file))) = events.pop() else {
        panic!("{events:?}");
    };
    let mut dialog = Stand::new(ShareDialog::default(), page(PLAN));
    let open = ShareEvent::Open(Pane::Import, Some(file));
    assert_eq!(
        runs(&dialog.update(open)),
        2,
        "it is shown, and the file read"
    );
}

#[test]
fn the_menu_of_a_small_screen_has_the_buttons_too() {
    let html = html_of(&page(PLAN), ShareMenuButtons);
    assert!(html.contains("<button type=\"button\" id=\"menu-share\">Share, export</button>"));
    assert!(html.contains("<button type=\"button\" id=\"menu-import\">Import</button>"));
}

#[test]
fn buttons_change_only_with_their_part() {
    let mut stand = buttons();
    assert!(!stand.changes(PanelMoment::Changed));
    stand.page.parts.set(Part::Share, PartState::Late);
    assert!(!stand.changes(PanelMoment::Rested));
    assert!(stand.changes(PanelMoment::Changed));
}

#[test]
fn keys_go_from_tab_to_tab() {
    let mut stand = dialog(Pane::Link, PLAN);
    for (at, pressed, to) in [
        ("tab-link", "ArrowRight", Pane::Lesson),
        ("tab-lesson", "End", Pane::Import),
        ("tab-import", "ArrowRight", Pane::Link),
        ("tab-link", "ArrowLeft", Pane::Import),
        ("tab-import", "ArrowLeft", Pane::Files),
        ("tab-files", "Home", Pane::Link),
    ] {
        let tab = ["#", at].concat();
        let ui_event =
            UiEvent::at(UiEventKind::KeyDown, &stand.view(), &tab).pressing(key(pressed));
        let effects = stand.on_ui_event(&ui_event);
        assert_eq!(stand.panel().pane, to, "{pressed} at {at}");
        assert!(ui_event.is_prevented());
        let focus = effects.iter().find_map(|effect| match effect {
            Effect::Focus(id) => Some(id.to_string()),
            _ => None,
        });
        assert_eq!(focus.as_deref(), Some(to.tab()));
    }
    let ui_event = UiEvent::at(UiEventKind::KeyDown, &stand.view(), "#tab-link").pressing(key("x"));
    assert!(stand.on_ui_event(&ui_event).is_empty() && !ui_event.is_prevented());
    // A pressed tab already has the focus.
    assert!(stand.press("#tab-files").is_empty());
    assert_eq!(stand.panel().pane, Pane::Files);
}

#[test]
fn it_closes_by_its_button_beside_it_and_by_escape() {
    for selector in ["#take-along-close", "#take-along"] {
        let mut stand = dialog(Pane::Link, PLAN);
        assert_eq!(runs(&stand.press(selector)), 1);
        assert!(!stand.panel().is_open);
    }
    let mut stand = dialog(Pane::Link, PLAN);
    let escape = UiEvent::anywhere(UiEventKind::KeyDown).pressing(key("Escape"));
    assert!(stand.on_ui_event(&escape).is_empty());
    assert!(!stand.panel().is_open);
    assert!(Panel::on_ui_event(&*stand.panel(), &stand.page, &escape).is_none());
    // A press inside the dialog, but on no button, has no effect.
    let mut stand = dialog(Pane::Link, PLAN);
    assert!(stand.press("#take-along-heading").is_empty() && stand.panel().is_open);
}

#[test]
fn it_follows_the_plan_only_while_it_is_open() {
    let mut stand = dialog(Pane::Link, PLAN);
    assert!(stand.changes(PanelMoment::Changed));
    assert!(!stand.changes(PanelMoment::Rested));
    stand.panel_mut().is_open = false;
    assert!(!stand.changes(PanelMoment::Changed));
}

#[test]
fn copying_is_said_for_a_while_and_its_failure_for_good() {
    let mut stand = dialog(Pane::Link, PLAN);
    assert_eq!(runs(&stand.press("[data-copy=\"link-field\"]")), 1);
    let effects = stand.update(ShareEvent::Copied(field::LINK, true));
    assert!(matches!(effects[..], [Effect::After(..)]));
    let copied = "data-copy=\"link-field\">Copied<";
    assert!(stand.html().contains(copied));
    stand.update(ShareEvent::CopySaid);
    assert!(!stand.html().contains(copied));
    assert!(
        stand
            .update(ShareEvent::Copied(field::LINK, false))
            .is_empty()
    );
    assert!(stand.html().contains("by hand"));
}

#[test]
fn the_link_is_offered_where_the_browser_can_and_a_refusal_is_said() {
    let mut stand = dialog(Pane::Link, PLAN);
    assert!(stand.html().contains("id=\"link-share\" hidden"));
    stand.update(ShareEvent::CanOffer);
    assert!(!stand.html().contains("id=\"link-share\" hidden"));
    assert_eq!(runs(&stand.press("#link-share")), 1);
    assert!(stand.html().contains("role=\"status\" hidden"));
    stand.update(ShareEvent::Refused);
    assert!(!stand.html().contains("role=\"status\" hidden"));
    assert_eq!(runs(&stand.press("#code-keep")), 1);
}

#[test]
fn addresses_keep_the_page_and_leave_its_query() {
    let mut page = page(PLAN);
    page.address = "https://planner.example/a/b.html?embed=1&x=/y".to_owned();
    assert_eq!(
        address::with_query(&page.address, "lock=tp", "#v=1"),
        "https://planner.example/a/b.html?lock=tp#v=1"
    );
    assert_eq!(
        address::with_query(&page.address, "", "#v=1"),
        "https://planner.example/a/b.html#v=1"
    );
    assert_eq!(
        address::of_file(&page.address, "embed.js"),
        "https://planner.example/a/embed.js"
    );
    assert!(!address::is_file(&page.address));
}
