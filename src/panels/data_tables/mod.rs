//! Tables with the numbers behind the first figures.
//!
//! Tests: `tests.rs`.

mod memory_table;
#[cfg(test)]
mod tests;
mod time_table;

pub(crate) use memory_table::MemoryTable;
pub(crate) use time_table::TimeTable;
