//! The tests of published runs from outside, in one program.

mod published_runs;
mod questions;
