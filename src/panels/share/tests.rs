use cost::plan::Word;
use formats::export::Target;

use super::buttons::open;
use super::copy::field;
use super::pane::{PANES, Pane};
use super::reader::{ReaderEvent, ReaderUser};
use super::*;
use crate::address;
use crate::browser::folder::ChosenFiles;
use crate::panels::languages;
use crate::panels::testing::{Stand, events_of, html_of, outline, page, send, sent};
use crate::store::{Effect, Event, Page, Part, PartState};

const PLAN: &str = "#v=1&p=llama3-8b/h100x8&tp=8";
const ILLEGAL: &str = "#v=1&p=llama3-8b/h100x8&tp=3";

/// The dialog, open at a pane.
fn dialog(pane: Pane, link: &str) -> Stand<ShareDialog> {
    let mut stand = Stand::new(ShareDialog::default(), page(link));
    stand.update(ShareEvent::Open(pane, None));
    stand
}

fn runs(effects: &[Effect]) -> usize {
    let runs = effects.iter();
    runs.filter(|effect| matches!(effect, Effect::Run(_)))
        .count()
}

#[test]
fn the_view_of_the_buttons() {
    insta::assert_snapshot!(outline(&html_of(&page(PLAN), ShareButtons)));
}

#[test]
fn the_view_of_the_link() {
    let html = dialog(Pane::Link, PLAN).html();
    assert!(html.contains(" d=\"M4,4h7v1h-7z"), "{html}");
    insta::assert_snapshot!(outline(&html));
}

#[test]
fn the_view_of_files() {
    let mut stand = dialog(Pane::Files, PLAN);
    let html = stand.html();
    assert!(html.contains("role=\"tabpanel\" aria-labelledby=\"tab-files\""));
    assert!(html.contains("<textarea id=\"files-text\""));
    assert!(html.contains("id=\"files-keep\""));
    let options = html.split_once("id=\"files-target\"").unwrap().1;
    assert_eq!(options.matches("<option").count(), Target::ALL.len());
    assert!(is_for_megatron(&stand));
    let choose = |stand: &Stand<ShareDialog>| files::chosen_target(&stand.panel(), 2);
    let event = choose(&stand).unwrap();
    stand.update(event);
    assert_eq!(stand.panel().target, 2);
    assert!(!is_for_megatron(&stand));
    assert!(choose(&stand).is_none());
    assert_eq!(runs(&stand.update(ShareEvent::KeepFile)), 1);
}

/// A file that lacks something of the plan is read again; the pane says what it runs, unless another
/// file was written meanwhile.
#[test]
fn a_file_that_runs_something_else_says_so() {
    let zero_bubble = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&sched=zbv";
    let mut stand = Stand::new(ShareDialog::default(), page(zero_bubble));
    // One effect opens the dialog, the other one starts the reader.
    assert_eq!(runs(&stand.update(ShareEvent::Open(Pane::Files, None))), 2);
    let replies = |stand: &Stand<ShareDialog>| stand.panel().file_reader.replies();
    let answer = |stand: &mut Stand<ShareDialog>, replies: Vec<ReaderEvent>| {
        for reply in replies {
            stand.update(ShareEvent::Reader(ReaderUser::Files, reply));
        }
    };
    let early = replies(&stand);
    stand.update(ShareEvent::ChooseTarget(1));
    answer(&mut stand, early);
    let late = replies(&stand);
    stand.update(ShareEvent::ChooseTarget(0));
    answer(&mut stand, late);
    assert!(!stand.html().contains("This file runs"));
    let present = replies(&stand);
    answer(&mut stand, present);
    assert!(
        stand
            .html()
            .contains("This file runs another plan: Schedule 1F1B instead of ZB-V. A step takes ")
    );
    let mut whole = Stand::new(ShareDialog::default(), page(PLAN));
    assert_eq!(runs(&whole.update(ShareEvent::Open(Pane::Files, None))), 1);
}

/// True if the written file is one of Megatron-LM.
fn is_for_megatron(stand: &Stand<ShareDialog>) -> bool {
    let dialog = stand.panel();
    let export = dialog.file.as_ref().and_then(|file| file.export.as_ref());
    let text = &export.unwrap().text;
    text.contains("--tensor-model-parallel-size 8")
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

/// The effects of a press on the button of a pane.
fn press(page: &mut Page, pane: Pane) -> Vec<Effect> {
    sent(page, |store| open(store, pane))
}

fn loads(effects: &[Effect]) -> usize {
    let effects = effects.iter();
    effects
        .filter(|effect| matches!(effect, Effect::Load(Part::Share)))
        .count()
}

#[test]
fn a_button_fetches_the_dialog_and_opens_it() {
    let mut page = page(PLAN);
    let effects = press(&mut page, Pane::Import);
    assert_eq!(loads(&effects), 1);
    // A second press sends no second request.
    let effects = press(&mut page, Pane::Link);
    assert_eq!(loads(&effects), 0);
    assert!(matches!(
        events_of(effects)[..],
        [ShareEvent::Open(Pane::Link, None)]
    ));
    send(&mut page, Event::PartLoaded(Part::Share, true));
    let effects = press(&mut page, Pane::Import);
    assert_eq!(loads(&effects), 0);
    assert!(matches!(
        events_of(effects)[..],
        [ShareEvent::Open(Pane::Import, None)]
    ));
}

#[test]
fn a_dialog_that_is_late_or_does_not_come_is_said_and_asked_for_again() {
    let mut page = page(PLAN);
    let html = |page: &Page| html_of(page, ShareButtons);
    press(&mut page, Pane::Link);
    assert!(!html(&page).contains("data-again"));
    send(&mut page, Event::PartLate(Part::Share));
    let [late, failed] = [text::frame::dialog_loading(), text::frame::dialog_missing()];
    assert_eq!(page.announced, late);
    assert!(html(&page).contains(late) && html(&page).contains("data-again=\"share\""));
    let effects = send(&mut page, Event::Load(Part::Share));
    assert!(matches!(effects[0], Effect::LoadAgain));
    assert_eq!(page.parts.of(Part::Share), PartState::Coming);
    send(&mut page, Event::PartLoaded(Part::Share, false));
    assert_eq!(page.announced, failed);
    assert_eq!(loads(&press(&mut page, Pane::Link)), 1);
    assert!(!html(&page).contains(failed));
}

#[test]
fn a_file_that_is_dropped_is_imported() {
    let mut dialog = Stand::new(ShareDialog::default(), page(PLAN));
    let open = ShareEvent::Open(Pane::Import, Some(ChosenFiles::unread()));
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
fn the_import_stands_alone() {
    let html = |pane| dialog(pane, PLAN).html();
    let import = html(Pane::Import);
    assert!(
        import.contains(">Import</h2>") && !import.contains("role=\"tab"),
        "{import}"
    );
    let link = html(Pane::Link);
    assert_eq!(link.matches("role=\"tab\"").count(), 3, "{link}");
    assert!(link.contains(">Share and export</h2>") && link.contains("role=\"tabpanel\""));
}

#[test]
fn keys_go_from_tab_to_tab() {
    let mut stand = dialog(Pane::Link, PLAN);
    for (at, pressed, to) in [
        (Pane::Link, "ArrowRight", Pane::Lesson),
        (Pane::Lesson, "End", Pane::Files),
        (Pane::Files, "ArrowRight", Pane::Link),
        (Pane::Link, "ArrowLeft", Pane::Files),
        (Pane::Files, "ArrowLeft", Pane::Lesson),
        (Pane::Lesson, "Home", Pane::Link),
    ] {
        assert_eq!(stand.panel().pane, at);
        let next = at.after(pressed).unwrap();
        let effects = stand.update(ShareEvent::Turn(next));
        assert_eq!(stand.panel().pane, to, "{pressed} at {at:?}");
        let focus = effects.iter().find_map(|effect| match effect {
            Effect::Focus(id) => Some(id.to_string()),
            _ => None,
        });
        assert_eq!(focus.as_deref(), Some(to.label()));
        let html = stand.html();
        assert!(html.contains(&["aria-labelledby=\"", to.label(), "\" data-pane"].concat()));
        assert_eq!(
            html.matches("aria-selected=\"true\" tabindex=\"0\"")
                .count(),
            1
        );
    }
    assert_eq!(Pane::Link.after("x"), None);
    // A pressed tab already has the focus.
    assert!(stand.update(ShareEvent::Show(Pane::Files)).is_empty());
    assert_eq!(stand.panel().pane, Pane::Files);
}

#[test]
fn it_closes_by_its_button_and_by_escape() {
    let mut stand = dialog(Pane::Link, PLAN);
    assert!(stand.html().contains("id=\"share-dialog-close\""));
    assert_eq!(runs(&stand.update(ShareEvent::Close)), 1);
    assert!(!stand.panel().is_open);
    // The browser's event that follows says nothing new.
    assert!(update::closed(&stand.panel()).is_none());
    // By Escape the browser closes it.
    let mut stand = dialog(Pane::Link, PLAN);
    let closed = update::closed(&stand.panel()).unwrap();
    assert!(stand.update(closed).is_empty());
    assert!(!stand.panel().is_open);
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
    assert_eq!(runs(&stand.update(ShareEvent::Copy(field::LINK))), 1);
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
    assert!(stand.html().contains("with the keyboard"));
}

#[test]
fn the_link_is_offered_where_the_browser_can_and_a_refusal_is_said() {
    let mut stand = dialog(Pane::Link, PLAN);
    assert!(stand.html().contains("id=\"link-share\" hidden"));
    stand.update(ShareEvent::CanOffer);
    assert!(!stand.html().contains("id=\"link-share\" hidden"));
    assert_eq!(runs(&stand.update(ShareEvent::Offer)), 1);
    assert!(stand.html().contains("role=\"status\" hidden"));
    stand.update(ShareEvent::Refused);
    assert!(!stand.html().contains("role=\"status\" hidden"));
    assert!(stand.html().contains("id=\"code-keep\""));
    assert_eq!(runs(&stand.update(ShareEvent::KeepCode)), 1);
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

#[test]
fn no_pane_has_english() {
    languages::check("https://…/lesson.json", || {
        let panes = PANES.iter();
        panes.map(|(_, pane)| dialog(*pane, PLAN).html()).collect()
    });
}
