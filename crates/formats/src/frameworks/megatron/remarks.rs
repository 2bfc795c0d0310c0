//! Remarks on options of Megatron-LM.

use crate::excerpt::excerpt;
use crate::import::imported::ImportNote;

/// A remark on an option that has no effect without another one.
pub(crate) fn alone(option: &str, other: &str) -> ImportNote {
    ImportNote::Alone {
        option: option.to_owned(),
        other: other.to_owned(),
    }
}

/// A remark on a value that a plan can only approximate.
pub(crate) fn nearest(option: &str, value: &str) -> ImportNote {
    ImportNote::Nearest {
        option: option.to_owned(),
        value: excerpt(value),
    }
}
