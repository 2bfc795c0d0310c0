//! The steps from a textbook's value to a figure.

use super::change::Change;
use super::given::{Given, Textbook};
use super::source::Source;
use super::worlds::Worlds;
use crate::amount::{Amount as _, NodeId, Recording};
use crate::legal::Legal;
use crate::machine::Machine;
use crate::params::ModelParams;
use crate::why::root::Root;
use crate::why::tree::{Entry, Why};

/// Values that differ relatively by less are the same.
const SAME: f64 = 1e-9;

/// A textbook's value of a figure, beside ours.
#[derive(Clone, Debug)]
pub struct Paper {
    why: Why,
    node: NodeId,
    /// Value of the formula.
    pub value: f64,
    /// The work that has the formula.
    pub source: Source,
    /// The steps to the figure, whose value the last one has. None if the formula has it.
    pub steps: Vec<Step>,
}

/// A step from the textbook's value to the figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The assumption that it drops.
    pub change: Change,
    /// The value after it.
    pub value: f64,
}

impl Paper {
    /// The textbook's value beside a figure of a legal plan, on the reader's machine if one was
    /// measured: `ours` as [`Why::of`] has it, of this stage if each has one. `None` of figures for
    /// which no work has a formula, or whose formula gives nothing for the plan.
    #[must_use]
    pub fn of(
        legal: &Legal,
        machine: Option<&Machine>,
        stage: usize,
        root: Root,
        ours: f64,
    ) -> Option<Self> {
        let worlds = Worlds {
            legal,
            machine,
            stage,
            is_of_memory: root.is_of_memory(),
        };
        let figures = worlds.figures(&[])?;
        let given = Given {
            legal,
            figures: &figures,
            stage,
            params: ModelParams::of(&legal.plan.model),
        };
        let (textbook, recording) = Recording::of(|| given.textbook(root, ours));
        let textbook = textbook?;
        let node = textbook.value.node()?;
        let value = textbook.value.value();
        Some(Self {
            why: Why::of_recording(recording),
            node,
            value,
            source: textbook.source,
            steps: steps(value, &values(&textbook, &worlds, root, ours), ours),
        })
    }

    /// The formula, with the numbers of the plan below it.
    #[must_use]
    pub fn formula(&self) -> Option<Entry<'_>> {
        self.why.entry(self.node)
    }
}

/// The value after each assumption that is dropped; the last one is the figure.
fn values(textbook: &Textbook, worlds: &Worlds, root: Root, ours: f64) -> Vec<(Change, f64)> {
    let mut values = textbook.first.clone();
    let possible = worlds.possible(textbook.then);
    for (place, change) in possible.iter().enumerate() {
        let value = match &possible[place + 1..] {
            [] => Some(ours),
            assumed => worlds.figures(assumed).map(|figures| root.of(&figures)),
        };
        values.extend(value.map(|value| (*change, value)));
    }
    values.retain(|(_, value)| value.is_finite());
    values
}

/// The steps that change a value, from the textbook's on.
fn steps(value: f64, values: &[(Change, f64)], ours: f64) -> Vec<Step> {
    let is_same = |one: f64, other: f64| (one - other).abs() <= SAME * one.abs().max(other.abs());
    let mut steps: Vec<Step> = Vec::new();
    let mut before = value;
    for &(change, value) in values {
        if !is_same(before, value) {
            steps.push(Step { change, value });
            before = value;
        }
    }
    if let Some(last) = steps.last_mut() {
        last.value = ours;
    }
    steps
}
