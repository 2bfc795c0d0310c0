use super::state::{chosen, folded};
use super::*;
use crate::panels::memory::MemoryFigure;
use crate::panels::testing::{Stand, html_of, outline, page};

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";
const TWO_STAGES: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=2";

fn stand() -> Stand<MemoryTerms> {
    Stand::new(MemoryTerms::default(), page(PLAN))
}

/// Opens a stage, as a choice from the list does.
fn open(stand: &mut Stand<MemoryTerms>, stage: usize) {
    stand.update(TermsEvent::Open(Some(stage)));
}

/// The stages whose bars are marked.
fn marked(page: &Page) -> Vec<usize> {
    let html = html_of(page, MemoryFigure);
    let bars = html.split("data-stage=\"").skip(1);
    let bars = bars.filter_map(|bar| {
        let (stage, rest) = bar.split_once('"')?;
        let is_marked = rest.split_once('>')?.0.contains("data-chosen");
        is_marked.then(|| stage.parse().ok()).flatten()
    });
    bars.collect()
}

#[test]
fn the_view_with_no_stage_open() {
    insta::assert_snapshot!(outline(&stand().html()));
}

#[test]
fn the_view_of_a_stage_with_a_kind_open() {
    let mut stand = stand();
    open(&mut stand, 0);
    stand.update(TermsEvent::Fold(0, true));
    let html = stand.html();
    // The list of stages equals that of the view with no open stage.
    insta::assert_snapshot!(outline(html.split_once("</select>").unwrap().1));
}

#[test]
fn the_bar_of_the_open_stage_is_marked_until_it_closes() {
    let mut stand = stand();
    for stage in [0, 2] {
        open(&mut stand, stage);
        assert_eq!(stand.page.stage_in_depth(), Some(stage));
        assert_eq!(marked(&stand.page), [stage]);
        assert!(stand.html().contains("<details"));
    }
    stand.update(TermsEvent::Open(None));
    assert_eq!(stand.page.stage_in_depth(), None);
    assert!(marked(&stand.page).is_empty());
    assert!(!stand.html().contains("<details"));
}

#[test]
fn the_list_opens_a_stage_and_none() {
    let mut stand = stand();
    let choose = |stand: &mut Stand<MemoryTerms>, place| {
        let event = chosen(&stand.page, place);
        if let Some(TermsEvent::Open(stage)) = event {
            stand.update(TermsEvent::Open(stage));
        }
        event
    };
    assert_eq!(choose(&mut stand, 4), Some(TermsEvent::Open(Some(3))));
    assert_eq!(stand.page.stage_in_depth(), Some(3));
    assert_eq!(choose(&mut stand, 4), None);
    assert_eq!(choose(&mut stand, 0), Some(TermsEvent::Open(None)));
    assert_eq!(stand.page.stage_in_depth(), None);
}

#[test]
fn a_plan_with_fewer_stages_shows_its_last_one() {
    let mut stand = stand();
    open(&mut stand, 3);
    stand.send(Event::Follow(TWO_STAGES.to_owned()));
    assert_eq!(marked(&stand.page), [1]);
    assert!(stand.html().contains("Stage 1 "), "{}", stand.html());
}

#[test]
fn a_kind_opens_and_closes() {
    let mut stand = stand();
    open(&mut stand, 0);
    let fold = |stand: &mut Stand<MemoryTerms>, kind, is_open| {
        let event = folded(&stand.panel(), kind, is_open);
        event.map(|event| stand.update(event)).is_some()
    };
    assert!(stand.html().contains("data-kind=\"3\""));
    assert!(!fold(&mut stand, 3, false), "it is closed");
    assert!(fold(&mut stand, 3, true));
    assert!(stand.html().contains("class=\"formula\""));
    assert!(fold(&mut stand, 3, false));
    assert!(!stand.html().contains("class=\"formula\""));
    assert!(!fold(&mut stand, 7, true), "there are seven kinds");
    stand.update(TermsEvent::Fold(7, true));
    assert_eq!(stand.panel().kinds, [false; 7]);
}

#[test]
fn while_dragging_every_value_says_what_it_was() {
    let mut stand = stand();
    open(&mut stand, 0);
    stand.update(TermsEvent::Fold(0, true));
    let was = |stand: &Stand<MemoryTerms>| stand.html().matches("class=\"was\"").count();
    assert_eq!(was(&stand), 0);
    stand.send(Event::StartDrag);
    stand.send(Event::Follow(TWO_STAGES.to_owned()));
    let terms = stand.page.terms().unwrap().of_kind(0).count();
    // The stage, its kinds, and the terms of the open kind.
    assert_eq!(was(&stand), 1 + 7 + terms);
    stand.send(Event::EndDrag);
    assert_eq!(was(&stand), 0);
}

#[test]
fn a_stage_that_opens_during_a_drag_has_nothing_to_compare() {
    let mut stand = stand();
    stand.send(Event::StartDrag);
    open(&mut stand, 1);
    assert!(!stand.html().contains("class=\"was\""));
}
