//! The pipeline simulation against closed forms, and against its own rules, block by block.

mod closed_forms;
mod extrapolate;
mod facts;
mod long_steps;
mod moment;
mod pipelines;
mod rules;
mod search;
mod split;
mod split_rules;
mod timeline;
