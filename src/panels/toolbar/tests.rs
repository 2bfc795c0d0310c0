use super::*;
use crate::dom::Keys;
use crate::panels::testing::{Stand, page};

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

fn keys(key: &str, shift: bool) -> Keys {
    Keys {
        key: key.to_owned(),
        control: true,
        shift,
        ..Keys::default()
    }
}

#[test]
fn the_view_of_a_fresh_page() {
    insta::assert_snapshot!(Stand::new(Toolbar, page(PLAN)).html());
}

#[test]
fn buttons_and_keys_undo_and_redo() {
    let mut stand = Stand::new(Toolbar, page(PLAN));
    stand.send(Event::Rest);
    let mut moved = Plan::clone(&stand.page.draft);
    moved.layout.tensor = 4;
    stand.send(Event::Edit(Box::new(moved)));
    stand.send(Event::Rest);
    assert!(
        stand
            .html()
            .contains("id=\"undo\" aria-label=\"Undo\" title=\"Undo\" aria-disabled=\"false\"")
    );
    stand.press("#undo");
    assert_eq!(stand.page.draft.layout.tensor, 8);
    let redo = UiEvent::anywhere(UiEventKind::KeyDown).pressing(keys("Z", true));
    stand.on_ui_event(&redo);
    assert!(redo.is_prevented());
    assert_eq!(stand.page.draft.layout.tensor, 4);
    stand.on_ui_event(&UiEvent::anywhere(UiEventKind::KeyDown).pressing(keys("z", false)));
    assert_eq!(stand.page.draft.layout.tensor, 8);
}

#[test]
fn text_that_is_typed_keeps_its_own_undo() {
    let stand = Stand::new(Toolbar, page(PLAN));
    let undo = |field: Element| {
        let ui_event = UiEvent::at(UiEventKind::KeyDown, &field, ":is(input, textarea)");
        Panel::on_ui_event(
            &*stand.panel(),
            &stand.page,
            &ui_event.pressing(keys("z", false)),
        )
    };
    assert_eq!(undo(element("textarea")), None);
    assert_eq!(undo(element("input").attribute("type", "number")), None);
    let slider = element("input").attribute("type", "range");
    assert_eq!(undo(slider), Some(ToolbarEvent::Walk(HistoryStep::Back)));
}

#[test]
fn the_pin_pins_the_plan_and_takes_it_out_again() {
    let mut stand = Stand::new(Toolbar, page(PLAN));
    stand.press("#pin");
    assert!(stand.page.draft.rival.is_some() && stand.page.rival.is_some());
    assert!(stand.html().contains("aria-pressed=\"true\""));
    stand.press("#pin");
    assert!(stand.page.draft.rival.is_none() && stand.page.rival.is_none());
}

#[test]
fn a_plan_that_cannot_exist_is_not_pinned() {
    let mut stand = Stand::new(Toolbar, page("#v=1&p=llama3-8b/h100x8&tp=3"));
    stand.press("#pin");
    assert!(stand.page.draft.rival.is_none());
}
