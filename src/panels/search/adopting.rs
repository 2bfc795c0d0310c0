//! Buttons that adopt a layout.

use cost::plan::Plan;
use search::optimize::Candidate;

use super::answers::Answers;
use super::state::Search;
use crate::dom::{Element, Heard, element};

/// Layouts that can be pressed, by what they stand for.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    /// One of the best.
    Row,
    /// One of what memory buys.
    Front,
    /// One on the way to the best.
    Leg,
    /// The best without an axis.
    Without,
}

/// The classes of their buttons.
static KINDS: [(&str, Kind); 4] = [
    ("adopt row", Kind::Row),
    ("point front", Kind::Front),
    ("adopt leg", Kind::Leg),
    ("adopt without", Kind::Without),
];

/// A button that adopts a layout.
pub(super) fn adopting(
    search: &Search,
    kind: Kind,
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

/// The layout of the button in which something happens.
pub(super) fn meant(answers: Option<&Answers>, heard: &Heard) -> Option<Candidate> {
    let button = heard.within("#search [data-at]")?;
    let class = button.class();
    let (_, kind) = KINDS.iter().find(|(name, _)| class.starts_with(name))?;
    let index: usize = button.number_at("data-at")?;
    let answers = answers?;
    match kind {
        Kind::Row => answers.rows().get(index).map(|row| row.found.candidate),
        Kind::Front => answers.front().get(index).map(|row| row.found.candidate),
        Kind::Leg => {
            let legs = answers.legs()?.as_ref()?;
            legs.get(index).map(|leg| leg.candidate)
        }
        Kind::Without => {
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
