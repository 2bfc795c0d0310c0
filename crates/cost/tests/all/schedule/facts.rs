//! The table of facts against the pipelines that follow from it, and against the papers.

use cost::plan::{Schedule, Word as _};
use cost::schedule::Pipeline;

/// The schedules for which a predicate holds, as words of links.
fn those(holds: impl Fn(Schedule) -> bool) -> Vec<&'static str> {
    let schedules = Schedule::ALL.iter().filter(|&&schedule| holds(schedule));
    schedules.map(|schedule| schedule.word()).collect()
}

#[test]
fn facts_are_those_of_the_papers() {
    assert_eq!(
        those(Schedule::splits_backward),
        [
            "zbh1",
            "zbh2",
            "zbv",
            "vhalf",
            "vmin",
            "dualpipe",
            "dualpipev"
        ]
    );
    // Qi 2023, section 4, and the V schedules of its authors.
    assert_eq!(
        those(Schedule::validates_afterwards),
        ["zbh2", "zbv", "vhalf", "vmin"]
    );
    let facts = Schedule::facts;
    assert_eq!(those(|it| facts(it).is_1f1b()), ["1f1b", "int"]);
    assert_eq!(those(|it| facts(it).is_interleaved()), ["int"]);
    assert_eq!(those(|it| facts(it).is_bidirectional()), ["dualpipe"]);
    assert_eq!(
        those(|it| facts(it).overlaps_passes()),
        ["dualpipe", "dualpipev"]
    );
    assert_eq!(those(|it| facts(it).is_tried), ["zbh1", "zbv"]);
}

#[test]
fn virtual_stages_decide_between_the_usual_schedules() {
    assert_eq!(Schedule::usual(1), Schedule::PLAIN);
    for virtual_stages in 0..4 {
        let facts = Schedule::usual(virtual_stages).facts();
        assert!(facts.is_1f1b());
        assert_eq!(facts.is_interleaved(), virtual_stages > 1);
    }
}

/// The numbers of chunks and stages that the papers have: V order has two stages a rank, two
/// pipelines that meet have two ranks a stage.
#[test]
fn placements_give_chunks_and_stages() {
    for &schedule in Schedule::ALL {
        let chunks = if schedule.facts().is_interleaved() {
            3
        } else {
            1
        };
        let pipeline = Pipeline {
            ranks: 4,
            chunks,
            micro_batches: 8,
            schedule,
        };
        let expected = match schedule.word() {
            "int" => [3, 12],
            "zbv" | "vhalf" | "vmin" | "dualpipev" => [2, 8],
            "dualpipe" => [2, 4],
            _ => [1, 4],
        };
        assert_eq!(
            [pipeline.chunks_a_rank(), pipeline.stages()],
            expected,
            "{schedule:?}"
        );
    }
}
