//! Reasons why a layout is better: the path to it, and the gain by each axis.

use cost::estimate;
use cost::memory::Verdict;
use search::optimize::{
    Candidate, Constraints, Objective, SearchQuestion, path, search, without_each,
};

use super::plan;

#[test]
fn the_way_leads_to_what_the_best_reaches_and_no_leg_can_be_left_out() {
    for link in [
        "#v=1&p=llama3-70b/h100x64",
        "#v=1&p=llama3-70b/h100x64&tp=8&pp=4",
        "#v=1&p=mixtral-8x7b/h100x64&tp=8&pp=2&gbs=256",
        "#v=1&p=gpt3-175b/a100-80x256&tp=8&pp=8&ckpt=full&gbs=512",
    ] {
        let plan = plan(link);
        let constraints = Constraints::of(&plan);
        let question = SearchQuestion::of(Objective::Fastest);
        let (best, _) = search(&plan, &constraints, &question);
        let first = best.found()[0];
        let legs =
            path(&plan, &first.candidate, &question).expect("a layout that a search can choose");
        let last = legs.last().expect("something to gain");
        assert!(last.step.0 <= first.step.0 * 1.001, "{link}");
        assert_eq!(last.verdict, Verdict::Fits, "{link}");
        let mut here = Candidate::of(&plan).expect("a cut");
        for leg in &legs {
            assert_ne!(leg.candidate, here, "{link}: a leg that changes nothing");
            let mut there = plan.clone();
            leg.candidate.write(&mut there);
            let estimate = estimate(&there).expect("a legal layout");
            assert_eq!(estimate.time.total(), leg.step, "{link}");
            assert_eq!(estimate.memory.peak(), leg.peak, "{link}");
            here = leg.candidate;
        }
        let axes: Vec<_> = legs.iter().flat_map(|leg| leg.axes.clone()).collect();
        for (place, axis) in axes.iter().enumerate() {
            assert!(
                !axes[..place].contains(axis),
                "{link}: {axis:?} changes twice"
            );
        }
    }
}

#[test]
fn where_the_best_is_at_hand_there_is_no_way_to_go() {
    let mut plan = plan("#v=1&p=llama3-8b/h100x8&gbs=64");
    let constraints = Constraints::of(&plan);
    let question = SearchQuestion::of(Objective::Fastest);
    let (best, _) = search(&plan, &constraints, &question);
    best.found()[0].candidate.write(&mut plan);
    assert_eq!(
        path(&plan, &best.found()[0].candidate, &question),
        Some(Vec::new())
    );
}

#[test]
fn without_an_axis_nothing_is_better() {
    let plan = plan("#v=1&p=llama3-70b/h100x64");
    let (constraints, question) = (
        Constraints::of(&plan),
        SearchQuestion::of(Objective::Fastest),
    );
    let (best, _) = search(&plan, &constraints, &question);
    let first = best.found()[0];
    let all = without_each(
        &constraints,
        &question,
        &first.candidate,
        |constraints, question| search(&plan, constraints, question).0,
    );
    assert!(all.len() >= 3, "{all:?}");
    for without in all {
        if let Some(other) = without.best {
            assert!(other.step.0 >= first.step.0, "{:?}", without.axis);
        }
    }
}
