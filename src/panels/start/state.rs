//! State of the card, and its events.

use std::sync::Arc;

use cost::plan::Plan;

use super::famous::FamousPlan;

/// The id of the first button, which has the focus at first.
pub(super) const FIRST_BUTTON: &str = "start-tour";

/// The card.
#[derive(Default)]
pub(crate) struct StartCard {
    /// The element that gets the focus back; `None` while the card is closed.
    pub(super) open: Option<&'static str>,
    /// The page's plan when the card was opened: another one closes the card.
    pub(super) plan: Option<Arc<Plan>>,
    /// The famous plans that are estimated.
    pub(super) famous: Vec<FamousPlan>,
    /// Number of links that are estimated.
    pub(super) estimated: usize,
}

/// An event of the card.
#[derive(Debug)]
pub(crate) enum StartEvent {
    /// The card opens; the focus later returns to the element of this id.
    Open(&'static str),
    /// The card is closed.
    Close,
    /// The tour begins.
    Tour,
    /// The import of a plan is opened.
    Import,
    /// The page takes a famous plan.
    Take(Box<Plan>),
    /// The famous plans are estimated, or their time ran out.
    Estimated,
}
