//! Hugging Face's Trainer, and programs built on it.
//!
//! Tests: `crates/cli/tests/all/exchange/mod.rs`.

pub(crate) mod arguments;
pub(crate) mod axolotl;
pub(crate) mod common;
pub(crate) mod lacks;
pub(crate) mod llama_factory;
pub(crate) mod write;
