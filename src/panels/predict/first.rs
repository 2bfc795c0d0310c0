//! The rounds of the head's button: changes of one control by one stop, and the figures that move
//! most with them.

use cost::Estimate;
use cost::estimate;
use cost::legal::Legal;
use cost::plan::Plan;
use cost::units::Seconds;
use cost::why::{Figure, Place, Root};
use formats::link::{NewValues, value};

use super::event::Asked;
use crate::controls::{MarkedControl, marked};
use crate::store::Page;

/// Most changes of the list.
const MOST: usize = 12;

/// Parts of the step that are predicted, with their seconds.
type TimePart = (Root, fn(&Estimate) -> Seconds);

static TIMES: [TimePart; 8] = [
    (Root::Tensor, |estimate| estimate.time.tensor),
    (Root::Context, |estimate| estimate.time.context),
    (Root::Expert, |estimate| estimate.time.expert),
    (Root::Data, |estimate| estimate.time.data),
    (Root::Bubble, |estimate| estimate.time.bubble),
    (Root::Recompute, |estimate| estimate.time.recompute),
    (Root::Compute, |estimate| estimate.time.compute),
    (Root::Optimizer, |estimate| estimate.time.optimizer),
];

/// Changes of one control to a neighbouring stop that lead from the page's plan to another that can
/// exist; at most one for each control.
pub(super) fn changes(page: &Page) -> Vec<NewValues> {
    let plan = &page.plan;
    let free = marked(plan)
        .into_iter()
        .filter(|control| !page.is_locked(control.key));
    free.filter_map(|control| change(&control, plan))
        .take(MOST)
        .collect()
}

/// The change of a control to the stop before the present one, or else to that after it.
fn change(control: &MarkedControl, plan: &Plan) -> Option<NewValues> {
    let here = control.present(plan);
    let stops = [here.checked_sub(1), here.checked_add(1)];
    let stops = stops.into_iter().flatten();
    let mut changes = stops.filter(|stop| *stop < control.count(plan));
    changes.find_map(|stop| {
        let led_to = control.led_to(plan, stop);
        let change = if control.key == "gpus" {
            led_to.cluster.gpus.to_string()
        } else {
            value(&led_to, control.key)
        };
        let change = NewValues::of(vec![(control.key, change)]);
        let changed = change.applied(plan);
        (changed != *plan && Legal::check(&changed).is_ok()).then_some(change)
    })
}

/// The figures that are predicted of a change, if nobody names others: the memory of the fullest
/// stage, the part of the step that changes most, and the idle time of a pipeline or else the MFU.
pub(super) fn figures(now: &Estimate, then: &Plan) -> Vec<Asked> {
    let Ok(then) = estimate(then) else {
        return Vec::new();
    };
    let stages = [now, &then].map(|estimate| estimate.memory.stages.len());
    let stage = now.memory.peak_stage.min(stages[1] - 1);
    let memory = Figure {
        root: Root::MemoryTotal,
        place: Place::Stage(stage),
    };
    let moved = |(_, seconds): &&TimePart| (seconds(&then).0 - seconds(now).0).abs();
    let larger = |one: &&TimePart, other: &&TimePart| moved(one).total_cmp(&moved(other));
    let time = TIMES.iter().max_by(larger).map(|(root, _)| *root);
    let last = if stages.into_iter().max() > Some(1) {
        Root::Idle
    } else {
        Root::Mfu
    };
    let roots = time.into_iter().chain([last]).map(Figure::from);
    std::iter::once(memory)
        .chain(roots)
        .map(Asked::of)
        .collect()
}
