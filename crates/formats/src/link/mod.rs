//! Plans as URL fragments and back: `#v=1&p=llama3-70b/h100x64&tp=8&pp=4`.
//!
//! Reading is total: any link gives a plan, and a [`LinkWarning`] for each part that was not
//! understood. Links are stored in other pages, so that a meaning never changes. Each version of
//! the grammar keeps its file. [`presentation`] is the address's query, which a teacher writes.
//! [`typed`] reads what people type, and lists its faults.
//!
//! Tests: `tests/all/golden_links.rs`, `crates/cli/tests/all/properties/links.rs`.

mod new_values;
pub mod presentation;
pub mod tab;
mod text;
pub mod typed;
mod v1;

pub use new_values::NewValues;
pub(crate) use v1::is_of_model;
pub use v1::{
    Key, KeyKind, Offers, Values, decode, differences, differing, encode, hold, named, number,
    replacing, set_number, set_value, value,
};

use serde::{Deserialize, Serialize};

/// Largest number of bytes of a link that are read.
pub const LONGEST: usize = 2_048;

/// A part of a link that was not understood. Its variants are codes of our JSON: they keep their
/// names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LinkWarning {
    /// The link is longer than [`LONGEST`]; the rest was not read.
    TooLong,
    /// Written by a later version; read as version 1.
    Version {
        /// The version named.
        given: String,
    },
    /// The link has a measured plan, but no figure measured on it.
    NothingMeasured,
    /// No such key.
    UnknownKey {
        /// The key, shortened.
        key: String,
    },
    /// The key occurs twice; the first one counts.
    Repeated {
        /// The key.
        key: String,
    },
    /// No such model.
    UnknownModel {
        /// The name given, shortened.
        given: String,
        /// The preset used instead.
        used: &'static str,
    },
    /// No such GPU.
    UnknownGpu {
        /// The name given, shortened.
        given: String,
        /// The preset used instead.
        used: &'static str,
    },
    /// No such language.
    UnknownLanguage {
        /// The tag given, which has at most 35 letters, digits and hyphens.
        given: String,
    },
    /// The language is there, but its file could not be loaded.
    UnloadedLanguage {
        /// The tag given, as above.
        given: String,
    },
    /// A value that the key does not take.
    BadValue {
        /// The key.
        key: String,
        /// The value given, shortened.
        given: String,
        /// The value used instead.
        used: String,
    },
}
