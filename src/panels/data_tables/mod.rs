//! Tables with the numbers behind the first figures, mounted in the places that these leave for
//! them.
//!
//! Tests: `tests.rs`.

mod folded;
mod memory_table;
mod overheads_table;
#[cfg(test)]
mod tests;

pub(crate) use memory_table::MemoryTable;
pub(crate) use overheads_table::OverheadsTable;
