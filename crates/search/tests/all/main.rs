//! The tests of the search from outside, in one program but for `tests/memory.rs`.

mod cures;
mod diagnosis;
mod ends;
mod fits;
mod optimize;
mod repairs;
mod sweep;
mod worker_messages;
