//! torchtitan.
//!
//! Tests: `crates/cli/tests/all/exchange/mod.rs`.

pub(crate) mod dump;
pub(crate) mod early;
pub(crate) mod lacks;
pub(crate) mod python;
pub(crate) mod read;
pub(crate) mod write;
