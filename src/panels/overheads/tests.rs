use cost::shares::Overhead;

use super::*;
use crate::panels::testing::{Stand, page};
use crate::store::Event;

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

#[test]
fn the_view_of_a_plan() {
    insta::assert_snapshot!(Stand::new(OverheadsFigure, page(PLAN)).html());
}

#[test]
fn the_largest_overhead_is_named_and_marked() {
    for (link, dominant) in [
        ("#v=1&p=llama3-8b/h100x64&pp=8&gbs=8", Overhead::Bubble),
        (PLAN, page(PLAN).estimate.shares.dominant),
    ] {
        let stand = Stand::new(OverheadsFigure, page(link));
        assert_eq!(stand.page.estimate.shares.dominant, dominant);
        let html = stand.html();
        assert!(html.contains(&(stand.page.strings.dominant_sentence)(dominant)));
        let (_, row) = html.split_once("class=\"dominant\"").unwrap();
        let (row, _) = row.split_once("</li>").unwrap();
        assert!(row.contains((stand.page.strings.overhead)(dominant).name));
    }
}

#[test]
fn it_follows_the_unit_of_memory() {
    let mut stand = Stand::new(OverheadsFigure, page(PLAN));
    assert!(stand.html().contains("GiB"));
    stand.send(Event::SwitchUnits);
    assert!(!stand.html().contains("GiB"));
}
