//! Plans at the stops of controls.

use std::ops::RangeInclusive;

use crate::number::{clauses, grouped, three_digits};
use cost::plan::Plan;
use formats::export::Release;

messages!("stops");

/// A stop whose plan a framework does not run.
#[must_use]
pub fn lacked(release: Release) -> String {
    lacked_by(&crate::search::release_name(release))
}

/// Other differences of two plans after a change of one control; empty if there are none.
#[must_use]
pub fn also_moved(before: &Plan, now: &Plan) -> String {
    let numbers = |plan: &Plan| {
        let data = plan.data_parallel();
        let global = plan.global_batch();
        let each = plan.batch.micro.saturating_mul(data).max(1);
        [data, global / each, global]
    };
    let says = [moved_data, moved_micro_batches, moved_global];
    let pairs = numbers(before).into_iter().zip(numbers(now)).zip(says);
    let mut parts: Vec<String> = Vec::new();
    for ((before, now), say) in pairs.filter(|((before, now), _)| before != now) {
        let place = if parts.is_empty() {
            Place::First
        } else {
            Place::Further
        };
        parts.push(say(place, before, now));
    }
    clauses(&parts)
}

/// Sentence about a number that a field refuses: its limits.
#[must_use]
pub fn refused(limits: &RangeInclusive<f64>) -> String {
    let [first, last] = [limits.start(), limits.end()].map(|limit| {
        if limit.fract() == 0.0 {
            grouped(*limit as u64)
        } else {
            three_digits(*limit)
        }
    });
    enter(&first, &last)
}
