//! The simulation against the simplest one, which searches for blocks that can run.

use std::collections::HashMap;

use cost::schedule::{Direction, Durations, Pipeline, Span};

use super::pipelines::{grid, spans, uneven};

/// The simulation in its simplest form: each rank runs its program as far as its inputs are there,
/// repeatedly. Returns the blocks in the order in which they were placed.
fn placed_by_searching(pipeline: &Pipeline, durations: &Durations) -> Vec<Span> {
    let Pipeline { ranks, chunks, .. } = *pipeline;
    let stages = ranks * chunks;
    let mut out: HashMap<(bool, usize, usize), f64> = HashMap::new();
    let mut next = vec![0; ranks];
    let mut ends = vec![0.0_f64; ranks];
    let mut spans = Vec::new();
    loop {
        let before = spans.len();
        for rank in 0..ranks {
            while next[rank] < pipeline.slots() {
                let Some(block) = pipeline.block(rank, next[rank]) else {
                    next[rank] += 1;
                    continue;
                };
                let forward = block.direction == Direction::Forward;
                let stage = block.chunk * ranks + rank;
                let ready = match (forward, stage) {
                    (true, 0) => Some(0.0),
                    (true, _) => out.get(&(true, stage - 1, block.micro_batch)).copied(),
                    (false, last) if last + 1 == stages => {
                        let turned = out.get(&(true, last, block.micro_batch));
                        turned.map(|out| out - durations.transfer)
                    }
                    (false, _) => out.get(&(false, stage + 1, block.micro_batch)).copied(),
                };
                let Some(ready) = ready else { break };
                let lengths = if forward {
                    &durations.forward
                } else {
                    &durations.backward
                };
                let start = ready.max(ends[rank]);
                let end = start + lengths[stage];
                out.insert(
                    (forward, stage, block.micro_batch),
                    end + durations.transfer,
                );
                ends[rank] = end;
                next[rank] += 1;
                spans.push(Span {
                    rank,
                    block,
                    start,
                    end,
                });
            }
        }
        if spans.len() == before {
            return spans;
        }
    }
}

#[test]
fn rounds_place_blocks_where_a_search_would() {
    for pipeline in grid() {
        let durations = uneven(&pipeline, 5);
        let (walked, _) = spans(&pipeline, &durations);
        let mut walked = walked;
        let mut searched = placed_by_searching(&pipeline, &durations);
        assert_eq!(
            searched.len(),
            2 * pipeline.chunks * pipeline.ranks * pipeline.micro_batches
        );
        let order = |a: &Span, b: &Span| (a.rank, a.start).partial_cmp(&(b.rank, b.start));
        for spans in [&mut walked, &mut searched] {
            spans.sort_by(|a, b| order(a, b).expect("times are numbers"));
        }
        for (walked, searched) in walked.iter().zip(&searched) {
            assert_eq!(walked.block, searched.block, "{pipeline:?}");
            let off = (walked.start - searched.start).abs() + (walked.end - searched.end).abs();
            assert!(off < 1e-9, "{pipeline:?}: {walked:?} is not {searched:?}");
        }
    }
}
