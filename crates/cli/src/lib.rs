//! The reports of the native command (`src/main.rs`): what `shardwise` prints of estimates, searches,
//! published runs and spreadsheets of plans.

pub mod report;
