//! Lessons that can be asked for.

/// The lesson that is to be opened.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Wanted {
    /// The list of all; closed, if it is open.
    Menu,
    /// The lesson of an address, as a query's `lesson` gives it.
    At(String),
    /// The lesson whose file has this text.
    In(String),
}
