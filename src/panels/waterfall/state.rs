//! State of the waterfall, and its event.

use cost::waterfall::Cause;
use search::ends::{ChoiceEnds, ends};

use crate::store::Page;

/// The id of the figure, and its word in a query's `view`.
pub(super) const ID: &str = "waterfall";

/// Causes, and after them the credit for what is counted but not computed.
const ROWS: usize = Cause::ALL.len() + 1;

/// The waterfall.
#[derive(Default)]
pub(crate) struct WaterfallFigure {
    /// The open cause: a position in [`Cause::ALL`].
    pub(super) cause: Option<usize>,
    /// True for each row that had a bar since the plan last rested. The row stays until the
    /// plan rests again, so that no row jumps during a drag.
    pub(super) kept: [bool; ROWS],
    /// Choices of software that decide a factor of the step.
    pub(super) choices: Vec<ChoiceEnds>,
}

impl WaterfallFigure {
    /// Keeps the rows that have a bar, and those kept before unless the plan rests; returns whether
    /// some row goes.
    pub(super) fn keep_rows(&mut self, page: &Page, is_at_rest: bool) -> bool {
        let (_, tenths) = page.waterfall();
        let before = self.kept;
        for (row, kept) in self.kept.iter_mut().enumerate() {
            let length = tenths.losses.get(row).copied().unwrap_or(tenths.credit);
            *kept = length > 0 || *kept && !is_at_rest;
        }
        is_at_rest && self.kept != before
    }

    /// Estimates the choices of software of the plan on show; returns whether they are others.
    pub(super) fn keep_choices(&mut self, page: &Page) -> bool {
        let before = std::mem::replace(&mut self.choices, ends(&page.plan, &page.estimate));
        self.choices != before
    }
}

/// A cause is opened, or closed if it was open: its position.
#[derive(Debug, PartialEq)]
pub(crate) struct Toggled(pub(super) usize);
