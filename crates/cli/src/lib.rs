//! The reports of the native command (`src/main.rs`): what `shardwise` prints of estimates,
//! searches, published runs and spreadsheets of plans.
//!
//! Tests: `tests/all/reports.rs`, `tests/all/search_command.rs`, `tests/all/fleet.rs`,
//! `tests/all/validate.rs`.

pub mod report;
