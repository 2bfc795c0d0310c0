//! The reports of the native command (`src/main.rs`): what `shardwise` prints of estimates,
//! searches, published runs, spreadsheets of plans, and lists of keys, models and GPUs.
//!
//! All output goes through [`printed`].
//!
//! Tests: `tests/all/reports.rs`, `tests/all/search_command.rs`, `tests/all/fleet.rs`,
//! `tests/all/validate.rs`, `tests/all/list.rs`.

pub mod exit_status;
pub mod printed;
pub mod report;
