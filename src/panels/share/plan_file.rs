//! A plan as the file of a training framework.

use std::sync::Arc;

use cost::plan::Plan;
use formats::export::Export;

/// A plan, written for a target.
#[derive(Clone, PartialEq)]
pub(super) struct PlanFile {
    pub(super) plan: Arc<Plan>,
    /// Position in [`formats::export::Target::ALL`].
    pub(super) target: usize,
    /// The file; `None` if the plan is illegal.
    pub(super) export: Option<Export>,
}
