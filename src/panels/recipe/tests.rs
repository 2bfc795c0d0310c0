use super::{ID, Recipe};
use crate::panels::testing::{html_of, outline, page, send};
use crate::store::{Event, Page};

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

fn html(page: &Page) -> String {
    html_of(page, || leptos::prelude::view! { <Recipe/> })
}

#[test]
fn the_view_of_a_plan() {
    insta::assert_snapshot!(outline(&html(&page(PLAN))));
}

/// The names of the current steps of a link's plan.
fn steps_at(fragment: &str) -> Vec<String> {
    let html = html(&page(fragment));
    let steps = html.split("aria-current=\"step\"").skip(1);
    let name = |step: &str| {
        step.split("<b>")
            .nth(1)?
            .split_once("</b>")?
            .0
            .to_owned()
            .into()
    };
    steps.filter_map(name).collect()
}

#[test]
fn the_step_that_the_plan_is_at_is_marked() {
    assert_eq!(steps_at(PLAN), [text::recipe::steps()[5]]);
    // The model is too large for eight GPUs.
    assert_eq!(
        steps_at("#v=1&p=llama3-70b/h100x8"),
        [text::recipe::steps()[0]]
    );
}

#[test]
fn the_table_has_a_row_for_each_step_while_it_is_open() {
    let mut page = page(PLAN);
    assert!(!html(&page).contains("<table>"));
    send(&mut page, Event::Fold(ID.to_owned(), true));
    let html = html(&page);
    assert_eq!(html.matches("<th scope=\"row\">").count(), 6, "{html}");
}
