//! The reports of the native command (`src/main.rs`): what `shardwise` prints of estimates,
//! searches, published runs and spreadsheets of plans.
//!
//! Tests: `tests/reports.rs`, `tests/search_command.rs`, `tests/fleet.rs`, `tests/validate.rs`.

pub mod report;
