//! The reader of files. With all its formats it is as large as the rest of the dialog, and so a
//! separately loaded part of the program, fetched with the first text that is no link.

use std::sync::Arc;

use cost::plan::Plan;
use formats::import::{ImportBase, ImportRefusal, Imported, import_by};
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use crate::browser::json;

/// A plan from a file, or why there is none.
pub(in super::super) type ReadPlan = Result<Box<Imported>, ImportRefusal>;

/// Fetches the reader, and reads a text; `base` fills what it leaves open. Code that only this
/// function calls is split off and loaded separately.
#[wasm_split(reader, fallible)]
pub(in super::super) fn fetched(
    text: String,
    base: Arc<Plan>,
) -> Result<ReadPlan, SplitLoaderError> {
    Ok(read(&text, &base))
}

/// Reads a text; `base` fills what it leaves open.
pub(super) fn read(text: &str, base: &Plan) -> ReadPlan {
    import_by(text, None, &ImportBase::filling(base), json::parse).map(Box::new)
}
