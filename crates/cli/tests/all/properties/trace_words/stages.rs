//! Stages of a pipeline that wait, store and receive.

use cost::schedule::Pipeline;
use cost::timeline::Timeline;
use cost::trace::{Happening, TraceScene};
use formats::number::Units;
use text::number::{BytesText as _, percent};

use super::for_each;

#[test]
fn a_pipeline_names_the_stages_that_wait_and_store_most() {
    let mut found = 0;
    for_each(|said| {
        if said.trace.scene != TraceScene::Pipeline {
            return;
        }
        let Some(timeline) = Timeline::of(said.legal, said.estimate) else {
            return;
        };
        let end = said.text.lines().last().unwrap_or_default();
        let rows = timeline.rows();
        let shares = rows.iter().map(|row| row.step.bubble_fraction());
        let most = shares.fold(0.0, f64::max);
        let waits = format!("most, {} of ", percent(most));
        let is_every = rows
            .iter()
            .all(|row| percent(row.step.bubble_fraction()) == percent(most));
        if is_every {
            if !end.contains(&format!("Every stage waits {}", percent(most))) {
                said.fails("all stages wait as long");
            }
        } else {
            let mut longest = rows
                .iter()
                .enumerate()
                .filter(|(_, row)| percent(row.step.bubble_fraction()) == percent(most));
            let (first, _) = longest.next().expect("one waits most");
            let name = format!("tage {first} ");
            let names = format!("tages {first} ");
            let (_, after) = end.split_once(". ").unwrap_or_default();
            if !end.contains(&waits) || !(after.contains(&name) || after.contains(&names)) {
                said.fails(&format!("stage {first} waits most: {waits}"));
            }
        }
        let held = rows.iter().map(|row| row.held).max().unwrap_or_default();
        if !end.contains(&Units::Gb.amount(held)) {
            said.fails("the most that a stage stores");
        }
        found += 1;
    });
    assert!(found > 10, "{found}");
}

/// Moments of the scenes of data parallelism and of the optimizer.
const ENDS: [TraceScene; 2] = [TraceScene::Data, TraceScene::Optimizer];

#[test]
fn stages_that_receive_are_those_of_the_passes() {
    let mut found = [0; 3];
    let mut found_after_backward = 0;
    for_each(|said| {
        let (legal, trace) = (said.legal, said.trace);
        let is_first = trace.rank == 0;
        let is_last = trace.rank as u64 + 1 == legal.pipeline();
        let rows = text::trace::rows(legal, trace, Units::Gb);
        for (moment, row) in trace.moments.iter().zip(rows) {
            let [.., to, _] = &row;
            let place = match to.as_str() {
                "the next stage" => 0,
                "the stage before" => 1,
                "the stages before and after" => 2,
                other if other.contains("stage") => said.fails(other),
                _ => continue,
            };
            found[place] += 1;
            let [next, before] = [place != 1, place != 0];
            // A rank with one virtual stage has neighbours on one side only at an end.
            let has_both = Pipeline::of(legal).chunks_a_rank() > 1;
            let has_next = has_both || !is_last;
            let has_before = has_both || !is_first;
            // A forward sends to the next stage, a backward to the one before. A send may run on.
            let is_end = ENDS.contains(&trace.scene);
            let (may_next, may_before) = match moment.what {
                Happening::Fill => (true, false),
                Happening::Steady | Happening::Repeats | Happening::Drain => (true, true),
                Happening::NextForward => (true, true),
                _ => (false, true),
            };
            if (next && !(has_next && may_next)) || (before && !(has_before && may_before)) {
                said.fails(&row.join(" | "));
            }
            let is_after = !matches!(
                moment.what,
                Happening::LastBackward | Happening::NextForward
            );
            found_after_backward += u64::from(is_end && is_after);
        }
    });
    assert!(found.iter().all(|found| *found > 5), "{found:?}");
    assert!(found_after_backward > 0);
}
