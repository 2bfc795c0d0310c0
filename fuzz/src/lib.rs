//! Feeds Shardwise unusual inputs, and checks what must hold for the answers.
//!
//! - `target.rs` what is fuzzed, each with its generator (`test_utils::given`) and its check;
//! - `failure.rs` a property that does not hold;
//! - `holds/` what must hold of every input, and of a plan and the same with a change;
//! - `limits.rs` time and memory of one estimate;
//! - `known.rs` violations that are known, with their reasons;
//! - `corpus.rs` everything that ever failed, replayed: `tests/corpus/`;
//! - `run.rs`, `report.rs`, `main.rs` the program that `cargo xtask fuzz` runs.

pub mod corpus;
pub mod failure;
pub mod holds;
pub mod known;
pub mod limits;
pub mod report;
pub mod run;
pub mod target;
