//! Requests for a lesson, by a reader, a query or the embedding page.

/// A requested lesson.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum RequestedLesson {
    /// The list of all lessons; it is closed if it is open.
    Menu,
    /// The lesson of an address, as a query's `lesson` gives it; empty for the file that this tab had
    /// open.
    At(String),
    /// The lesson whose file has this text.
    In(String),
}
