//! Readers' progress in the browser's storage: one key per step, so that tabs that store
//! different steps at the same moment lose none. A key is the name of the lesson and that of the
//! step, with a line break between them. Earlier releases had one key per lesson, its name, with
//! one line per step; it is still read.
//!
//! Tests: `tests/browser/faults-storage.test.mjs`, `tests/browser/lesson.test.mjs`.

use super::event::LessonEvent;
use super::progress::{DoneStep, Kept, join, read, written};
use crate::browser::preferences;
use crate::store::Effects;

/// The key that says whether progress is stored.
const KEPT: &str = "lessons";
/// The value of [`KEPT`] if progress is not stored.
const OFF: &str = "off";
/// Prefix of the keys of lessons and steps.
const LESSON: &str = "lesson.";
/// Separator of a lesson and a step in a key; no step's name contains it.
const BETWEEN: &str = "\n";

/// Reads all that is stored.
pub(super) fn look_up(effects: &mut Effects<LessonEvent>) {
    effects.run(|sender| {
        let names = preferences::keys(LESSON).into_iter();
        let lessons = names.map(|name| {
            let done = kept_at(&name);
            (lesson_of(&name).to_owned(), done)
        });
        sender.send(LessonEvent::Kept(Kept {
            is_off: preferences::read(KEPT).as_deref() == Some(OFF),
            lessons: lessons.collect(),
        }));
    });
}

/// Stores steps of a lesson; of two records of a step, the one with fewer changes stays.
pub(super) fn keep(lessons: Vec<(String, Vec<DoneStep>)>, effects: &mut Effects<LessonEvent>) {
    effects.run(move |sender| {
        let mut is_kept = true;
        for (lesson, steps) in lessons {
            for done in steps {
                let name = [&lesson, BETWEEN, &done.step].concat();
                let mut known = kept_at(&name);
                if join(&mut known, vec![done]) {
                    is_kept &= preferences::keep(&[LESSON, &name].concat(), &written(&known));
                }
            }
        }
        sender.send(LessonEvent::WasKept(is_kept));
    });
}

/// Stores whether progress is stored from now on.
pub(super) fn set_kept(is_kept: bool, effects: &mut Effects<LessonEvent>) {
    effects.run(move |_| {
        preferences::keep(KEPT, if is_kept { "" } else { OFF });
    });
}

/// Removes all that any tab has stored.
pub(super) fn forget_all(effects: &mut Effects<LessonEvent>) {
    effects.run(|_| {
        for name in preferences::keys(LESSON) {
            preferences::forget(&[LESSON, &name].concat());
        }
    });
}

/// The lesson of a name without its prefix.
fn lesson_of(name: &str) -> &str {
    name.rsplit_once(BETWEEN).map_or(name, |(lesson, _)| lesson)
}

/// Steps that are stored under a name without its prefix.
fn kept_at(name: &str) -> Vec<DoneStep> {
    read(&preferences::read(&[LESSON, name].concat()).unwrap_or_default())
}
