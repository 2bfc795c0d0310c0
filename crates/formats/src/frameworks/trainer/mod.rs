//! Hugging Face's Trainer, and programs built on it.
//!
//! Tests: `crates/formats/src/frameworks/rows.rs`, `crates/cli/tests/all/exchange/mod.rs`.

pub(crate) mod arguments;
pub(crate) mod axolotl;
pub(crate) mod common;
pub(crate) mod llama_factory;
pub(crate) mod objectives;
