//! The tests of published runs from outside, in one program.

mod finetune;
mod hardware;
mod published_runs;
mod questions;
