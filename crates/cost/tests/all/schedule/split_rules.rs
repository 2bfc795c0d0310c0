//! The rules of a step whose backward is split, block by block.

use std::collections::HashMap;

use cost::plan::Schedule;
use cost::schedule::{Direction, Durations, Pipeline, Span, simulate_traced};

/// Micro-batches that run through this chunk: each direction of `DualPipe` has its own.
fn passes(pipeline: &Pipeline, chunk: usize, micro_batch: usize) -> bool {
    let first_half = micro_batch < pipeline.micro_batches.div_ceil(2);
    pipeline.schedule != Schedule::DualPipe || first_half == (chunk == 0)
}

/// Ends of blocks, by micro-batch, virtual stage and kind.
type Ends = HashMap<(usize, usize, Kind), (f64, usize)>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Forward,
    Input,
    Weight,
}

/// Checks that every block runs once, after its inputs, for its time, one at a time, and that ranks
/// end at the times returned.
pub(crate) fn check(pipeline: &Pipeline, durations: &Durations) {
    let mut ends = Ends::new();
    let mut rank_end = vec![0.0_f64; pipeline.ranks];
    let mut busy = vec![0.0_f64; pipeline.ranks];
    let times = simulate_traced(pipeline, durations, |span| {
        let Span {
            rank,
            block,
            start,
            end,
        } = span;
        assert!(
            start >= rank_end[rank],
            "two blocks at once: {pipeline:?} {span:?}"
        );
        assert!(
            passes(pipeline, block.chunk, block.micro_batch),
            "{pipeline:?} {span:?}"
        );
        assert!(
            block.micro_batch < pipeline.micro_batches,
            "{pipeline:?} {span:?}"
        );
        let stage = pipeline.stage(rank, block.chunk);
        let kinds: &[Kind] = match block.direction {
            Direction::Forward => &[Kind::Forward],
            Direction::Backward => &[Kind::Input, Kind::Weight],
            Direction::InputGradient => &[Kind::Input],
            Direction::WeightGradient => &[Kind::Weight],
        };
        for &kind in kinds {
            let needs = match kind {
                Kind::Forward if stage == 0 => None,
                Kind::Forward => Some((stage - 1, Kind::Forward)),
                Kind::Input if stage + 1 == pipeline.stages() => Some((stage, Kind::Forward)),
                Kind::Input => Some((stage + 1, Kind::Input)),
                Kind::Weight if kinds.len() == 2 => None,
                Kind::Weight => Some((stage, Kind::Input)),
            };
            if let Some((stage, kind)) = needs {
                let (ready, from) = *ends
                    .get(&(block.micro_batch, stage, kind))
                    .unwrap_or_else(|| panic!("{pipeline:?}: {span:?} came first"));
                let transfer = if from == rank {
                    0.0
                } else {
                    durations.transfer
                };
                assert!(
                    start + 1e-9 >= ready + transfer,
                    "too early: {pipeline:?} {span:?}"
                );
            }
            if kind == Kind::Input {
                let forward = ends.get(&(block.micro_batch, stage, Kind::Forward));
                assert!(forward.is_some(), "backward first: {pipeline:?} {span:?}");
            }
            let again = ends.insert((block.micro_batch, stage, kind), (end, rank));
            assert_eq!(again, None, "ran twice: {pipeline:?} {span:?}");
        }
        let length = durations.of(block.direction, stage);
        // A woven backward is shorter by what the pair saves.
        let off = length - (end - start);
        assert!(
            off.abs() < 1e-9
                || (block.direction == Direction::Backward
                    && (off - durations.overlapped.min(length)).abs() < 1e-9),
            "{pipeline:?} {span:?}: {off} off"
        );
        rank_end[rank] = end;
        busy[rank] += end - start;
    });
    let passes = match pipeline.schedule {
        Schedule::DualPipe => pipeline.ranks,
        _ => pipeline.stages(),
    };
    assert_eq!(
        ends.len(),
        3 * passes * pipeline.micro_batches,
        "{pipeline:?}"
    );
    for (rank, time) in times.iter().enumerate() {
        assert!(
            (time.end - rank_end[rank]).abs() < 1e-9,
            "{pipeline:?} rank {rank}"
        );
        assert!(
            (time.busy - busy[rank]).abs() < 1e-9,
            "{pipeline:?} rank {rank}"
        );
        assert!(
            time.idle() >= time.idle_within(),
            "{pipeline:?} rank {rank}: {time:?}"
        );
    }
}
