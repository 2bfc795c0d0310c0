//! Sentences about two plans beside each other.

use cost::Estimate;
use formats::number::Units;

/// Words of the comparison, of undo and redo, and of plans that are kept.
#[derive(Clone, Copy, Debug)]
pub struct CompareText {
    /// Name of the view.
    pub heading: &'static str,
    /// Instruction while no plan is pinned.
    pub invitation: &'static str,
    /// Sentence that compares the present plan with the pinned one.
    pub sentence: fn(&Estimate, &Estimate, Units) -> String,
    /// Message when the pinned plan is illegal.
    pub impossible: &'static str,
    /// Names of [`READINGS`], in their order.
    ///
    /// [`READINGS`]: cost::reading::READINGS
    pub readings: [&'static str; 23],
    /// Headings of the table: figure, present plan, pinned plan, change.
    pub headings: [&'static str; 4],
    /// Text before the settings in which the plans differ.
    pub differ: &'static str,
    /// Message when the plans do not differ.
    pub alike: &'static str,
    /// Names of the actions: pin, exchange, go back to the pinned plan, unpin.
    pub acts: [&'static str; 4],
    /// Short name of the pinned plan beside a figure.
    pub beside: &'static str,
    /// A figure of a plan that a reader points at.
    pub preview: fn(&str) -> String,
    /// Steps back and forward, and the pin, in the head of the page.
    pub bar: [&'static str; 3],
    /// Heading over kept plans.
    pub kept: &'static str,
    /// Label of the field for a kept plan's name.
    pub name: &'static str,
    /// Label of the button that keeps the plan.
    pub keep: &'static str,
    /// Names of the actions on a kept plan: go to it, pin it, delete it.
    pub kept_acts: [&'static str; 3],
    /// Messages when the browser stores nothing, and when it has no room left.
    pub refused: [&'static str; 2],
    /// Message when the list is full, with its largest number of plans.
    pub full: fn(usize) -> String,
    /// A name that is taken, with a number that makes it unique.
    pub numbered: fn(&str, usize) -> String,
}
