//! The numbers behind the first figures, which have left room for them.
//!
//! Tests: `tests.rs`.

mod folded;
mod memory_table;
mod overheads_table;
#[cfg(test)]
mod tests;

pub(crate) use memory_table::MemoryTable;
pub(crate) use overheads_table::OverheadsTable;
