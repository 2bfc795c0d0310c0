//! Megatron-LM.
//!
//! Tests: `crates/cli/tests/all/exchange/mod.rs`.

pub(crate) mod lacks;
pub(crate) mod options;
pub(crate) mod read;
pub(crate) mod rules;
pub(crate) mod write;
