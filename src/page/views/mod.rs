//! The figures, one view a file.

pub(crate) mod memory;
pub(crate) mod tolls;
