//! Words about the stops of controls.

use cost::plan::Plan;
use formats::number::{grouped, three_digits};

use crate::en::words::filled;
use crate::figures::StopsText;
use crate::search::release_name;

pub(super) const STOPS: StopsText = StopsText {
    states: ["fits", "tight", "out of memory", "impossible"],
    leads_to: |stop, [state, need, mfu]| filled("~: ~, ~, MFU ~", &[stop, state, need, mfu]),
    impossible: |stop, reason| filled("~: impossible. ~", &[stop, reason]),
    lacked: |release| filled("not in ~", &[&release_name(release)]),
    also_moved,
    refused: |limits| {
        let [first, last] = [limits.start(), limits.end()].map(|limit| {
            if limit.fract() == 0.0 {
                grouped(*limit as u64)
            } else {
                three_digits(*limit)
            }
        });
        filled("Enter a number from ~ to ~.", &[&first, &last])
    },
};

fn also_moved(before: &Plan, now: &Plan) -> String {
    let numbers = |plan: &Plan| {
        let data = plan.data_parallel();
        let global = plan.global_batch();
        let each = plan.batch.micro.saturating_mul(data).max(1);
        [data, global / each, global]
    };
    let names = ["data parallel", "micro-batches a pipeline", "global batch"];
    let pairs = numbers(before).into_iter().zip(numbers(now)).zip(names);
    let changed = pairs.filter(|((before, now), _)| before != now);
    let parts: Vec<String> = changed
        .map(|((before, now), name)| filled("~ ~ → ~", &[name, &grouped(before), &grouped(now)]))
        .collect();
    let mut text = parts.join("; ");
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}
