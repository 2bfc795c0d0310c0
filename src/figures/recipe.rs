//! The ordered recipe as a path: six decisions, and at which of them the plan is.

use crate::markup::figure::Table;
use crate::markup::{Element, element};
use cost::guide::{Decision, decisions, open};
use cost::legal::Legal;
use text::figures::RecipeText;

use super::called;
use super::desk::Desk;
use super::view::{Drawing, View, no_paint};

/// The view.
pub(super) static VIEW: View = View {
    // The control of the recipe of bytes has its word for an id.
    id: "ordered-recipe",
    caption: "recipe-caption",
    name: |desk| desk.words.recipe.heading,
    draw,
    paint: no_paint,
    table: Some(numbers),
};

fn judged(desk: &Desk) -> Option<[Decision; 6]> {
    let legal = Legal::check(&desk.plan).ok()?;
    Some(decisions(&legal, &desk.estimate))
}

fn draw(desk: &mut Desk) -> Drawing {
    let words = &desk.words.recipe;
    let Some(decisions) = judged(desk) else {
        return Drawing::default();
    };
    let at = open(&decisions);
    let steps = decisions.iter().enumerate().map(|(index, decision)| {
        let class = match (decision.is_held, at == Some(index)) {
            (true, _) => "held",
            (false, true) => "here",
            (false, false) => "open",
        };
        let state = words.state(decision, index, at);
        let item = element("li")
            .class(class)
            .child(element("b").child(words.steps[index]))
            .child(element("em").child(state))
            .child(element("p").child((words.finding)(&decision.finding, desk.sight.units)))
            .child(levers(words, index));
        if class == "here" {
            item.attribute("aria-current", "step")
        } else {
            item
        }
    });
    Drawing {
        sentence: (words.sentence)(at),
        body: vec![element("ol").class("path").children(steps.collect())],
    }
}

/// The controls that decide a step.
fn levers(words: &RecipeText, index: usize) -> Element {
    let levers = words.levers[index].iter();
    let levers = levers.map(called::lever);
    element("div")
        .class("acts")
        .child(element("small").child(words.controls))
        .children(levers.collect())
}

fn numbers(desk: &mut Desk) -> Table {
    let words = &desk.words.recipe;
    let Some(decisions) = judged(desk) else {
        return Table::default();
    };
    let at = open(&decisions);
    let rows = decisions.iter().enumerate().map(|(index, decision)| {
        vec![
            words.steps[index].to_owned(),
            (words.finding)(&decision.finding, desk.sight.units),
            words.state(decision, index, at).to_owned(),
        ]
    });
    Table {
        headings: words.headings.map(str::to_owned).to_vec(),
        rows: rows.collect(),
        foot: Vec::new(),
    }
}
