//! The famous runs are plans of today's model, which comes near their reports.

use cost::estimate;
use cost::memory::Verdict;
use formats::famous::{FAMOUS, FamousRun, OF_FIRST_VISIT, Quantity};
use formats::link;

/// True if the reported speed is in the range around the estimate; `None` without a report.
fn is_in_range(run: &FamousRun) -> Option<bool> {
    let estimate = estimate(&link::decode(run.link).0).expect(run.link);
    let published = run.published?;
    let pair = published.beside(&estimate);
    eprintln!(
        "{}: {:?} {:.4} published, {:.4} estimated, {:+.1} %",
        published.source,
        published.quantity,
        pair.measured,
        pair.predicted,
        100.0 * pair.error()
    );
    // A step that takes longer has fewer tokens a second.
    let slower = match published.quantity {
        Quantity::Step => pair.measured / pair.predicted,
        _ => pair.predicted / pair.measured,
    };
    let band = estimate.step_band;
    Some((band.low..=band.high).contains(&slower))
}

#[test]
fn every_famous_run_is_as_fast_as_its_report_says() {
    let judged: Vec<_> = FAMOUS
        .iter()
        .map(|run| (run.link, is_in_range(run)))
        .collect();
    let missed: Vec<_> = judged
        .iter()
        .filter(|(_, is_in)| *is_in == Some(false))
        .collect();
    assert!(missed.is_empty(), "{missed:?}");
    assert!(judged.iter().filter(|(_, is_in)| is_in.is_some()).count() >= 10);
}

/// A first visit begins with adapters on one GPU of 24 GB, which fit, and ends with what does not.
#[test]
fn plans_without_a_report_begin_and_end_a_first_visit() {
    let places = FAMOUS.iter().enumerate();
    let not_run = places.filter(|(_, run)| run.published.is_none());
    let not_run = not_run.map(|(place, run)| {
        let plan = link::decode(run.link).0;
        let verdict = estimate(&plan).expect(run.link).memory.verdict;
        let cluster = plan.cluster;
        (place + 1, cluster.gpus, plan.tuning.is_frozen(), verdict)
    });
    assert_eq!(
        not_run.collect::<Vec<_>>(),
        [
            (1, 1, true, Verdict::Fits),
            (OF_FIRST_VISIT, 64, false, Verdict::OutOfMemory),
        ]
    );
}

#[test]
fn links_are_canonical() {
    for run in FAMOUS {
        let (plan, warnings) = link::decode(run.link);
        assert!(warnings.is_empty(), "{}: {warnings:?}", run.link);
        assert_eq!(link::encode(&plan), run.link);
    }
}
