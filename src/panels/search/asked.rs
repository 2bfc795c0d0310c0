//! The reader's question: an objective, limits, a memory margin, and the range of each axis.

use crate::dom::components::option;
use crate::dom::{Element, element};
use cost::plan::Word;
use formats::link::presentation::controls;
use search::asked::{GoalWord, constraints};
use search::optimize::{
    AXES, Candidate, Constraints, LayoutAxis, Margin, Objective, Reach, SearchQuestion,
};
use text::figures::SearchFigureText;

use super::texts::words;
use crate::store::Page;

/// The reader's question.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) struct SearchForm {
    /// The objective.
    pub(super) goal: GoalWord,
    /// Limit of the run's duration in days.
    pub(super) days: Option<u64>,
    /// Limit of the run's cost in dollars; by default the cost of the plan itself.
    pub(super) dollars: Option<u64>,
    /// Position in [`MARGINS`].
    pub(super) margin: usize,
    /// Range of each axis: positions among its ranges.
    pub(super) reaches: [usize; AXES.len()],
}

/// The memory margin that a layout must leave.
static MARGINS: [Margin; 5] = [
    Margin::Band,
    Margin::Share(0.0),
    Margin::Share(0.05),
    Margin::Share(0.1),
    Margin::Share(0.2),
];

/// Number of layouts that are searched for. Layouts equivalent to a simpler one are not listed.
const KEPT: usize = 60;
/// The objectives with a limit in days.
const WITHIN_DAYS: [GoalWord; 2] = [GoalWord::FewestGpus, GoalWord::Cheapest];

impl SearchForm {
    /// The question.
    pub(super) fn question(&self, page: &Page) -> SearchQuestion {
        let days = self.days.map(|days| days as f64);
        let cost = page.estimate.run.cost_usd;
        let dollars = self.dollars.map_or(cost, |dollars| dollars as f64);
        let goal = self.goal.objective(days, Some(dollars));
        let goal = goal.unwrap_or(Objective::Fastest);
        SearchQuestion {
            margin: self.margin(),
            keep: KEPT,
            ..SearchQuestion::of(goal)
        }
    }

    /// The memory margin that a layout must leave.
    pub(super) fn margin(&self) -> Margin {
        MARGINS.get(self.margin).copied().unwrap_or(Margin::Band)
    }

    /// Constraints on the layouts of a plan.
    pub(super) fn constraints(&self, page: &Page, goal: Objective) -> Constraints {
        let plan = &page.plan;
        let mut constraints = constraints(plan, goal);
        if let Some(own) = Candidate::of(plan) {
            for axis in AXES {
                axis.limit(self.reach(axis), &own, &mut constraints);
            }
            for key in controls().filter(|key| page.is_locked(key)) {
                constraints.hold(key, &own);
            }
        }
        constraints
    }

    fn reach(&self, axis: LayoutAxis) -> Reach {
        let reaches = axis.reaches();
        reaches[self.reaches[axis as usize].min(reaches.len() - 1)]
    }

    /// Sets the value chosen in the control of this id; returns whether it is one of these
    /// controls.
    pub(super) fn choose(&mut self, id: &str, index: usize) -> bool {
        match id {
            "search-goal" => self.goal = GoalWord::ALL.get(index).copied().unwrap_or_default(),
            "search-margin" => self.margin = index,
            _ => {
                let axis = id.strip_prefix("search-axis-");
                let place = axis.and_then(|axis| axis.parse::<usize>().ok());
                match place.and_then(|place| self.reaches.get_mut(place)) {
                    Some(reach) => *reach = index,
                    None => return false,
                }
            }
        }
        true
    }

    /// Sets the value typed into the box of this id; returns whether it is one of these boxes.
    pub(super) fn type_in(&mut self, id: &str, text: &str) -> bool {
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        let number = digits.parse().ok().filter(|&number: &u64| number > 0);
        match id {
            "search-days" => self.days = number,
            "search-dollars" => self.dollars = number,
            _ => return false,
        }
        true
    }

    /// The controls of the question.
    pub(super) fn controls(&self, page: &Page) -> Vec<Element> {
        let words = words();
        let [find, days, dollars, margin] = words.asks;
        let mut first = element("div").class("asked");
        first = first.child(select(find, "search-goal", &words.goals, self.goal.index()));
        let limits = [
            (
                days,
                "search-days",
                WITHIN_DAYS.contains(&self.goal),
                self.days,
            ),
            (
                dollars,
                "search-dollars",
                self.goal == GoalWord::Soonest,
                self.dollars,
            ),
        ];
        for (name, id, is_there, value) in limits {
            let value = value.map_or(String::new(), |value| value.to_string());
            let field = element("input")
                .id(id)
                .attribute("inputmode", "numeric")
                .attribute("autocomplete", "off")
                .attribute("size", "9")
                .property("value", value);
            let field = element("label").child(name).child(field);
            first = first.child(field.attribute("hidden", !is_there));
        }
        first = first.child(select(margin, "search-margin", &words.margins, self.margin));
        vec![first, self.axes(page, words)]
    }

    /// Collapsible list with the range of each axis.
    fn axes(&self, page: &Page, words: &SearchFigureText) -> Element {
        const ID: &str = "search-freedom";
        let held = AXES
            .into_iter()
            .filter(|axis| self.reaches[*axis as usize] > 0);
        let summary = (words.constraints)(held.count());
        let mut list = element("div").class("asked axes");
        if page.is_open(ID) {
            for axis in AXES.into_iter().filter(|axis| is_offered(page, *axis)) {
                let place = axis as usize;
                let mut select = element("select")
                    .attribute("id", ["search-axis-", &place.to_string()].concat())
                    .attribute("autocomplete", "off");
                for (index, &reach) in axis.reaches().iter().enumerate() {
                    let name = (words.reach)(axis, reach);
                    select = select.child(option(name, index == self.reaches[place]));
                }
                list = list.child(element("label").child(words.axes[place]).child(select));
            }
        }
        element("details")
            .class("numbers")
            .id(ID)
            .child(element("summary").child(summary))
            .child(list)
    }
}

/// True if an axis can be fixed for a plan.
fn is_offered(page: &Page, axis: LayoutAxis) -> bool {
    let has_experts = page.plan.model.moe.experts > 0;
    match axis {
        LayoutAxis::Gpus => false,
        LayoutAxis::Expert | LayoutAxis::ExpertTensor => has_experts,
        _ => true,
    }
}

fn select(name: &'static str, id: &'static str, names: &[&'static str], chosen: usize) -> Element {
    let mut select = element("select").id(id).attribute("autocomplete", "off");
    for (index, name) in names.iter().enumerate() {
        select = select.child(option(name, index == chosen));
    }
    element("label").child(name).child(select)
}
