//! Bounds: none exceeds the estimate, whatever the layout.

use cost::bound::Bounds;
use cost::legal::Legal;
use cost::step::{Costs, StageTimeCache, Stages, StepTime};
use search::optimize::{Constraints, Space};

use super::plan;

/// Plans with their restrictions, and a number n: one of n layouts is examined.
const SPACES: [(&str, &[&str], usize); 7] = [
    ("#v=1&p=llama3-8b/h100x16&gbs=64", &[], 59),
    (
        "#v=1&p=llama3-8b/h100x16&gbs=64",
        &["off=opt,acts,opt+acts"],
        101,
    ),
    (
        "#v=1&p=gpt3-175b/a100-80x128&gbs=96",
        &["tp=4..8", "ckpt=none,full"],
        41,
    ),
    (
        "#v=1&p=mixtral-8x7b/h100x32&gbs=64",
        &["etp=..2", "mbs=..2"],
        997,
    ),
    (
        "#v=1&p=llama3-405b/h100x1024&gbs=256",
        &["tp=8", "pp=4.."],
        61,
    ),
    (
        "#v=1&p=llama3-8b/h100x16&gbs=64&frzfirst=11&trainends=head",
        &[],
        59,
    ),
    (
        "#v=1&p=mixtral-8x7b/h100x32&gbs=64&frzfirst=5&frzlast=7",
        &["etp=..2", "mbs=..2"],
        997,
    ),
];

#[test]
fn no_bound_is_above_what_the_estimate_says() {
    for (link, restrictions, one_of) in SPACES {
        let base = plan(link);
        let mut constraints = Constraints::of(&base);
        for restriction in restrictions {
            constraints.restrict(restriction).expect("a restriction");
        }
        let (mut place, mut known) = (0, 0);
        let mut cache = StageTimeCache::default();
        Space::of(&base, &constraints).layouts(|candidate| {
            place += 1;
            if place % one_of != 0 {
                return;
            }
            let mut plan = base.clone();
            candidate.write(&mut plan);
            let legal = Legal::check(&plan).expect("a legal layout");
            let costs = Costs::of(&legal);
            let bounds = Bounds::made_of(&costs, &legal);
            let step = StepTime::of(&legal).total();
            assert!(bounds.step(&legal) <= step, "{candidate:?}");
            assert!(bounds.ordered_step(&legal) <= step, "{candidate:?}");
            assert!(bounds.sharded_step(&costs, &legal) <= step, "{candidate:?}");
            let stages = Stages::made_of(costs, &legal);
            if let Some(earliest) = cache.earliest(&stages) {
                known += 1;
                let least = stages.step(&legal, &earliest).total();
                assert!(least.0 <= step.0 * (1.0 + 1e-9), "{candidate:?}");
            }
            cache.run(&stages);
        });
        assert!(known > 50, "{link}: {known} of {place} with a known run");
    }
}

#[test]
fn a_bound_is_near_the_step_where_the_last_rank_sets_the_pace() {
    // A vocabulary of 128,256 tokens: the head makes the last of 8 ranks the slowest. It cannot begin
    // before a micro-batch has passed the others.
    for link in [
        "#v=1&p=llama3-8b/h100x8&pp=8&gbs=256",
        "#v=1&p=llama3-8b/h100x8&pp=8&vp=4&gbs=16",
    ] {
        let plan = plan(link);
        let legal = Legal::check(&plan).expect("a legal layout");
        let bounds = Bounds::made_of(&Costs::of(&legal), &legal);
        let ratio = bounds.ordered_step(&legal).0 / StepTime::of(&legal).total().0;
        assert!((0.95..=1.0).contains(&ratio), "{link}: {ratio}");
    }
}
