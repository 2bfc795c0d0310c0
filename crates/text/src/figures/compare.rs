//! Sentences about two plans beside each other.

use cost::Estimate;
use formats::number::Units;

/// Words of the comparison, of undo and redo, and of plans that are kept.
#[derive(Clone, Copy, Debug)]
pub struct CompareText {
    /// Name of the view.
    pub heading: &'static str,
    /// What to do, while no plan is pinned.
    pub invitation: &'static str,
    /// How the present plan compares with the pinned one.
    pub sentence: fn(&Estimate, &Estimate, Units) -> String,
    /// Said where the pinned plan cannot exist.
    pub impossible: &'static str,
    /// Names of [`READINGS`], in their order.
    ///
    /// [`READINGS`]: cost::reading::READINGS
    pub readings: [&'static str; 21],
    /// Headings of the table: what, the present plan, the pinned one, the change.
    pub headings: [&'static str; 4],
    /// Before what the plans differ in.
    pub differ: &'static str,
    /// Where they do not.
    pub alike: &'static str,
    /// Names of what can be done: pin, exchange, take over, unpin.
    pub acts: [&'static str; 4],
    /// What the pinned plan is called beside a figure.
    pub beside: &'static str,
    /// How far a figure would move, if the layout that is looked at were adopted.
    pub preview: fn(&str) -> String,
    /// Steps back and forward, and the pin, in the head of the page.
    pub bar: [&'static str; 3],
    /// Heading over kept plans.
    pub kept: &'static str,
    /// Label of the field for a kept plan's name.
    pub name: &'static str,
    /// Keeps the plan.
    pub keep: &'static str,
    /// Names of what can be done with a kept plan: go there, pin it, forget it.
    pub kept_acts: [&'static str; 3],
    /// Said where the browser keeps nothing, and where it has no room left.
    pub refused: [&'static str; 2],
    /// Said where the most are kept that the list holds.
    pub full: fn(usize) -> String,
    /// A name that is taken, with a number that tells the plans apart.
    pub numbered: fn(&str, usize) -> String,
}
