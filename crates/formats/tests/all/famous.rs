//! The famous runs are plans of today's model, which comes near their reports.

use cost::estimate;
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

#[test]
fn those_of_a_first_visit_end_with_the_one_that_nobody_ran() {
    let places = FAMOUS.iter().enumerate();
    let not_run = places.filter(|(_, run)| run.published.is_none());
    let not_run: Vec<usize> = not_run.map(|(place, _)| place + 1).collect();
    assert_eq!(not_run, [OF_FIRST_VISIT]);
}

#[test]
fn links_are_canonical() {
    for run in FAMOUS {
        let (plan, warnings) = link::decode(run.link);
        assert!(warnings.is_empty(), "{}: {warnings:?}", run.link);
        assert_eq!(link::encode(&plan), run.link);
    }
}
