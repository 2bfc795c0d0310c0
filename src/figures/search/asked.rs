//! What the reader asks: a goal, a limit, room to spare, and how far each axis may go.

use crate::markup::{Element, element};
use formats::link::presentation::controls;
use search::optimize::{AXES, Axis, Candidate, Constraints, Goal, Margin, Question, Reach};
use text::figures::SearchFigureText;

use super::view::words;
use crate::figures::desk::Desk;
use crate::page::locks;

/// What the reader asks.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) struct Asked {
    /// Position in the names of the goals.
    pub(super) goal: usize,
    /// Days within which the run must be done.
    pub(super) days: Option<u64>,
    /// Dollars that the run may cost; what the plan's own costs where nobody says.
    pub(super) dollars: Option<u64>,
    /// Position in [`MARGINS`].
    pub(super) margin: usize,
    /// How far each axis may go: positions in its reaches.
    pub(super) reaches: [usize; AXES.len()],
}

/// The room that a layout must leave.
static MARGINS: [Margin; 5] = [
    Margin::Band,
    Margin::Share(0.0),
    Margin::Share(0.05),
    Margin::Share(0.1),
    Margin::Share(0.2),
];

/// Layouts that are looked for: those that say the same as a plainer one are not listed.
const KEPT: usize = 60;
/// The goals that know a limit in days.
const WITHIN_DAYS: [usize; 2] = [2, 3];
/// The goal that knows a limit in dollars.
const FOR_DOLLARS: usize = 4;

impl Asked {
    /// The question.
    pub(super) fn question(&self, desk: &Desk) -> Question {
        let days = self.days.map(|days| days as f64);
        let goal = match (self.goal, days) {
            (1, _) => Goal::Smallest,
            (2, Some(days)) => Goal::FewestGpusWithin { days },
            (2, None) => Goal::FewestGpus,
            (3, days) => Goal::Cheapest { days },
            (FOR_DOLLARS, _) => Goal::SoonestFor {
                dollars: self
                    .dollars
                    .map_or(desk.estimate.run.cost_usd, |dollars| dollars as f64),
            },
            _ => Goal::Fastest,
        };
        Question {
            margin: self.margin(),
            keep: KEPT,
            ..Question::of(goal)
        }
    }

    /// The room that a layout must leave.
    pub(super) fn margin(&self) -> Margin {
        MARGINS.get(self.margin).copied().unwrap_or(Margin::Band)
    }

    /// What may be chosen of the plan's layouts.
    pub(super) fn constraints(&self, desk: &Desk, goal: Goal) -> Constraints {
        let plan = &desk.plan;
        let mut constraints = Constraints::of(plan);
        if goal.varies_gpus() {
            constraints.gpus = 1..=plan.cluster.gpus;
        }
        if let Some(own) = Candidate::of(plan) {
            for axis in AXES {
                axis.limit(self.reach(axis), &own, &mut constraints);
            }
            for key in controls().filter(|key| locks::has(key)) {
                constraints.hold(key, &own);
            }
        }
        constraints
    }

    fn reach(&self, axis: Axis) -> Reach {
        let reaches = axis.reaches();
        reaches[self.reaches[axis as usize].min(reaches.len() - 1)]
    }

    /// Takes over what is chosen in the control of this id; tells whether it is one of these.
    pub(super) fn choose(&mut self, id: &str, index: usize) -> bool {
        match id {
            "search-goal" => self.goal = index,
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

    /// Takes over what is typed into the box of this id; tells whether it is one of these.
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

    /// The controls.
    pub(super) fn controls(&self, desk: &Desk) -> Vec<Element> {
        let words = words();
        let [find, days, dollars, margin] = words.asks;
        let mut first = element("div").class("asked");
        first = first.child(select(find, "search-goal", &words.goals, self.goal));
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
                self.goal == FOR_DOLLARS,
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
        vec![first, self.axes(desk, words)]
    }

    /// How far each axis may go, folded away.
    fn axes(&self, desk: &Desk, words: &SearchFigureText) -> Element {
        const ID: &str = "search-freedom";
        let held = AXES
            .into_iter()
            .filter(|axis| self.reaches[*axis as usize] > 0);
        let summary = (words.constraints)(held.count());
        let mut list = element("div").class("asked axes");
        if desk.is_open(ID) {
            for axis in AXES.into_iter().filter(|axis| is_offered(desk, *axis)) {
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

/// Whether an axis can be held in a plan.
fn is_offered(desk: &Desk, axis: Axis) -> bool {
    let has_experts = desk.plan.model.moe.experts > 0;
    match axis {
        Axis::Gpus => false,
        Axis::Expert | Axis::ExpertTensor => has_experts,
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

fn option(name: &'static str, is_chosen: bool) -> Element {
    element("option")
        .property("selected", is_chosen)
        .child(name)
}
