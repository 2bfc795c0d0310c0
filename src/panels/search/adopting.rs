//! Buttons that adopt a layout.

use cost::plan::Plan;
use search::optimize::Candidate;

use super::answers::Answers;
use super::state::Search;
use crate::dom::{Element, UiEvent, element};

/// Layouts with a button, by the part of the figure.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum LayoutButton {
    /// One of the best layouts.
    Row,
    /// One of the fastest within a memory limit.
    Front,
    /// A step on the path to the best layout.
    Leg,
    /// The best layout without an axis.
    Without,
}

/// The classes of these buttons.
static KINDS: [(&str, LayoutButton); 4] = [
    ("adopt row", LayoutButton::Row),
    ("point front", LayoutButton::Front),
    ("adopt leg", LayoutButton::Leg),
    ("adopt without", LayoutButton::Without),
];

/// A button that adopts a layout.
pub(super) fn adopting(
    search: &Search,
    kind: LayoutButton,
    index: usize,
    candidate: &Candidate,
    name: String,
) -> Element {
    let class = KINDS.iter().find(|(_, other)| *other == kind);
    let is_looked_at = search.at == Some(*candidate);
    element("button")
        .attribute("type", "button")
        .class(class.map_or("", |(class, _)| *class))
        .attribute("data-at", index.to_string())
        .attribute("data-looked", is_looked_at)
        .child(name)
}

/// The layout of the button that an event targets.
pub(super) fn pointed_layout(answers: Option<&Answers>, ui_event: &UiEvent) -> Option<Candidate> {
    let button = ui_event.within("#search [data-at]")?;
    let class = button.class();
    let (_, kind) = KINDS.iter().find(|(name, _)| class.starts_with(name))?;
    let index: usize = button.number_at("data-at")?;
    let answers = answers?;
    match kind {
        LayoutButton::Row => answers.rows().get(index).map(|row| row.found.candidate),
        LayoutButton::Front => answers.front().get(index).map(|row| row.found.candidate),
        LayoutButton::Leg => {
            let legs = answers.legs()?.as_ref()?;
            legs.get(index).map(|leg| leg.candidate)
        }
        LayoutButton::Without => {
            let (_, run) = answers.without().into_iter().nth(index)?;
            run?.first().map(|row| row.found.candidate)
        }
    }
}

/// The plan with another layout.
pub(super) fn adopted(plan: &Plan, candidate: &Candidate) -> Plan {
    let mut plan = plan.clone();
    plan.hold_measured();
    candidate.write(&mut plan);
    plan
}
