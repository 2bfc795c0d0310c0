//! Sentences of the card of a first visit.

use cost::plan::Plan;

/// Words of the card.
#[derive(Clone, Copy, Debug)]
pub struct StartText {
    /// The purpose of the planner.
    pub title: &'static str,
    /// Begins the tour.
    pub tour: &'static str,
    /// Closes the card.
    pub look: &'static str,
    /// Before the link to the import.
    pub or_open: &'static str,
    /// The link to the import.
    pub import: &'static str,
    /// Heading of the famous plans.
    pub famous: &'static str,
    /// Names of a plan's model and of its GPUs.
    pub names: fn(&Plan) -> [String; 2],
    /// Of a plan that does not fit.
    pub challenge: &'static str,
    /// Closes the card by its cross.
    pub close: &'static str,
    /// Opens the card, in the menu.
    pub menu: &'static str,
}
