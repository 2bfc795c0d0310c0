use super::*;
use crate::dom::UiEventKind;
use crate::panels::testing::{Stand, page, page_of};
use crate::store::{AddressCopy, Effect};

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

#[test]
fn the_view_of_a_plan() {
    insta::assert_snapshot!(Stand::new(Head, page(PLAN)).html());
}

#[test]
fn an_illegal_plan_says_its_first_reason_and_no_need() {
    let stand = Stand::new(Head, page("#v=1&p=llama3-8b/h100x8&tp=3"));
    let html = stand.html();
    assert!(html.contains("data-state=\"illegal\""));
    let reason = (stand.page.strings.reason)(&stand.page.reasons[0], &stand.page.draft);
    assert!(html.contains(&reason), "{html}");
}

#[test]
fn cards_without_published_runs_are_named_beside_the_verdict() {
    let head = |gpu: &str| {
        Stand::new(
            Head,
            page(&["#v=1&p=llama3-8b/", gpu, "x64&zero=3"].concat()),
        )
        .html()
    };
    assert!(head("mi300x").contains("Not validated on this hardware."));
    assert!(!head("h100").contains("Not validated on this hardware."));
}

#[test]
fn buttons_change_how_the_plan_is_shown_and_never_the_plan() {
    let mut stand = Stand::new(Head, page(PLAN));
    let link = stand.page.link();
    let effects = stand.press("#units");
    assert!(matches!(effects[..], [Effect::Remember("units", "gb")]));
    assert!(stand.html().contains(" GB"));
    let effects = stand.press("#theme");
    assert!(matches!(effects[0], Effect::ShowTheme("light")));
    assert_eq!(stand.page.link(), link);
}

#[test]
fn where_the_clipboard_is_closed_the_address_is_shown() {
    let mut stand = Stand::new(Head, page(PLAN));
    let effects = stand.press("#copy-link");
    assert!(matches!(&effects[..], [Effect::CopyAddress(link)] if *link == stand.page.link()));
    assert!(stand.html().contains("class=\"by-hand\" hidden"));
    stand.send(Event::Copied(AddressCopy::ByHand));
    assert!(!stand.html().contains("class=\"by-hand\" hidden"));
    let effects = stand.send(Event::Copied(AddressCopy::Yes));
    assert!(
        matches!(effects[..], [Effect::After(..)]),
        "the word stays a moment"
    );
}

#[test]
fn a_definition_of_mfu_is_chosen_from_its_list() {
    let mut stand = Stand::new(Head, page_of("?mfu=hfu", PLAN));
    let view = stand.view();
    let name = cost::convention::Conventions::CHOICES[0].0;
    let list = format!("select[name=\"{name}\"]");
    let effects = stand.on_ui_event(&UiEvent::at(UiEventKind::Change, &view, &list).choosing(0));
    assert!(matches!(effects[..], [Effect::Remember(key, _)] if key == name));
    assert_eq!(stand.page.settings.conventions[0], 0);
}
