//! A lesson that several values share, and ours as far as they are loaded.

use std::ops::Deref;
use std::sync::Arc;

use lesson::Lesson;

/// A lesson that several values share. Two are equal if they are the same lesson in memory: texts
/// are not compared, which components do at each change of the plan.
#[derive(Clone, Debug)]
pub(crate) struct SharedLesson(Arc<Lesson>);

impl SharedLesson {
    /// A lesson of which nothing else has a share yet.
    pub(super) fn new(lesson: Lesson) -> Self {
        Self(Arc::new(lesson))
    }
}

impl Deref for SharedLesson {
    type Target = Lesson;

    fn deref(&self) -> &Lesson {
        &self.0
    }
}

impl PartialEq for SharedLesson {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

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
