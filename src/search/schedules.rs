//! The same plan under other schedules.

use super::degrees;
use crate::cost::legal::Legal;
use crate::cost::plan::{Plan, Schedule, Word};

/// The plan under each schedule that it can run, its own one left out, in the order of
/// [`Schedule::ALL`]. Interleaved stages keep their number, or become as few as can be; other
/// schedules settle it themselves.
///
/// ```
/// use shardwise::{catalog, cost::plan::Schedule, search::schedules};
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
    let chunks = match (schedule, plan.layout.virtual_stages) {
        (Schedule::Interleaved, 0 | 1) => degrees::virtual_stages(plan),
        (Schedule::Interleaved, chunks) => vec![chunks],
        _ => vec![1],
    };
    let least = if schedule == Schedule::Interleaved {
        2
    } else {
        1
    };
    let chunks = chunks.into_iter().filter(|&chunks| chunks >= least);
    let mut plans = chunks.map(|chunks| {
        let mut other = plan.clone();
        other.layout.virtual_stages = chunks;
        other.layout.schedule = None;
        if other.schedule() != schedule {
            other.layout.schedule = Some(schedule);
        }
        other
    });
    plans.find(|other| Legal::check(other).is_ok())
}
