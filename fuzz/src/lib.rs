//! Feeds Shardwise unusual inputs, and checks what must hold for the answers.
//!
//! - `draw.rs` choices from bytes, random ones or those of a tool that watches coverage;
//! - `given/` inputs made of choices: links over all keys, queries, goals, lessons, files of each
//!   format, messages of a search, files of plans;
//! - `failure.rs` a property that does not hold;
//! - `holds/` what must hold of every input, and of a plan and the same with a change;
//! - `target.rs` what is fuzzed, each with its generator and its check;
//! - `limits.rs` time and memory of one estimate;
//! - `known.rs` violations that are known, with their reasons;
//! - `shrink.rs` from an input that fails to the smallest that does;
//! - `corpus.rs` everything that ever failed, replayed: `tests/corpus/`;
//! - `run.rs`, `report.rs`, `main.rs` the program that `cargo xtask fuzz` runs.

pub mod corpus;
pub mod draw;
pub mod failure;
pub mod given;
pub mod holds;
pub mod known;
pub mod limits;
pub mod report;
pub mod run;
pub mod shrink;
pub mod target;
