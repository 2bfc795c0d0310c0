//! Savings that are tried if nothing fits: those of the framework, and with its needs.

use cost::estimate;
use cost::plan::{CrossEntropy, Offload, Optimizer};
use search::asked::{AskedSearch, Clause};
use search::framework;
use search::optimize::{Best, Constraints, Saving, search};

use super::plan;

/// The first constraints under which layouts fit, and the layouts.
fn first_found(link: &str, fixed: &str) -> (usize, Best) {
    let mut asked = AskedSearch::default();
    asked.set(Clause::Fix, fixed).expect("restrictions");
    let plan = asked.settled(&plan(link)).expect("a plan");
    let (constraints, question) = asked.question(&plan, 10).expect("a question");
    let all = [constraints.clone()];
    let all = all.into_iter().chain(asked.wider(&plan, &constraints));
    let mut tried = 0;
    for constraints in all {
        let (best, _) = search(&plan, &constraints, &question);
        if !best.found().is_empty() {
            return (tried, best);
        }
        tried += 1;
    }
    (tried, Best::of(&plan, &question))
}

/// Plans of which nothing fits, and the constraints that help: the first or the second ones.
const HELPED: [(&str, usize); 6] = [
    // Narrow moments.
    ("#v=1&p=llama3-70b/h100x16&gbs=16&seq=2048", 1),
    // The state of 8 billion parameters on 2 small GPUs, and on one.
    ("#v=1&p=llama3-8b/a100-40x2&gbs=16&seq=2048", 2),
    ("#v=1&p=llama3-8b/h100x1&gbs=16&seq=2048", 2),
    (
        "#v=1&p=llama3-8b/h100x1&gbs=16&seq=2048&recipe=torchtitan",
        2,
    ),
    ("#v=1&p=llama3-8b/h100x1&gbs=16&seq=2048&recipe=hf", 2),
    (
        "#v=1&p=llama3-8b/h100x1&gbs=16&seq=2048&recipe=deepspeed",
        2,
    ),
];

#[test]
fn what_frees_memory_is_found_and_its_framework_runs_it() {
    for (link, tried) in HELPED {
        let (found_after, best) = first_found(link, "");
        let base = plan(link);
        assert_eq!(found_after, tried, "{link}");
        for found in best.found() {
            let savings = Saving::all(&base, &found.candidate);
            assert!(!savings.is_empty(), "{link}: {:?}", found.candidate);
            let mut plan = base.clone();
            found.candidate.write(&mut plan);
            assert_eq!(estimate(&plan).expect("legal").memory.peak(), found.peak);
            assert!(framework::runs_savings(&base, &plan), "{link}");
        }
    }
}

#[test]
fn what_is_fixed_stays() {
    let (tried, best) = first_found(HELPED[1].0, "off=none");
    assert!(best.found().is_empty() && tried == 2, "{tried}");
    let plan = plan(HELPED[1].0);
    let constraints = Constraints::of(&plan);
    let wider = constraints.wider(&plan, |key| key == "ce");
    assert!(wider.iter().all(|wider| wider.loss == constraints.loss));
    assert!(wider[0].optimizer.contains(Optimizer::AdamWBf16));
}

#[test]
fn nanotron_has_nothing_to_try() {
    let plan = plan("#v=1&p=llama3-8b/h100x2&gbs=16&recipe=nanotron");
    assert!(Constraints::of(&plan).wider(&plan, |_| false).is_empty());
}

/// The loss that keeps the fewest logits, and nothing that the plan has already.
#[test]
fn only_what_helps_is_tried() {
    let plan =
        plan("#v=1&p=llama3-8b/h100x2&gbs=16&recipe=torchtitan&opt=adamwbf16&off=opt,params");
    let wider = Constraints::of(&plan).wider(&plan, |_| false);
    assert_eq!(wider.len(), 1, "{wider:?}");
    assert!(wider[0].loss.contains(CrossEntropy::Chunked));
    assert!(!wider[0].loss.contains(CrossEntropy::Compiled));
    assert!(plan.levers.offload.contains(Offload::Parameters));
}
