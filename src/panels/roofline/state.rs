//! State of the roofline: the selected point, and attention with and without Flash Attention.

use std::sync::Arc;

use cost::operation::Work;
use cost::plan::Plan;
use search::flash::{self, Attention};

use crate::store::Page;

/// The id of the figure, and its word in a query's `view`.
pub(super) const ID: &str = "lastinch";

/// The roofline's state.
#[derive(Default)]
pub(crate) struct RooflineFigure {
    /// The selected point: kernels first, then exchanges.
    pub(super) point: Option<usize>,
    /// True if the window is too low for a tall plot.
    pub(super) is_low: bool,
    /// True if the figure is in sight; otherwise a changing plan is not compared.
    pub(super) is_in_sight: bool,
    /// The last plan that was compared.
    compared: Option<ComparedPlan>,
    /// Predictions for the published measurement, which do not depend on the plan.
    pub(super) predicted: Option<[Work; 2]>,
}

/// Attention of a plan, with Flash Attention and without.
struct ComparedPlan {
    plan: Arc<Plan>,
    /// `None` if the plan cannot be compared.
    sides: Option<[Attention; 2]>,
}

impl RooflineFigure {
    /// Predicts the published measurement.
    pub(super) fn predict(&mut self) {
        self.predicted = flash::predicted();
    }

    /// Compares the plan shown, unless that was done. Returns true if the plan is new. Both sides
    /// are estimates.
    pub(super) fn compare(&mut self, page: &Page) -> bool {
        let compared = self.compared.as_ref();
        if compared.is_some_and(|compared| compared.plan == page.plan) {
            return false;
        }
        self.compared = Some(ComparedPlan {
            plan: Arc::clone(&page.plan),
            sides: flash::compare(&page.plan),
        });
        true
    }

    /// Attention of the plan shown, if it has been compared.
    pub(super) fn sides(&self, page: &Page) -> Option<&[Attention; 2]> {
        let compared = self.compared.as_ref();
        let compared = compared.filter(|compared| compared.plan == page.plan);
        compared?.sides.as_ref()
    }
}
