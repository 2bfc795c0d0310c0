//! Adapters beside frozen weights in files of frameworks: names of the matrices that have one
//! (`modules.rs`), options that several frameworks share (`options.rs`), and what an exported file
//! says (`written.rs`).
//!
//! Tests: `crates/formats/tests/all/import_adapters.rs`, `crates/formats/tests/all/corpus.rs`.

mod modules;
mod options;
mod written;

pub(crate) use options::*;
pub(crate) use written::*;
