use super::*;
use crate::panels::testing::{html_of, page, send};
use crate::store::{AddressCopy, Effect, Event};

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

#[test]
fn the_view_of_a_plan() {
    insta::assert_snapshot!(html_of(&page(PLAN), Head));
    insta::assert_snapshot!(html_of(&page(PLAN), Menu));
}

#[test]
fn an_illegal_plan_says_its_first_reason_and_no_need() {
    let page = page("#v=1&p=llama3-8b/h100x8&tp=3");
    let html = html_of(&page, Head);
    assert!(html.contains("data-state=\"illegal\""));
    let reason = (page.strings.reason)(&page.reasons[0], &page.draft);
    assert!(html.contains(&reason), "{html}");
}

#[test]
fn cards_without_published_runs_are_named_beside_the_verdict() {
    let head = |gpu: &str| {
        let link = ["#v=1&p=llama3-8b/", gpu, "x64&zero=3"].concat();
        html_of(&page(&link), Head)
    };
    assert!(head("mi300x").contains("Not validated on this hardware."));
    assert!(!head("h100").contains("Not validated on this hardware."));
}

#[test]
fn settings_change_how_the_plan_is_shown_and_never_the_plan() {
    let mut page = page(PLAN);
    let link = page.link();
    send(&mut page, Event::SwitchUnits);
    assert!(html_of(&page, Head).contains(" GB"));
    send(&mut page, Event::NextTheme);
    assert!(html_of(&page, Menu).contains(page.strings.frame.themes[1]));
    assert_eq!(page.link(), link);
}

#[test]
fn where_the_clipboard_is_closed_the_address_is_shown() {
    let mut page = page(PLAN);
    let effects = send(&mut page, Event::CopyLink);
    assert!(matches!(&effects[..], [Effect::CopyAddress(link)] if *link == page.link()));
    assert!(html_of(&page, Menu).contains("hidden class=\"by-hand\""));
    send(&mut page, Event::Copied(AddressCopy::ByHand));
    assert!(!html_of(&page, Menu).contains("hidden class=\"by-hand\""));
    let effects = send(&mut page, Event::Copied(AddressCopy::Yes));
    assert!(
        matches!(effects[..], [Effect::After(..)]),
        "the word stays a moment"
    );
    assert!(html_of(&page, Menu).contains(page.strings.frame.copied));
}

#[test]
fn a_definition_of_mfu_names_its_figure() {
    let mut page = page(PLAN);
    let name =
        |page: &Page| (page.strings.conventions.name)(page.settings.conventions()).to_owned();
    let before = name(&page);
    let effects = send(&mut page, Event::ChooseConvention(0, 3));
    let key = cost::convention::Conventions::CHOICES[0].0;
    assert!(matches!(effects[..], [Effect::Remember(kept, _)] if kept == key));
    assert_ne!(name(&page), before);
    assert!(html_of(&page, Head).contains(&name(&page)));
}
