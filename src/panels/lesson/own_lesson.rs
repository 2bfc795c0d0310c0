//! One of our lessons in the list, and its state of loading.

use super::shared_lesson::SharedLesson;

/// One of our lessons, as far as it is loaded.
#[derive(Clone, Default, PartialEq)]
pub(super) enum OwnLesson {
    /// The lesson was not requested.
    #[default]
    No,
    /// The lesson is on its way.
    Soon,
    /// The lesson failed to load.
    Absent,
    /// The lesson is loaded.
    Yes(SharedLesson),
}
