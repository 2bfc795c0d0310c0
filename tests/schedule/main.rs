//! The pipeline simulation against closed forms, and against its own rules, block by block.

#[path = "../common/mod.rs"]
mod common;

mod closed_forms;
mod condensed;
mod long_steps;
mod pipelines;
mod rules;
mod search;
mod split;
mod split_rules;
mod timeline;
