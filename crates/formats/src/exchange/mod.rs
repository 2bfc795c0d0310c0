//! Files of all formats and targets: what a text is, who reads it, and who writes a plan.
//!
//! Tests: `crates/cli/tests/all/exchange/mod.rs`.

mod detect;
mod formats;
pub(crate) mod log;
mod programs;
pub(crate) mod read;
pub mod worker;
pub(crate) mod write;
