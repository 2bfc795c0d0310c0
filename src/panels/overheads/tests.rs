use cost::shares::Overhead;

use super::*;
use crate::panels::testing::{html_of, outline, page};

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

#[test]
fn the_view_of_a_plan() {
    insta::assert_snapshot!(outline(&html_of(&page(PLAN), TimeFigure)));
}

#[test]
fn the_largest_loss_is_named_and_stands_out() {
    for (link, largest) in [
        ("#v=1&p=llama3-8b/h100x64&pp=8&gbs=8", Overhead::Bubble),
        (PLAN, Overhead::Communication),
    ] {
        let page = page(link);
        assert_eq!(page.estimate.shares.largest_in_time().0, largest);
        let term = text::overheads::overhead(largest).term;
        let html = html_of(&page, TimeFigure);
        let (caption, rows) = html.split_once("</figcaption>").unwrap();
        assert!(caption.contains(term), "{caption}");
        let (_, row) = rows.split_once("class=\"dominant\"").unwrap();
        let (row, others) = row.split_once("</li>").unwrap();
        assert!(row.contains(term), "{row}");
        assert!(!others.contains("dominant"));
    }
}

#[test]
fn lessons_names_follow_the_terms_that_do_not_contain_them() {
    let html = html_of(&page(PLAN), TimeFigure).replace('\n', "");
    for name in ["cable", "last inch", "scratchpad", "state shelf"] {
        assert!(html.contains(&["<em>", name, "</em>"].concat()), "{name}");
    }
    assert!(!html.contains("<em>bubble") && !html.contains("<em>imbalance"));
}

#[test]
fn the_time_of_a_plan_out_of_memory_is_pale_and_says_if_it_fit() {
    let html = html_of(&page(PLAN), TimeFigure);
    assert!(!html.contains("unfit") && !html.contains("if it fit"));
    let html = html_of(
        &page("#v=1&p=llama3-70b/h100x64&tp=8&pp=4&mbs=4"),
        TimeFigure,
    );
    assert!(html.contains("class=\"time unfit\""), "{html}");
    let (caption, _) = html.split_once("</figcaption>").unwrap();
    assert!(caption.contains("communication, if it fit."), "{caption}");
}

#[test]
fn the_parts_make_up_the_step() {
    for link in [
        PLAN,
        "#v=1&p=deepseek-v3-671b/h800x2048&tp=8&ep=64&gbs=15360",
    ] {
        let estimate = &page(link).estimate;
        let sum: f64 = PARTS.iter().map(|part| part.share(estimate)).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{link}: {sum}");
    }
}
