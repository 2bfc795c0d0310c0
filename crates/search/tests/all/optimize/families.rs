//! Families of layouts: one row stands for those that nobody needs to distinguish.

use cost::plan::{CrossEntropy, Optimizer, Plan};
use cost::units::{Bytes, Seconds};
use search::optimize::{
    Best, Candidate, Constraints, FoundLayout, LayoutFamily, Objective, SearchQuestion, search,
};

use super::plan;

/// A layout of a plan with this step and peak.
fn found(candidate: Candidate, step: f64, gib: u64) -> FoundLayout {
    FoundLayout {
        candidate,
        score: [step, 0.0],
        step: Seconds(step),
        peak: Bytes(gib << 30),
    }
}

/// The families of these layouts, as degrees of tensor and numbers of others.
fn families(all: &[FoundLayout]) -> Vec<(u64, usize)> {
    let mut best = Best::of(&base(), &SearchQuestion::of(Objective::Fastest));
    for &found in all {
        best.offer(found);
    }
    let families = best.families().into_iter();
    families
        .map(|family| (family.first.candidate.tensor, family.others))
        .collect()
}

fn base() -> Plan {
    plan("#v=1&p=llama3-8b/h100x64&gbs=64")
}

/// A layout with this degree of tensor parallelism.
fn tensor(tensor: u64) -> Candidate {
    Candidate {
        tensor,
        sequence_parallel: tensor > 1,
        ..Candidate::of(&base()).expect("a layout")
    }
}

#[test]
fn what_is_no_better_in_anything_is_no_row() {
    let all = [
        found(tensor(2), 10.0, 60),
        // As fast, and with more memory.
        found(tensor(4), 10.05, 70),
        // With less memory.
        found(tensor(8), 10.05, 50),
        // Slower.
        found(tensor(1), 10.2, 60),
    ];
    assert_eq!(families(&all), [(2, 1), (8, 0), (1, 0)]);
}

/// A layout that takes as long with as much memory and fewer axes is the one to run.
#[test]
fn the_plainest_of_equals_is_the_row() {
    let equal = [found(tensor(2), 10.0, 60), found(tensor(1), 10.005, 60)];
    assert_eq!(families(&equal), [(1, 1)]);
    let slower = [found(tensor(2), 10.0, 60), found(tensor(1), 10.05, 60)];
    assert_eq!(families(&slower), [(2, 1)]);
    let larger = [found(tensor(2), 10.0, 60), found(tensor(1), 10.005, 62)];
    assert_eq!(families(&larger), [(2, 1)]);
}

#[test]
fn other_software_and_odd_numbers_are_less_plain() {
    let own = tensor(1);
    for odd in [
        Candidate { micro: 3, ..own },
        Candidate {
            optimizer: Optimizer::AdamW8,
            ..own
        },
        Candidate {
            loss: CrossEntropy::Chunked,
            ..own
        },
    ] {
        assert!(odd.complexity() > own.complexity(), "{odd:?}");
        let all = [found(odd, 10.0, 60), found(own, 10.0, 60)];
        let mut best = Best::of(&base(), &SearchQuestion::of(Objective::Fastest));
        all.into_iter().for_each(|found| {
            best.offer(found);
        });
        assert_eq!(best.families()[0].first.candidate, own, "{odd:?}");
    }
}

/// Every layout of a search is in one family, and no row is alike another.
#[test]
fn families_of_a_search_have_all_its_layouts() {
    let plan = plan("#v=1&p=mixtral-8x7b/h100x64&gbs=512&recipe=maxtext");
    let question = SearchQuestion::of(Objective::Fastest);
    let (best, _) = search(&plan, &Constraints::of(&plan), &question);
    let families = best.families();
    let all: usize = families.iter().map(|family| 1 + family.others).sum();
    assert_eq!(all, best.found().len());
    let first = best.found()[0];
    let shown = families[0].first;
    assert!(shown.step.0 <= first.step.0 * (1.0 + LayoutFamily::ALIKE / 10.0));
    for (place, family) in families.iter().enumerate() {
        let earlier = &families[..place];
        let is_same = |other: &LayoutFamily| other.first.candidate == family.first.candidate;
        assert!(!earlier.iter().any(is_same));
    }
}
