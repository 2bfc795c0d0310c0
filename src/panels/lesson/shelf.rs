//! Our lessons, as far as they are there for the list.

use lesson::Lesson;

/// One of our lessons, as far as it is there.
#[derive(Default)]
pub(super) enum Shelved {
    /// Nobody has asked for it.
    #[default]
    No,
    /// It is on its way.
    Soon,
    /// It has not come.
    Absent,
    /// It is there.
    Yes(Box<Lesson>),
}
