//! Hugging Face Accelerate, with FSDP.
//!
//! Tests: `crates/cli/tests/all/exchange/mod.rs`.

pub(crate) mod fsdp;
pub(crate) mod lacks;
pub(crate) mod read;
pub(crate) mod write;
