//! The reader of files: a worker, which is ended where reading takes too long or fails. The next
//! text starts another one.
//!
//! Tests: `src/panels/share/import/tests.rs`, `src/panels/share/tests.rs`,
//! `tests/browser/faults-browser.test.mjs`.

mod event;
mod program;
mod state;

pub(super) use event::{ReadOutcome, ReaderEvent, ReaderUser};
pub(super) use state::FileReader;
