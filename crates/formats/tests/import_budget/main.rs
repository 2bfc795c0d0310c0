//! The work and the memory of reading hostile texts. It counts what this process holds, so it is a
//! separate program, and no other test stands here.

mod texts;

use formats::catalog;
use formats::import::{ImportBase, ImportRefusal, LARGEST, ReadBudget, import_within};
use peak_alloc::PeakAlloc;

use texts::HostileText;

#[global_allocator]
static HELD: PeakAlloc = PeakAlloc;

/// Bytes that reading one text may hold.
const MOST: usize = 64_000_000;

/// Each text is read within the budget, or refused with the line where it ends. Those whose reading
/// does no more than their letters need are read.
#[test]
fn hostile_texts_stay_within_work_and_memory() {
    let base = ImportBase::filling(&catalog::default_plan());
    let mut refused = 0;
    for HostileText {
        name,
        text,
        format,
        is_read,
    } in texts::all()
    {
        assert!(text.len() <= LARGEST, "{name}: {} bytes", text.len());
        let budget = ReadBudget::new();
        HELD.reset_peak_usage();
        let before = HELD.current_usage();
        let read = import_within(&text, format, &base, &budget);
        let held = HELD.peak_usage() - before;
        assert!(held < MOST, "{name}: {held} bytes");
        let lines = text.lines().count();
        match read {
            Err(ImportRefusal::TooMuch { at }) => {
                refused += 1;
                assert!(!is_read, "{name}: {} units", budget.spent());
                assert_eq!(budget.spent(), ReadBudget::MOST, "{name}");
                let line = at.expect("a place").line;
                assert!((1..=lines).contains(&line), "{name}: line {line}");
            }
            _ => assert!(is_read, "{name}: {read:?}, {} units", budget.spent()),
        }
    }
    assert!(refused > 5, "{refused}");
}
