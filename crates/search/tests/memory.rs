//! The memory of a search. It counts what this process holds, so it is a separate program, and no
//! other test stands here.

use formats::link;
use peak_alloc::PeakAlloc;
use search::optimize::{Constraints, Incumbent, Objective, SearchQuestion, Searcher, Space};

#[global_allocator]
static HELD: PeakAlloc = PeakAlloc;

/// Bytes that the search below may hold. It holds 36 MB, most of it moments that are remembered up to
/// a limit: without that, 81 MB, and the whole search once held 3 GB.
const MOST: usize = 48 << 20;
/// Layouts after which the test ends: an eighth of all. The search holds 38 MB at its end.
const LAYOUTS: u64 = 1_000_000;

#[test]
fn a_search_of_a_million_layouts_holds_little() {
    let (plan, warnings) = link::decode("#v=1&p=llama3-8b/h100x960&layers=960&gbs=92160");
    assert!(warnings.is_empty(), "{warnings:?}");
    let question = SearchQuestion::of(Objective::Fastest);
    HELD.reset_peak_usage();
    let before = HELD.current_usage();
    let space = Space::of(&plan, &Constraints::of(&plan));
    let incumbent = Incumbent::of(&plan, &question);
    let mut searcher = Searcher::of(space, &question, 0, 1);
    while searcher.counts.settled() < LAYOUTS {
        assert!(searcher.advance(&incumbent), "{:?}", searcher.counts);
    }
    let held = HELD.peak_usage() - before;
    // Some were looked at one by one, whose stages are remembered.
    assert!(searcher.counts.refused > 10_000, "{:?}", searcher.counts);
    assert!(held < MOST, "{held} bytes");
}
