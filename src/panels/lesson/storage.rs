//! Readers' progress in the browser's storage: a text a lesson, a line a step in it.

use super::event::LessonEvent;
use super::progress::{Done, Kept, join, read, written};
use crate::browser::preferences;
use crate::store::Effects;

/// The key that says whether progress is kept.
const KEPT: &str = "lessons";
/// The word for that it is not.
const OFF: &str = "off";
/// Begins the keys of lessons.
const LESSON: &str = "lesson.";

/// Has all that is kept looked up.
pub(super) fn look_up(effects: &mut Effects<LessonEvent>) {
    effects.run(|sender| {
        let names = preferences::keys(LESSON).into_iter();
        let lessons = names.map(|name| {
            let done = kept_of(&name);
            (name, done)
        });
        sender.send(LessonEvent::Kept(Kept {
            is_off: preferences::read(KEPT).as_deref() == Some(OFF),
            lessons: lessons.collect(),
        }));
    });
}

/// Has what is done of lessons kept, beside what other tabs have kept of them.
pub(super) fn keep(lessons: Vec<(String, Vec<Done>)>, effects: &mut Effects<LessonEvent>) {
    effects.run(move |sender| {
        let mut is_kept = true;
        for (name, mut done) in lessons {
            join(&mut done, kept_of(&name));
            is_kept &= preferences::keep(&[LESSON, &name].concat(), &written(&done));
        }
        sender.send(LessonEvent::WasKept(is_kept));
    });
}

/// Notes whether progress is kept from now on.
pub(super) fn set_kept(is_kept: bool, effects: &mut Effects<LessonEvent>) {
    effects.run(move |_| {
        preferences::keep(KEPT, if is_kept { "" } else { OFF });
    });
}

/// Forgets all that any tab has kept.
pub(super) fn forget_all(effects: &mut Effects<LessonEvent>) {
    effects.run(|_| {
        for name in preferences::keys(LESSON) {
            preferences::forget(&[LESSON, &name].concat());
        }
    });
}

/// Steps that are kept of a lesson.
fn kept_of(name: &str) -> Vec<Done> {
    read(&preferences::read(&[LESSON, name].concat()).unwrap_or_default())
}
