//! A plan under the other schedules that it can run.
//!
//! Tests: `crates/cost/tests/all/schedule/timeline.rs`.

use cost::legal::Legal;
use cost::plan::{Plan, Schedule, Word};

/// The plan under each other schedule that it can run, in the order of [`Schedule::ALL`].
/// Interleaved stages keep their number, or become as few as possible; other schedules settle it.
///
/// ```
/// use formats::catalog;
/// use cost::plan::Schedule;
/// use search::schedules;
/// let mut plan = catalog::plan("llama3-70b", "h100", 64).unwrap();
/// plan.layout.tensor = 8;
/// plan.layout.pipeline = 4;
/// let others = schedules(&plan);
/// assert_eq!(others.len(), 9);
/// assert_eq!(others[1].schedule(), Schedule::Interleaved);
/// assert_eq!(others[1].layout.virtual_stages, 2);
/// ```
#[must_use]
pub fn schedules(plan: &Plan) -> Vec<Plan> {
    if plan.layout.pipeline == 1 {
        return Vec::new();
    }
    let others = Schedule::ALL
        .iter()
        .filter(|&&other| other != plan.schedule());
    others.filter_map(|&other| under(plan, other)).collect()
}

fn under(plan: &Plan, schedule: Schedule) -> Option<Plan> {
    let mut other = plan.clone();
    let layout = &mut other.layout;
    layout.schedule = Some(schedule);
    let is_interleaved = schedule.facts().is_interleaved();
    if !is_interleaved {
        layout.virtual_stages = 1;
    }
    let is_open = is_interleaved && layout.virtual_stages == 1;
    let most = plan.model.layers / layout.pipeline.max(1);
    while other.layout.virtual_stages == 1 && is_open || Legal::check(&other).is_err() {
        if !is_open || other.layout.virtual_stages >= most {
            return None;
        }
        other.layout.virtual_stages += 1;
    }
    // A link does not store a default.
    other.layout.schedule = None;
    if other.schedule() != schedule {
        other.layout.schedule = Some(schedule);
    }
    Some(other)
}
