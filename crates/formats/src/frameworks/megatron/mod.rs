//! Megatron-LM.
//!
//! Tests: `crates/formats/src/frameworks/rows.rs`, `crates/cli/tests/all/exchange/mod.rs`.

mod layout;
pub(crate) mod levers;
mod model;
pub(crate) mod read;
pub(crate) mod remarks;
pub(crate) mod rules;
mod run;
pub(crate) mod table;
pub(crate) mod write;
