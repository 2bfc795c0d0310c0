//! The two-way table of a framework. A row is an option: its name, what a plan writes, how a file's
//! value is read back, and what the framework cannot run (`row.rs`). A table is a constant, of which
//! `projections.rs` makes statics: options to write, steps of reading (`steps.rs`), and lacks.

mod projections;
mod row;
mod steps;

pub(crate) use projections::{
    count_lacks, count_read, count_written, lack_projections, lacks_of, projections,
    read_projection, read_steps, written_rows,
};
pub(crate) use row::*;
#[cfg(test)]
pub(crate) use steps::Reading;
pub(crate) use steps::{ReadStep, Takes, read_rows, read_table};
