use cost::shares::Overhead;

use super::*;
use crate::panels::testing::{html_of, page, send};
use crate::store::Event;

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

#[test]
fn the_view_of_a_plan() {
    insta::assert_snapshot!(html_of(&page(PLAN), OverheadsFigure));
}

#[test]
fn the_largest_overhead_is_named_and_marked() {
    for (link, dominant) in [
        ("#v=1&p=llama3-8b/h100x64&pp=8&gbs=8", Overhead::Bubble),
        (PLAN, page(PLAN).estimate.shares.dominant),
    ] {
        let page = page(link);
        assert_eq!(page.estimate.shares.dominant, dominant);
        let html = html_of(&page, OverheadsFigure);
        assert!(html.contains(&(page.strings.dominant_sentence)(dominant)));
        let (_, row) = html.split_once("class=\"dominant\"").unwrap();
        let (row, _) = row.split_once("</li>").unwrap();
        assert!(row.contains((page.strings.overhead)(dominant).name));
    }
}

#[test]
fn it_follows_the_unit_of_memory() {
    let mut page = page(PLAN);
    assert!(html_of(&page, OverheadsFigure).contains("GiB"));
    send(&mut page, Event::SwitchUnits);
    assert!(!html_of(&page, OverheadsFigure).contains("GiB"));
}
