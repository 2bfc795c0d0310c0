//! DeepSpeed.
//!
//! Tests: `crates/cli/tests/all/exchange/mod.rs`.

pub(crate) mod lacks;
pub(crate) mod read;
pub(crate) mod write;
