//! Fields of a row: words that links also use, and flags of Megatron-LM.

use serde_json::Value;

use super::row::RunRecord;

/// A field without which a row describes no plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MissingField(pub(super) &'static str);

/// True if a flag of Megatron-LM is set.
pub(super) fn flag(row: &RunRecord, name: &str) -> bool {
    argument(row, name).and_then(Value::as_bool) == Some(true)
}

/// The word after a flag of Megatron-LM.
pub(super) fn text<'a>(row: &'a RunRecord, name: &str) -> Option<&'a str> {
    argument(row, name)?.as_str()
}

/// The whole number after a flag of Megatron-LM.
pub(super) fn number(row: &RunRecord, name: &str) -> Option<u64> {
    argument(row, name)?.as_u64()
}

fn argument<'a>(row: &'a RunRecord, name: &str) -> Option<&'a Value> {
    row.megatron_args.as_ref()?.get(name)
}
