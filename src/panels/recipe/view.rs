//! View of the recipe.

use cost::guide::{Decision, decisions, open};
use cost::legal::Legal;
use text::figures::RecipeText;

use crate::controls::lever;
use crate::dom::figure::Table;
use crate::dom::{Element, element};
use crate::panels::figure::{Drawing, FigureIdentity};
use crate::panels::words;
use crate::store::Page;

/// The id of the figure, and its word in a query's `view`. It differs from `recipe`, which is the
/// id of the control of the recipe of bytes.
pub(super) const ID: &str = "ordered-recipe";

/// The whole figure.
pub(super) fn figure(page: &Page) -> Element {
    let frame = FigureIdentity {
        id: ID,
        caption: "recipe-caption",
        name: words().recipe.heading,
    };
    frame.draw_with(page, drawing(page), || numbers(page))
}

/// The decisions of the plan that is shown.
fn judged(page: &Page) -> Option<[Decision; 6]> {
    let legal = Legal::check(&page.plan).ok()?;
    Some(decisions(&legal, &page.estimate))
}

fn drawing(page: &Page) -> Drawing {
    let words = &words().recipe;
    let Some(decisions) = judged(page) else {
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
            .child(element("p").child((words.finding)(&decision.finding, page.units())))
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
    let levers = levers.map(|control| lever(control.key, control.name));
    element("div")
        .class("acts")
        .child(element("small").child(words.controls))
        .children(levers.collect())
}

fn numbers(page: &Page) -> Table {
    let words = &words().recipe;
    let Some(decisions) = judged(page) else {
        return Table::default();
    };
    let at = open(&decisions);
    let rows = decisions.iter().enumerate().map(|(index, decision)| {
        vec![
            words.steps[index].to_owned(),
            (words.finding)(&decision.finding, page.units()),
            words.state(decision, index, at).to_owned(),
        ]
    });
    Table {
        headings: words.headings.map(str::to_owned).to_vec(),
        rows: rows.collect(),
        foot: Vec::new(),
    }
}
